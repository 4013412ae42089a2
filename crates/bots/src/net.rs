//! A small network that is taught by matches: what is seen, one hidden layer, and one answer in log-odds.
//!
//! It corrects what a bot already believes: an untaught network answers 0 to everything.

use std::fmt::Write;

use polynya_engine::Luck;
use rand_core::Rng;

/// The chance that these log-odds are.
pub fn chance(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// A network with so many hidden units.
#[derive(Clone, PartialEq, Debug)]
pub struct Net<const HIDDEN: usize> {
    /// What each input adds to every hidden unit.
    rows: Vec<[f32; HIDDEN]>,
    /// What every hidden unit has without any input.
    bias: [f32; HIDDEN],
    /// What each hidden unit adds to the answer.
    outs: [f32; HIDDEN],
    /// What the answer has without any of them.
    last: f32,
}

impl<const HIDDEN: usize> Net<HIDDEN> {
    /// An untaught network for so many inputs.
    pub fn untaught(inputs: usize, luck: &mut dyn Rng) -> Net<HIDDEN> {
        let mut net = Net::zero(inputs);
        // As wide as keeps the hidden units of about the size of the inputs when about a fifth of these are not 0.
        let width = (15.0 / inputs as f32).sqrt();
        for weight in net.rows.iter_mut().flatten() {
            *weight = (luck.below(20_001) as f32 / 10_000.0 - 1.0) * width;
        }
        net
    }

    fn zero(inputs: usize) -> Net<HIDDEN> {
        Net { rows: vec![[0.0; HIDDEN]; inputs], bias: [0.0; HIDDEN], outs: [0.0; HIDDEN], last: 0.0 }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.rows.len()
    }

    fn hidden(&self, seen: Sight) -> [f32; HIDDEN] {
        debug_assert!(seen.amounts.len() <= self.rows.len(), "no more amounts than the network has inputs");
        let mut hidden = self.bias;
        for (&amount, row) in seen.amounts.iter().zip(&self.rows) {
            if amount != 0.0 {
                hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += amount * weight);
            }
        }
        for &fact in seen.facts {
            let row = &self.rows[usize::from(fact)];
            hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        hidden.map(|sum| sum.max(0.0))
    }

    /// What it has to say about what is seen, in log-odds.
    pub fn answer(&self, seen: Sight) -> f32 {
        self.last + self.sum(&self.hidden(seen))
    }

    /// What the hidden units add to the answer.
    fn sum(&self, units: &[f32; HIDDEN]) -> f32 {
        units.iter().zip(&self.outs).map(|(unit, out)| unit * out).sum()
    }

    /// The mean of what it has to say about two pictures of one thing, in log-odds. Inputs that are not 0 are given with
    /// their numbers; `both` belong to either picture.
    pub fn answer_to_both(&self, both: &[(u16, f32)], pictures: [&[(u16, f32)]; 2]) -> f32 {
        let add = |hidden: &mut [f32; HIDDEN], inputs: &[(u16, f32)]| {
            for &(number, input) in inputs {
                let row = &self.rows[usize::from(number)];
                hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
            }
        };
        let mut shared = self.bias;
        add(&mut shared, both);
        let mut units = [0.0; HIDDEN];
        for picture in pictures {
            let mut hidden = shared;
            add(&mut hidden, picture);
            units.iter_mut().zip(&hidden).for_each(|(unit, sum)| *unit += sum.max(0.0));
        }
        self.last + self.sum(&units) / 2.0
    }

    /// One line for every input, then the three lines behind them.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for line in self.rows.iter().map(<[f32; HIDDEN]>::as_slice).chain([&self.bias, &self.outs, &[self.last][..]]) {
            let numbers: Vec<String> = line.iter().map(|number| shortened(*number)).collect();
            let _ = writeln!(text, "{}", numbers.join(" "));
        }
        text
    }

    /// Reads what [`Net::write`] wrote; lines that begin with `#` are passed over.
    ///
    /// # Errors
    ///
    /// Says which line is wrong.
    pub fn read(text: &str) -> Result<Net<HIDDEN>, String> {
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
        let (Some(last), Some(outs), Some(bias)) = (last, rows.pop(), rows.pop()) else {
            return Err("the last three lines are missing".to_owned());
        };
        Ok(Net { rows, bias, outs, last })
    }

    /// Moves every weight this share of the way to that of another network.
    pub fn follow(&mut self, other: &Net<HIDDEN>, share: f32) {
        let rows = other.rows.iter().flatten().chain(&other.bias).chain(&other.outs).chain([&other.last]);
        self.numbers().zip(rows).for_each(|(weight, other)| *weight += share * (other - *weight));
    }

    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.iter_mut().flatten().chain(&mut self.bias).chain(&mut self.outs).chain([&mut self.last])
    }
}

fn shortened(number: f32) -> String {
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// What a network sees: the first inputs with their amounts, and the numbers of further ones that are 1.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// How much there is of each.
    pub amounts: &'a [f32],
    /// What holds.
    pub facts: &'a [u16],
}

/// What a network is taught by: one position that was looked at.
pub struct Lesson<'a> {
    /// What was seen.
    pub seen: Sight<'a>,
    /// What was believed without the network, in log-odds.
    pub belief: f32,
    /// What came of it, from 0 to 1.
    pub came: f32,
}

/// Teaches a network: Adam's way down the cross-entropy, one batch of lessons after the other.
pub struct Teacher<const HIDDEN: usize> {
    slope: Net<HIDDEN>,
    mean: Net<HIDDEN>,
    square: Net<HIDDEN>,
    batches: i32,
    /// How far one batch may move a weight.
    pub rate: f32,
}

/// How long Adam remembers slopes and their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];

impl<const HIDDEN: usize> Teacher<HIDDEN> {
    /// A teacher for networks with so many inputs.
    pub fn new(inputs: usize, rate: f32) -> Teacher<HIDDEN> {
        let [slope, mean, square] = [0; 3].map(|_| Net::zero(inputs));
        Teacher { slope, mean, square, batches: 0, rate }
    }

    /// Teaches one batch; answers how surprised the network was, in nats a lesson.
    pub fn teach(&mut self, net: &mut Net<HIDDEN>, batch: &[Lesson]) -> f32 {
        self.slope.numbers().for_each(|slope| *slope = 0.0);
        let mut surprise = 0.0;
        for lesson in batch {
            let hidden = net.hidden(lesson.seen);
            let chance = chance(lesson.belief + net.last + net.sum(&hidden)).clamp(1e-6, 1.0 - 1e-6);
            surprise -= lesson.came * chance.ln() + (1.0 - lesson.came) * (1.0 - chance).ln();
            let miss = (chance - lesson.came) / batch.len() as f32;
            let mut back = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                self.slope.outs[unit] += miss * hidden[unit];
                back[unit] = if hidden[unit] > 0.0 { miss * net.outs[unit] } else { 0.0 };
                self.slope.bias[unit] += back[unit];
            }
            self.slope.last += miss;
            for (&amount, row) in lesson.seen.amounts.iter().zip(&mut self.slope.rows) {
                if amount != 0.0 {
                    row.iter_mut().zip(&back).for_each(|(slope, back)| *slope += amount * back);
                }
            }
            for &fact in lesson.seen.facts {
                let row = &mut self.slope.rows[usize::from(fact)];
                row.iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
            }
        }
        self.step(net);
        surprise / batch.len().max(1) as f32
    }

    fn step(&mut self, net: &mut Net<HIDDEN>) {
        self.batches += 1;
        let [mean_seen, square_seen] = MEMORY.map(|memory| 1.0 - memory.powi(self.batches));
        let slopes = self.slope.numbers().zip(self.mean.numbers()).zip(self.square.numbers());
        for (weight, ((slope, mean), square)) in net.numbers().zip(slopes) {
            *mean += (1.0 - MEMORY[0]) * (*slope - *mean);
            *square += (1.0 - MEMORY[1]) * (*slope * *slope - *square);
            *weight -= self.rate * (*mean / mean_seen) / ((*square / square_seen).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    /// Exactly one of two: what no sum of inputs can tell. The second one is seen as a fact.
    const ONE_OF_TWO: [(Sight, f32); 4] = [
        (Sight { amounts: &[0.0], facts: &[] }, 0.0),
        (Sight { amounts: &[1.0], facts: &[] }, 1.0),
        (Sight { amounts: &[0.0], facts: &[1] }, 1.0),
        (Sight { amounts: &[1.0], facts: &[1] }, 0.0),
    ];

    fn taught(seed: u64) -> Net<8> {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut net = Net::untaught(2, &mut luck);
        let mut teacher = Teacher::new(2, 0.02);
        for _ in 0..800 {
            let batch = ONE_OF_TWO.map(|(seen, came)| Lesson { seen, belief: 0.0, came });
            teacher.teach(&mut net, &batch);
        }
        net
    }

    #[test]
    fn it_learns_what_no_sum_can_tell_and_survives_its_file() {
        let net = taught(5);
        for (seen, came) in ONE_OF_TWO {
            let answer = net.answer(seen);
            assert!(
                if came > 0.5 { answer > 2.0 } else { answer < -2.0 },
                "{:?}: {answer}",
                (seen.amounts, seen.facts)
            );
            let again = Net::<8>::read(&format!("# a heading\n{}", net.write())).expect("it is read").answer(seen);
            assert!((again - answer).abs() < 0.01, "{again} instead of {answer}");
        }
        assert_eq!(net, taught(5), "the same lessons teach the same");
    }

    #[test]
    fn an_untaught_network_believes_what_was_believed() {
        let net = Net::<8>::untaught(3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!(net.answer(Sight { amounts: &[1.0, -2.0], facts: &[2] }), 0.0);
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_line() {
        assert_eq!(Net::<2>::read("1 2\n1 x\n0\n").unwrap_err(), "line 2: invalid float literal");
        assert_eq!(Net::<2>::read("1 2\n1 2 3\n0\n").unwrap_err(), "line 2: 3 numbers instead of 2");
        assert_eq!(Net::<2>::read("1 2\n").unwrap_err(), "the last three lines are missing");
    }
}
