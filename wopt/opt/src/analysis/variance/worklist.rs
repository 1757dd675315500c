//! The nodes that are to be looked at again, taken in their order: what comes later sees what came before it, whatever was told first.
//!
//! Idea: a bit for each place in the order, a bit for each 64 of those, and so on. The next place at or behind the last one is taken; behind
//! the end it begins anew. A merge of many values is looked at once a round and not once for each value.
//!
//! Source: P. van Emde Boas, "Preserving Order in a Forest in Less Than Logarithmic Time" (FOCS 1975), with words for the small trees.
//! Cost: a step for each level, of which there are four for 10^7 places.

/// Places below a count, each on the list or not.
pub(super) struct Worklist {
    /// Bits of places, of words of those, of words of these, until one word is left.
    levels: Vec<Vec<u64>>,
    /// No place before it is taken in this round.
    at: usize,
}

impl Worklist {
    /// All places below a count.
    pub(super) fn all(count: usize) -> Worklist {
        let (mut levels, mut bits) = (Vec::new(), count);
        loop {
            let mut words = vec![u64::MAX; bits.div_ceil(64).max(1)];
            if let Some(last) = words.last_mut().filter(|_| bits % 64 != 0 || bits == 0) {
                *last = (1 << (bits % 64)) - 1;
            }
            bits = if bits == 0 { 0 } else { words.len() };
            let ends = words.len() == 1;
            levels.push(words);
            if ends {
                return Worklist { levels, at: 0 };
            }
        }
    }

    /// Puts a place on the list, where it is not.
    pub(super) fn push(&mut self, place: usize) {
        let mut at = place;
        for words in &mut self.levels {
            let word = &mut words[at / 64];
            let had = std::mem::replace(word, *word | 1 << (at % 64));
            if had != 0 {
                return;
            }
            at /= 64;
        }
    }

    /// Takes the next place in the order off the list; behind the last one, the first.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let place = self.from(self.at).or_else(|| self.from(0))?;
        self.at = place + 1;
        let mut at = place;
        for words in &mut self.levels {
            words[at / 64] &= !(1 << (at % 64));
            if words[at / 64] != 0 {
                break;
            }
            at /= 64;
        }
        Some(place)
    }

    /// The first place on the list that is not before one.
    fn from(&self, place: usize) -> Option<usize> {
        let (mut at, mut level) = (place, 0);
        // Up to a word with something at or behind the place, and down to its first bit.
        loop {
            let word = *self.levels.get(level)?.get(at / 64)?;
            let rest = word & (u64::MAX << (at % 64));
            if rest != 0 {
                at = at / 64 * 64 + rest.trailing_zeros() as usize;
                break;
            }
            (at, level) = (at / 64 + 1, level + 1);
        }
        for words in self.levels[..level].iter().rev() {
            at = at * 64 + words[at].trailing_zeros() as usize;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::Worklist;
    use std::collections::BTreeSet;

    #[test]
    fn places_are_taken_in_order_round_by_round() {
        for count in [0, 1, 63, 64, 65, 4096, 4097, 300_000] {
            let mut list = Worklist::all(count);
            let mut wanted: BTreeSet<usize> = (0..count).collect();
            let (mut state, mut from) = (count as u64 + 1, 0);
            let mut left = 2 * count;
            while let Some(place) = list.pop() {
                let next = wanted.range(from..).next().or_else(|| wanted.first()).copied();
                assert_eq!(Some(place), next, "of {count}");
                wanted.remove(&place);
                from = place + 1;
                for _ in 0..2 {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    if left > 0 {
                        left -= 1;
                        let new = (state >> 33) as usize % count;
                        list.push(new);
                        wanted.insert(new);
                    }
                }
            }
            assert!(wanted.is_empty(), "{} left of {count}", wanted.len());
        }
    }
}
