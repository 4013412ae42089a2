//! Labelled features: each number that an evaluation reads stands beside its name.

/// A feature of an evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FeatureInfo {
    /// What it measures; files of weights name it so.
    pub name: &'static str,
    /// What it is divided by before a network sees it.
    pub scale: f32,
}

/// Declares the features of a game in one table: a list of [`FeatureInfo`] and the function that computes their values,
/// in the same order.
///
/// Each row is `"name" => value`, or `"name" / scale => value` for a feature that is scaled down for networks. Weights
/// are stored in the order of the rows.
macro_rules! features {
    (
        $(#[$list_docs:meta])*
        pub const $list:ident;
        $(#[$docs:meta])*
        $vis:vis fn $compute:ident($($argument:ident: $type:ty),* $(,)?) {
            $($setup:tt)*
        }
        $($name:literal $(/ $scale:literal)? => $value:expr,)*
    ) => {
        $(#[$list_docs])*
        pub const $list: [$crate::FeatureInfo; [$($name),*].len()] =
            [$($crate::FeatureInfo { name: $name, scale: features!(@scale $($scale)?) }),*];

        $(#[$docs])*
        $vis fn $compute($($argument: $type),*) -> [f32; $list.len()] {
            $($setup)*
            [$($value),*]
        }
    };
    (@scale) => { 1.0 };
    (@scale $scale:literal) => { $scale };
}

pub(crate) use features;
