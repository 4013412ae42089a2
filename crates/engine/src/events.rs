//! What the table sees happen, declared once.

/// Declares the events of a game: an enum with its JSON and, with the feature `ts`, its TypeScript.
///
/// A field that many events have is given its type and its meaning once, after `where`, so that a name means the same
/// in all of them. What only one event has, or has with another meaning, is said there.
///
/// The crate of the game depends on `serde`, and has a feature `ts` that brings `ts-rs`.
///
/// ```
/// use polynya_engine::{Seat, events};
///
/// events! {
///     /// What the table sees happen.
///     pub enum Event as "ThawEvent" {
///         /// A floe melts.
///         Melted { seat, floe },
///         /// A seat passes.
///         Passed { seat, turns: u8 = "Turns in a row in which it did." },
///         /// The match is over.
///         Over,
///     } where {
///         seat: Seat = "Whose turn it is.",
///         floe: u8 = "Which floe.",
///     }
/// }
///
/// let event = Event::Passed { seat: Seat::default(), turns: 2 };
/// assert_eq!(serde_json::to_string(&event).unwrap(), r#"{"event":"passed","seat":1,"turns":2}"#);
/// ```
#[macro_export]
macro_rules! events {
    ($(#[$meta:meta])* $vis:vis enum $Event:ident as $typescript:literal {
        $(
            $(#[$doc:meta])*
            $Name:ident $({ $($(#[$attribute:meta])* $field:ident $(: $Own:ty = $own:literal)?),+ $(,)? })?,
        )+
    } where {
        $($shared:ident: $Shared:ty = $meaning:literal,)+
    }) => {
        macro_rules! type_of { $(($shared) => { $Shared };)+ }
        macro_rules! meaning_of { $(($shared) => { $meaning };)+ }

        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, ::serde::Serialize)]
        #[serde(tag = "event", rename_all = "snake_case")]
        #[cfg_attr(feature = "ts", derive(::ts_rs::TS), ts(rename = $typescript))]
        $vis enum $Event {
            $(
                $(#[$doc])*
                $Name $({$(
                    #[doc = $crate::events!(@meaning $field $($own)?)]
                    $(#[$attribute])*
                    $field: $crate::events!(@type $field $($Own)?),
                )+})?,
            )+
        }
    };
    (@meaning $field:ident) => { meaning_of!($field) };
    (@meaning $field:ident $own:literal) => { $own };
    (@type $field:ident) => { type_of!($field) };
    (@type $field:ident $Own:ty) => { $Own };
}
