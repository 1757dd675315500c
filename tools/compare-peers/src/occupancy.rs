//! How many blocks of a kernel a multiprocessor holds at once.
//!
//! Source: the limits by compute capability and the allocation units of the CUDA C++ Programming Guide and the occupancy
//! calculator: registers by 256 a warp, warps by four, shared memory by 128 bytes with 1 KiB that the system takes a block.

/// What a multiprocessor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiprocessor {
    registers: u32,
    threads: u32,
    blocks: u32,
    shared: u32,
}

impl Multiprocessor {
    /// That of an architecture number; none for one whose limits are not written here.
    pub fn of(arch: u32) -> Option<Multiprocessor> {
        let (threads, blocks, kib) = match arch {
            75 => (1024, 16, 64),
            80 => (2048, 32, 164),
            86 => (1536, 16, 100),
            89 => (1536, 24, 100),
            90 | 100 => (2048, 32, 228),
            120 => (1536, 24, 100),
            _ => return None,
        };
        Some(Multiprocessor { registers: 65536, threads, blocks, shared: kib * 1024 })
    }

    /// Blocks of so many threads at once, each thread with its registers, each block with its bytes of shared memory; 0 where
    /// none fits.
    pub fn resident(self, threads: u32, registers: u32, shared: u32) -> u32 {
        let warps = threads.div_ceil(32).max(1);
        let of_warp = (registers.max(1) * 32).next_multiple_of(256);
        let by_registers = self.registers / of_warp / 4 * 4 / warps;
        let by_threads = self.threads / 32 / warps;
        let by_shared = self.shared / (shared.next_multiple_of(128) + 1024);
        by_registers.min(by_threads).min(by_shared).min(self.blocks)
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
