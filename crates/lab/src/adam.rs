//! Training of networks: stochastic gradient descent on the cross-entropy by Adam (Kingma and Ba 2015).

use polynya_bots::{Input, Network, sigmoid};

use crate::network::{parameters, zeros};

/// One position to learn from.
pub struct Sample<'a> {
    /// The input of the network.
    pub input: Input<'a>,
    /// The log-odds without the network, to which its output is added.
    pub baseline: f32,
    /// What the probability should be, from 0 to 1.
    pub target: f32,
}

/// The optimiser: the state of Adam for one network.
pub struct Adam<const HIDDEN: usize> {
    gradient: Network<HIDDEN>,
    /// The first moment of the gradient.
    mean: Network<HIDDEN>,
    /// The second moment.
    square: Network<HIDDEN>,
    steps: i32,
    /// The learning rate.
    pub learning_rate: f32,
}

/// The decay rates of the two moments.
const BETA: [f32; 2] = [0.9, 0.999];
/// Keeps the denominator above 0.
const EPSILON: f32 = 1e-8;

impl<const HIDDEN: usize> Adam<HIDDEN> {
    /// Creates an optimiser for networks with this many inputs.
    pub fn new(inputs: usize, learning_rate: f32) -> Adam<HIDDEN> {
        let [gradient, mean, square] = [0; 3].map(|_| zeros(inputs));
        Adam { gradient, mean, square, steps: 0, learning_rate }
    }

    /// Takes one step down the gradient of a batch; returns the mean loss, the cross-entropy in nats.
    pub fn step(&mut self, network: &mut Network<HIDDEN>, batch: &[Sample]) -> f32 {
        parameters(&mut self.gradient).for_each(|gradient| *gradient = 0.0);
        let mut loss = 0.0;
        for sample in batch {
            loss += self.add_gradient(network, sample, batch.len());
        }
        self.update(network);
        loss / batch.len().max(1) as f32
    }

    /// Adds the gradient of one sample of a batch (backpropagation); returns its loss.
    fn add_gradient(&mut self, network: &Network<HIDDEN>, sample: &Sample, batch: usize) -> f32 {
        let hidden = network.hidden(sample.input);
        let log_odds = sample.baseline + network.output_bias + network.weighted_sum(&hidden);
        let probability = sigmoid(log_odds).clamp(1e-6, 1.0 - 1e-6);
        let error = (probability - sample.target) / batch as f32;
        let mut back = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            self.gradient.output_weights[unit] += error * hidden[unit];
            back[unit] = if hidden[unit] > 0.0 { error * network.output_weights[unit] } else { 0.0 };
            self.gradient.hidden_bias[unit] += back[unit];
        }
        self.gradient.output_bias += error;
        for (&value, row) in sample.input.dense.iter().zip(&mut self.gradient.input_weights) {
            if value != 0.0 {
                row.iter_mut().zip(&back).for_each(|(gradient, back)| *gradient += value * back);
            }
        }
        for &index in sample.input.sparse {
            let row = &mut self.gradient.input_weights[usize::from(index)];
            row.iter_mut().zip(&back).for_each(|(gradient, back)| *gradient += back);
        }
        -(sample.target * probability.ln() + (1.0 - sample.target) * (1.0 - probability).ln())
    }

    fn update(&mut self, network: &mut Network<HIDDEN>) {
        self.steps += 1;
        // The moments begin at 0: what they lack by now.
        let [mean_bias, square_bias] = BETA.map(|beta| 1.0 - beta.powi(self.steps));
        let moments = parameters(&mut self.gradient).zip(parameters(&mut self.mean)).zip(parameters(&mut self.square));
        for (parameter, ((gradient, mean), square)) in parameters(network).zip(moments) {
            *mean += (1.0 - BETA[0]) * (*gradient - *mean);
            *square += (1.0 - BETA[1]) * (*gradient * *gradient - *square);
            *parameter -= self.learning_rate * (*mean / mean_bias) / ((*square / square_bias).sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::network::{init, write};

    /// Exactly one of two: what no linear model can tell. The second one is a sparse input.
    const EXCLUSIVE_OR: [(Input, f32); 4] = [
        (Input { dense: &[0.0], sparse: &[] }, 0.0),
        (Input { dense: &[1.0], sparse: &[] }, 1.0),
        (Input { dense: &[0.0], sparse: &[1] }, 1.0),
        (Input { dense: &[1.0], sparse: &[1] }, 0.0),
    ];

    fn trained(seed: u64) -> Network<8> {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut network = init(2, &mut luck);
        let mut adam = Adam::new(2, 0.02);
        for _ in 0..800 {
            let batch = EXCLUSIVE_OR.map(|(input, target)| Sample { input, baseline: 0.0, target });
            adam.step(&mut network, &batch);
        }
        network
    }

    #[test]
    fn it_learns_what_no_sum_can_tell_and_survives_its_file() {
        let network = trained(5);
        for (input, target) in EXCLUSIVE_OR {
            let output = network.forward(input);
            assert!(
                if target > 0.5 { output > 2.0 } else { output < -2.0 },
                "{:?}: {output}",
                (input.dense, input.sparse)
            );
            let read = Network::<8>::read(&format!("# a heading\n{}", write(&network))).expect("it is read");
            let again = read.forward(input);
            assert!((again - output).abs() < 0.01, "{again} instead of {output}");
        }
        assert_eq!(network, trained(5), "the same samples train the same network");
    }
}
