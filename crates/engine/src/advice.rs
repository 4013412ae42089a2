//! Advice as it is said: what to do, what that is worth, and why.

use std::fmt;

use crate::text::percent;

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

/// A plan in words, with what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What to do, action by action, as words that the table takes.
    pub words: Vec<String>,
    /// The same as buttons say it.
    pub labels: Vec<String>,
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
}

impl Hint {
    /// Returns the hint as one line of prose, with the actions as buttons say them.
    pub fn sentence(&self) -> String {
        let labels = |plan: &Plan| plan.labels.join(", then ");
        let other = self.alternative.as_ref().map(labels).unwrap_or_default();
        let mut text = format!("{}. {}", self.plan.valued(&labels(&self.plan)), self.reason.sentence(&other));
        if let Some(alternative) = &self.alternative {
            text += &format!(" Otherwise: {}.", alternative.valued(&other));
        }
        text
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

#[cfg(test)]
mod tests {
    use super::*;

    const BEARS: Aspect = Aspect { more: "{} more bear{s} {are} on board", less: "{} fewer bear{s} {are} on board" };

    fn plan(words: &[&str], labels: &[&str], worth: Option<Worth>) -> Plan {
        let [words, labels] = [words, labels].map(|list| list.iter().map(|&word| word.to_owned()).collect());
        Plan { words, labels, worth }
    }

    #[test]
    fn each_form_of_a_hint_keeps_to_one_notation() {
        let alone = Hint { plan: plan(&["roll"], &["Roll the die"], None), alternative: None, reason: Reason::Forced };
        assert_eq!(alone.sentence(), "Roll the die. There is nothing else to do.");
        assert_eq!(alone.parts()[0], ("Hint", "roll".to_owned()));
        let both = Hint {
            plan: plan(&["slide a1 n", "roll"], &["Slide a1 north", "Roll"], Some(Worth::Chance(0.5))),
            alternative: Some(plan(&["pass"], &["Pass"], Some(Worth::Chance(0.25)))),
            reason: Reason::Leads(BEARS, 1.02),
        };
        assert_eq!(
            both.sentence(),
            "Slide a1 north, then Roll (50% to win). On average one more bear is on board than after “Pass”. \
             Otherwise: Pass (25% to win)."
        );
        let parts = [
            ("Hint", "slide a1 n, roll (50% to win)".to_owned()),
            ("Or", "pass (25% to win)".to_owned()),
            ("Why", "On average one more bear is on board than after “pass”.".to_owned()),
        ];
        assert_eq!(both.parts(), parts);
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
