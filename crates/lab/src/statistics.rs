//! Rates and means, always with their 95 % intervals, and how long things take.

use std::time::Duration;

use crate::intervals::t_quantile;

/// The normal deviate of a 95 % interval.
const Z: f64 = 1.959_964;

/// How often something happened.
pub struct Rate {
    /// How often it did.
    pub hits: u64,
    /// How often it could have.
    pub of: u64,
}

impl Rate {
    /// Returns the share.
    pub fn value(&self) -> f64 {
        self.hits as f64 / self.of.max(1) as f64
    }

    /// Returns Wilson's 95 % interval, which is sound for small numbers and for rates near 0 and 1.
    pub fn interval(&self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (p, n) = (self.value(), self.of as f64);
        let centre = p + Z * Z / (2.0 * n);
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        (((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0))
    }
}

/// A running mean with its spread and extremes.
#[derive(Clone, Default)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
    least: f64,
    most: f64,
}

impl Mean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.least = if self.count == 0.0 { value } else { self.least.min(value) };
        self.most = if self.count == 0.0 { value } else { self.most.max(value) };
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// Returns the mean; 0 of nothing.
    pub fn value(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// Returns half the width of the 95 % interval of the mean, by Student's t; infinite where there are not two values.
    pub fn margin(&self) -> f64 {
        if self.count < 2.0 {
            return f64::INFINITY;
        }
        let variance = (self.squares - self.sum * self.sum / self.count).max(0.0) / (self.count - 1.0);
        t_quantile(self.count - 1.0) * (variance / self.count).sqrt()
    }

    /// Returns the 95 % interval of the mean. Of values that are never below 0, such as counts, nor is the mean.
    pub fn interval(&self) -> (f64, f64) {
        let (low, high) = (self.value() - self.margin(), self.value() + self.margin());
        (if self.least >= 0.0 { low.max(0.0) } else { low }, high)
    }

    /// Returns it in words: `42.3 on average (95% interval 41.0 to 43.6), from 18 to 97`.
    pub fn in_words(&self) -> String {
        let (mean, least, most) = (self.value(), self.least, self.most);
        if self.count == 0.0 {
            return "-".to_owned();
        }
        if self.count < 2.0 {
            return format!("{mean:.1}");
        }
        let (low, high) = self.interval();
        format!("{mean:.1} on average (95% interval {low:.1} to {high:.1}), from {least} to {most}")
    }

    /// Returns it as JSON; what is not known is `null`.
    pub fn json(&self) -> serde_json::Value {
        if self.count == 0.0 {
            return serde_json::Value::Null;
        }
        let (low, high) = self.interval();
        serde_json::json!({"mean": self.value(), "margin": self.margin(), "low": low, "high": high,
                           "least": self.least, "most": self.most})
    }
}

/// Returns the quantile of sorted times, in milliseconds: within it lies this share of them.
pub fn quantile(waits: &[Duration], share: f64) -> f64 {
    let index = (waits.len().saturating_sub(1) as f64 * share) as usize;
    waits.get(index).map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_interval_is_the_textbooks() {
        let (low, high) = Rate { hits: 8, of: 10 }.interval();
        assert!((low - 0.4902).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3, "{low} {high}");
        assert_eq!(Rate { hits: 0, of: 0 }.interval(), (0.0, 1.0));
    }

    #[test]
    fn a_mean_knows_its_margin() {
        let mut mean = Mean::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| mean.add(value));
        assert_eq!(mean.value(), 5.0);
        assert!((mean.margin() - 2.3646 * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-3);
    }

    #[test]
    fn the_mean_of_counts_is_never_below_nothing() {
        let of = |values: &[f64]| {
            let mut mean = Mean::default();
            values.iter().for_each(|&value| mean.add(value));
            mean
        };
        assert_eq!(of(&[0.0, 0.0, 1.0]).interval().0, 0.0);
        assert!(of(&[-1.0, 0.0, 1.0]).interval().0 < -1.0);
        assert!(of(&[0.0, 0.0, 1.0]).in_words().contains("95% interval 0.0 to "));
        assert_eq!((of(&[3.0]).margin(), of(&[3.0]).json()["margin"].is_null()), (f64::INFINITY, true));
        assert!(of(&[]).json().is_null());
    }

    #[test]
    fn shares_of_the_waits() {
        let waits: Vec<Duration> = (1..=101).map(Duration::from_millis).collect();
        assert_eq!((quantile(&waits, 0.5), quantile(&waits, 0.99), quantile(&waits, 1.0)), (51.0, 100.0, 101.0));
        assert_eq!(quantile(&[], 0.5), 0.0);
    }
}
