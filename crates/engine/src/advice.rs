//! Advice as it is said: what to do, what that is worth, and why.

use std::fmt;

use crate::game::{Game, Turn};
use crate::seat::Seat;
use crate::text::{counted, percent};

/// What a plan is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// A chance to win, from 0 to 1.
    Chance(f32),
    /// A score that is to be expected.
    Score(f32),
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Chance(chance) => write!(f, "{} to win", percent(*chance)),
            Worth::Score(score) => write!(f, "about {score:.0} points"),
        }
    }
}

impl Worth {
    /// What a plan did, and of what: `won 68%` of the lines tried.
    fn tried(self) -> [String; 2] {
        match self {
            Worth::Chance(chance) => [format!("won {}", percent(chance)), "of".to_owned()],
            Worth::Score(score) => [format!("scored {score:.1}"), "points on average in".to_owned()],
        }
    }
}

/// Something that two positions have more or less of, as a game says it. `{}` stands for how much, `{s}` for the ending
/// of the noun, `{are}` for the verb: `{} more bear{s} {are} on board`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspect {
    /// What is said of more of it.
    pub more: &'static str,
    /// What is said of less of it.
    pub less: &'static str,
}

impl Aspect {
    /// Returns what is said of so much more of it; below 0 of so much less.
    pub fn by(self, difference: f32) -> String {
        let digits = usize::from(difference.abs() < 10.0);
        let much = format!("{:.digits$}", difference.abs());
        let template = if difference > 0.0 { self.more } else { self.less };
        let [much, s, are] = if much == "1.0" { ["one", "", "is"] } else { [much.as_str(), "s", "are"] };
        template.replace("{}", much).replace("{s}", s).replace("{are}", are)
    }
}

/// Why a plan is preferred to the main alternative.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// It wins.
    Wins,
    /// Nothing else may be done.
    Forced,
    /// All plans that were thought about begin with it.
    Shared,
    /// It leads to so much more of something.
    Leads(Aspect, f32),
    /// It did better in the lines that were tried, or no worse: what it is worth, and the alternative.
    Tried(Worth, Worth),
}

impl Reason {
    /// Returns the reason in one sentence; `other` is the alternative as the text around it writes plans.
    pub fn sentence(&self, other: &str) -> String {
        match *self {
            Reason::Wins => "It wins the match at once.".to_owned(),
            Reason::Forced => "There is nothing else to do.".to_owned(),
            Reason::Shared => "Every good plan starts with this move.".to_owned(),
            Reason::Leads(aspect, by) => format!("On average {} than after “{other}”.", aspect.by(by)),
            Reason::Tried(one, two) => match (one.tried(), two.tried()) {
                ([one, of], [two, _]) if one == two => {
                    format!("“{other}” is about as good: both {one} {of} the lines tried.")
                }
                ([one, of], [two, _]) => format!("It {one} {of} the lines tried; “{other}” {two}."),
            },
        }
    }
}

impl Reason {
    /// Returns the reason as the end of a sentence about what somebody would rather do than what was proposed.
    pub fn part(&self) -> String {
        match *self {
            Reason::Wins => "it wins the match at once".to_owned(),
            Reason::Forced => "there is nothing else to do".to_owned(),
            Reason::Shared => "every good plan starts with this move".to_owned(),
            Reason::Leads(aspect, by) => format!("on average {}", aspect.by(by)),
            Reason::Tried(one, two) => {
                let ([one, of], [two, _]) = (one.tried(), two.tried());
                format!("it {one} {of} the lines tried, and that {two}")
            }
        }
    }
}

/// How far a plan can be followed before chance or somebody else decides.
#[derive(Clone, Debug)]
pub struct Followed<G: Game> {
    /// How many of its actions were played.
    pub actions: usize,
    /// The position after them.
    pub after: G,
    /// What happened in them.
    pub events: Vec<G::Event>,
}

impl<G: Game> Followed<G> {
    /// Follows a plan of this seat until dice fall, its turn is over, or the rules say no.
    pub fn plan(position: &G, seat: Seat, plan: &[G::Action]) -> Followed<G> {
        let mut followed = Followed { actions: 0, after: position.clone(), events: Vec::new() };
        for &action in plan {
            let after = &mut followed.after;
            let goes_on = matches!(after.turn(), Turn::Players(_)) && after.turns() == position.turns();
            if !goes_on || after.check(seat, action).is_err() {
                break;
            }
            after.play(seat, action, &mut |event| followed.events.push(event));
            followed.actions += 1;
        }
        followed
    }
}

/// A plan in words, with what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What to do, action by action, as words that the table takes.
    pub words: Vec<String>,
    /// The same as buttons say it.
    pub labels: Vec<String>,
    /// The same in as few parts as can be followed.
    pub outline: Vec<String>,
    /// What it is worth, where that was searched.
    pub worth: Option<Worth>,
}

impl Plan {
    fn valued(&self, plan: &str) -> String {
        match self.worth {
            Some(worth) => format!("{plan} ({worth})"),
            None => plan.to_owned(),
        }
    }
}

/// Advice for one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// What to do.
    pub plan: Plan,
    /// The main alternative.
    pub alternative: Option<Plan>,
    /// Why.
    pub reason: Reason,
    /// What the plan brings before chance decides, in a short sentence of the game.
    pub brings: Option<String>,
}

/// The most characters that the two lines of a hint have together.
const MOST: usize = 160;
/// The most of them that the reason takes.
const MOST_OF_REASON: usize = 84;

impl Hint {
    /// Returns the hint in two short lines: what to try and what that is worth; and why.
    pub fn lines(&self) -> [String; 2] {
        let why = self.why();
        let worth = self.worths();
        let around = "Try: . ".len() + worth.chars().count() + why.chars().count();
        let steps = fitting(&counted(&self.plan.outline), MOST.saturating_sub(around));
        [format!("Try: {steps}. {worth}").trim_end().to_owned(), why]
    }

    /// What the plan is worth, and the next best one: `69% to win (next best 59%).`
    fn worths(&self) -> String {
        let value = |worth: Worth| match worth {
            Worth::Chance(chance) => percent(chance),
            Worth::Score(score) => format!("{score:.0}"),
        };
        let next = self.alternative.as_ref().and_then(|plan| plan.worth);
        let next = next.map_or(String::new(), |worth| format!(" (next best {})", value(worth)));
        match self.plan.worth.filter(|_| self.reason != Reason::Forced) {
            Some(worth @ Worth::Chance(_)) => format!("{} to win{next}.", value(worth)),
            Some(worth @ Worth::Score(_)) => format!("About {} points{next}.", value(worth)),
            None => String::new(),
        }
    }

    /// The reason in one short sentence, in the game's own terms where there are any.
    fn why(&self) -> String {
        let brought = self.brings.clone().filter(|text| text.chars().count() <= MOST_OF_REASON);
        let sentence = match (self.reason, brought) {
            (Reason::Wins, _) => "It wins the match at once.".to_owned(),
            (_, Some(brought)) => brought,
            (Reason::Forced, _) => "There is nothing else to do.".to_owned(),
            (Reason::Shared, _) => "Every good plan starts like this.".to_owned(),
            (Reason::Leads(aspect, by), _) => format!("On average {}.", aspect.by(by)),
            (Reason::Tried(one, two), _) if one.tried() == two.tried() => "The next best is about as good.".to_owned(),
            (Reason::Tried(..), _) => "It did best in the lines tried.".to_owned(),
        };
        if sentence.chars().count() <= MOST_OF_REASON { sentence } else { "It did best in the lines tried.".to_owned() }
    }

    /// Returns the hint in parts with a label each, with the actions in words that the table takes.
    pub fn parts(&self) -> Vec<(&'static str, String)> {
        let words = |plan: &Plan| plan.words.join(", ");
        let other = self.alternative.as_ref().map(words).unwrap_or_default();
        let mut parts = vec![("Hint", self.plan.valued(&words(&self.plan)))];
        parts.extend(self.alternative.as_ref().map(|plan| ("Or", plan.valued(&other))));
        parts.push(("Why", self.reason.sentence(&other)));
        parts
    }
}

/// As many parts of a list as fit into so many characters, and how many more there are; at least the first.
fn fitting(parts: &[String], most: usize) -> String {
    let all = parts.join(", ");
    if all.chars().count() <= most {
        return all;
    }
    let cut = |shown: usize| match parts.len() - shown {
        0 => parts.join(", "),
        more => format!("{} and {more} more", parts[..shown].join(", ")),
    };
    let fits = (1..parts.len()).rev().find(|&shown| cut(shown).chars().count() <= most);
    cut(fits.unwrap_or(1).min(parts.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEARS: Aspect = Aspect { more: "{} more bear{s} {are} on board", less: "{} fewer bear{s} {are} on board" };

    fn plan(words: &[&str], labels: &[&str], worth: Option<Worth>) -> Plan {
        let [words, labels] = [words, labels].map(|list| list.iter().map(|&word| word.to_owned()).collect());
        Plan { words, outline: labels.clone(), labels, worth }
    }

    #[test]
    fn each_form_of_a_hint_keeps_to_one_notation() {
        let roll = plan(&["roll"], &["Roll the die"], None);
        let alone = Hint { plan: roll, alternative: None, reason: Reason::Forced, brings: None };
        assert_eq!(alone.lines(), ["Try: Roll the die.", "There is nothing else to do."]);
        assert_eq!(alone.parts()[0], ("Hint", "roll".to_owned()));
        let both = Hint {
            plan: plan(&["slide a1 n", "roll"], &["Slide a1 north", "Roll"], Some(Worth::Chance(0.5))),
            alternative: Some(plan(&["pass"], &["Pass"], Some(Worth::Chance(0.25)))),
            reason: Reason::Leads(BEARS, 1.02),
            brings: None,
        };
        let lines = ["Try: Slide a1 north, Roll. 50% to win (next best 25%).", "On average one more bear is on board."];
        assert_eq!(both.lines(), lines);
        let parts = [
            ("Hint", "slide a1 n, roll (50% to win)".to_owned()),
            ("Or", "pass (25% to win)".to_owned()),
            ("Why", "On average one more bear is on board than after “pass”.".to_owned()),
        ];
        assert_eq!(both.parts(), parts);
    }

    #[test]
    fn two_lines_say_it_in_at_most_160_characters() {
        let pass = Some(plan(&["pass"], &["pass"], Some(Worth::Chance(0.59))));
        let steps = plan(&["slide d4 n", "bear d4"], &["slide d4 north", "bear to d4"], Some(Worth::Chance(0.69)));
        let hint = Hint { plan: steps, alternative: pass, reason: Reason::Leads(BEARS, 2.0), brings: None };
        let lines =
            ["Try: slide d4 north, bear to d4. 69% to win (next best 59%).", "On average 2.0 more bears are on board."];
        assert_eq!(hint.lines(), lines);
        let brings = Some("Sends Blue back to START.".to_owned());
        assert_eq!(Hint { brings, ..hint.clone() }.lines()[1], "Sends Blue back to START.");
        let labels: Vec<String> = (0..30).map(|number| format!("clear the ice on space {number}")).collect();
        let long = Plan { words: labels.clone(), outline: labels.clone(), labels, worth: Some(Worth::Score(101.6)) };
        let [what, why] = Hint { plan: long, alternative: None, ..hint }.lines();
        assert!(what.starts_with("Try: clear the ice on space 0, clear the ice on space 1"), "{what}");
        assert!(what.contains(" more. About 102 points.") && what.len() + why.len() <= MOST, "{what}");
    }

    #[test]
    fn the_same_step_is_said_once() {
        let hops = plan(&["hop a4 north"; 3], &["hop a4 to the North Pole"; 3], None);
        let hint = Hint { plan: hops, alternative: None, reason: Reason::Wins, brings: None };
        assert_eq!(hint.lines(), ["Try: hop a4 to the North Pole (3 times).", "It wins the match at once."]);
    }

    #[test]
    fn reasons_are_sentences() {
        assert_eq!(BEARS.by(-2.0), "2.0 fewer bears are on board");
        let tried = |one, two| Reason::Tried(Worth::Chance(one), Worth::Chance(two)).sentence("pass");
        assert_eq!(tried(0.68, 0.64), "It won 68% of the lines tried; “pass” won 64%.");
        assert_eq!(tried(0.641, 0.642), "“pass” is about as good: both won 64% of the lines tried.");
        let scored = Reason::Tried(Worth::Score(102.31), Worth::Score(99.0)).sentence("done");
        assert_eq!(scored, "It scored 102.3 points on average in the lines tried; “done” scored 99.0.");
    }
}
