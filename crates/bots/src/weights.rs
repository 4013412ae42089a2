//! Files of weights.

/// Reads weights: each begins a line that goes on with the name of its feature; lines that begin with `#` are comments.
pub fn read<const COUNT: usize>(text: &str) -> [f32; COUNT] {
    let mut numbers = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let number = line.split_whitespace().next().and_then(|word| word.parse().ok());
        number.expect("a line of weights begins with a number")
    });
    std::array::from_fn(|_| numbers.next().expect("every feature has a weight"))
}
