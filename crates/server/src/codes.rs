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

/// A code for a table: three words that can be read out over the telephone, one of eight million.
pub fn code() -> String {
    let words: Vec<&str> = random::<6>()
        .chunks_exact(2)
        .map(|pair| WORDS[usize::from(u16::from_le_bytes([pair[0], pair[1]])) % WORDS.len()])
        .collect();
    words.join("-")
}

/// Can this be the code of a table?
pub fn is_code(text: &str) -> bool {
    text.len() <= 40 && !text.is_empty() && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase())
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
            assert!(is_code(&code()));
            assert!(is_token(&token()));
            assert!(is_token(&hash(&token())));
        }
        assert!(!is_code("Kiwi"));
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
