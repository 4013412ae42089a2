//! What matters in the race over the floes, and how much.

use polynya_engine::Game;
use polynya_games::floes::{Edition, Floes, Variant};

/// How much each thing matters, in moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// Escort: the share of the slides that penguins on one floe save each other, as far as the bot counts on it.
    pub escort: f32,
    /// A move that brings nobody nearer but is needed on the way, such as a floe ahead that must slide back. Below 1,
    /// because it need not be made before the penguins are there.
    pub detour: f32,
    /// A move that a rival loses, compared with one that the bot gains. Below 1, or bots only push each other back.
    pub hinder: f32,
    /// How many moves further behind a rival must be to matter about a third as much as the leader.
    pub leader: f32,
    /// What a penguin on the start shore lacks beside the moves of its way: a floe of its own, and being under way.
    pub shore: f32,
    /// A rival that wins with its next roll, and the bot itself if it does.
    pub alarm: f32,
    /// What the bear may cost the bot before its next turn.
    pub danger: f32,
    /// The most moves that being sent home is feared to cost one penguin: on long boards, who fears more never dares to
    /// pass a bear.
    pub dread: f32,
    /// What the bear may cost rivals.
    pub threat: f32,
    /// How much of the danger remains with each move that the bear is out of reach.
    pub far: f32,
    /// How much more a bear one move nearer is feared, although both are in reach.
    pub near: f32,
    /// Patience: after this many rounds for each move of one penguin's whole journey, the bot begins to care less and
    /// less for anything but its own way. Without it two careful bots could wait for each other forever.
    pub patience: f32,
    /// How fast impatience grows in a match that lasts too long; 0 for whoever never hurries.
    pub hurry: f32,
}

/// For so many rounds for each row of a penguin's whole way everybody is patient.
const PATIENT_ROUNDS: f32 = 2.0;

/// The weights of the bots, from matches of Polar Dare! with two seats.
///
/// In 600 matches each against this table, with 95 % intervals of ±0.04: `danger` 0.6 won 0.41 of them and `threat` 0
/// won 0.45, so both lose. `danger` 0.1 (0.48), `escort` 0.5 (0.47), `hinder` 0.45 (0.48) and 0.7 (0.49), `shore` 0
/// (0.49) and `patience` 2 (0.50) could not be told from it. `hinder` was therefore chosen by the length of matches,
/// and `dread`, `shore` and `patience` on the long boards, where without them matches hardly end. The others are
/// guesses.
pub const TUNED: Weights = Weights {
    escort: 1.0,
    detour: 0.9,
    hinder: 0.85,
    leader: 5.0,
    shore: 1.5,
    alarm: 4.0,
    danger: 0.3,
    dread: 9.0,
    threat: 0.2,
    far: 0.5,
    near: 0.05,
    patience: 1.0,
    hurry: 1.0,
};

impl Weights {
    /// Returns what still matters in a position, on a board that one penguin crosses in this many moves.
    pub(super) fn after<E: Edition>(self, position: &Floes<E>, moves: u8) -> Weights {
        let rounds = position.turns() as f32 / f32::from(position.seats());
        let calm = (self.patience * f32::from(moves) / rounds.max(1.0)).min(1.0);
        let Weights { escort, hinder, danger, threat, .. } = self;
        let impatience = self.impatience(position);
        // What rivals lose ends no match.
        let rivals = calm / (1.0 + impatience);
        // A floe that slides far ahead of three penguins must not be worth more than a step of one of them.
        let detour = self.detour / (1.0 + 2.0 * impatience / (1.0 + impatience));
        Weights {
            escort: escort * calm,
            hinder: hinder * rivals,
            danger: danger * calm,
            threat: threat * rivals,
            detour,
            ..self
        }
    }

    /// Returns how impatient the bot is: 0 for as long as matches last, then more with every round.
    ///
    /// A move that helps all is worth nothing to anybody who only compares, so two bots could leave all floes far from
    /// START for ever. What brings nobody forward is therefore worth less and less.
    pub(super) fn impatience<E: Edition>(&self, position: &Floes<E>) -> f32 {
        let homesick = position.played_variants().contains(Variant::HomesickPenguins);
        let rows = f32::from(position.height() + 1) * if homesick { 2.0 } else { 1.0 };
        let rounds = position.turns() as f32 / f32::from(position.seats());
        self.hurry * (rounds / (PATIENT_ROUNDS * rows) - 1.0).max(0.0)
    }
}
