//! Which set of pieces each seat plays with, where players have chosen, and what the seats are called then.

use polynya_catalog::AnyGame;
use polynya_engine::Seat;

use crate::Terminal;

/// The sets of the seats of a match. Games call seats by the sets of their numbers; whatever is written is changed once,
/// when it is written.
#[derive(Clone, Default, Debug)]
pub struct Dress {
    /// The place of each seat's set in the list of names; none where everybody has that of the own number.
    sets: Vec<usize>,
    names: &'static [&'static str],
}

impl Dress {
    /// Returns the sets with these numbers, counted from 1, or why there are no such sets.
    pub fn new(game: &dyn AnyGame<Terminal>, seats: u8, numbers: Option<&[u8]>) -> Result<Dress, String> {
        let Some(numbers) = numbers else { return Ok(Dress::default()) };
        let title = game.info().title;
        let sets = game.info().sets.ok_or_else(|| format!("`sets`: in {title} nobody chooses pieces"))?;
        sets.judge(seats, numbers)?;
        Ok(Dress { sets: numbers.iter().map(|&number| usize::from(number) - 1).collect(), names: sets.names })
    }

    /// Returns the numbers of the sets, if any differs from that of its seat.
    pub fn numbers(&self) -> Option<Vec<u8>> {
        let differs = self.sets.iter().enumerate().any(|(seat, &set)| seat != set);
        differs.then(|| self.sets.iter().map(|&set| set as u8 + 1).collect())
    }

    /// Returns the place of a seat's set.
    pub fn set(&self, seat: Seat) -> usize {
        self.sets.get(seat.index()).copied().unwrap_or(seat.index())
    }

    /// Returns what a seat is called that a game calls like this.
    pub fn name<'a>(&self, said: &'a str) -> &'a str {
        let seat = self.names.iter().position(|name| *name == said);
        seat.and_then(|seat| self.sets.get(seat)).map_or(said, |&set| self.names[set])
    }

    /// Returns a name with so many blanks after it that it takes this width once it is written.
    pub fn pad(&self, said: &str, width: usize) -> String {
        let blanks = width.saturating_sub(self.name(said).chars().count());
        format!("{said}{}", " ".repeat(blanks))
    }

    /// Returns a text that calls seats by their sets: whole words, all at once. Styles stay as they are.
    pub fn write(&self, text: &str) -> String {
        if self.numbers().is_none() {
            return text.to_owned();
        }
        let mut written = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let part = match first {
                '\x1b' => rest.find(|letter: char| letter.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1),
                letter if letter.is_alphanumeric() => {
                    rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len())
                }
                other => other.len_utf8(),
            };
            let (word, after) = rest.split_at(part);
            written.push_str(self.name(word));
            rest = after;
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::Terminal;
    use polynya_catalog::games;

    #[test]
    fn words_are_exchanged_all_at_once_and_styles_stay() {
        let games = games::<Terminal>();
        let game = games.get("polar-dare").unwrap();
        let dress = Dress::new(game, 2, Some(&[2, 1])).unwrap();
        assert_eq!(dress.write("Red rolls; Blue's turn. Reddish."), "Blue rolls; Red's turn. Reddish.");
        assert_eq!(dress.write("\x1b[1mRed\x1b[0m"), "\x1b[1mBlue\x1b[0m");
        assert_eq!(dress.write(&format!("{}|", dress.pad("Red", 6))), "Blue  |");
        assert_eq!(dress.numbers(), Some(vec![2, 1]));
        assert_eq!(Dress::new(game, 2, Some(&[1, 2])).unwrap().numbers(), None);
        for wrong in [&[1][..], &[1, 1], &[0, 1], &[5, 1]] {
            assert!(Dress::new(game, 2, Some(wrong)).unwrap_err().contains("different numbers from 1 to 4"));
        }
        assert!(Dress::new(games.get("ice-breakers").unwrap(), 2, Some(&[1, 2])).is_err());
    }
}
