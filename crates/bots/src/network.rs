//! Inference of a small network: a multilayer perceptron with one hidden layer of rectified linear units and one output
//! in log-odds (a logit).
//!
//! It corrects an evaluation: its output is added to the log-odds that a bot already believes.

/// Returns the probability with these log-odds: the logistic function.
pub fn sigmoid(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// A network with `HIDDEN` hidden units. Its fields are its parameters, for those who train it.
#[derive(Clone, PartialEq, Debug)]
pub struct Network<const HIDDEN: usize> {
    /// For each input, its weight in every hidden unit.
    pub input_weights: Vec<[f32; HIDDEN]>,
    /// The biases of the hidden units.
    pub hidden_bias: [f32; HIDDEN],
    /// The weight of each hidden unit in the output.
    pub output_weights: [f32; HIDDEN],
    /// The bias of the output.
    pub output_bias: f32,
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Returns the number of inputs.
    pub fn inputs(&self) -> usize {
        self.input_weights.len()
    }

    /// Returns the activations of the hidden units.
    pub fn hidden(&self, input: Input) -> [f32; HIDDEN] {
        debug_assert!(input.dense.len() <= self.inputs(), "no more values than the network has inputs");
        let mut hidden = self.hidden_bias;
        for (&value, weights) in input.dense.iter().zip(&self.input_weights) {
            if value != 0.0 {
                hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
            }
        }
        for &index in input.sparse {
            let weights = &self.input_weights[usize::from(index)];
            hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        hidden.map(|sum| sum.max(0.0))
    }

    /// Returns the output for an input, in log-odds.
    pub fn forward(&self, input: Input) -> f32 {
        self.output_bias + self.weighted_sum(&self.hidden(input))
    }

    /// Returns what the activations of the hidden units add to the output.
    pub fn weighted_sum(&self, hidden: &[f32; HIDDEN]) -> f32 {
        hidden.iter().zip(&self.output_weights).map(|(unit, weight)| unit * weight).sum()
    }

    /// Returns the mean output for a position and its mirror image, in log-odds. Inputs that are not 0 are given with
    /// their indices; those in `shared` are the same in both images.
    pub fn forward_mirrored(&self, shared: &[(u16, f32)], images: [&[(u16, f32)]; 2]) -> f32 {
        let add = |hidden: &mut [f32; HIDDEN], inputs: &[(u16, f32)]| {
            for &(index, value) in inputs {
                let weights = &self.input_weights[usize::from(index)];
                hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
            }
        };
        let mut begin = self.hidden_bias;
        add(&mut begin, shared);
        let mut units = [0.0; HIDDEN];
        for image in images {
            let mut hidden = begin;
            add(&mut hidden, image);
            units.iter_mut().zip(&hidden).for_each(|(unit, sum)| *unit += sum.max(0.0));
        }
        self.output_bias + self.weighted_sum(&units) / 2.0
    }

    /// Reads a network: a line of weights for every input, then the biases and the output weights of the hidden units,
    /// then the bias of the output. Lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// Says which line is wrong.
    pub fn read(text: &str) -> Result<Network<HIDDEN>, String> {
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
        let mut rows = Vec::new();
        let mut last = None;
        for (line, number) in lines {
            let numbers: Result<Vec<f32>, _> = line.split_whitespace().map(str::parse).collect();
            let numbers = numbers.map_err(|error| format!("line {number}: {error}"))?;
            match <[f32; HIDDEN]>::try_from(numbers.as_slice()) {
                Ok(row) if last.is_none() => rows.push(row),
                _ if numbers.len() == 1 && last.is_none() => last = Some(numbers[0]),
                _ => return Err(format!("line {number}: {} numbers instead of {HIDDEN}", numbers.len())),
            }
        }
        let (Some(output_bias), Some(output_weights), Some(hidden_bias)) = (last, rows.pop(), rows.pop()) else {
            return Err("the last three lines are missing".to_owned());
        };
        Ok(Network { input_weights: rows, hidden_bias, output_weights, output_bias })
    }
}

/// The input of a network: the values of its first inputs, and the indices of further ones that are 1.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The values of the first inputs.
    pub dense: &'a [f32],
    /// The indices of the inputs that are 1, beside those.
    pub sparse: &'a [u16],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_refused_with_its_line() {
        assert_eq!(Network::<2>::read("1 2\n1 x\n0\n").unwrap_err(), "line 2: invalid float literal");
        assert_eq!(Network::<2>::read("1 2\n1 2 3\n0\n").unwrap_err(), "line 2: 3 numbers instead of 2");
        assert_eq!(Network::<2>::read("1 2\n").unwrap_err(), "the last three lines are missing");
    }
}
