//! The legal actions as a numbered list, and what people mean by what they type.

use std::collections::HashMap;

use polynya_catalog::{AnyMatch, CatalogError};
use polynya_engine::{Seat, excerpt, listed};

use crate::Terminal;
use crate::terminal::{accent, columns, paint, strong};

/// The most actions of a group that is listed with its verb.
const MAX_WITH_VERB: usize = 24;
/// Games write them by their first letter.
const DIRECTIONS: [&str; 4] = ["north", "south", "east", "west"];
/// What can be typed besides moves.
const COMMANDS: [&str; 9] = ["undo", "help", "hint", "why", "rules", "board", "log", "save", "quit"];

/// What can be done now, in the order of its numbers.
pub struct Choices {
    /// Whom the table waits for.
    pub seat: Seat,
    list: Vec<Choice>,
}

/// Something that can be done.
pub struct Choice {
    /// Who does it.
    pub seat: Seat,
    /// Its words.
    pub words: String,
    /// How the list writes it: in a long group without the verb, where that is clear.
    shown: String,
}

/// What a line of text means.
pub enum Meaning {
    /// This seat does this.
    Act(Seat, String),
    /// Nothing that could be done; the sentence says why.
    Unclear(String),
}

impl Choices {
    /// Lists the legal actions of this seat, then those of other people who may act out of turn.
    pub fn new(table: &dyn AnyMatch<Terminal>, seat: Seat, others: &[Seat]) -> Choices {
        let others = others.iter().copied().filter(|&other| other != seat && table.acting().contains(other));
        let mut list = Vec::new();
        for seat in std::iter::once(seat).chain(others) {
            let mut words = table.legal(seat);
            words.sort_by_cached_key(|words| natural(words));
            list.extend(words.into_iter().map(|words| Choice { seat, shown: words.clone(), words }));
        }
        shorten(&mut list);
        Choices { seat, list }
    }

    /// Returns the only thing that can be done.
    pub fn only(&self) -> Option<&str> {
        match self.list.as_slice() {
            [only] => Some(&only.words),
            _ => None,
        }
    }

    /// Returns something that can be done.
    pub fn example(&self) -> &str {
        self.list.first().map_or("MOVE", |choice| &choice.words)
    }

    /// Returns everything that can be done.
    pub fn iter(&self) -> impl Iterator<Item = &Choice> {
        self.list.iter()
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the list, grouped and in columns.
    pub fn show(&self, table: &dyn AnyMatch<Terminal>) -> String {
        let group = |choice: &Choice| (choice.seat, verb(&choice.words).to_owned());
        let mut number = 0;
        let groups = self.list.chunk_by(|one, other| group(one) == group(other)).map(|choices| {
            let (seat, verb) = group(&choices[0]);
            let items: Vec<String> = choices
                .iter()
                .map(|choice| {
                    number += 1;
                    let warning = table.warning(choice.seat, &choice.words).map(|warning| warning.text);
                    let warning = warning.or_else(|| table.picture().mark(choice.seat, &choice.words));
                    let warning = warning.map_or(String::new(), |text| format!(" ({text})"));
                    format!("{} {}{warning}", paint(accent(), &format!("{number:>2}")), choice.shown)
                })
                .collect();
            let whose = if seat == self.seat { String::new() } else { format!("{} ", table.name(seat)) };
            columns(&paint(strong(), &format!("{whose}{}", heading(&verb))), &items)
        });
        groups.collect::<Vec<_>>().join("\n")
    }

    /// Returns what this text means if it stands in the list word for word.
    pub fn listed(&self, text: &str) -> Option<Meaning> {
        let is_it = |choice: &&Choice| choice.seat == self.seat && (choice.words == text || choice.shown == text);
        self.list.iter().find(is_it).map(Choice::meaning)
    }

    /// Returns what this text means here: a number, words, or a clear beginning of words.
    pub fn read(&self, table: &dyn AnyMatch<Terminal>, text: &str) -> Meaning {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        if let [number] = tokens[..]
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            return match index.and_then(|index| self.list.get(index)) {
                Some(choice) => choice.meaning(),
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
        let mut error = None;
        for words in spellings(tokens) {
            match table.check(seat, &words) {
                Err(CatalogError::Parse(first)) => error = error.or(Some(first.to_string())),
                _ => return Meaning::Act(seat, words),
            }
        }
        let error = error.unwrap_or_default();
        let lower: Vec<String> = tokens.iter().map(|token| token.to_lowercase()).collect();
        self.guess(seat, &lower).unwrap_or_else(|| Meaning::Unclear(self.unknown(&lower, &error)))
    }

    /// Returns the one legal action that these words stand for: `h s a1`, `slide a1 north`, `a1 n`. Whole words count for more
    /// than beginnings, so that `a1 n` is never `slide a10 n`.
    fn guess(&self, seat: Seat, typed: &[String]) -> Option<Meaning> {
        if typed.is_empty() {
            return None;
        }
        let own = self.list.iter().filter(|choice| choice.seat == seat);
        let found = own.filter_map(|choice| Some((likeness(&choice.words, typed)?, choice)));
        let found: Vec<(Likeness, &Choice)> = found.collect();
        let best = found.iter().map(|&(likeness, _)| likeness).max()?;
        let found: Vec<&Choice> =
            found.iter().filter(|(likeness, _)| *likeness == best).map(|&(_, choice)| choice).collect();
        match found.as_slice() {
            [only] => Some(only.meaning()),
            several => {
                let some: Vec<&str> = several.iter().take(5).map(|choice| choice.words.as_str()).collect();
                let end = if several.len() > some.len() { " or another" } else { "" };
                Some(Meaning::Unclear(format!("That could be {}{end}.", some.join(", "))))
            }
        }
    }

    /// Returns what to say about words that are not a move: what is wrong after a verb, or which verbs there are.
    fn unknown(&self, typed: &[String], error: &str) -> String {
        let first = typed.first().map_or("", String::as_str);
        let mut verbs: Vec<&str> = self.list.iter().map(|choice| verb(&choice.words)).collect();
        verbs.dedup();
        if !error.starts_with("unknown word") {
            return format!("{}. Type ? for help.", capital(error));
        }
        if COMMANDS.contains(&first) {
            return format!("`{first}` takes no argument. Type ? for help.");
        }
        let near = |word: &&&str| is_near(first, word);
        if let Some(meant) = COMMANDS.iter().find(near).or_else(|| verbs.iter().find(near)) {
            return format!("Unknown word `{}`; did you mean {meant}?", excerpt(first));
        }
        let verbs = listed(&verbs.iter().map(|verb| format!("`{verb}`")).collect::<Vec<_>>()).replace(" and ", " or ");
        format!("Unknown word `{}`. Moves now start with {verbs}. Type ? for help.", excerpt(first))
    }
}

impl Choice {
    fn meaning(&self) -> Meaning {
        Meaning::Act(self.seat, self.words.clone())
    }

    /// Returns the words after the verb, where they cannot be taken for a number or a seat.
    fn tail(&self) -> Option<&str> {
        let (_, tail) = self.words.split_once(' ')?;
        (!tail.starts_with(|letter: char| letter.is_ascii_digit())).then_some(tail)
    }
}

/// Leaves out the verb in long groups, except where the rest would be said twice.
fn shorten(list: &mut [Choice]) {
    let mut said: HashMap<String, usize> = HashMap::new();
    for choice in list.iter() {
        for text in [Some(choice.words.as_str()), choice.tail()].into_iter().flatten() {
            *said.entry(text.to_owned()).or_default() += 1;
        }
    }
    let clear = |choice: &Choice| choice.tail().is_some_and(|tail| said[tail] == 1);
    let together = |one: &Choice, other: &Choice| one.seat == other.seat && verb(&one.words) == verb(&other.words);
    for group in list.chunk_by_mut(together).filter(|group| group.len() > MAX_WITH_VERB) {
        // `bear1` and `bear2` are one group but two verbs.
        let whole = |choice: &Choice| choice.words.split(' ').next() == Some(verb(&choice.words));
        if group.iter().all(|choice| clear(choice) && whole(choice)) {
            for choice in group {
                choice.shown = choice.tail().unwrap_or(&choice.words).to_owned();
            }
        }
    }
}

/// Returns the ways in which a game may write what was typed: as it is, in small letters, with directions short or in
/// full, or with everything after the verb in capitals.
fn spellings(tokens: &[&str]) -> Vec<String> {
    let lower: Vec<String> = tokens.iter().map(|token| token.to_lowercase()).collect();
    let after_verb = |change: &dyn Fn(&str) -> String| -> String {
        let words = lower.iter().enumerate();
        let words = words.map(|(index, word)| if index == 0 { word.clone() } else { change(word) });
        words.collect::<Vec<_>>().join(" ")
    };
    let short = |word: &str| if DIRECTIONS.contains(&word) { word[..1].to_owned() } else { word.to_owned() };
    let full = |word: &str| match DIRECTIONS.iter().find(|full| full[..1] == *word) {
        Some(full) => (*full).to_owned(),
        None => word.to_owned(),
    };
    vec![
        tokens.join(" "),
        lower.join(" "),
        after_verb(&short),
        after_verb(&full),
        after_verb(&|word| word.to_uppercase()),
    ]
}

/// How well typed words fit an action; the greater, the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Likeness {
    /// Are they all its words, or all after the verb?
    complete: bool,
    /// How many are words of it; the others begin one.
    whole: usize,
}

fn likeness(words: &str, typed: &[String]) -> Option<Likeness> {
    let words = words.to_lowercase();
    let all: Vec<&str> = words.split(' ').collect();
    let alike = |have: &[&str]| {
        let pairs = || typed.iter().zip(have);
        let is_whole = |(typed, have): &(&String, &&str)| typed == have || is_long_for(typed, have);
        let fits = |pair: (&String, &&str)| is_whole(&pair) || pair.1.starts_with(pair.0.as_str());
        let whole = pairs().filter(is_whole).count();
        (typed.len() <= have.len() && pairs().all(fits)).then_some(Likeness { complete: whole == have.len(), whole })
    };
    alike(&all).max(alike(&all[1..]))
}

/// Directions are written by their first letter but may be typed in full.
fn is_long_for(typed: &str, letter: &str) -> bool {
    letter.len() == 1 && DIRECTIONS.contains(&typed) && typed.starts_with(letter)
}

/// Is one the other but for a letter too many, too few, wrong, or in the wrong place?
fn is_near(typed: &str, word: &str) -> bool {
    let (typed, word): (Vec<char>, Vec<char>) = (typed.chars().collect(), word.chars().collect());
    if typed.len().abs_diff(word.len()) > 1 || typed.len().min(word.len()) < 2 {
        return false;
    }
    let same = typed.iter().zip(&word).take_while(|(one, other)| one == other).count();
    let (typed, word) = (&typed[same..], &word[same..]);
    match (typed, word) {
        ([], _) | (_, []) => true,
        ([a, b, rest @ ..], [c, d, end @ ..]) if a == d && b == c && rest == end => true,
        ([_, rest @ ..], [_, end @ ..]) => rest == end || rest == word || typed == end,
    }
}

/// Returns the first word without a number at its end: `bear1` and `bear2` belong together.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(words: &[&str]) -> Choices {
        let choice = |words: &&str| Choice { seat: Seat::default(), words: (*words).to_owned(), shown: String::new() };
        Choices { seat: Seat::default(), list: words.iter().map(choice).collect() }
    }

    #[track_caller]
    fn check(words: &[&str], typed: &str, means: &str) {
        let typed: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let meaning = match choices(words).guess(Seat::default(), &typed) {
            Some(Meaning::Act(_, words)) => words,
            Some(Meaning::Unclear(why)) => why,
            None => "nothing".to_owned(),
        };
        assert_eq!(meaning, means);
    }

    #[test]
    fn whole_words_count_for_more_than_beginnings() {
        let slides = ["slide a1 n", "slide a10 n", "slide a10 s"];
        check(&slides, "a1 n", "slide a1 n");
        check(&slides, "slide a1", "slide a1 n");
        check(&slides, "a10 north", "slide a10 n");
        check(&slides, "s a1 n", "slide a1 n");
        check(&slides, "a10", "That could be slide a10 n, slide a10 s.");
        check(&slides, "b1", "nothing");
    }

    #[test]
    fn what_could_be_many_things_ends_with_one_dot() {
        let all = ["go a", "go b", "go c", "go d", "go e", "go f"];
        check(&all, "go", "That could be go a, go b, go c, go d, go e or another.");
    }

    #[test]
    fn the_list_leaves_out_a_verb_only_where_the_rest_is_clear() {
        let mut many: Vec<String> = (1..=30).map(|number| format!("hop a{number}")).collect();
        let shown = |words: &[String]| {
            let mut list = choices(&words.iter().map(String::as_str).collect::<Vec<_>>()).list;
            list.iter_mut().for_each(|choice| choice.shown.clone_from(&choice.words));
            shorten(&mut list);
            list[0].shown.clone()
        };
        assert_eq!(shown(&many), "a1");
        many.push("slide a1".to_owned());
        assert_eq!(shown(&many), "hop a1");
    }

    #[test]
    fn a_slip_of_one_letter_is_near() {
        for slip in ["sav", "savee", "svae", "sane", "save"] {
            assert!(is_near(slip, "save"), "{slip}");
        }
        for other in ["", "s", "sa", "slide", "vase", "saving"] {
            assert!(!is_near(other, "save"), "{other}");
        }
    }
}
