//! The player aid: the turn, the actions, the blue die, fleeing, alerts, ships and cards, each a few short lines.

use polynya_engine::{ReferenceCard, ReferenceLine, plural};

use super::super::board::{
    self, ACTIONS_A_TURN, BREAKING_COOLS, Card, HELICOPTERS, HOTTEST, Hull, LITTER, MELTING_COOLS, ShipName, Slot,
    TARGETS, TILE_ROOM,
};
use super::super::contents::Pieces;
use super::super::options::RescueOptions;
use super::vocabulary::in_letters;

/// Returns what stands on the player aid of a match with these options.
pub(super) fn reference(options: &RescueOptions) -> Vec<ReferenceCard> {
    let pieces = Pieces::of(options.contents);
    vec![
        card("turn", "Your turn", turn(options)),
        card("actions", "Actions", actions(options)),
        card("growth", "Growth and Reproduction", growth(options)),
        card("fleeing", "Fleeing and sinking", fleeing()),
        card("alerts", "Alerts and melting", alerts()),
        card("ships", "Ships", ShipName::ALL.into_iter().map(|name| ship(name, pieces.hull(name))).collect()),
        card("cards", "Support Cards", pieces.cards.kinds().map(support).collect()),
    ]
}

fn card(id: &'static str, title: &str, lines: Vec<ReferenceLine>) -> ReferenceCard {
    ReferenceCard { id, title: title.to_owned(), lines }
}

fn line(sign: &str, text: String) -> ReferenceLine {
    ReferenceLine { sign: sign.to_owned(), text, ..ReferenceLine::default() }
}

fn turn(options: &RescueOptions) -> Vec<ReferenceLine> {
    let [few, many] = TARGETS;
    let ice = if options.heat_without_ice { "" } else { " of an Ice Tile" };
    vec![
        line("1", format!("Action Phase: {} actions in any order and any mix.", in_letters(ACTIONS_A_TURN))),
        line("2", "Growth and Reproduction: roll the blue die and look at the ice with its number.".to_owned()),
        line(
            "3",
            "Increase Temperature: roll the red die; it gets as many degrees warmer, and by what this turn adds."
                .to_owned(),
        ),
        line("win", format!("You win with {many} Data Tokens, two ships with {few}.")),
        line(
            "lose",
            format!(
                "You lose when more bears sink than helicopters are left, or when it is warmer than {HOTTEST} after the \
                 melting{ice}."
            ),
        ),
    ]
}

fn actions(options: &RescueOptions) -> Vec<ReferenceLine> {
    let found = if options.collect_by_choice {
        "A Support Tile there is yours; data on water you may take."
    } else {
        "Data and Support Tile there are yours."
    };
    vec![
        line(
            "sail",
            format!(
                "Sailing: up to your speed over water and Support Tiles, past other ships; end on a free hex. {found}"
            ),
        ),
        line("load", "Loading: one bear or one Data Token from ice next to the ship. Data take no room.".to_owned()),
        line("unload", "Unloading: all bears, next to a base.".to_owned()),
        line(
            "break",
            format!(
                "Ice-breaking: ice next to the ship goes, its bears flee, {BREAKING_COOLS} degrees less. Caution: \
                 less ice is left to flee to, so the end comes sooner."
            ),
        ),
    ]
}

fn growth(options: &RescueOptions) -> Vec<ReferenceLine> {
    let warming = if options.rapid_warming { board::RAPID_WARMING } else { board::WARMING };
    let warmer = format!("Increasing Temperature, {warming} more on the red die");
    let litter = in_letters(LITTER);
    let pair = line(
        "pair",
        format!(
            "A male and a female there? Reproduction: {litter} cubs from the supply. Those that find no room go next \
             door, or sink."
        ),
    );
    let cubs = line(
        "cubs",
        "Cubs there? Growth: each becomes an adult. Of two adults or more, one is male and one female.".to_owned(),
    );
    let alone = if options.lone_cub_counts {
        "Adults of one sex only, or a cub grown up alone"
    } else {
        "Adults of one sex only"
    };
    let (first, second) = if options.growth_first { (cubs, pair) } else { (pair, cubs) };
    vec![
        line("empty", format!("No such ice, or no bear on it? {warmer}.")),
        first,
        second,
        line("alone", format!("{alone}? {warmer}.")),
        line(
            "shortage",
            format!("Figures or a sex missing? Do what you can, then {} more on the red die.", board::SHORTAGE),
        ),
    ]
}

fn fleeing() -> Vec<ReferenceLine> {
    vec![
        line("flee", "When ice breaks or melts, its bears go to Ice Tiles next to it; you say which.".to_owned()),
        line("room", format!("An Ice Tile holds {} bears, an ice float none.", in_letters(TILE_ROOM))),
        line("sink", "A bear sinks only where no ice next door has room.".to_owned()),
        line("helicopter", format!("Each that sinks takes one helicopter and is safe. You begin with {HELICOPTERS}.")),
    ]
}

fn alerts() -> Vec<ReferenceLine> {
    vec![
        line(
            "melt",
            format!("As warm as the Alert Token, or warmer? Its ice melts, bears flee, {MELTING_COOLS} degrees less."),
        ),
        line("once", "One tile a turn melts, however warm it is.".to_owned()),
        line("new", "Then a new Alert Token: one that lies face-up, or else any other.".to_owned()),
        line("gone", "If its ice is gone, take another at once.".to_owned()),
    ]
}

fn ship(name: ShipName, hull: Hull) -> ReferenceLine {
    let room = match hull.capacity {
        0 => "no room".to_owned(),
        room => format!("room for {}", plural(room, "bear")),
    };
    let boxes = [Slot::A, Slot::B].map(|slot| format!("{slot}: {}", hull.upgrades[slot as usize].effect()));
    line(
        name.word(),
        format!("{}: speed {}, {room}; {}. {}.", name.spoken(), hull.speed, hull.ability.effect(), boxes.join("; ")),
    )
}

fn support((card, count): (Card, u8)) -> ReferenceLine {
    let times = if count == 1 { String::new() } else { format!(" ({} of them)", in_letters(count)) };
    line(card.word(), format!("{}{times}: {}", card.spoken(), card.effect()))
}
