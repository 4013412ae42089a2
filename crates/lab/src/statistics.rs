//! Rates and means, always with their 95 % intervals, and how long things take.

use std::time::Duration;

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

    /// Returns half the width of the 95 % interval of the mean.
    pub fn margin(&self) -> f64 {
        if self.count < 2.0 {
            return 0.0;
        }
        let variance = (self.squares - self.sum * self.sum / self.count).max(0.0) / (self.count - 1.0);
        Z * (variance / self.count).sqrt()
    }

    /// Returns it in words: `42.3 on average (95% interval 41.0 to 43.6), from 18 to 97`.
    pub fn in_words(&self) -> String {
        let (mean, margin, least, most) = (self.value(), self.margin(), self.least, self.most);
        if self.count < 2.0 {
            return format!("{mean:.1}");
        }
        let (low, high) = (mean - margin, mean + margin);
        format!("{mean:.1} on average (95% interval {low:.1} to {high:.1}), from {least} to {most}")
    }

    /// Returns it as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({"mean": self.value(), "margin": self.margin(), "least": self.least, "most": self.most})
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
        assert!((mean.margin() - Z * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn shares_of_the_waits() {
        let waits: Vec<Duration> = (1..=101).map(Duration::from_millis).collect();
        assert_eq!((quantile(&waits, 0.5), quantile(&waits, 0.99), quantile(&waits, 1.0)), (51.0, 100.0, 101.0));
        assert_eq!(quantile(&[], 0.5), 0.0);
    }
}
