//! How many blocks of a kernel a multiprocessor holds at once.
//!
//! Source: the limits are the compiler's ([`optx::cg::target::Multiprocessor`]).

use optx::cg::target::Multiprocessor as Limits;

/// Architectures whose limits are written down, and not taken from those before.
const KNOWN: [u32; 7] = [75, 80, 86, 89, 90, 100, 120];

/// What a multiprocessor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiprocessor(Limits);

impl Multiprocessor {
    /// That of an architecture number; none for one whose shared memory is not written down.
    pub fn of(arch: u32) -> Option<Multiprocessor> {
        KNOWN.contains(&arch).then(|| Multiprocessor(Limits::of(arch)))
    }

    /// Blocks of so many threads at once, each thread with its registers, each block with its bytes of shared memory; 0 where
    /// none fits.
    pub fn resident(self, threads: u32, registers: u32, shared: u32) -> u32 {
        let warps = threads.div_ceil(32).max(1);
        (self.0.resident(registers, Some(warps)) / warps).min(self.0.held(shared))
    }
}

#[cfg(test)]
mod tests {
    use super::Multiprocessor;

    /// Rows of the occupancy calculator.
    #[test]
    fn blocks_at_once_are_those_of_the_calculator() {
        let a100 = Multiprocessor::of(80).expect("known");
        let expected = [
            ((256, 32, 0), 8),
            ((256, 33, 0), 6),
            ((256, 64, 0), 4),
            ((256, 255, 0), 1),
            ((1024, 64, 0), 1),
            ((1024, 65, 0), 0),
            ((32, 16, 0), 32),
            ((128, 32, 48 * 1024), 3),
            ((64, 32, 16 * 1024), 9),
        ];
        for ((threads, registers, shared), blocks) in expected {
            assert_eq!(a100.resident(threads, registers, shared), blocks, "{threads} {registers}");
        }
        assert_eq!(Multiprocessor::of(90).expect("known").resident(128, 32, 48 * 1024), 4);
        assert_eq!(Multiprocessor::of(7), None);
    }
}
