//! One value at one dynamic instance, as threads come by: is it one value, and is it affine in `threadIdx`?

/// What the threads of a block had that came to one instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    /// The thread that came first, and its value.
    first: ([u32; 3], u64),
    /// The warp that came last, and what its first thread had.
    warp: (u32, u64),
    /// By axis, what the value grows by, where two threads have told.
    grows: [Option<i64>; 3],
    /// How many threads came.
    pub threads: u32,
    /// All had one value.
    pub is_uniform: bool,
    /// Those of each warp had.
    pub is_warp_uniform: bool,
    /// Its values are a sum of `threadIdx` times what it grows by on each axis.
    pub is_affine: bool,
    /// A thread came whose value had to be what the others told.
    pub is_confirmed: bool,
    /// Two threads of one warp came.
    pub has_pair: bool,
}

/// A thread's value: its index, its warp, and the value in so many bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Came {
    pub index: [u32; 3],
    pub warp: u32,
    pub value: u64,
    pub bits: u32,
}

impl Instance {
    /// The first thread came.
    pub fn begin(came: Came) -> Instance {
        Instance {
            first: (came.index, came.value),
            warp: (came.warp, came.value),
            grows: [None; 3],
            threads: 1,
            is_uniform: true,
            is_warp_uniform: true,
            // Of one bit everything is, modulo 2.
            is_affine: came.bits > 1,
            is_confirmed: false,
            has_pair: false,
        }
    }

    /// One more came.
    pub fn add(&mut self, came: Came) {
        self.threads += 1;
        self.is_uniform &= came.value == self.first.1;
        if self.warp.0 == came.warp {
            self.is_warp_uniform &= came.value == self.warp.1;
            self.has_pair = true;
        } else {
            self.warp = (came.warp, came.value);
        }
        if self.is_affine {
            self.fit(came);
        }
    }

    /// Takes a value as what the axes give, or learns what one gives.
    fn fit(&mut self, came: Came) {
        let mut rest = came.value.wrapping_sub(self.first.1) as i64;
        let mut unknown = None;
        for axis in 0..3 {
            let steps = i64::from(came.index[axis]) - i64::from(self.first.0[axis]);
            match (self.grows[axis], steps) {
                (_, 0) => {}
                (Some(by), _) => rest = rest.wrapping_sub(by.wrapping_mul(steps)),
                (None, _) if unknown.is_none() => unknown = Some((axis, steps)),
                // Of two unknown axes one thread says nothing.
                (None, _) => return,
            }
        }
        let unused = 64 - came.bits;
        let rest = rest << unused >> unused;
        match unknown {
            None => {
                self.is_affine = rest == 0;
                self.is_confirmed = true;
            }
            Some((axis, steps)) if rest % steps == 0 => self.grows[axis] = Some(rest / steps),
            Some(_) => self.is_affine = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[([u32; 3], u64)], bits: u32) -> Instance {
        let came = |&(index, value): &([u32; 3], u64)| Came { index, warp: 0, value, bits };
        let mut instance = Instance::begin(came(&values[0]));
        values[1..].iter().for_each(|v| instance.add(came(v)));
        instance
    }

    fn block(value: impl Fn(u32, u32) -> u64) -> Vec<([u32; 3], u64)> {
        (0..12).map(|t| ([t % 4, t / 4, 0], value(t % 4, t / 4))).collect()
    }

    #[test]
    fn one_value_is_uniform_and_a_sum_over_axes_is_affine() {
        let same = of(&block(|_, _| 7), 32);
        assert!(same.is_uniform && same.is_warp_uniform && same.is_affine && same.is_confirmed);
        let sum = of(&block(|x, y| u64::from(5 + 3 * x + 10 * y)), 32);
        assert!(!sum.is_uniform && sum.is_affine && sum.is_confirmed);
        let down = of(&block(|x, y| u64::from((2u32 + y).wrapping_sub(4 * x))), 32);
        assert!(down.is_affine && down.is_confirmed, "modulo 2^32");
        let square = of(&block(|x, y| u64::from(x * x + y)), 32);
        assert!(!square.is_affine);
    }

    #[test]
    fn two_threads_confirm_nothing() {
        let two = of(&[([0, 0, 0], 1), ([1, 0, 0], 9)], 32);
        assert!(two.is_affine && !two.is_confirmed && !two.is_uniform);
    }

    #[test]
    fn of_one_bit_nothing_is_affine() {
        assert!(!of(&block(|x, _| u64::from(x & 1)), 1).is_affine);
    }

    #[test]
    fn warps_may_have_values_of_their_own() {
        let came = |t: u32, value| Came { index: [t, 0, 0], warp: t / 32, value, bits: 32 };
        let mut i = Instance::begin(came(0, 4));
        i.add(came(1, 4));
        i.add(came(32, 5));
        i.add(came(33, 5));
        assert!(i.is_warp_uniform && !i.is_uniform);
        i.add(came(34, 6));
        assert!(!i.is_warp_uniform);
    }
}
