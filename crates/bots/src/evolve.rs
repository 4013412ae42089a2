//! Evolution: finds numbers that play well where nobody can say which of them was right or wrong.
//!
//! A swarm of candidates is drawn around a mean; the better half moves the mean, and the paths that it takes say how
//! far the next swarm is thrown in each direction (separable CMA-ES, after Ros and Hansen 2008).

use polynya_engine::Luck;

/// A swarm of candidates.
pub struct Evolution<const COUNT: usize> {
    /// Where it is.
    mean: [f32; COUNT],
    /// How far candidates are thrown: for all numbers together, and for each.
    step: f32,
    spreads: [f32; COUNT],
    /// Where the mean has lately been going, with and without the spreads.
    path: [f32; COUNT],
    step_path: [f32; COUNT],
    /// How much each of the better candidates counts.
    shares: Vec<f32>,
    size: usize,
}

impl<const COUNT: usize> Evolution<COUNT> {
    /// Begins at these numbers, each with its spread, with so many candidates.
    pub fn new(mean: [f32; COUNT], spreads: [f32; COUNT], size: usize) -> Evolution<COUNT> {
        let half = size / 2;
        let shares: Vec<f32> = (0..half).map(|rank| (half as f32 + 0.5).ln() - (rank as f32 + 1.0).ln()).collect();
        let sum: f32 = shares.iter().sum();
        Evolution {
            mean,
            step: 1.0,
            spreads,
            path: [0.0; COUNT],
            step_path: [0.0; COUNT],
            shares: shares.iter().map(|share| share / sum).collect(),
            size,
        }
    }

    /// Where the swarm is.
    pub fn mean(&self) -> &[f32; COUNT] {
        &self.mean
    }

    /// How far candidates are thrown, against the beginning.
    pub fn step(&self) -> f32 {
        self.step
    }

    /// The candidates.
    pub fn candidates(&self, luck: &mut impl Luck) -> Vec<[f32; COUNT]> {
        let mut number = |index: usize| self.mean[index] + self.step * self.spreads[index] * normal(luck);
        (0..self.size).map(|_| std::array::from_fn(&mut number)).collect()
    }

    /// Moves on, once it is known how well each of the candidates did.
    pub fn learn(&mut self, candidates: &[[f32; COUNT]], worths: &[u32]) {
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&one, &other| worths[other].cmp(&worths[one]));
        let best = || order.iter().map(|&index| &candidates[index]).zip(&self.shares);

        let count = COUNT as f32;
        let voices = 1.0 / self.shares.iter().map(|share| share * share).sum::<f32>();
        let step_memory = (voices + 2.0) / (count + voices + 5.0);
        let damping = 1.0 + step_memory + 2.0 * (((voices - 1.0) / (count + 1.0)).sqrt() - 1.0).max(0.0);
        let memory = (4.0 + voices / count) / (count + 4.0 + 2.0 * voices / count);
        // Only the diagonal is learnt, and that faster.
        let faster = (count + 2.0) / 3.0;
        let from_path = faster * 2.0 / ((count + 1.3).powi(2) + voices);
        let from_best = faster * 2.0 * (voices - 2.0 + 1.0 / voices) / ((count + 2.0).powi(2) + voices);
        let from_best = from_best.min(1.0 - from_path);

        let mut length = 0.0;
        for index in 0..COUNT {
            let scale = self.step * self.spreads[index];
            let thrown = |candidate: &[f32; COUNT]| (candidate[index] - self.mean[index]) / scale;
            let moved: f32 = best().map(|(candidate, share)| share * thrown(candidate)).sum();
            let varied: f32 = best().map(|(candidate, share)| share * thrown(candidate).powi(2)).sum();
            let along =
                |path: f32, memory: f32| (1.0 - memory) * path + (memory * (2.0 - memory) * voices).sqrt() * moved;
            self.step_path[index] = along(self.step_path[index], step_memory);
            self.path[index] = along(self.path[index], memory);
            length += self.step_path[index].powi(2);
            let kept = 1.0 - from_path - from_best;
            let variance = kept + from_path * self.path[index].powi(2) + from_best * varied;
            self.mean[index] += scale * moved;
            self.spreads[index] *= variance.sqrt();
        }
        // The length that a path has by chance alone.
        let usual = count.sqrt() * (1.0 - 0.25 / count + 1.0 / (21.0 * count * count));
        self.step *= (step_memory / damping * (length.sqrt() / usual - 1.0)).exp();
    }
}

/// A number from the normal distribution, by Box and Muller.
fn normal(luck: &mut impl Luck) -> f32 {
    const GRAINS: u32 = 1 << 24;
    let mut even = || (luck.below(GRAINS) as f32 + 0.5) / GRAINS as f32;
    (-2.0 * even().ln()).sqrt() * (std::f32::consts::TAU * even()).cos()
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn a_swarm_finds_the_top_of_a_hill_that_trembles() {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(1);
        let top = [3.0, -1.0, 0.5, 20.0];
        let scales = [1.0, 0.1, 0.5, 10.0];
        let mut swarm = Evolution::new([0.0; 4], scales, 16);
        for _ in 0..60 {
            let candidates = swarm.candidates(&mut luck);
            let height = |candidate: &[f32; 4]| -> f32 {
                let off =
                    candidate.iter().zip(top).zip(scales).map(|((here, top), scale)| ((here - top) / scale).powi(2));
                -off.sum::<f32>()
            };
            let worth = |it| 1e6 + 1000.0 * (height(it) + 0.05 * normal(&mut luck));
            let worths: Vec<u32> = candidates.iter().map(worth).map(|worth| worth as u32).collect();
            swarm.learn(&candidates, &worths);
        }
        for ((here, top), scale) in swarm.mean().iter().zip(top).zip(scales) {
            assert!((here - top).abs() < 0.3 * scale, "{:?}", swarm.mean());
        }
    }
}
