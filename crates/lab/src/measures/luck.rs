//! How much of the result came from chance.
//!
//! For every seat result = start + luck + skill ([`MatchAnalysis`]), and the start is the same in all matches of a kind.
//! So the variance of the result is its covariance with luck plus that with skill, and
//!
//! - the *share of luck* is Cov(luck, result) / Var(result), the variance of the result that dice and decks explain,
//! - the *share of skill* is the rest: what the decisions of all seats explain.
//!
//! Both are taken over all seats of a race together; where all play together, over the team.

use polynya_bots::Analysis;
use polynya_catalog::MatchAnalysis;
use polynya_engine::{Game, Seat};

/// What luck and skill did in one match: lists have one number for each seat, or one for a team.
#[derive(Clone, PartialEq, Debug)]
pub struct Split {
    /// What dice and decks did.
    pub luck: Vec<f64>,
    /// What all decisions did.
    pub skill: Vec<f64>,
    /// 1 for each winner and 0 for the others.
    pub result: Vec<f64>,
    /// The lowest chance, over the match, of what happened in the end: that one of the winners would win, or that the team
    /// would lose. The lower, the more surprising.
    pub lowest: f64,
}

impl Split {
    /// Takes what counts from the analysis of a match.
    pub fn of(analysis: &MatchAnalysis) -> Split {
        let seats = if analysis.together { 1 } else { analysis.result.len() };
        let values = std::iter::once(&analysis.start).chain(analysis.steps.iter().map(|step| &step.value));
        Split {
            luck: analysis.luck[..seats].to_vec(),
            skill: analysis.skill[..seats].to_vec(),
            result: analysis.result[..seats].to_vec(),
            lowest: lowest(values.map(|value| &value[..seats]), &analysis.result[..seats]),
        }
    }

    /// Takes what counts from the analysis of a match of a race, in types.
    pub fn of_race<G: Game>(analysis: &Analysis<G>, seats: u8) -> Split {
        let seats = || Seat::all(seats);
        let sums: Vec<_> = seats().map(|seat| analysis.sums(seat)).collect();
        let result: Vec<f64> = seats().map(|seat| analysis.result[seat]).collect();
        let values = std::iter::once(&analysis.start).chain(analysis.steps.iter().map(|step| &step.value));
        let values: Vec<Vec<f64>> = values.map(|value| seats().map(|seat| value[seat]).collect()).collect();
        Split {
            luck: sums.iter().map(|sums| sums.luck).collect(),
            skill: sums.iter().map(|sums| sums.own + sums.others).collect(),
            lowest: lowest(values.iter().map(Vec::as_slice), &result),
            result,
        }
    }
}

/// Returns the lowest chance of what happened in the end.
fn lowest<'a>(values: impl Iterator<Item = &'a [f64]>, result: &[f64]) -> f64 {
    let nobody = result.iter().all(|&won| won < 0.5);
    let chance = |value: &[f64]| {
        let winners = value.iter().zip(result).filter(|&(_, &won)| won > 0.5).map(|(chance, _)| chance);
        if nobody { 1.0 - value.iter().sum::<f64>() } else { winners.copied().fold(0.0, f64::max) }
    };
    values.map(chance).fold(1.0, f64::min).max(0.0)
}
