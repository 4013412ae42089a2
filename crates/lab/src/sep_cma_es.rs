//! Separable CMA-ES (Ros and Hansen 2008): optimises parameters where nobody can say which of them was right or wrong.
//!
//! Candidates are drawn from a normal distribution with a diagonal covariance matrix; the better half moves its mean, and
//! the evolution paths adapt the step size and the variances. The names are the usual symbols.

use polynya_engine::Luck;

/// The distribution of the candidates.
pub struct SeparableCmaEs<const N: usize> {
    /// The mean, m.
    mean: [f32; N],
    /// The step size, σ.
    sigma: f32,
    /// The square roots of the diagonal of the covariance matrix C.
    deviations: [f32; N],
    /// The evolution path of the covariance matrix.
    p_c: [f32; N],
    /// The conjugate evolution path of the step size.
    p_sigma: [f32; N],
    /// The recombination weights of the better half.
    weights: Vec<f32>,
    /// The population size, λ.
    lambda: usize,
}

impl<const N: usize> SeparableCmaEs<N> {
    /// Begins at a mean, with the standard deviation of each parameter and `lambda` candidates.
    pub fn new(mean: [f32; N], deviations: [f32; N], lambda: usize) -> SeparableCmaEs<N> {
        let mu = lambda / 2;
        let weights: Vec<f32> = (0..mu).map(|rank| (mu as f32 + 0.5).ln() - (rank as f32 + 1.0).ln()).collect();
        let sum: f32 = weights.iter().sum();
        SeparableCmaEs {
            mean,
            sigma: 1.0,
            deviations,
            p_c: [0.0; N],
            p_sigma: [0.0; N],
            weights: weights.iter().map(|weight| weight / sum).collect(),
            lambda,
        }
    }

    /// Returns the mean.
    pub fn mean(&self) -> &[f32; N] {
        &self.mean
    }

    /// Returns the step size; it begins at 1.
    pub fn sigma(&self) -> f32 {
        self.sigma
    }

    /// Draws the candidates of a generation.
    pub fn ask(&self, luck: &mut impl Luck) -> Vec<[f32; N]> {
        let mut draw = |index: usize| self.mean[index] + self.sigma * self.deviations[index] * normal(luck);
        (0..self.lambda).map(|_| std::array::from_fn(&mut draw)).collect()
    }

    /// Adapts the distribution to the fitness of the candidates; more is better.
    pub fn tell(&mut self, candidates: &[[f32; N]], fitness: &[u32]) {
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&one, &other| fitness[other].cmp(&fitness[one]));
        let best = || order.iter().map(|&index| &candidates[index]).zip(&self.weights);

        let n = N as f32;
        let mu_eff = 1.0 / self.weights.iter().map(|weight| weight * weight).sum::<f32>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let d_sigma = 1.0 + c_sigma + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0);
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        // Only the diagonal is learnt, and that faster.
        let faster = (n + 2.0) / 3.0;
        let c_1 = faster * 2.0 / ((n + 1.3).powi(2) + mu_eff);
        let c_mu = faster * 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0).powi(2) + mu_eff);
        let c_mu = c_mu.min(1.0 - c_1);

        let mut length = 0.0;
        for index in 0..N {
            let scale = self.sigma * self.deviations[index];
            let z = |candidate: &[f32; N]| (candidate[index] - self.mean[index]) / scale;
            let step: f32 = best().map(|(candidate, weight)| weight * z(candidate)).sum();
            let rank_mu: f32 = best().map(|(candidate, weight)| weight * z(candidate).powi(2)).sum();
            let along = |path: f32, c: f32| (1.0 - c) * path + (c * (2.0 - c) * mu_eff).sqrt() * step;
            self.p_sigma[index] = along(self.p_sigma[index], c_sigma);
            self.p_c[index] = along(self.p_c[index], c_c);
            length += self.p_sigma[index].powi(2);
            let kept = 1.0 - c_1 - c_mu;
            let variance = kept + c_1 * self.p_c[index].powi(2) + c_mu * rank_mu;
            self.mean[index] += scale * step;
            self.deviations[index] *= variance.sqrt();
        }
        // The expected length of a standard normal vector.
        let chi_n = n.sqrt() * (1.0 - 0.25 / n + 1.0 / (21.0 * n * n));
        self.sigma *= (c_sigma / d_sigma * (length.sqrt() / chi_n - 1.0)).exp();
    }
}

/// Draws from the standard normal distribution, by Box and Muller.
fn normal(luck: &mut impl Luck) -> f32 {
    const GRAINS: u32 = 1 << 24;
    let mut uniform = || (luck.below(GRAINS) as f32 + 0.5) / GRAINS as f32;
    (-2.0 * uniform().ln()).sqrt() * (std::f32::consts::TAU * uniform()).cos()
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn it_finds_the_top_of_a_hill_that_trembles() {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(1);
        let top = [3.0, -1.0, 0.5, 20.0];
        let scales = [1.0, 0.1, 0.5, 10.0];
        let mut strategy = SeparableCmaEs::new([0.0; 4], scales, 16);
        for _ in 0..60 {
            let candidates = strategy.ask(&mut luck);
            let height = |candidate: &[f32; 4]| -> f32 {
                let off =
                    candidate.iter().zip(top).zip(scales).map(|((here, top), scale)| ((here - top) / scale).powi(2));
                -off.sum::<f32>()
            };
            let fitness = |it| 1e6 + 1000.0 * (height(it) + 0.05 * normal(&mut luck));
            let fitness: Vec<u32> = candidates.iter().map(fitness).map(|fitness| fitness as u32).collect();
            strategy.tell(&candidates, &fitness);
        }
        for ((here, top), scale) in strategy.mean().iter().zip(top).zip(scales) {
            assert!((here - top).abs() < 0.3 * scale, "{:?}", strategy.mean());
        }
    }
}
