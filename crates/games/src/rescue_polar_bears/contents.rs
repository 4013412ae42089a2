//! What is printed in the box, as its owner can enter it: bears, start hexes, ship boards, and how many of each card.

use std::array;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::FromStr;

use polynya_engine::contents::{Boxed, Contents, Faults, Shelf};
use polynya_engine::{excerpt, given, plural};
use serde::{Deserialize, Serialize};

use super::board::{
    Ability, BEARS_ON, BORDER, Bear, Bears, CARDS, Card, Deck, FAMILIES, FIGURES, HELICOPTER_TOKENS, HELICOPTERS,
    HULLS, Hex, Hull, ICE_TILES, RED_ACTIONS, SLOWING_TOKENS, SPARE_FIGURES, STARTS, SUPPORT_TILES, ShipName, Upgrade,
};

/// The fastest ship, and the one with the most room, that can be entered.
const MOST: i64 = 9;

/// What is printed in the box. What is left out is as proposed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Printed {
    /// The bears on Ice Tiles 1 to 20: `c`, `fc`, `mf` or `mfc`.
    pub bears: Vec<String>,
    /// Where the first, second, third and fourth ship begin.
    pub starts: Vec<String>,
    /// How many there are of each Support Card.
    pub cards: BTreeMap<String, i64>,
    /// What the ship boards print.
    pub ships: BTreeMap<String, Board>,
}

/// What a ship board prints.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Hexes of one Sailing.
    pub speed: i64,
    /// Bears that fit on board.
    pub room: i64,
    /// The word of its ability.
    pub ability: String,
    /// The words of its upgrade boxes, a and b.
    pub upgrades: Vec<String>,
}

/// What is taken out of the box: what positions need to know of it.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The bears on Ice Tiles 1 to 20.
    pub bears: [Bears; ICE_TILES as usize],
    /// All figures.
    pub figures: Bears,
    /// Where the ships begin, in turn order.
    pub starts: [Hex; 4],
    /// The Support Cards.
    pub cards: Deck,
    hulls: [Hull; ShipName::ALL.len()],
}

impl Pieces {
    /// What was proposed.
    const PROPOSED: Pieces = Pieces::new(BEARS_ON, STARTS, Deck::PROPOSED, HULLS);

    const fn new(bears: [Bears; ICE_TILES as usize], starts: [Hex; 4], cards: Deck, hulls: [Hull; 5]) -> Pieces {
        let (mut figures, mut tile) = (SPARE_FIGURES, 0);
        while tile < bears.len() {
            figures.males += bears[tile].males;
            figures.females += bears[tile].females;
            figures.cubs += bears[tile].cubs;
            tile += 1;
        }
        Pieces { bears, figures, starts, cards, hulls }
    }

    /// Returns what is in this box.
    #[inline]
    pub fn of(contents: Boxed<Printed>) -> &'static Pieces {
        static PROPOSED: Pieces = Pieces::PROPOSED;
        contents.derived().unwrap_or(&PROPOSED)
    }

    /// Returns what the board of a ship prints.
    #[inline]
    pub fn hull(&self, name: ShipName) -> Hull {
        self.hulls[name as usize]
    }

    /// Returns the ship with this ability, if one has it.
    pub fn ship_that(&self, ability: Ability) -> Option<ShipName> {
        ShipName::ALL.into_iter().find(|&name| self.hull(name).ability == ability)
    }
}

impl Default for Printed {
    fn default() -> Printed {
        let board = |name: ShipName| {
            let Hull { speed, capacity, ability, upgrades } = HULLS[name as usize];
            Board {
                speed: speed.into(),
                room: capacity.into(),
                ability: ability.to_string(),
                upgrades: upgrades.map(|upgrade| upgrade.to_string()).to_vec(),
            }
        };
        Printed {
            bears: BEARS_ON.map(letters).to_vec(),
            starts: STARTS.map(|hex| hex.to_string()).to_vec(),
            cards: Card::ALL.into_iter().map(|card| (card.to_string(), 1)).collect(),
            ships: ShipName::ALL.into_iter().map(|name| (name.to_string(), board(name))).collect(),
        }
    }
}

static SHELF: Shelf<Printed> = Shelf::new();

impl Contents for Printed {
    type Derived = Pieces;

    fn judge(&self, faults: &mut Faults) {
        self.judge_bears(faults);
        self.judge_starts(faults);
        self.judge_cards(faults);
        self.judge_ships(faults);
        self.judge_tokens(faults);
    }

    fn derive(&self) -> Pieces {
        let bears = array::from_fn(|tile| self.bears.get(tile).and_then(|word| family(word)).unwrap_or(BEARS_ON[tile]));
        let starts = array::from_fn(|ship| read(self.starts.get(ship)).unwrap_or(STARTS[ship]));
        let copies = |card: Card| (0..self.copies(card)).map(move |_| card);
        let cards = Deck::of(Card::ALL.into_iter().flat_map(copies)).unwrap_or(Deck::PROPOSED);
        let hulls = ShipName::ALL.map(|name| self.hull(name).unwrap_or(HULLS[name as usize]));
        Pieces::new(bears, starts, cards, hulls)
    }

    fn shelf() -> &'static Shelf<Printed> {
        &SHELF
    }

    fn template() -> String {
        template(&Printed::default())
    }
}

/// Reads a word that was given.
fn read<T: FromStr>(word: Option<&String>) -> Option<T> {
    word?.parse().ok()
}

/// Bears as the file writes them: a letter each.
fn letters(bears: Bears) -> String {
    Bear::ALL.into_iter().map(|bear| bear.word().repeat(bears.of(bear).into())).collect()
}

/// One of the four kinds of Ice Tile; its letters may have any order.
fn family(word: &str) -> Option<Bears> {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    FAMILIES.into_iter().find(|&bears| sorted(&letters(bears)) == sorted(word))
}

impl Printed {
    /// How many copies of a card there are, as far as that can be.
    fn copies(&self, card: Card) -> u8 {
        self.cards.get(card.word()).and_then(|&count| u8::try_from(count).ok()).unwrap_or(0)
    }

    fn hull(&self, name: ShipName) -> Option<Hull> {
        let board = self.ships.get(name.word())?;
        Some(Hull {
            speed: board.speed.try_into().ok()?,
            capacity: board.room.try_into().ok()?,
            ability: board.ability.parse().ok()?,
            upgrades: [read(board.upgrades.first())?, read(board.upgrades.get(1))?],
        })
    }

    fn judge_bears(&self, faults: &mut Faults) {
        let count = self.bears.len();
        if count != usize::from(ICE_TILES) {
            faults.add(&[&"bears"], format!("there are {ICE_TILES} Ice Tiles; bears are given for {count}"));
            return;
        }
        let mut all = 0;
        for (index, word) in self.bears.iter().enumerate() {
            match family(word) {
                Some(bears) => all += bears.total(),
                None => {
                    let kinds = FAMILIES.map(letters).join(", ");
                    let what =
                        format!("`{}` on tile {} is on no Ice Tile; they show {kinds}", excerpt(word), index + 1);
                    faults.add(&[&"bears", &index], what);
                    return;
                }
            }
        }
        let fit = FIGURES - SPARE_FIGURES.total();
        if all != fit {
            let spare = SPARE_FIGURES.total();
            faults.add(
                &[&"bears"],
                format!(
                    "{all} bears stand on the ice, but {fit} do: of {FIGURES} figures {spare} are left in the supply"
                ),
            );
        }
    }

    fn judge_starts(&self, faults: &mut Faults) {
        let count = self.starts.len();
        if count != STARTS.len() {
            faults.add(&[&"starts"], format!("four ships have a start hex; {}", given(count)));
        }
        for (index, word) in self.starts.iter().enumerate() {
            match word.parse::<Hex>() {
                Err(error) => faults.add(&[&"starts", &index], error.to_string()),
                Ok(hex) if !BORDER.contains(hex) => {
                    let what =
                        format!("{hex} is a base or carries a tile; ships begin on the light water around the tiles");
                    faults.add(&[&"starts", &index], what);
                }
                Ok(hex) if self.starts[..index].contains(word) => {
                    faults.add(&[&"starts", &index], format!("two ships begin on {hex}"));
                }
                Ok(_) => {}
            }
        }
    }

    fn judge_cards(&self, faults: &mut Faults) {
        let before = faults.len();
        for (name, &count) in &self.cards {
            if let Err(error) = name.parse::<Card>() {
                faults.add(&[&"cards", name], error.to_string());
            } else if !(0..=i64::from(CARDS)).contains(&count) {
                faults.add(&[&"cards", name], format!("there are 0 to {CARDS} of a card; {}", given(count)));
            }
        }
        let count: u32 = Card::ALL.into_iter().map(|card| u32::from(self.copies(card))).sum();
        if faults.len() == before && count != u32::from(CARDS) {
            faults.add(&[&"cards"], format!("{CARDS} Support Cards are in the box; {}", given(count)));
        }
    }

    fn judge_ships(&self, faults: &mut Faults) {
        for name in self.ships.keys() {
            if let Err(error) = name.parse::<ShipName>() {
                faults.add(&[&"ships", name], error.to_string());
            }
        }
        let mut able: BTreeMap<&str, ShipName> = BTreeMap::new();
        for name in ShipName::ALL {
            let Some(board) = self.ships.get(name.word()) else {
                faults.add(&[&"ships"], format!("the ship `{name}` is missing"));
                continue;
            };
            board.judge(name, faults);
            let unique = board.ability != Ability::Nothing.word();
            if let Some(other) = able.insert(&board.ability, name).filter(|_| unique) {
                let what = format!("{} can do this already, and no two ships can do the same", other.spoken());
                faults.add(&[&"ships", &name, &"ability"], what);
            }
        }
    }

    /// There are tokens and cards for what ships and cards bring.
    fn judge_tokens(&self, faults: &mut Faults) {
        let boxes = |upgrade: Upgrade| {
            let given = self.ships.values().flat_map(|board| &board.upgrades);
            given.filter(|word| word.as_str() == upgrade.word()).count()
        };
        let mut bound = |upgrade: Upgrade, most: u8, used: usize, why: &str| {
            if boxes(upgrade) + used > usize::from(most) {
                let what = format!("{} of ships give `{upgrade}`: {why}", plural(boxes(upgrade) as u32, "upgrade"));
                faults.add(&[&"ships"], what);
            }
        };
        bound(Upgrade::Action, RED_ACTIONS, 0, "there are two red Action Tokens");
        bound(Upgrade::SlowHold, SLOWING_TOKENS, 0, "there are two tokens that decrease speed");
        let reserve = HELICOPTER_TOKENS - HELICOPTERS;
        let cards = usize::from(self.copies(Card::ExtraHelicopter));
        let why = "of nine Helicopter Tokens six lie at the bases, so three are left for upgrades and Extra Helicopter";
        bound(Upgrade::Helicopter, reserve, cards, why);
        let left = CARDS - SUPPORT_TILES;
        bound(Upgrade::Card, left, 0, "five Support Tiles take five of the ten Support Cards, so five are left");
    }
}

impl Board {
    fn judge(&self, name: ShipName, faults: &mut Faults) {
        let Board { speed, room, ref ability, ref upgrades } = *self;
        let slower = upgrades.iter().filter(|word| *word == Upgrade::SlowHold.word()).count() as i64;
        if !(1..=MOST).contains(&speed) {
            faults.add(&[&"ships", &name, &"speed"], format!("a ship sails 1 to {MOST} hexes; {}", given(speed)));
        } else if speed <= slower {
            let what = format!("its upgrades make it {slower} slower, so that it could not sail any more");
            faults.add(&[&"ships", &name, &"speed"], what);
        }
        if !(0..=MOST).contains(&room) {
            faults.add(&[&"ships", &name, &"room"], format!("a ship has room for 0 to {MOST} bears; {}", given(room)));
        }
        if let Err(error) = ability.parse::<Ability>() {
            faults.add(&[&"ships", &name, &"ability"], error.to_string());
        }
        if upgrades.len() != 2 {
            let what = format!("a ship has two upgrade boxes; {}", given(upgrades.len()));
            faults.add(&[&"ships", &name, &"upgrades"], what);
        }
        for (index, word) in upgrades.iter().enumerate() {
            if let Err(error) = word.parse::<Upgrade>() {
                faults.add(&[&"ships", &name, &"upgrades", &index], error.to_string());
            }
        }
    }
}

fn template(printed: &Printed) -> String {
    let quoted = |words: &[String]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let mut text = String::from(
        "# Rescue Polar Bears: what is printed on tiles, ship boards and cards.\n\
         # Behind each value stands how well it is known: PRINTED in the rule book, REPORTED by people who have seen the\n\
         # game, DERIVED from what is printed, or PROPOSED by us. Put in what your box shows.\n\
         # The map (DERIVED), the four kinds of Ice Tiles and the numbers of tokens (PRINTED) cannot be changed.\n\
         game = \"rescue-polar-bears\"\n\n\
         # Who stands on Ice Tiles 1 to 20: m a male, f a female, c a cub. PROPOSED; PRINTED are the four kinds c, fc, mf\n\
         # and mfc, and that 38 bears stand on the ice: of 45 figures 1 male, 2 females and 4 cubs are left over.\n\
         bears = [\n",
    );
    for five in printed.bears.chunks(5) {
        let _ = writeln!(text, "  {},", quoted(five));
    }
    let _ = writeln!(
        text,
        "]\n\n# Where the first, second, third and fourth ship begin, on the light water around the tiles. PROPOSED.\n\
         # Columns are a to i from west to east, numbers count from the north end of each.\nstarts = [{}]\n",
        quoted(&printed.starts)
    );
    text.push_str(
        "# How many there are of each Support Card, 0 where there is none. PRINTED is that there are ten.\n[cards]\n",
    );
    for card in Card::ALL {
        let label = match card {
            Card::ColdSnap => "REPORTED",
            Card::ExtraHelicopter | Card::SurveyBurst | Card::SatelliteForecast | Card::DemolitionCharge => "DERIVED",
            _ => "PROPOSED",
        };
        let _ = writeln!(text, "{card} = {} # {label}: {}", printed.cards[card.word()], card.effect());
    }
    text.push_str(
        "\n# The ship boards. What a ship can do, each of these once, or `nothing` if yours can do something else:\n",
    );
    for ability in Ability::ALL {
        let _ = writeln!(text, "#   {ability}: {}", ability.effect());
    }
    text.push_str("# What the two upgrade boxes give:\n");
    for upgrade in Upgrade::ALL {
        let _ = writeln!(text, "#   {upgrade}: {}", upgrade.effect());
    }
    for name in ShipName::ALL {
        let Board { speed, room, ability, upgrades } = &printed.ships[name.word()];
        let [of_speed, of_room, of_ability, of_upgrades] = labels(name);
        let _ = writeln!(
            text,
            "\n[ships.{name}]\nspeed = {speed} # {of_speed}\nroom = {room} # {of_room}\nability = \"{ability}\" # \
             {of_ability}\nupgrades = [{}] # {of_upgrades}",
            quoted(upgrades)
        );
    }
    text
}

/// How well speed, room, ability and upgrades of a ship are known.
fn labels(name: ShipName) -> [&'static str; 4] {
    match name {
        ShipName::BreezeDragon => ["PRINTED", "DERIVED", "PROPOSED", "DERIVED"],
        ShipName::WhiteWave => ["REPORTED", "REPORTED", "REPORTED", "DERIVED"],
        ShipName::Polaris => ["PROPOSED", "PROPOSED", "REPORTED", "DERIVED"],
        ShipName::AuroraLens => ["PROPOSED", "DERIVED", "DERIVED", "DERIVED"],
        ShipName::IronPetrel => ["PROPOSED", "PROPOSED", "PROPOSED", "DERIVED"],
    }
}
