//! The bots as people meet them: every level has three characters, so that bots at a table have names of their own.

/// How well a bot plays, as its face shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    /// A chick.
    Easy,
    /// A seal.
    Normal,
    /// An old walrus.
    Hard,
}

impl Level {
    /// Returns the level of the bot with this name.
    fn of(bot: &str) -> Level {
        match bot.split('@').next().unwrap_or(bot) {
            "random" | "easy" => Level::Easy,
            "hard" => Level::Hard,
            _ => Level::Normal,
        }
    }

    fn names(self) -> [&'static str; 3] {
        match self {
            Level::Easy => ["Pip", "Fluff", "Waddle"],
            Level::Normal => ["Flip", "Selma", "Nori"],
            Level::Hard => ["Old Gus", "Bristle", "Tusker"],
        }
    }
}

/// Returns the name of the character that this bot is on the seat with this number, other than those that are taken.
pub fn character(bot: &str, seat: u8, taken: &[&str]) -> String {
    let mut names = Level::of(bot).names();
    names.rotate_left(usize::from(seat % 3));
    let free = |name: &String| !taken.contains(&name.as_str());
    let numbered = (2..).flat_map(|number| names.map(|name| format!("{name} {number}")));
    let mut names = names.map(str::to_owned).into_iter().chain(numbered);
    names.find(free).expect("numbers do not end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_at_a_table_have_different_names() {
        for bot in ["easy", "normal", "greedy", "hard@2s"] {
            let mut names: Vec<String> = Vec::new();
            for seat in 1..=12 {
                let taken: Vec<&str> = names.iter().map(String::as_str).collect();
                names.push(character(bot, seat, &taken));
            }
            let mut unique = names.clone();
            unique.sort();
            unique.dedup();
            assert_eq!(unique.len(), 12, "{names:?}");
        }
    }

    #[test]
    fn a_name_says_how_well_a_bot_plays() {
        assert_eq!(character("easy", 1, &[]), "Fluff");
        assert_eq!(character("normal", 2, &[]), "Nori");
        assert_eq!(character("normal", 2, &["Nori"]), "Flip");
        assert_eq!(character("hard@2s", 3, &[]), "Old Gus");
    }
}
