//! What many measurements of one thing say.

use serde::{Deserialize, Serialize};

/// Median, quartiles and least of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    /// A quarter lies below.
    pub(crate) low: f64,
    /// A quarter lies above.
    pub(crate) high: f64,
    pub(crate) least: f64,
}

impl Spread {
    /// None of no measurements.
    pub(crate) fn of(samples: &[f64]) -> Option<Spread> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |part: f64| {
            // Between two measurements the line between them.
            let place = part * (sorted.len() - 1) as f64;
            let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        let least = *sorted.first()?;
        Some(Spread { median: at(0.5), low: at(0.25), high: at(0.75), least })
    }

    /// Whether the middle halves of both have nothing in common.
    pub(crate) fn is_apart_from(&self, other: &Spread) -> bool {
        self.high < other.low || other.high < self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_quartiles() {
        let s = Spread::of(&[4.0, 1.0, 3.0, 2.0, 5.0]).expect("a spread");
        assert_eq!((s.least, s.low, s.median, s.high), (1.0, 2.0, 3.0, 4.0));
        let two = Spread::of(&[1.0, 2.0]).expect("a spread");
        assert_eq!((two.low, two.median, two.high), (1.25, 1.5, 1.75));
        assert_eq!(Spread::of(&[]), None);
        assert!(s.is_apart_from(&two) && two.is_apart_from(&s) && !s.is_apart_from(&s));
    }
}
