//! What training needs of a network beside inference: initialisation, its parameters in a row, averaging and writing.

use std::fmt::Write;

use polynya_bots::Network;
use polynya_engine::Luck;
use rand_core::Rng;

/// Returns a network whose parameters are all 0.
pub fn zeros<const HIDDEN: usize>(inputs: usize) -> Network<HIDDEN> {
    Network {
        input_weights: vec![[0.0; HIDDEN]; inputs],
        hidden_bias: [0.0; HIDDEN],
        output_weights: [0.0; HIDDEN],
        output_bias: 0.0,
    }
}

/// Returns an initial network: random input weights, and an output of 0 for every input.
pub fn init<const HIDDEN: usize>(inputs: usize, luck: &mut dyn Rng) -> Network<HIDDEN> {
    let mut network = zeros(inputs);
    // As wide as keeps the hidden units of about the size of the inputs when about a fifth of these are not 0.
    let width = (15.0 / inputs as f32).sqrt();
    for weight in network.input_weights.iter_mut().flatten() {
        *weight = (luck.below(20_001) as f32 / 10_000.0 - 1.0) * width;
    }
    network
}

/// Returns all parameters of a network.
pub fn parameters<const HIDDEN: usize>(network: &mut Network<HIDDEN>) -> impl Iterator<Item = &mut f32> {
    let Network { input_weights, hidden_bias, output_weights, output_bias } = network;
    input_weights.iter_mut().flatten().chain(hidden_bias).chain(output_weights).chain([output_bias])
}

/// Moves every parameter this share of the way to that of another network: Polyak averaging, step by step.
pub fn blend_towards<const HIDDEN: usize>(network: &mut Network<HIDDEN>, other: &Network<HIDDEN>, share: f32) {
    let Network { input_weights, hidden_bias, output_weights, output_bias } = other;
    let others = input_weights.iter().flatten().chain(hidden_bias).chain(output_weights).chain([output_bias]);
    parameters(network).zip(others).for_each(|(parameter, other)| *parameter += share * (other - *parameter));
}

/// Returns the text that [`Network::read`] reads.
pub fn write<const HIDDEN: usize>(network: &Network<HIDDEN>) -> String {
    let Network { input_weights, hidden_bias, output_weights, output_bias } = network;
    let mut text = String::new();
    let last = [*output_bias];
    let lines = input_weights.iter().map(<[f32; HIDDEN]>::as_slice).chain([hidden_bias, output_weights, &last[..]]);
    for line in lines {
        let numbers: Vec<String> = line.iter().map(|number| shortened(*number)).collect();
        let _ = writeln!(text, "{}", numbers.join(" "));
    }
    text
}

fn shortened(number: f32) -> String {
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use polynya_bots::Input;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn an_initial_network_corrects_nothing() {
        let network: Network<8> = init(3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!(network.forward(Input { dense: &[1.0, -2.0], sparse: &[2] }), 0.0);
    }
}
