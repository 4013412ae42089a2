//! What is printed in the box, as its owner can enter it: how fields are cut, colonies, fish, and the glacier die.

use std::array;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::FromStr;

use polynya_engine::contents::{Contents, Faults, Shelf};
use polynya_engine::{Word, excerpt, given};
use serde::{Deserialize, Serialize};

use super::action::{Cliff, Glacier, Glaciers, Pool};
use super::board::{Colony, FACES, Shape};
use super::lattice::Wedge;
use super::map::{ACCESS, CLIFFS, CUTS, Cut, FIELDS, FISHING, MOST_FISH, Map, Sheets};

/// What is printed in the box. What is left out is as proposed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Printed {
    /// The two shapes of each face of the glacier die: `td` is a triangle and a diamond.
    pub glacier_die: Vec<String>,
    /// The glaciers that are melted before the first round.
    pub melted: Vec<String>,
    /// The cliffs with a fish.
    pub fishing_cliffs: Vec<u16>,
    /// The two cliffs of each colony.
    pub colonies: BTreeMap<String, Vec<u16>>,
    /// The triangles of each glacier, by the letter of its field and that of its shape.
    pub fields: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Default for Printed {
    fn default() -> Printed {
        let words = |wedges: &[Wedge]| wedges.iter().map(ToString::to_string).collect();
        let cut = |cut: Cut<'_>| -> BTreeMap<String, Vec<String>> {
            let shapes = Shape::ALL.into_iter().zip(cut).filter(|(_, wedges)| !wedges.is_empty());
            shapes.map(|(shape, wedges)| (shape.to_string(), words(wedges))).collect()
        };
        Printed {
            glacier_die: FACES.map(|face| face.map(Shape::word).concat()).to_vec(),
            melted: Map::PROPOSED.central().iter().map(|glacier| glacier.to_string()).collect(),
            fishing_cliffs: FISHING.map(u16::from).to_vec(),
            colonies: colonies().zip(ACCESS).map(|(name, cliffs)| (name, cliffs.map(u16::from).to_vec())).collect(),
            fields: Pool::all().zip(CUTS).map(|(pool, field)| (pool.to_string(), cut(field))).collect(),
        }
    }
}

fn colonies() -> impl Iterator<Item = String> {
    Colony::ALL.into_iter().map(|colony| colony.to_string())
}

static SHELF: Shelf<Printed> = Shelf::new();

impl Contents for Printed {
    type Derived = Sheets;

    fn judge(&self, faults: &mut Faults) {
        self.judge_fields(faults);
        // The glaciers that are named below are those of the fields.
        if faults.is_empty() {
            self.judge_melted(faults);
        }
        self.judge_die(faults);
        self.judge_fish(faults);
        self.judge_colonies(faults);
    }

    fn derive(&self) -> Sheets {
        let wedges: [[Vec<Wedge>; 3]; FIELDS] = array::from_fn(|field| {
            let cut = self.fields.get(&Pool(field as u8).to_string());
            Shape::ALL.map(|shape| cut.and_then(|cut| cut.get(shape.word())).map_or_else(Vec::new, |cut| read_all(cut)))
        });
        let cuts: [Cut<'_>; FIELDS] = array::from_fn(|field| wedges[field].each_ref().map(Vec::as_slice));
        let access = Colony::ALL.map(|colony| {
            let cliffs = self.colonies.get(colony.word());
            array::from_fn(|index| cliffs.and_then(|cliffs| cliffs.get(index)).map_or(1, |&cliff| cliff as u8))
        });
        let fish: Vec<u8> = self.fishing_cliffs.iter().map(|&cliff| cliff as u8).collect();
        let central: Glaciers = read_all::<Glacier>(&self.melted).into_iter().collect();
        let faces = array::from_fn(|face| self.face(face).unwrap_or(FACES[face]));
        Sheets::derive(&cuts, central, access, &fish, faces)
    }

    fn shelf() -> &'static Shelf<Printed> {
        &SHELF
    }

    fn template() -> String {
        template(&Printed::default())
    }
}

/// Reads what was judged to be readable.
fn read_all<T: FromStr>(words: &[String]) -> Vec<T> {
    words.iter().filter_map(|word| word.parse().ok()).collect()
}

impl Printed {
    /// The two shapes of a face of the glacier die.
    fn face(&self, face: usize) -> Option<[Shape; 2]> {
        let (one, two) = self.glacier_die.get(face)?.split_at_checked(1)?;
        Some([one.parse().ok()?, two.parse().ok()?])
    }

    fn judge_fields(&self, faults: &mut Faults) {
        for name in self.fields.keys().filter(|name| name.parse::<Pool>().is_err()) {
            let what = format!("there is no field `{}`; the fields are called `a` to `s`", excerpt(name));
            faults.add(&[&"fields", name], what);
        }
        for pool in Pool::all() {
            match self.fields.get(&pool.to_string()) {
                Some(cut) => judge_field(pool, cut, faults),
                None => faults.add(&[&"fields"], format!("field `{pool}` is missing")),
            }
        }
    }

    fn judge_melted(&self, faults: &mut Faults) {
        let exists = |glacier: Glacier| {
            self.fields.get(&glacier.pool().to_string()).is_some_and(|cut| cut.contains_key(glacier.shape().word()))
        };
        if self.melted.is_empty() {
            faults.add(
                &[&"melted"],
                "at least one glacier is melted before the first round: without it no orca has a pool",
            );
        }
        for (index, name) in self.melted.iter().enumerate() {
            match name.parse::<Glacier>() {
                Err(error) => faults.add(&[&"melted", &index], error.to_string()),
                Ok(glacier) if !exists(glacier) => {
                    let (pool, shape) = (glacier.pool(), glacier.shape().spoken());
                    faults.add(&[&"melted", &index], format!("field `{pool}` has no {shape}"));
                }
                Ok(_) if self.melted[..index].contains(name) => {
                    faults.add(&[&"melted", &index], format!("`{name}` stands here twice"));
                }
                Ok(_) => {}
            }
        }
    }

    fn judge_die(&self, faults: &mut Faults) {
        let faces = self.glacier_die.len();
        if faces != FACES.len() {
            faults.add(&[&"glacier_die"], format!("the glacier die has {} faces; {}", FACES.len(), given(faces)));
            return;
        }
        let mut seen = [false; 3];
        for (index, face) in self.glacier_die.iter().enumerate() {
            match self.face(index) {
                Some(shapes) => shapes.into_iter().for_each(|shape| seen[shape as usize] = true),
                None => {
                    let what = "is no face; one is two letters of `t` (triangle), `d` (diamond) and `z` (trapezoid)";
                    faults.add(&[&"glacier_die", &index], format!("`{}` {what}", excerpt(face)));
                    return;
                }
            }
        }
        for shape in Shape::ALL.into_iter().filter(|&shape| !seen[shape as usize]) {
            let shape = shape.spoken();
            faults.add(&[&"glacier_die"], format!("no face shows a {shape}, so no {shape} could ever melt"));
        }
    }

    fn judge_fish(&self, faults: &mut Faults) {
        let count = self.fishing_cliffs.len();
        if count == 0 || count > usize::from(MOST_FISH) {
            faults.add(&[&"fishing_cliffs"], format!("there are 1 to {MOST_FISH} fishing cliffs; {}", given(count)));
        }
        for (index, &cliff) in self.fishing_cliffs.iter().enumerate() {
            if judge_cliff(cliff, &[&"fishing_cliffs", &index], faults).is_some()
                && self.fishing_cliffs[..index].contains(&cliff)
            {
                faults.add(&[&"fishing_cliffs", &index], format!("cliff {cliff} stands here twice"));
            }
        }
    }

    fn judge_colonies(&self, faults: &mut Faults) {
        let known: Vec<String> = colonies().collect();
        for name in self.colonies.keys().filter(|name| !known.contains(name)) {
            let what = format!("there is no colony `{}`; they are {}", excerpt(name), known.join(", "));
            faults.add(&[&"colonies", name], what);
        }
        let mut taken: BTreeMap<u16, &str> = BTreeMap::new();
        for name in &known {
            let Some(cliffs) = self.colonies.get(name) else {
                faults.add(&[&"colonies"], format!("the colony `{name}` is missing"));
                continue;
            };
            if cliffs.len() != 2 {
                faults.add(&[&"colonies", name], format!("a colony has two cliffs; {}", given(cliffs.len())));
            }
            for (index, &number) in cliffs.iter().enumerate() {
                let path: [&dyn std::fmt::Display; 3] = [&"colonies", name, &index];
                let Some(cliff) = judge_cliff(number, &path, faults) else { continue };
                if !cliff.is_coastal() {
                    faults.add(&path, format!("cliff {number} does not lie on the coast"));
                }
                if let Some(other) = taken.insert(number, name) {
                    faults.add(&path, format!("cliff {number} is already one of the colony `{other}`"));
                }
            }
        }
    }
}

fn judge_cliff(number: u16, path: &[&dyn std::fmt::Display], faults: &mut Faults) -> Option<Cliff> {
    let cliff = usize::from(number).checked_sub(1).and_then(Cliff::from_index);
    if cliff.is_none() {
        faults.add(path, format!("there is no cliff {number}; they are numbered 1 to {CLIFFS}"));
    }
    cliff
}

/// A field is cut into glaciers, each in one piece, so that every triangle belongs to exactly one.
fn judge_field(pool: Pool, cut: &BTreeMap<String, Vec<String>>, faults: &mut Faults) {
    let mut left: Vec<Wedge> = pool.wedges().collect();
    let before = faults.len();
    for (name, words) in cut {
        let Ok(shape) = name.parse::<Shape>() else {
            let what = format!("`{}` is no shape; they are `t`, `d` and `z`", excerpt(name));
            faults.add(&[&"fields", &pool, name], what);
            continue;
        };
        let size = shape as usize + 1;
        if words.len() != size {
            let spoken = shape.spoken();
            let what =
                format!("a {spoken} consists of {size} of the triangles around the pool; {}", given(words.len()));
            faults.add(&[&"fields", &pool, name], what);
        }
        let mut wedges = Vec::new();
        for (index, word) in words.iter().enumerate() {
            match word.parse::<Wedge>() {
                Err(error) => faults.add(&[&"fields", &pool, name, &index], error.to_string()),
                Ok(wedge) => match left.iter().position(|&other| other == wedge) {
                    Some(place) => wedges.push(left.swap_remove(place)),
                    None => {
                        let there = pool.wedges().any(|other| other == wedge);
                        let why = if there { "belongs to another glacier already" } else { "lies in the ocean" };
                        faults.add(&[&"fields", &pool, name, &index], format!("the triangle `{wedge}` {why}"));
                    }
                },
            }
        }
        if wedges.len() == size && !is_one_piece(&wedges) {
            let what = format!("the triangles of a {} lie side by side", shape.spoken());
            faults.add(&[&"fields", &pool, name], what);
        }
    }
    if faults.len() == before && !left.is_empty() {
        let rest: Vec<&str> = left.iter().map(|wedge| wedge.word()).collect();
        faults.add(&[&"fields", &pool], format!("a triangle of this field belongs to no glacier: {}", rest.join(", ")));
    }
}

/// Do these triangles around one pool lie side by side?
fn is_one_piece(wedges: &[Wedge]) -> bool {
    let follows = |wedge: Wedge| {
        let next = Wedge::ALL[(wedge as usize + 1) % Wedge::ALL.len()];
        wedges.contains(&next)
    };
    wedges.iter().filter(|&&wedge| follows(wedge)).count() + 1 >= wedges.len()
}

fn template(printed: &Printed) -> String {
    let quoted = |words: &[String]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let mut text = String::from(
        "# Polar Roller: what is printed on the sheet and on the glacier die.\n\
         # The printed sheet is not known here; what stands below was proposed. Put in what yours shows.\n\
         # Where pools, cliffs and paths lie cannot be changed: a hexagon of side 4, pools `a` to `s`, cliffs 1 to 42,\n\
         # both counted row by row from the north, and in a row from west to east.\n\
         game = \"polar-roller\"\n\n\
         # What each of the eight faces melts: t triangle, d diamond, z trapezoid.\n",
    );
    let _ = writeln!(text, "glacier_die = [{}]\n", quoted(&printed.glacier_die));
    let _ = writeln!(
        text,
        "# The glaciers that are melted before the first round.\nmelted = [{}]\n",
        quoted(&printed.melted)
    );
    let fish: Vec<String> = printed.fishing_cliffs.iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "# The cliffs with a fish.\nfishing_cliffs = [{}]\n", fish.join(", "));
    text.push_str("# The two cliffs of each colony, on the coast.\n[colonies]\n");
    for name in colonies() {
        let cliffs: Vec<String> = printed.colonies[&name].iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{name} = [{}]", cliffs.join(", "));
    }
    text.push_str(
        "\n# How each field is cut. The triangles around a pool are called by the side on which they lie: n, ene, ese, s,\n\
         # wsw, wnw. A triangle has one, a diamond two, a trapezoid three, side by side; a field has each shape at most once,\n\
         # and every triangle of it belongs to one glacier.\n[fields]\n",
    );
    for pool in Pool::all() {
        let cut = &printed.fields[&pool.to_string()];
        let parts: Vec<String> = Shape::ALL
            .into_iter()
            .filter_map(|shape| Some(format!("{shape} = [{}]", quoted(cut.get(shape.word())?))))
            .collect();
        let _ = writeln!(text, "{pool} = {{ {} }}", parts.join(", "));
    }
    text
}
