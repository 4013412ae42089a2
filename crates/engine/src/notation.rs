//! The written form of actions and outcomes of chance: words with one space between them.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use serde::Serialize;

use crate::text::{alternatives, excerpt};

/// A value with a written form: `Display` writes the notation, `FromStr` reads exactly what `Display` writes.
pub trait Notation: Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {}

impl<T: Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static> Notation for T {}

/// Text that does not say what it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(pub String);

impl ParseError {
    /// Says that a text is not what was expected.
    pub fn unknown(what: &str, text: &str, expected: &str) -> ParseError {
        ParseError(format!("unknown {what} `{}`; expected {expected}", excerpt(text)))
    }
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}

/// Reads the words of a step, one argument after the other.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    verb: &'a str,
    rest: Option<&'a str>,
}

impl<'a> Reader<'a> {
    /// Returns a reader that stands at the first word.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { verb: "", rest: Some(text) }
    }

    /// Takes a verb of one or more words if the text begins with it.
    pub fn verb(&mut self, verb: &'static str) -> bool {
        let rest = self.rest.and_then(|text| text.strip_prefix(verb));
        match rest {
            Some("") => (self.verb, self.rest) = (verb, None),
            Some(rest) if rest.starts_with(' ') => (self.verb, self.rest) = (verb, Some(&rest[1..])),
            _ => return false,
        }
        true
    }

    /// Takes a word if it is the next one.
    pub fn word(&mut self, word: &str) -> bool {
        let mut ahead = self.clone();
        let found = ahead.next(1, "").is_ok_and(|next| next == word);
        if found {
            *self = ahead;
        }
        found
    }

    /// Takes as many words as an argument has; `what` is missing if there are fewer.
    pub fn next(&mut self, words: usize, what: &str) -> Result<&'a str, ParseError> {
        let missing = || match self.verb {
            "" => ParseError(format!("expected {what}")),
            verb => ParseError(format!("`{verb}` expects {what} after it")),
        };
        let text = self.rest.ok_or_else(missing)?;
        let mut ends = text.match_indices(' ').map(|(end, _)| end);
        match ends.nth(words - 1) {
            Some(end) => {
                self.rest = Some(&text[end + 1..]);
                Ok(&text[..end])
            }
            None if text.matches(' ').count() + 1 < words => Err(missing()),
            None => {
                self.rest = None;
                Ok(text)
            }
        }
    }

    /// Refuses words after the last argument.
    pub fn finish(&self, said: &impl Display) -> Result<(), ParseError> {
        let Some(rest) = self.rest else { return Ok(()) };
        let more = rest.split(' ').next().unwrap_or("");
        Err(ParseError::unknown("word", more, &format!("nothing after `{said}`")))
    }

    /// Says that the first word is none of these.
    pub fn unknown(&self, expected: &[String]) -> ParseError {
        let first = self.rest.unwrap_or("").split(' ').next().unwrap_or("");
        ParseError::unknown("word", first, &alternatives(expected))
    }
}

/// Writes the words of a step, one argument after the other.
#[doc(hidden)]
pub struct Writer<'a, 'b> {
    to: &'a mut fmt::Formatter<'b>,
    begun: bool,
}

impl<'a, 'b> Writer<'a, 'b> {
    pub fn new(to: &'a mut fmt::Formatter<'b>) -> Writer<'a, 'b> {
        Writer { to, begun: false }
    }

    pub fn write(&mut self, word: &dyn Display) -> fmt::Result {
        // An argument may be written as nothing at all.
        let word = word.to_string();
        if word.is_empty() {
            return Ok(());
        }
        if self.begun {
            self.to.write_str(" ")?;
        }
        self.begun = true;
        self.to.write_str(&word)
    }
}

/// How many arguments an action can have.
pub const ARGUMENTS: usize = 3;

/// The sizes of an action's arguments, for the numbering; 1 for those that it does not have.
pub type Sizes = [usize; ARGUMENTS];

/// Actions declared by [`actions!`](crate::actions): a closed list of kinds, each with a few arguments.
pub trait Actions: Notation + Copy + Serialize {
    /// How many values the arguments of each kind have.
    const SIZES: &'static [Sizes];
    /// Returns the number of its kind and those of its arguments.
    fn digits(self) -> (usize, Sizes);
    /// Returns the action with these numbers.
    fn from_digits(kind: usize, digits: Sizes) -> Option<Self>;
    /// Returns the type of its JSON in TypeScript: a union.
    fn typescript() -> String;
}

#[doc(hidden)]
pub const fn sizes<const N: usize>(given: [usize; N]) -> Sizes {
    let mut sizes = [1; ARGUMENTS];
    let mut index = 0;
    while index < N {
        sizes[index] = given[index];
        index += 1;
    }
    sizes
}

/// Declares what seats do, or what chance decides, once: the enum, its words, its reading, its numbering, its JSON and
/// its TypeScript.
///
/// A kind is followed by its arguments and its verb; `_` stands where the first argument is the verb itself. The names
/// of arguments are those of the JSON.
///
/// ```
/// use polynya_engine::{Actions, actions, words};
///
/// words! {
///     /// Which way.
///     pub enum Way: "a direction" {
///         /// Towards the pole.
///         North = "n",
///         /// Away from it.
///         South = "s",
///     }
/// }
///
/// actions! {
///     /// What a seat does.
///     pub enum Action {
///         /// Begins the turn.
///         Roll = "roll",
///         /// Walks.
///         Walk(way: Way) = "walk",
///     }
/// }
///
/// assert_eq!("walk n".parse(), Ok(Action::Walk(Way::North)));
/// assert_eq!(Action::Walk(Way::South).to_string(), "walk s");
/// assert_eq!(Action::Walk(Way::South).digits(), (1, [1, 0, 0]));
/// assert_eq!(Action::typescript(), "{ action: 'roll' } | { action: 'walk'; way: string }");
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$meta:meta])* $vis:vis enum $Action:ident {
        $(
            $(#[$doc:meta])*
            $Name:ident
                $(($($arg:ident: $Arg:ty),+ $(,)?))?
                $({$($(#[$field_doc:meta])* $field:ident: $Field:ty),+ $(,)?})?
                = $verb:tt,
        )+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $Action {
            $($(#[$doc])* $Name $(($($Arg),+))? $({$($(#[$field_doc])* $field: $Field),+})?,)+
        }

        impl ::std::fmt::Display for $Action {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let mut to = $crate::notation::Writer::new(f);
                match self {
                    $($Action::$Name $(($($arg),+))? $({$($field),+})? => {
                        $crate::actions!(@write to $verb);
                        $($(to.write($arg)?;)+)?
                        $($(to.write($field)?;)+)?
                    })+
                }
                Ok(())
            }
        }

        impl ::std::str::FromStr for $Action {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<$Action, $crate::ParseError> {
                let mut words = $crate::notation::Reader::new(text);
                $(if $crate::actions!(@begins words $verb $($($Arg),+)? $($($Field),+)?) {
                    let said = $Action::$Name
                        $(($(<$Arg as $crate::Word>::read(&mut words)?),+))?
                        $({$($field: <$Field as $crate::Word>::read(&mut words)?),+})?;
                    words.finish(&said)?;
                    return Ok(said);
                })+
                Err(words.unknown(&[$($crate::actions!(@expected $verb $($($Arg),+)? $($($Field),+)?)),+]))
            }
        }

        const _: () = {
            #[allow(dead_code)]
            enum Kind { $($Name),+ }

            impl $crate::Actions for $Action {
                const SIZES: &'static [$crate::notation::Sizes] = &[$(
                    $crate::notation::sizes([
                        $($(<$Arg as $crate::Member>::COUNT),+)?
                        $($(<$Field as $crate::Member>::COUNT),+)?
                    ])
                ),+];

                fn digits(self) -> (usize, $crate::notation::Sizes) {
                    match self {
                        $($Action::$Name $(($($arg),+))? $({$($field),+})? => {
                            let given: &[usize] = &[
                                $($($crate::Member::bit($arg) as usize),+)?
                                $($($crate::Member::bit($field) as usize),+)?
                            ];
                            let mut digits = [0; $crate::notation::ARGUMENTS];
                            digits[..given.len()].copy_from_slice(given);
                            (Kind::$Name as usize, digits)
                        })+
                    }
                }

                #[allow(unused_variables, unused_mut)]
                fn from_digits(kind: usize, digits: $crate::notation::Sizes) -> Option<$Action> {
                    let mut digits = digits.into_iter();
                    $(if kind == Kind::$Name as usize {
                        return Some($Action::$Name
                            $(($(<$Arg as $crate::Word>::from_index(digits.next()?)?),+))?
                            $({$($field: <$Field as $crate::Word>::from_index(digits.next()?)?),+})?);
                    })+
                    None
                }

                fn typescript() -> String {
                    let kinds = [$($crate::notation::typescript(
                        stringify!($Name),
                        &[
                            $($((stringify!($arg), <$Arg as $crate::Word>::TYPESCRIPT)),+)?
                            $($((stringify!($field), <$Field as $crate::Word>::TYPESCRIPT)),+)?
                        ],
                    )),+];
                    kinds.join(" | ")
                }
            }

            impl $crate::serde::Serialize for $Action {
                fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    use $crate::serde::ser::SerializeMap;
                    let mut to = to.serialize_map(None)?;
                    match self {
                        $($Action::$Name $(($($arg),+))? $({$($field),+})? => {
                            to.serialize_entry("action", &stringify!($Name).to_lowercase())?;
                            $($(to.serialize_entry(stringify!($arg), $arg)?;)+)?
                            $($(to.serialize_entry(stringify!($field), $field)?;)+)?
                        })+
                    }
                    to.end()
                }
            }
        };
    };
    (@write $to:ident _) => {};
    (@write $to:ident $verb:literal) => { $to.write(&$verb)?; };
    (@begins $words:ident _ $First:ty $(, $Rest:ty)*) => {
        <$First as $crate::Word>::read(&mut $words.clone()).is_ok()
    };
    (@begins $words:ident $verb:literal $($Rest:tt)*) => { $words.verb($verb) };
    (@expected _ $First:ty $(, $Rest:ty)*) => { <$First as $crate::Word>::WHAT.to_owned() };
    (@expected $verb:literal $($Rest:tt)*) => { format!("`{}`", $verb) };
}

#[doc(hidden)]
pub fn typescript(kind: &str, arguments: &[(&str, &str)]) -> String {
    let mut text = format!("{{ action: '{}'", kind.to_lowercase());
    for (name, kind) in arguments {
        text.push_str(&format!("; {name}: {kind}"));
    }
    text.push_str(" }");
    text
}
