//! Logistic regression.

/// One position to learn from.
pub struct Sample<'a> {
    /// Its features.
    pub features: &'a [f32],
    /// What the probability should be, from 0 to 1.
    pub target: f32,
}

/// Returns the weights that maximise the likelihood of the targets less a ridge (L2) penalty, by Newton's method.
pub fn fit(samples: &[Sample], ridge: f64) -> Vec<f32> {
    let size = samples.first().map_or(0, |sample| sample.features.len());
    let mut weights = vec![0.0; size];
    for _ in 0..12 {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -ridge * weight).collect();
        let mut hessian = vec![vec![0.0; size]; size];
        for sample in samples {
            let log_odds: f64 =
                sample.features.iter().zip(&weights).map(|(&value, weight)| f64::from(value) * weight).sum();
            let probability = 1.0 / (1.0 + (-log_odds).exp());
            let residual = f64::from(sample.target) - probability;
            let variance = (probability * (1.0 - probability)).max(1e-6);
            for (row, &value) in sample.features.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                gradient[row] += residual * f64::from(value);
                let scaled = variance * f64::from(value);
                for (sum, &other) in hessian[row].iter_mut().zip(sample.features) {
                    *sum += scaled * f64::from(other);
                }
            }
        }
        for (row, line) in hessian.iter_mut().enumerate() {
            line[row] += ridge;
        }
        for (weight, step) in weights.iter_mut().zip(solve(hessian, gradient)) {
            *weight += step;
        }
    }
    weights.into_iter().map(|weight| weight as f32).collect()
}

/// Solves a symmetric system with positive pivots by Gaussian elimination.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let part = rows[row][pivot] / rows[pivot][pivot];
            if part != 0.0 {
                let (upper, lower) = rows.split_at_mut(row);
                for (cell, above) in lower[0][pivot..].iter_mut().zip(&upper[pivot][pivot..]) {
                    *cell -= part * above;
                }
                right[row] -= part * right[pivot];
            }
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| rows[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / rows[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_share_of_the_targets_has_the_log_odds_of_that_share() {
        let samples: Vec<Sample> =
            (0..100).map(|number| Sample { features: &[1.0], target: if number < 75 { 1.0 } else { 0.0 } }).collect();
        let weights = fit(&samples, 1e-9);
        assert!((weights[0] - 3.0_f32.ln()).abs() < 1e-4, "{weights:?}");
    }
}
