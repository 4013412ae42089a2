//! The legal actions as a numbered list, and what people mean by what they type.

use polynya_catalog::{AnyLine, Trouble};
use polynya_engine::{Seat, excerpt};

use crate::boards;
use crate::terminal::{accent, columns, paint, strong};

/// A longer group is listed without its verb.
const LONG: usize = 24;

/// What can be done now, in the order of its numbers.
pub struct Choices {
    /// Whom the table waits for.
    pub seat: Seat,
    list: Vec<Choice>,
}

struct Choice {
    seat: Seat,
    words: String,
}

/// What a line of text means.
pub enum Meaning {
    /// This seat does this.
    Act(Seat, String),
    /// Nothing that could be done; the sentence says why.
    Unclear(String),
}

impl Choices {
    /// The legal actions of this seat, then those of other people who may act out of turn.
    pub fn new(line: &dyn AnyLine, seat: Seat, others: &[Seat]) -> Choices {
        let others = others.iter().copied().filter(|&other| other != seat && line.acting().has(other));
        let mut list = Vec::new();
        for seat in std::iter::once(seat).chain(others) {
            let mut words = line.legal(seat);
            words.sort_by_cached_key(|words| natural(words));
            list.extend(words.into_iter().map(|words| Choice { seat, words }));
        }
        Choices { seat, list }
    }

    /// The only thing that can be done.
    pub fn only(&self) -> Option<&str> {
        match self.list.as_slice() {
            [only] => Some(&only.words),
            _ => None,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The list, grouped and in columns.
    pub fn show(&self, line: &dyn AnyLine) -> String {
        let group = |choice: &Choice| (choice.seat, verb(&choice.words).to_owned());
        let mut number = 0;
        let groups = self.list.chunk_by(|one, other| group(one) == group(other)).map(|choices| {
            let (seat, verb) = group(&choices[0]);
            let items: Vec<String> = choices
                .iter()
                .map(|choice| {
                    number += 1;
                    let long = choices.len() > LONG && choice.words.starts_with(&format!("{verb} "));
                    let words = if long { &choice.words[verb.len() + 1..] } else { choice.words.as_str() };
                    let warning = boards::warning(line, &choice.words);
                    let warning = warning.map_or(String::new(), |warning| format!(" ({})", warning.text));
                    format!("{} {words}{warning}", paint(accent(), &format!("{number:>2}")))
                })
                .collect();
            let whose = if seat == self.seat { String::new() } else { format!("{} ", line.name(seat)) };
            columns(&paint(strong(), &format!("{whose}{}", heading(&verb))), &items)
        });
        groups.collect::<Vec<_>>().join("\n")
    }

    /// What this text means here: a number, words, or a clear beginning of words.
    pub fn read(&self, line: &dyn AnyLine, text: &str) -> Meaning {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        if let [number] = tokens[..]
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            return match index.and_then(|index| self.list.get(index)) {
                Some(choice) => Meaning::Act(choice.seat, choice.words.clone()),
                None => {
                    Meaning::Unclear(format!("There is no move {}; they go from 1 to {}.", excerpt(number), self.len()))
                }
            };
        }
        // `2 add r3` is said by seat 2, as in a record.
        let (seat, tokens) = match tokens.split_first() {
            Some((first, rest)) if !rest.is_empty() => match first.parse().ok().and_then(Seat::numbered) {
                Some(seat) => (seat, rest),
                None => (self.seat, &tokens[..]),
            },
            _ => (self.seat, &tokens[..]),
        };
        if seat != self.seat && !self.list.iter().any(|choice| choice.seat == seat) {
            return Meaning::Unclear(format!("Seat {seat} has nothing to say now."));
        }
        let words = tokens.join(" ");
        let lower = words.to_lowercase();
        let mut unknown = String::new();
        for words in [&lower, &words] {
            match line.check(seat, words) {
                Err(Trouble::Words(bad)) => unknown = bad.to_string(),
                _ => return Meaning::Act(seat, words.clone()),
            }
        }
        self.guess(seat, &lower).unwrap_or_else(|| Meaning::Unclear(format!("{}.", capital(&unknown))))
    }

    /// The one legal action whose words begin as these do: `h s a1`, `slide a1 north`, `a1 n`.
    fn guess(&self, seat: Seat, text: &str) -> Option<Meaning> {
        let typed: Vec<&str> = text.split(' ').filter(|token| !token.is_empty()).collect();
        if typed.is_empty() {
            return None;
        }
        let fits = |words: &str| {
            let words = words.to_lowercase();
            let all: Vec<&str> = words.split(' ').collect();
            let alike = |have: &[&str]| {
                typed.len() <= have.len()
                    && typed.iter().zip(have).all(|(typed, have)| have.starts_with(typed) || is_long_for(typed, have))
            };
            alike(&all) || alike(&all[1..])
        };
        let found: Vec<&Choice> =
            self.list.iter().filter(|choice| choice.seat == seat && fits(&choice.words)).collect();
        match found.as_slice() {
            [] => None,
            [only] => Some(Meaning::Act(seat, only.words.clone())),
            several => {
                let some: Vec<&str> = several.iter().take(5).map(|choice| choice.words.as_str()).collect();
                let more = if several.len() > some.len() { ", ..." } else { "" };
                Some(Meaning::Unclear(format!("That could be {}{more}.", some.join(", "))))
            }
        }
    }
}

/// Directions are written by their first letter but may be typed in full.
fn is_long_for(typed: &str, letter: &str) -> bool {
    letter.len() == 1 && ["north", "south", "east", "west"].contains(&typed) && typed.starts_with(letter)
}

/// The first word without a number behind it: `bear1` and `bear2` belong together.
fn verb(words: &str) -> &str {
    words.split(' ').next().unwrap_or(words).trim_end_matches(|digit: char| digit.is_ascii_digit())
}

fn heading(verb: &str) -> String {
    match verb {
        "hop" => "Hops".to_owned(),
        "slide" => "Slides".to_owned(),
        "die" => "Dice".to_owned(),
        _ => capital(verb),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Orders `a2` before `a10`.
fn natural(words: &str) -> Vec<(String, u64)> {
    words
        .split(' ')
        .map(|word| {
            let name = word.trim_end_matches(|digit: char| digit.is_ascii_digit());
            (name.to_owned(), word[name.len()..].parse().unwrap_or(0))
        })
        .collect()
}
