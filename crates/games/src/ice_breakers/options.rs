//! What a match is played with, and what it keeps from the match before.

use std::fmt;
use std::marker::PhantomData;

use polynya_engine::contents::Boxed;
use polynya_engine::{Word, plural, refuse_if};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::action::{Number, Report};
use super::board::{Map, PIECES, Pack, REPORTS, Reports, SPACES};
use super::clauses::Rule;
use super::contents::{Pieces, Printed};

/// The options of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IceBreakersOptions {
    /// Six ships instead of twelve.
    pub introductory: bool,
    /// The map.
    pub map: Map,
    /// The deck of reports.
    pub reports: Reports,
    /// Are ships dealt as the rule book prints it, and not so that every arrangement is equally likely?
    pub printed_ship_deal: bool,
    /// The ice of the match before, if it stays.
    pub kept_ice: Option<KeptIce>,
    /// The order in which the reports lie, if it is known from the match before.
    pub report_order: Option<ReportOrder>,
    /// What is printed in the box, where somebody has entered it. Its map and its reports, if they are other ones, are
    /// played instead of those chosen above.
    #[serde(rename = "box", skip_serializing_if = "Boxed::is_proposed")]
    pub contents: Boxed<Printed>,
}

impl IceBreakersOptions {
    /// Iterates over every choice of fleet, map and reports.
    pub fn all() -> impl Iterator<Item = IceBreakersOptions> {
        Map::ALL.into_iter().flat_map(|map| {
            Reports::ALL.into_iter().flat_map(move |reports| {
                [false, true].map(|introductory| IceBreakersOptions {
                    introductory,
                    map,
                    reports,
                    ..IceBreakersOptions::default()
                })
            })
        })
    }

    /// Returns the packs of reports from the top of the stack.
    pub fn packs(&self) -> [Pack; 4] {
        Pieces::of(self.contents).packs(self.reports)
    }

    /// Does the order of reports fit the deck?
    pub(super) fn judge(&self) -> Result<(), Rule> {
        let Some(order) = &self.report_order else { return Ok(()) };
        refuse_if(!order.is_of(self.packs()), Rule::ReportsOfTheDeck)
    }
}

/// The number of the piece on each space, in the order in which pieces are laid: all 66 pieces of the box.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct KeptIce(Vec<Number>);

impl KeptIce {
    /// Returns these pieces, or why they are not those of the box.
    pub fn new(numbers: Vec<Number>) -> Result<KeptIce, String> {
        if numbers.len() != SPACES {
            return Err(format!("{} for {SPACES} spaces", plural(numbers.len(), "piece")));
        }
        for (number, count) in Number::all().zip(PIECES) {
            let here = numbers.iter().filter(|&&other| other == number).count();
            if here != usize::from(count) {
                return Err(format!("{} with the number {number}, where there are {count}", plural(here, "piece")));
            }
        }
        Ok(KeptIce(numbers))
    }

    /// Iterates over the numbers.
    pub fn numbers(&self) -> impl Iterator<Item = Number> {
        self.0.iter().copied()
    }
}

impl<'de> Deserialize<'de> for KeptIce {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<KeptIce, D::Error> {
        let list = List::<Number>::read(from, "kept_ice", "66 numbers from 1 to 4", SPACES)?;
        KeptIce::new(list).map_err(|why| D::Error::custom(format!("kept_ice: {why}")))
    }
}

/// The reports from the first that is turned to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "Vec<Report>")]
pub struct ReportOrder([Report; REPORTS as usize]);

impl ReportOrder {
    /// Returns these reports in this order, or why they cannot lie so: the report with three numbers and the one with all
    /// four are the last.
    pub fn new(reports: &[Report]) -> Result<ReportOrder, String> {
        let count = || format!("{}, where there are {REPORTS}", plural(reports.len(), "report"));
        let order: [Report; REPORTS as usize] = reports.try_into().map_err(|_| count())?;
        let [.., three, four] = order;
        if three.numbers().count() != 3 {
            return Err(format!("report {} is `{three}`, but the one with three numbers lies there", REPORTS - 1));
        }
        if four != Report::LAST {
            return Err(format!("report {REPORTS} is `{four}`, but `{}` lies there", Report::LAST));
        }
        Ok(ReportOrder(order))
    }

    /// Returns the report that is turned after so many.
    pub(super) fn after(&self, turned: usize) -> Option<Report> {
        self.0.get(turned).copied()
    }

    /// Iterates over the reports.
    pub fn reports(&self) -> impl Iterator<Item = Report> {
        self.0.iter().copied()
    }

    /// Are these the reports of a deck with these packs?
    pub(super) fn is_of(&self, packs: [Pack; 4]) -> bool {
        let mut left = Pack::default();
        self.reports().for_each(|report| left.add(report));
        Report::all().all(|report| left.count(report) == packs.iter().map(|pack| pack.count(report)).sum::<u32>())
    }
}

impl From<ReportOrder> for Vec<Report> {
    fn from(order: ReportOrder) -> Vec<Report> {
        order.reports().collect()
    }
}

impl<'de> Deserialize<'de> for ReportOrder {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ReportOrder, D::Error> {
        let list =
            List::<Report>::read(from, "report_order", "20 reports such as \"mild\" or \"2+3\"", REPORTS.into())?;
        ReportOrder::new(&list).map_err(|why| D::Error::custom(format!("report_order: {why}")))
    }
}

/// Reads a list of words and says which of them cannot be read.
struct List<W> {
    option: &'static str,
    expected: &'static str,
    most: usize,
    words: PhantomData<W>,
}

impl<W: Word + for<'de> Deserialize<'de>> List<W> {
    fn read<'de, D: Deserializer<'de>>(
        from: D,
        option: &'static str,
        expected: &'static str,
        most: usize,
    ) -> Result<Vec<W>, D::Error> {
        from.deserialize_seq(List { option, expected, most, words: PhantomData })
    }
}

impl<'de, W: Word + Deserialize<'de>> Visitor<'de> for List<W> {
    type Value = Vec<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` as a list of {}", self.option, self.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<W>, A::Error> {
        let mut words = Vec::with_capacity(self.most);
        loop {
            let place = words.len() + 1;
            let next = list.next_element();
            match next.map_err(|bad| A::Error::custom(format!("{}, number {place} of it: {bad}", self.option)))? {
                None => return Ok(words),
                Some(_) if place > self.most => {
                    return Err(A::Error::custom(format!("{}: more than {}", self.option, self.expected)));
                }
                Some(word) => words.push(word),
            }
        }
    }
}
