//! How many blocks of a kernel a multiprocessor holds at once.
//!
//! Source: the limits of warps, blocks and registers are the compiler's ([`optx::cg::target::Multiprocessor`]); shared memory, by 128 bytes with 1 KiB that the system
//! takes a block, of the CUDA C++ Programming Guide and the occupancy calculator.

use optx::cg::target::Multiprocessor as Limits;

/// What a multiprocessor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiprocessor {
    limits: Limits,
    shared: u32,
}

impl Multiprocessor {
    /// That of an architecture number; none for one whose shared memory is not written here.
    pub fn of(arch: u32) -> Option<Multiprocessor> {
        let kib = match arch {
            75 => 64,
            80 => 164,
            86 | 89 | 120 => 100,
            90 | 100 => 228,
            _ => return None,
        };
        Some(Multiprocessor { limits: Limits::of(arch), shared: kib * 1024 })
    }

    /// Blocks of so many threads at once, each thread with its registers, each block with its bytes of shared memory; 0 where
    /// none fits.
    pub fn resident(self, threads: u32, registers: u32, shared: u32) -> u32 {
        let warps = threads.div_ceil(32).max(1);
        let by_shared = self.shared / (shared.next_multiple_of(128) + 1024);
        (self.limits.resident(registers, Some(warps)) / warps).min(by_shared)
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
