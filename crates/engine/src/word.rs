//! The words that actions are made of: places, pieces, cards, numbers.

use serde::Serialize;

use crate::bits::Member;
use crate::notation::{Notation, ParseError, Reader};
use crate::text::alternatives;

/// An argument of an action: a place, a piece, a card. Declared with [`words!`](crate::words) or
/// [`word!`](macro@crate::word).
pub trait Word: Member + Notation + Serialize {
    /// What a message calls it, with its article: `a hex`.
    const WHAT: &'static str;
    /// The type of its JSON in TypeScript.
    const TYPESCRIPT: &'static str = "string";
    /// How many words it takes.
    const WORDS: usize = 1;

    /// Reads it from the words of an action.
    fn read(words: &mut Reader<'_>) -> Result<Self, ParseError> {
        words.next(Self::WORDS, Self::WHAT)?.parse()
    }

    /// Returns what has this number; `None` beyond the last.
    fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then(|| Self::from_bit(index as u32))
    }

    /// Returns all of them, in rising order.
    fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u32).map(Self::from_bit)
    }
}

/// Declares things that are called by a word each: an enum with its words, its reading, its number and its JSON, which
/// is the word. `North = "n" as "north"` also says what sentences call it.
///
/// See [`actions!`](crate::actions) for an example.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $Word:ident: $what:literal {
        $($(#[$doc:meta])* $Name:ident = $word:literal as $spoken:literal,)+
    }) => {
        $crate::words! { $(#[$meta])* $vis enum $Word: $what { $($(#[$doc])* $Name = $word,)+ } }

        impl $Word {
            /// Returns what sentences call it.
            pub const fn spoken(self) -> &'static str {
                match self { $($Word::$Name => $spoken),+ }
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $Word:ident: $what:literal {
        $($(#[$doc:meta])* $Name:ident = $word:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $Word { $($(#[$doc])* $Name,)+ }

        impl $Word {
            /// All of them, in the order of their numbers.
            pub const ALL: [$Word; [$($Word::$Name),+].len()] = [$($Word::$Name),+];

            /// Returns the word that the notation has for it.
            pub const fn word(self) -> &'static str {
                match self { $($Word::$Name => $word),+ }
            }
        }

        impl ::std::fmt::Display for $Word {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl ::std::str::FromStr for $Word {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<$Word, $crate::ParseError> {
                match text {
                    $($word => Ok($Word::$Name),)+
                    _ => Err($crate::word::no_such_word::<$Word>(text, &[$($word),+])),
                }
            }
        }

        impl $crate::Member for $Word {
            const COUNT: usize = $Word::ALL.len();

            #[inline]
            fn bit(self) -> u32 {
                self as u32
            }

            #[inline]
            fn from_bit(bit: u32) -> $Word {
                $Word::ALL[bit as usize]
            }
        }

        $crate::word!($Word, $what);
    };
}

/// Makes a [`Word`] of a type, or declares the type as well. In JSON it is its words, or, if it is called by a number,
/// that number; in binary formats it is its place in the numbering.
///
/// ```
/// use polynya_engine::{Word, word};
///
/// word! {
///     /// What a die shows.
///     pub struct Pips from 1 to 6, "a number"
/// }
///
/// assert_eq!("4".parse(), Ok(Pips::new(4).unwrap()));
/// assert_eq!(Pips::all().map(Pips::get).sum::<u8>(), 21);
/// ```
///
/// | form | what it expects | what it yields |
/// |---|---|---|
/// | `word!(Tile, "a tile")` | a [`Member`] that is a [`Notation`] | `Word`, serde |
/// | `word!(Place, "a place", from_index read)` | the same, and which numbers it has | the same |
/// | `word!(Seat, "a seat", number)` | a [`Member`] | the same, and the notation: a number from 1 |
/// | `pub struct Hex(u8) of 61, "a hex"` | `Display` and `FromStr` | the type, `index`, `Member`, `Debug` |
/// | `pub struct Cliff(u8) of 42, "a cliff", number` | nothing | the same, and the notation |
/// | `pub struct Pips from 1 to 6, "a number"` | nothing | all of it, `new` and `get`; `Option<Pips>` is one byte |
#[macro_export]
macro_rules! word {
    ($Word:ty, $what:literal $(, from_index $from_index:path)?) => {
        impl $crate::Word for $Word {
            const WHAT: &'static str = $what;
            $(fn from_index(index: usize) -> Option<$Word> {
                $from_index(index)
            })?
        }
        $crate::word!(@serde $Word, |word: $Word, to| to.collect_str(&word), String);
        $crate::typescript_of_word!($Word);
    };
    ($Word:ty, $what:literal, number) => {
        impl ::std::fmt::Display for $Word {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, "{}", $crate::Member::bit(*self) + 1)
            }
        }

        impl ::std::str::FromStr for $Word {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<$Word, $crate::ParseError> {
                $crate::word::numbered(text)
            }
        }

        impl $crate::Word for $Word {
            const WHAT: &'static str = $what;
            const TYPESCRIPT: &'static str = "number";
        }
        $crate::word!(@serde $Word, |word: $Word, to| to.serialize_u32($crate::Member::bit(word) + 1), u64);
        $crate::typescript_of_word!($Word);
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $Word:ident($field:vis u8) of $count:expr, $what:literal $(, $number:ident)?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $Word($field u8);

        impl $Word {
            /// Returns its place in the numbering, from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        $crate::word!(@member $Word of $count, |word| u32::from(word.0), |bit| $Word(bit as u8));
        $crate::word!($Word, $what $(, $number)?);
    };
    ($(#[$meta:meta])* $vis:vis struct $Word:ident from 1 to $count:expr, $what:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $Word(::std::num::NonZeroU8);

        impl $Word {
            /// Returns the one with this number, if there is one.
            #[inline]
            pub const fn new(number: u8) -> Option<$Word> {
                match ::std::num::NonZeroU8::new(number) {
                    Some(value) if number as usize <= $count as usize => Some($Word(value)),
                    _ => None,
                }
            }

            /// Returns its number, from 1.
            #[inline]
            pub const fn get(self) -> u8 {
                self.0.get()
            }

            /// Returns its place in the numbering, from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.get() as usize - 1
            }
        }

        $crate::word!(@member $Word of $count as usize, |word| u32::from(word.get()) - 1, |bit| {
            $Word(::std::num::NonZeroU8::MIN.saturating_add(bit as u8))
        });
        $crate::word!($Word, $what, number);
    };
    (@member $Word:ident of $count:expr, |$word:ident| $to_bit:expr, |$bit:ident| $from_bit:expr) => {
        impl $crate::Member for $Word {
            const COUNT: usize = $count;

            #[inline]
            fn bit(self) -> u32 {
                let $word = self;
                $to_bit
            }

            #[inline]
            fn from_bit($bit: u32) -> $Word {
                $from_bit
            }
        }

        impl ::std::fmt::Debug for $Word {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
    (@serde $Word:ty, |$word:ident: $_Word:ty, $to:ident| $write:expr, $Read:ty) => {
        impl $crate::serde::Serialize for $Word {
            fn serialize<S: $crate::serde::Serializer>(&self, $to: S) -> Result<S::Ok, S::Error> {
                let $word = *self;
                if $to.is_human_readable() { $write } else { $to.serialize_u32($crate::Member::bit($word)) }
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Word {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<$Word, D::Error> {
                use $crate::serde::de::Error;
                if from.is_human_readable() {
                    let text = <$Read as $crate::serde::Deserialize>::deserialize(from)?.to_string();
                    text.parse().map_err(D::Error::custom)
                } else {
                    let index = <u32 as $crate::serde::Deserialize>::deserialize(from)? as usize;
                    let what = <$Word as $crate::Word>::WHAT;
                    <$Word as $crate::Word>::from_index(index)
                        .ok_or_else(|| D::Error::custom(format!("{index} is not the number of {what}")))
                }
            }
        }
    };
}

/// In TypeScript a word is the plain type of its JSON.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "ts")]
macro_rules! typescript_of_word {
    ($Word:ty) => {
        impl $crate::ts_rs::TS for $Word {
            type WithoutGenerics = $Word;
            type OptionInnerType = $Word;

            fn name(_: &$crate::ts_rs::Config) -> String {
                <$Word as $crate::Word>::TYPESCRIPT.to_owned()
            }

            fn inline(_: &$crate::ts_rs::Config) -> String {
                <$Word as $crate::Word>::TYPESCRIPT.to_owned()
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "ts"))]
macro_rules! typescript_of_word {
    ($Word:ty) => {};
}

/// What a message calls a word that is none of its kind: without an article, and without what numbers there are.
fn noun<W: Word>() -> &'static str {
    let what = W::WHAT.split_once(' ').map_or(W::WHAT, |(_article, what)| what);
    what.split(" from ").next().unwrap_or(what)
}

#[doc(hidden)]
pub fn no_such_word<W: Word>(text: &str, words: &[&str]) -> ParseError {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    ParseError::unknown(noun::<W>(), text, &alternatives(&words))
}

#[doc(hidden)]
pub fn numbered<W: Word>(text: &str) -> Result<W, ParseError> {
    number_up_to(text, W::COUNT)
        .and_then(|number| W::from_index(number - 1))
        .ok_or_else(|| ParseError::unknown(noun::<W>(), text, &format!("a number from 1 to {}", W::COUNT)))
}

/// Reads a number as we write numbers: no sign, no leading zero, from 1 to `most`.
pub fn number_up_to(text: &str, most: usize) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| (1..=most).contains(number) && number.to_string() == text)
}
