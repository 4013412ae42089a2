//! Secrets and names: tokens of guests, codes of tables.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Bytes that nobody can guess.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has a source of random numbers");
    bytes
}

/// A secret of 128 bits in hexadecimal: what a cookie or a seat link holds.
pub fn token() -> String {
    hex(&random::<16>())
}

/// What is kept of a secret.
pub fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes())[..16])
}

/// Can this be a token?
pub fn is_token(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// The letters and digits of a link: no two of them look or sound alike.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// How many of them a link has, five bits each.
const LINK: usize = 16;

/// A code for the link of a table: 80 bits that nobody can guess.
pub fn link() -> String {
    random::<LINK>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Can this be the code of a link?
pub fn is_link(text: &str) -> bool {
    text.len() == LINK && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// Three words and a number that can be read out over the telephone, one of a thousand million: a table is found by them
/// only while people gather. Tables of older programs have three words alone, for ever.
pub fn spoken() -> String {
    let [words @ .., last] = random::<4>().map(|_| u16::from_le_bytes(random()));
    let words = words.map(|number| WORDS[usize::from(number) % WORDS.len()]);
    format!("{}-{}", words.join("-"), 10 + last % 90)
}

/// Can these be the words of a table?
pub fn is_spoken(text: &str) -> bool {
    let fits = |byte: u8| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.len() <= 40 && text.contains('-') && text.bytes().all(fits)
}

const WORDS: &[&str] = &[
    "amber", "anchor", "arctic", "aurora", "autumn", "badge", "barrel", "basalt", "bay", "beacon", "bear", "beluga",
    "berg", "birch", "blanket", "blizzard", "blue", "boat", "boot", "boreal", "bottle", "breeze", "bridge", "bright",
    "brook", "buoy", "cabin", "cairn", "calm", "camp", "candle", "cape", "caribou", "castle", "cedar", "chart",
    "clear", "cliff", "cloud", "coast", "cobalt", "cocoa", "cod", "comet", "compass", "copper", "coral", "cove",
    "crab", "crane", "crisp", "crystal", "current", "dawn", "deck", "deep", "delta", "dolphin", "drift", "dune",
    "dusk", "eagle", "early", "east", "echo", "eider", "elk", "ember", "falcon", "feather", "fern", "ferry", "finch",
    "fir", "fjord", "flag", "floe", "foam", "fog", "forest", "fox", "frost", "fur", "gale", "gentle", "geyser",
    "glacier", "glide", "gold", "granite", "grebe", "green", "gull", "gust", "harbour", "hare", "harp", "haven",
    "hazel", "heron", "hill", "hollow", "honey", "horizon", "husky", "ice", "inlet", "iron", "island", "ivory",
    "jacket", "jade", "jolly", "juniper", "kayak", "kelp", "kettle", "kind", "kite", "kiwi", "krill", "ladder",
    "lagoon", "lake", "lantern", "larch", "lark", "lemming", "lichen", "lily", "linen", "loon", "lucky", "lunar",
    "lynx", "maple", "marble", "marten", "mast", "meadow", "mellow", "merry", "mild", "mint", "mirror", "mist",
    "mitten", "moon", "moose", "morning", "moss", "narwhal", "nest", "night", "north", "oak", "oar", "ocean", "opal",
    "orca", "osprey", "otter", "owl", "paddle", "pearl", "pebble", "penguin", "pine", "planet", "plover", "polar",
    "pole", "pond", "poppy", "puffin", "quartz", "quiet", "rain", "raven", "reef", "river", "robin", "rocket", "rope",
    "rose", "sable", "sail", "salmon", "sand", "scarf", "seal", "shell", "ship", "shore", "silver", "skua", "sled",
    "snow", "south", "spark", "spruce", "star", "stone", "storm", "sun", "swan", "swift", "tern", "thaw", "tide",
    "timber", "trail", "tundra", "valley", "velvet", "violet", "walrus", "warm", "wave", "west", "whale", "willow",
    "wind", "winter", "wolf", "wool", "wren", "yarn",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_codes_and_tokens_are_tokens() {
        for _ in 0..100 {
            assert!(is_link(&link()) && !is_spoken(&link()));
            assert!(is_spoken(&spoken()) && !is_link(&spoken()));
            assert!(is_token(&token()));
            assert!(is_token(&hash(&token())));
        }
        assert!(!is_link("Kiwi") && !is_spoken("Kiwi-fox-bay"));
        assert!(!is_token("kiwi"));
    }

    #[test]
    fn every_word_stands_once() {
        let mut words = WORDS.to_vec();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), WORDS.len());
        assert!(words.len() >= 200);
    }
}
