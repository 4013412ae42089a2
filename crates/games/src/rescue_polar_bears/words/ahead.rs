//! What the dice can do, in words.

use std::fmt;

use polynya_engine::{Foreseen, capitalised, listed, percent, plural};

use super::super::board::Number;
use super::super::forecast::{Brings, Forecast, RedFace, Span};
use super::vocabulary::spoken;

/// Writes `2`, or `0–3` where choices decide.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Span { least, most } if least == most => write!(f, "{least}"),
            Span { least, most } => write!(f, "{least}–{most}"),
        }
    }
}

impl Forecast {
    /// Returns the forecast in a few sentences.
    pub fn sentences(&self) -> Vec<Foreseen> {
        let mut lines = vec![self.melting_in_words(), self.sinking_in_words()];
        lines.extend(self.losing_in_words());
        lines.extend(self.births_in_words());
        lines
    }

    fn melting_in_words(&self) -> Foreseen {
        let Some((number, hex, bears)) = self.tile else {
            return Foreseen::safe("No ice is under alert, so none melts in this turn.");
        };
        let (tile, bears) = (format!("ice {number} on {hex}"), spoken(bears));
        match self.melting() {
            0 => Foreseen::safe(format!("{} cannot melt in this turn ({bears} on it).", capitalised(&tile))),
            melting if melting == self.falls() => {
                Foreseen::danger(format!("{} will melt ({bears} on it).", capitalised(&tile)))
            }
            melting => {
                let part = percent(melting as f32 / self.falls() as f32);
                Foreseen::danger(format!("{part}: {tile} melts ({bears} on it)."))
            }
        }
    }

    fn sinking_in_words(&self) -> Foreseen {
        let helicopters = match self.helicopters {
            0 => "No helicopter is left".to_owned(),
            count => plural(count, "helicopter"),
        };
        match self.sinking() {
            Span { most: 0, .. } => Foreseen::safe("No bear can sink in this turn."),
            Span { least, most } if least == most => {
                Foreseen::danger(format!("{} will sink. {helicopters}.", plural(most, "bear")))
            }
            Span { least: 0, most } => {
                Foreseen::danger(format!("Up to {} may sink. {helicopters}.", plural(most, "bear")))
            }
            Span { least, most } => {
                Foreseen::danger(format!("{least} to {} may sink. {helicopters}.", plural(most, "bear")))
            }
        }
    }

    fn losing_in_words(&self) -> Option<Foreseen> {
        let (certain, perhaps) = (self.losing_for_certain(), self.losing_perhaps());
        let odds = self.odds(perhaps);
        let text = match perhaps - certain {
            _ if perhaps == 0 => return None,
            0 => format!("The match is lost {odds}."),
            avoidable if avoidable == perhaps => format!("Bad choices can lose the match {odds}."),
            avoidable => format!("The match can be lost {odds}, {avoidable} of them avoidable."),
        };
        Some(Foreseen::danger(text))
    }

    fn births_in_words(&self) -> Option<Foreseen> {
        let mut found: Vec<(Span, Vec<String>)> = Vec::new();
        for (number, sinking) in self.births() {
            match found.iter_mut().find(|(known, _)| *known == sinking) {
                Some((_, numbers)) => numbers.push(number.to_string()),
                None => found.push((sinking, vec![number.to_string()])),
            }
        }
        let part = |(sinking, numbers): &(Span, Vec<String>)| {
            let cubs = if *sinking == (Span { least: 1, most: 1 }) { "cub" } else { "cubs" };
            let (is, sinks) = if cubs == "cub" { ("is", "sinks") } else { ("are", "sink") };
            let numbers = listed(numbers).replace(" and ", " or ");
            format!("If blue shows {numbers}, {sinking} {cubs} {is} born without room and {sinks}.")
        };
        let parts: Vec<String> = found.iter().map(part).collect();
        (!parts.is_empty()).then(|| Foreseen::danger(parts.join(" ")))
    }

    /// Returns what the blue die can bring, with its chance and the numbers that bring it; nothing if it is not rolled
    /// any more.
    pub fn blue_in_words(&self) -> Vec<(String, Vec<Number>)> {
        type IsIt = fn(Brings) -> bool;
        let kinds: [(&str, IsIt); 3] = [
            ("cubs are born", |brings| matches!(brings, Brings::Birth(_))),
            ("cubs grow up", |brings| matches!(brings, Brings::Growth(_))),
            ("it gets warmer", |brings| matches!(brings, Brings::Warming)),
        ];
        if self.rows.iter().all(|row| row.d20.is_none()) {
            return Vec::new();
        }
        let told = kinds.map(|(text, is_it)| {
            let rows = self.rows.iter().filter(|row| is_it(row.brings));
            let numbers: Vec<Number> = rows.filter_map(|row| row.d20).collect();
            let part = numbers.len() as f32 / self.rows.len() as f32;
            (format!("{text}: {}", percent(part)), numbers)
        });
        told.into()
    }

    /// `with 40 of 120 rolls (33%)`, or `for certain`.
    fn odds(&self, part: u32) -> String {
        match self.falls() {
            falls if falls == part => "for certain".to_owned(),
            falls => format!("with {part} of {falls} rolls ({})", percent(part as f32 / falls as f32)),
        }
    }
}

impl RedFace {
    /// Returns what the face brings, in a few words: `melts 40%, 1 sinks`.
    pub fn spoken(&self) -> String {
        let part = |count: u32| match count {
            count if count == self.rows => String::new(),
            count => format!(" {}", percent(count as f32 / self.rows as f32)),
        };
        match *self {
            RedFace { lost_perhaps: 0, melts: 0, .. } => "safe".to_owned(),
            RedFace { lost_perhaps: 0, melts, sinking: Span { most: 0, .. }, .. } => format!("melts{}", part(melts)),
            RedFace { lost_perhaps: 0, melts, sinking, .. } => {
                let sink = if sinking == (Span { least: 1, most: 1 }) { "sinks" } else { "sink" };
                format!("melts{}, {sinking} {sink}", part(melts))
            }
            RedFace { lost_for_certain: 0, .. } => "can be lost".to_owned(),
            RedFace { lost_for_certain, .. } => format!("lost{}", part(lost_for_certain)),
        }
    }

    /// Does it bring a danger?
    pub fn is_danger(&self) -> bool {
        self.melts > 0 || self.lost_perhaps > 0
    }
}
