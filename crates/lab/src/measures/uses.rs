//! Which cards, ships and animals were used, by the events of a match.
//!
//! What counts as use is the list [`USES`]. Whether those who used a thing won more often is an association and no more:
//! long matches use more, and whoever is behind uses other things than whoever is ahead.

use std::collections::BTreeMap;
use std::fmt;

use polynya_engine::MAX_SEATS;
use serde::ser::{self, Impossible, Serialize, SerializeStruct, Serializer};

/// One kind of use: an event of a game and, where it names a thing, the field in which it does.
pub struct Use {
    /// The game; both editions on the floes share their events.
    pub games: &'static [&'static str],
    /// The event.
    pub event: &'static str,
    /// The field that names the thing; nothing where the event itself is what counts.
    pub field: Option<&'static str>,
}

const FLOES: &[&str] = &["polar-dare", "piecepack-dare"];
const RESCUE: &[&str] = &["rescue-polar-bears"];
const BREAKERS: &[&str] = &["ice-breakers"];
const ROLLER: &[&str] = &["polar-roller"];

const fn using(games: &'static [&'static str], event: &'static str, field: Option<&'static str>) -> Use {
    Use { games, event, field }
}

/// Everything that counts as use.
pub const USES: &[Use] = &[
    using(FLOES, "bear_stepped", None),
    using(FLOES, "sent_home", None),
    using(FLOES, "swam", None),
    using(FLOES, "slid", None),
    using(RESCUE, "mustered", Some("ship")),
    using(RESCUE, "card_drawn", Some("card")),
    using(RESCUE, "card_used", Some("card")),
    using(RESCUE, "card_declined", Some("card")),
    using(RESCUE, "upgraded", Some("ship")),
    using(RESCUE, "helicopter_came", None),
    using(RESCUE, "sank", None),
    using(BREAKERS, "opened", Some("card")),
    using(BREAKERS, "added", Some("card")),
    using(BREAKERS, "collected", Some("card")),
    using(BREAKERS, "cashed", None),
    using(BREAKERS, "stuck", None),
    using(ROLLER, "penguin", None),
    using(ROLLER, "orca", None),
    using(ROLLER, "bear", None),
    using(ROLLER, "took", None),
    using(ROLLER, "ate", None),
    using(ROLLER, "crossed", None),
];

/// A thing that was used in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Used {
    /// What was done, and with which thing: `card_used cold-snap`, `orca`.
    pub what: String,
    /// How often each seat did it; all in the first place where the event names no seat.
    pub times: [u32; MAX_SEATS],
    /// Does the event name a seat?
    pub by_seat: bool,
}

/// Counts the uses of a match.
pub(super) struct Seen {
    uses: Vec<&'static Use>,
    used: BTreeMap<String, Used>,
}

impl Seen {
    pub(super) fn new(game: &str) -> Seen {
        Seen { uses: USES.iter().filter(|one| one.games.contains(&game)).collect(), used: BTreeMap::new() }
    }

    pub(super) fn event(&mut self, event: &impl Serialize) {
        if self.uses.is_empty() {
            return;
        }
        let mut reader = Reader { uses: &self.uses, found: None, thing: None, seat: None };
        if event.serialize(&mut reader).is_err() {
            return;
        }
        let Some(found) = reader.found else { return };
        let (thing, seat) = (reader.thing, reader.seat);
        let what = match (found.field, thing) {
            (None, _) => found.event.to_owned(),
            (Some(_), Some(thing)) => format!("{} {thing}", found.event),
            (Some(_), None) => return,
        };
        let fresh = |what: &String| Used { what: what.clone(), times: [0; MAX_SEATS], by_seat: seat.is_some() };
        let used = self.used.entry(what.clone()).or_insert_with(|| fresh(&what));
        used.times[seat.map_or(0, |number| usize::from(number.saturating_sub(1))).min(MAX_SEATS - 1)] += 1;
    }

    pub(super) fn used(self) -> Vec<Used> {
        self.used.into_values().collect()
    }
}

/// Reads from an event which one it is, which thing it names and whose it is. It stops at an event that does not count.
struct Reader<'a> {
    uses: &'a [&'static Use],
    found: Option<&'static Use>,
    thing: Option<String>,
    seat: Option<u8>,
}

/// Nothing more is wanted, or nothing can be read.
#[derive(Debug)]
struct Stop;

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not read")
    }
}

impl std::error::Error for Stop {}

impl ser::Error for Stop {
    fn custom<T: fmt::Display>(_: T) -> Stop {
        Stop
    }
}

/// What serializers do not want to see.
macro_rules! stops {
    ($($name:ident($($arg:ident: $Arg:ty),*) -> $Out:ty;)+) => {
        $(fn $name(self, $($arg: $Arg),*) -> Result<$Out, Stop> {
            $(let _ = $arg;)*
            Err(Stop)
        })+
    };
}

macro_rules! stops_at_compounds {
    () => {
        type SerializeSeq = Impossible<Self::Ok, Stop>;
        type SerializeTuple = Impossible<Self::Ok, Stop>;
        type SerializeTupleStruct = Impossible<Self::Ok, Stop>;
        type SerializeTupleVariant = Impossible<Self::Ok, Stop>;
        type SerializeMap = Impossible<Self::Ok, Stop>;
        type SerializeStructVariant = Impossible<Self::Ok, Stop>;

        stops! {
            serialize_bool(v: bool) -> Self::Ok;
            serialize_i8(v: i8) -> Self::Ok;
            serialize_i16(v: i16) -> Self::Ok;
            serialize_i32(v: i32) -> Self::Ok;
            serialize_i64(v: i64) -> Self::Ok;
            serialize_f32(v: f32) -> Self::Ok;
            serialize_f64(v: f64) -> Self::Ok;
            serialize_char(v: char) -> Self::Ok;
            serialize_bytes(v: &[u8]) -> Self::Ok;
            serialize_none() -> Self::Ok;
            serialize_unit() -> Self::Ok;
            serialize_unit_struct(name: &'static str) -> Self::Ok;
            serialize_seq(len: Option<usize>) -> Self::SerializeSeq;
            serialize_tuple(len: usize) -> Self::SerializeTuple;
            serialize_tuple_struct(name: &'static str, len: usize) -> Self::SerializeTupleStruct;
            serialize_tuple_variant(
                name: &'static str, index: u32, variant: &'static str, len: usize
            ) -> Self::SerializeTupleVariant;
            serialize_map(len: Option<usize>) -> Self::SerializeMap;
            serialize_struct_variant(
                name: &'static str, index: u32, variant: &'static str, len: usize
            ) -> Self::SerializeStructVariant;
        }

        fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Self::Ok, Stop> {
            value.serialize(self)
        }

        fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Self::Ok, Stop> {
            value.serialize(self)
        }

        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<Self::Ok, Stop> {
            Err(Stop)
        }
    };
}

impl Serializer for &mut Reader<'_> {
    type Ok = ();
    type Error = Stop;
    type SerializeStruct = Self;

    stops_at_compounds!();
    stops! {
        serialize_u8(v: u8) -> ();
        serialize_u16(v: u16) -> ();
        serialize_u32(v: u32) -> ();
        serialize_u64(v: u64) -> ();
        serialize_str(v: &str) -> ();
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str) -> ();
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Stop> {
        Ok(self)
    }
}

impl SerializeStruct for &mut Reader<'_> {
    type Ok = ();
    type Error = Stop;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Stop> {
        let Some(found) = self.found else {
            // The name of the event stands first.
            let event = value.serialize(Word)?;
            self.found = Some(self.uses.iter().find(|one| key == "event" && one.event == event).ok_or(Stop)?);
            return Ok(());
        };
        if found.field == Some(key) {
            self.thing = Some(value.serialize(Word)?);
        }
        if key == "seat" {
            self.seat = value.serialize(Word)?.parse().ok();
        }
        Ok(())
    }

    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}

/// Reads a word or a number.
struct Word;

impl Serializer for Word {
    type Ok = String;
    type Error = Stop;
    type SerializeStruct = Impossible<String, Stop>;

    stops_at_compounds!();
    stops! {
        serialize_struct(name: &'static str, len: usize) -> Impossible<String, Stop>;
    }

    fn serialize_u8(self, v: u8) -> Result<String, Stop> {
        Ok(v.to_string())
    }

    fn serialize_u16(self, v: u16) -> Result<String, Stop> {
        Ok(v.to_string())
    }

    fn serialize_u32(self, v: u32) -> Result<String, Stop> {
        Ok(v.to_string())
    }

    fn serialize_u64(self, v: u64) -> Result<String, Stop> {
        Ok(v.to_string())
    }

    fn serialize_str(self, v: &str) -> Result<String, Stop> {
        Ok(v.to_owned())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<String, Stop> {
        Ok(variant.to_owned())
    }
}
