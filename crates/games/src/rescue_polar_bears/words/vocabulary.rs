//! What pieces, cards and phases are called, and what ships and cards do.

use polynya_engine::plural;

use super::super::Stage;
use super::super::board::{self, Ability, Bear, Bears, Card, Upgrade};

impl Bear {
    /// What a button calls it.
    pub(super) fn called(self) -> &'static str {
        ["male bear", "female bear", "cub"][self as usize]
    }
}

impl Card {
    /// Returns what the card does.
    pub fn effect(self) -> String {
        match self {
            Card::ColdSnap => format!("The temperature falls by {}.", board::COLD_SNAP),
            Card::ExtraHelicopter => "One helicopter comes from the reserve.".to_owned(),
            Card::SurveyBurst => format!("{} more Data Tokens are placed.", capitalised(board::SURVEY_BURST)),
            Card::SatelliteForecast => format!("{} Alert Tokens turn face-up.", capitalised(board::SATELLITE_FORECAST)),
            Card::DemolitionCharge => {
                format!("Remove any ice; an Ice Tile cools by {} and its bears flee.", board::BREAKING_COOLS)
            }
            Card::Overtime => format!("This ship has {} more actions now.", in_letters(board::OVERTIME)),
            Card::AllHands => "Every ship has one more action.".to_owned(),
            Card::Airlift => format!("Up to {} bears of one tile fly to safety.", in_letters(board::AIRLIFT)),
            Card::NewForecast => "Another Alert Token is chosen.".to_owned(),
            Card::QuietSeason => "No Growth and Reproduction in this turn.".to_owned(),
        }
    }
}

impl Ability {
    /// Returns what the ship can do.
    pub fn effect(self) -> String {
        match self {
            Ability::Grabs => {
                "grabs data from ice beside it right after sailing, once a turn, without an action".to_owned()
            }
            Ability::CoolsMore => {
                format!("breaking ice cools by {} instead of {}", board::WHITE_WAVE_COOLS, board::BREAKING_COOLS)
            }
            Ability::LoadsTwo => "every second loading of a bear in a row costs no action".to_owned(),
            Ability::Reveals => "turns an Alert Token face-up when its turn begins".to_owned(),
            Ability::Catches => "takes bears aboard that would sink beside it".to_owned(),
            Ability::Nothing => "has no special ability".to_owned(),
        }
    }
}

impl Upgrade {
    /// Returns what the box gives.
    pub fn effect(self) -> String {
        match self {
            Upgrade::Action => "one more action in each of its turns".to_owned(),
            Upgrade::SlowHold => "room for one more bear, one hex slower".to_owned(),
            Upgrade::Speed => "one hex faster".to_owned(),
            Upgrade::Hold => format!("room for {} more bears", in_letters(board::POLARIS_HOLD)),
            Upgrade::Data => format!("{} more Data Tokens at once", in_letters(board::AURORA_DATA)),
            Upgrade::Card => "a Support Card at once".to_owned(),
            Upgrade::Helicopter => "one more helicopter at once".to_owned(),
        }
    }
}

impl Stage {
    pub(super) fn spoken(self) -> &'static str {
        match self {
            Stage::SetUp => "Set-up",
            Stage::Action => "Action Phase",
            Stage::Growth => "Growth and Reproduction Phase",
            Stage::Heat => "Increase Temperature Phase",
        }
    }
}

/// Bears as a person counts them: `1 male, 2 cubs`, or `no bears`.
pub(in super::super) fn spoken(bears: Bears) -> String {
    let kinds = Bear::ALL.into_iter().filter(|&bear| bears.of(bear) > 0);
    let parts: Vec<String> = kinds.map(|bear| plural(bears.of(bear), bear.spoken())).collect();
    if parts.is_empty() { "no bears".to_owned() } else { parts.join(", ") }
}

/// A list, or `none`.
pub(super) fn join(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// A count with its noun and its verb: `1 cub is`, `2 cubs are`.
pub(super) fn are(count: u8, noun: &str) -> String {
    format!("{} {}", plural(count, noun), if count == 1 { "is" } else { "are" })
}

/// A small number as a word.
pub(super) fn in_letters(number: u8) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// The same at the beginning of a sentence.
fn capitalised(number: u8) -> String {
    let word = in_letters(number);
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
