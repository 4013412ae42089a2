//! Going back and forth in a match.

use polynya_catalog::AnyMatch;

use super::model::Look;
use crate::Terminal;

/// Returns the step to look at, coming from this one.
pub fn find(table: &dyn AnyMatch<Terminal>, step: usize, look: Look) -> usize {
    match look {
        Look::By(by) => step.saturating_add_signed(by).min(table.len()),
        Look::Turn(by) if by < 0 => turn_begin(table, step),
        Look::Turn(_) => turn_end(table, step),
        Look::First => 0,
        Look::Live => table.len(),
        // Only who has analysed the match knows where it turned.
        Look::Turning(_) => step,
        Look::Part(part, of) => table.len() * usize::from(part) / usize::from(of.max(1)),
    }
}

/// Returns the first step after this one that ends a turn, or the end.
pub fn turn_end(table: &dyn AnyMatch<Terminal>, step: usize) -> usize {
    let turns = table.prefix(step).turns();
    first_with(table, turns + 1).max(step + 1).min(table.len())
}

/// Returns where the turn began that was played up to this step.
pub fn turn_begin(table: &dyn AnyMatch<Terminal>, step: usize) -> usize {
    match step.checked_sub(1) {
        Some(last) => first_with(table, table.prefix(last).turns()),
        None => 0,
    }
}

/// Returns after how many steps this many turns are over; one more than there are if that never happens.
fn first_with(table: &dyn AnyMatch<Terminal>, turns: u32) -> usize {
    let (mut least, mut most) = (0, table.len() + 1);
    while least < most {
        let middle = usize::midpoint(least, most);
        if table.prefix(middle).turns() < turns {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    least
}
