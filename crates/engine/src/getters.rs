//! Reading a field from outside.

/// Declares methods that return a field each: `seats: u8` returns `self.seats`, and `limit = setup.limit: u32` returns a
/// field that lies deeper or has another name.
#[macro_export]
macro_rules! getters {
    (impl $Type:ident { $($(#[$doc:meta])+ $name:ident $(= $($field:ident).+)?: $Kind:ty,)+ }) => {
        impl $Type {
            $($(#[$doc])+
            #[inline]
            pub fn $name(&self) -> $Kind {
                $crate::getters!(@field self $name $($($field).+)?)
            })+
        }
    };
    (@field $self:tt $name:ident) => { $self.$name };
    (@field $self:tt $name:ident $($field:ident).+) => { $self.$($field).+ };
}
