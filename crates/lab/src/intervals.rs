//! Numbers with their 95 % intervals: rates, means, ratios over blocks, and many comparisons at once.

use serde::{Deserialize, Serialize};

use crate::statistics::Rate;

/// A number that was measured, with its 95 % interval and how many observations it rests on. Ends that are not known
/// are without bounds; JSON calls them `null`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The number.
    #[serde(with = "or_null")]
    pub value: f64,
    /// The lower end.
    #[serde(with = "or_null")]
    pub low: f64,
    /// The upper end.
    #[serde(with = "or_null")]
    pub high: f64,
    /// How many observations it rests on.
    pub n: u64,
}

/// Ends without bounds are `null`. What is read back as `null` is not a number.
mod or_null {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
        if value.is_finite() { to.serialize_some(value) } else { to.serialize_none() }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
    }
}

/// Numbers are written down to this many parts of one, so that machines whose logarithms differ in the last bit write
/// the same.
const PARTS: f64 = 1e6;

/// Returns a number as it is written down.
pub fn rounded(value: f64) -> f64 {
    if !value.is_finite() {
        return value;
    }
    // Adding nothing turns a negative zero into zero.
    (value * PARTS).round() / PARTS + 0.0
}

impl Interval {
    /// Returns a number with the ends of its interval.
    pub fn new(value: f64, low: f64, high: f64, n: u64) -> Interval {
        Interval { value: rounded(value), low: rounded(low), high: rounded(high), n }
    }

    /// Returns a number with half the width of its interval.
    pub fn around(value: f64, margin: f64, n: u64) -> Interval {
        Interval::new(value, value - margin, value + margin, n)
    }

    /// Returns the rate of `hits` in `of`, with Wilson's interval; nothing of nothing.
    pub fn rate(hits: u64, of: u64) -> Option<Interval> {
        let rate = Rate { hits, of };
        let (low, high) = rate.interval();
        (of > 0).then(|| Interval::new(rate.value(), low, high, of))
    }

    /// Returns the mean of values with this sum and this sum of squares, with the interval of Student's t; nothing of
    /// nothing.
    pub fn mean(n: u64, sum: f64, squares: f64) -> Option<Interval> {
        if n == 0 {
            return None;
        }
        let count = n as f64;
        let mean = sum / count;
        if n == 1 {
            return Some(Interval::new(mean, f64::NEG_INFINITY, f64::INFINITY, 1));
        }
        let variance = ((squares - sum * mean) / (count - 1.0)).max(0.0);
        Some(Interval::around(mean, t_quantile(count - 1.0) * (variance / count).sqrt(), n))
    }

    /// Returns the mean of these values.
    pub fn mean_of(values: &[f64]) -> Option<Interval> {
        // Deviations from the first value lose no digits where the values are large and alike.
        let first = *values.first()?;
        let sum: f64 = values.iter().map(|value| value - first).sum();
        let squares: f64 = values.iter().map(|value| (value - first).powi(2)).sum();
        let mean = Interval::mean(values.len() as u64, sum, squares)?;
        Some(Interval::new(mean.value + first, mean.low + first, mean.high + first, mean.n))
    }

    /// Returns a function of sums over blocks, with the interval of the jackknife over blocks: every block is left out
    /// once. `n` is the number of observations behind it. Nothing where the function has no value.
    pub fn jackknife<const K: usize>(
        blocks: &[[f64; K]],
        n: u64,
        of: impl Fn(&[f64; K]) -> Option<f64>,
    ) -> Option<Interval> {
        let mut all = [0.0; K];
        for block in blocks {
            (0..K).for_each(|at| all[at] += block[at]);
        }
        let value = of(&all)?;
        let without = |block: &[f64; K]| of(&std::array::from_fn(|at| all[at] - block[at]));
        let left: Option<Vec<f64>> = blocks.iter().map(without).collect();
        let Some(left) = left.filter(|left| left.len() > 1) else {
            return Some(Interval::new(value, f64::NEG_INFINITY, f64::INFINITY, n));
        };
        let count = left.len() as f64;
        let mean = left.iter().sum::<f64>() / count;
        let variance = left.iter().map(|each| (each - mean).powi(2)).sum::<f64>() * (count - 1.0) / count;
        Some(Interval::around(value, t_quantile(count - 1.0) * variance.sqrt(), n))
    }

    /// Keeps the ends within bounds that the number cannot leave.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Interval {
        Interval { low: self.low.clamp(least, most), high: self.high.clamp(least, most), ..self }
    }

    /// Returns the same interval on another scale; `to` has to rise everywhere.
    #[must_use]
    pub fn map(self, to: impl Fn(f64) -> f64) -> Interval {
        Interval::new(to(self.value), to(self.low), to(self.high), self.n)
    }

    /// Returns half of its width.
    pub fn margin(&self) -> f64 {
        let width = self.high - self.low;
        if width.is_finite() { width / 2.0 } else { f64::INFINITY }
    }

    /// Does the interval contain this number?
    pub fn contains(&self, value: f64) -> bool {
        !(value < self.low || value > self.high)
    }
}

/// Returns the 97.5 % quantile of Student's t: the half width of a 95 % interval in standard errors.
pub fn t_quantile(freedom: f64) -> f64 {
    let (mut low, mut high) = (1.9, 13.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if t_tails(middle, freedom) > 0.05 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// Returns the chance that Student's t is at least this far from 0, on either side.
pub fn t_tails(t: f64, freedom: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The regularised incomplete beta function, by Lentz's continued fraction.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let safe = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d) = (1.0, 1.0 / safe(1.0 - (a + b) * x / (a + 1.0)));
    let mut whole = d;
    for step in 1..300 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = whole;
        for term in [even, odd] {
            d = 1.0 / safe(1.0 + term * d);
            c = safe(1.0 + term / c);
            whole *= c * d;
        }
        if (whole / before - 1.0).abs() < 1e-15 {
            break;
        }
    }
    whole
}

/// The logarithm of the gamma function, by Stirling's series from 10 on.
fn ln_gamma(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < 10.0 {
        below += x.ln();
        x += 1.0;
    }
    let square = x * x;
    let series = (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - below
}

/// Corrects the p-values of many comparisons by Holm's method: the chance that any of those that stay below 0.05 is
/// none is at most 5 %.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&one, &other| p[one].total_cmp(&p[other]).then(one.cmp(&other)));
    let mut corrected = vec![1.0; p.len()];
    let mut least = 0.0_f64;
    for (rank, &at) in order.iter().enumerate() {
        least = least.max(p[at] * (p.len() - rank) as f64).min(1.0);
        corrected[at] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_t_is_that_of_the_tables() {
        for (freedom, expected) in [(1.0, 12.7062), (2.0, 4.3027), (9.0, 2.2622), (99.0, 1.9842), (1e6, 1.95997)] {
            let found = t_quantile(freedom);
            assert!((found - expected).abs() < 1e-3, "{freedom}: {found}");
        }
        assert!((t_tails(2.0, 10.0) - 0.073_388).abs() < 1e-5);
        assert!((t_tails(-1.0, 3.0) - 0.391_002).abs() < 1e-5);
    }

    #[test]
    fn a_mean_of_one_value_has_no_bounds_and_many_have_students() {
        let one = Interval::mean_of(&[3.0]).unwrap();
        assert_eq!((one.value, one.margin()), (3.0, f64::INFINITY));
        assert_eq!(serde_json::to_string(&one).unwrap(), r#"{"value":3.0,"low":null,"high":null,"n":1}"#);
        let many = Interval::mean_of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert!((many.margin() - 2.3646 * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-3, "{many:?}");
    }

    #[test]
    fn the_jackknife_of_a_mean_is_its_t_interval() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let blocks = values.map(|value| [value, 1.0]);
        let found = Interval::jackknife(&blocks, 8, |[sum, n]| (*n > 0.0).then(|| sum / n)).unwrap();
        let mean = Interval::mean_of(&values).unwrap();
        assert!((found.low - mean.low).abs() < 1e-5 && (found.high - mean.high).abs() < 1e-5, "{found:?} {mean:?}");
    }

    #[test]
    fn holm_corrects_as_in_his_paper() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
