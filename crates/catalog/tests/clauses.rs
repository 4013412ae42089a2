//! Every clause of the rule books is reached from where it matters: a refusal, something that happens, or a thing that
//! lies on the table. What is left says who published the game, and what was decided where the printed text is silent.

use std::collections::BTreeSet;

use polynya_catalog::headless;
use polynya_engine::book::{ExampleLine, Part};

/// Sections that govern no moment: they tell of the printed game, and list what was decided.
const TOLD: [&str; 2] = ["About", "Decided by us"];

/// Clauses that govern no moment of a match, each with the reason.
const BEFORE: &[(&str, &str, &str)] = &[
    ("polar-dare", "9.1", "which variants the port has"),
    ("piecepack-dare", "9.1", "which variants there are, and how they are laid out"),
    ("rescue-polar-bears", "2.7", "the rematch offers it"),
    ("rescue-polar-bears", "16.3", "chosen when the table is set up"),
];

#[test]
fn every_clause_is_linked() {
    for game in headless().iter() {
        let (info, book) = (game.info(), game.book());
        let mut linked: BTreeSet<&str> = info.moments.iter().map(|&(_, clause)| clause).collect();
        linked.extend(info.moments_with.iter().map(|&(_, clause, ..)| clause));
        linked.extend(game.things().iter().map(|thing| thing.clause));
        // What refuses something leads to its clause; the book has an example of each.
        let examples =
            book.parts.iter().filter_map(|part| if let Part::Example(example) = part { Some(example) } else { None });
        linked.extend(examples.flat_map(|example| &example.lines).filter_map(|line| match line {
            ExampleLine::NoStart(clause) | ExampleLine::Refused { clause, .. } => Some(*clause),
            _ => None,
        }));
        linked.extend(BEFORE.iter().filter(|(id, ..)| *id == info.id).map(|&(_, clause, _)| clause));
        for (_, clause, option, _) in info.moments_with {
            assert!(book.clause(clause).is_some(), "{}: no clause {clause}", info.id);
            let known = headless().iter().any(|game| game.info().options.iter().any(|known| known.name == *option));
            assert!(known, "{}: no option {option}", info.id);
        }
        let clauses =
            book.parts.iter().filter_map(|part| if let Part::Clause(clause) = part { Some(clause) } else { None });
        let missing: Vec<&str> = clauses
            .filter(|clause| !TOLD.iter().any(|title| clause.section.contains(title)))
            .map(|clause| clause.number)
            .filter(|number| !linked.contains(number))
            .collect();
        assert!(missing.is_empty(), "{}: nothing leads to {missing:?}", info.id);
    }
}
