//! Weights: how much each look counts in the log-odds of what came of it, by logistic regression, and how they are read.

/// One position that was looked at: what was seen, and what came of it, from 0 to 1.
pub struct Case<'a> {
    /// What was seen.
    pub looks: &'a [f32],
    /// What came of it.
    pub came: f32,
}

/// The weights under which the cases are likeliest, by Newton's method; `ridge` holds them near 0.
pub fn fit(cases: &[Case], ridge: f64) -> Vec<f32> {
    let size = cases.first().map_or(0, |case| case.looks.len());
    let mut weights = vec![0.0; size];
    for _ in 0..12 {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -ridge * weight).collect();
        let mut curve = vec![vec![0.0; size]; size];
        for case in cases {
            let odds: f64 = case.looks.iter().zip(&weights).map(|(&look, weight)| f64::from(look) * weight).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let (miss, spread) = (f64::from(case.came) - chance, (chance * (1.0 - chance)).max(1e-6));
            for (row, &look) in case.looks.iter().enumerate().filter(|(_, look)| **look != 0.0) {
                slope[row] += miss * f64::from(look);
                let scaled = spread * f64::from(look);
                for (sum, &other) in curve[row].iter_mut().zip(case.looks) {
                    *sum += scaled * f64::from(other);
                }
            }
        }
        for (row, line) in curve.iter_mut().enumerate() {
            line[row] += ridge;
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights.into_iter().map(|weight| weight as f32).collect()
}

/// Numbers as they are written down: each begins a line that goes on with its name; lines with `#` are remarks.
pub fn read<const COUNT: usize>(text: &str) -> [f32; COUNT] {
    let mut numbers = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let number = line.split_whitespace().next().and_then(|word| word.parse().ok());
        number.expect("a line of weights begins with a number")
    });
    std::array::from_fn(|_| numbers.next().expect("every look has a weight"))
}

/// Solves a symmetric system with positive pivots.
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
