//! What a multiprocessor of each architecture holds at once, as far as registers are concerned.
//!
//! Source: ptxas 12.9 and 13.5, asked of each target which `.minnctapersm` they ignore and which `.maxnreg` they raise; the CUDA C++ Programming Guide, "Technical
//! Specifications per Compute Capability", says the same of warps and blocks, and that registers are allotted to warps by 256, and warps to four schedulers.

/// The registers of a multiprocessor.
const REGISTERS: u32 = 65_536;
/// The bytes of shared memory that the system takes of a block.
const SYSTEM: u32 = 1 << 10;

/// The limits of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiprocessor {
    /// The warps that it holds at most.
    pub warps: u32,
    /// The blocks.
    pub blocks: u32,
    /// The least registers a thread that ptxas keeps to.
    pub least: u32,
    /// The bytes of shared memory.
    pub shared: u32,
}

impl Multiprocessor {
    /// The most registers that a thread can have.
    pub const MOST: u32 = 255;

    /// That of an architecture number; of one that is not known, as of those before it.
    pub fn of(arch: u32) -> Multiprocessor {
        let (warps, blocks) = match arch {
            75 | 107 => (32, 16),
            86..=88 => (48, 16),
            89 | 110..=121 => (48, 24),
            _ => (64, 32),
        };
        let kib = match arch {
            75 | 107 => 64,
            80 | 87 => 164,
            86 | 88 | 89 | 120..=121 => 100,
            90..=119 => 228,
            _ => 96,
        };
        Multiprocessor { warps, blocks, least: if arch < 70 { 16 } else { 24 }, shared: kib << 10 }
    }

    /// The registers of a thread with which so many blocks of so many threads are held. As ptxas does, nothing is heeded but the threads where so many blocks never are.
    pub fn registers(self, threads: u32, blocks: u32) -> u32 {
        let of_block = threads.div_ceil(32).max(1);
        let all = of_block.saturating_mul(blocks.max(1));
        let warps = if all > self.warps || blocks > self.blocks { of_block } else { all };
        // A block of more warps than there are is refused elsewhere.
        let of_warp = REGISTERS / warps.checked_next_multiple_of(4).unwrap_or(REGISTERS).max(4);
        (of_warp / 256 * 8).min(Multiprocessor::MOST)
    }

    /// The blocks whose shared memory fits, each with so many bytes: by 128, and the system takes some.
    pub fn held(self, shared: u32) -> u32 {
        self.shared / shared.next_multiple_of(128).saturating_add(SYSTEM)
    }

    /// The bytes of shared memory that a block may take beside so many that it takes, where as many blocks as before, so many at most, are held: by 128, and the system takes some.
    pub fn shared_left(self, taken: u32, blocks: u32) -> u32 {
        let of_block = self.shared / self.held(taken).min(blocks).max(1);
        (of_block.saturating_sub(SYSTEM) / 128 * 128).saturating_sub(taken)
    }

    /// The warps that are held where each thread has so many registers, in whole blocks of so many warps where that is known.
    pub fn resident(self, registers: u32, block: Option<u32>) -> u32 {
        let of_warp = (registers.max(1) * 32).next_multiple_of(256);
        let warps = (REGISTERS / of_warp / 4 * 4).min(self.warps);
        let Some(block) = block.filter(|&block| block > 0) else { return warps };
        (warps / block).min(self.blocks) * block
    }
}

#[cfg(test)]
mod tests {
    use super::Multiprocessor;

    /// What ptxas 13.5 says of bounds, and the occupancy calculator of residence.
    #[test]
    fn limits_are_those_of_the_architecture() {
        let turing = Multiprocessor::of(75);
        assert_eq!([turing.registers(1024, 1), turing.registers(1024, 2)], [64, 64]);
        assert_eq!([turing.registers(256, 4), turing.registers(256, 8)], [64, 255]);
        assert_eq!(turing.registers(32, 32), 255, "of 16 blocks");
        assert_eq!(turing.resident(64, None), 32, "all that there are");
        assert_eq!(turing.resident(64, Some(1)), 16, "of 16 blocks");
        let ada = Multiprocessor::of(89);
        assert_eq!([ada.registers(1024, 2), ada.registers(256, 6)], [64, 40]);
        let ampere = Multiprocessor::of(80);
        assert_eq!([ampere.registers(1024, 2), ampere.registers(32, 64)], [32, 255]);
        assert_eq!(
            [32, 33, 40, 41, 64, 255].map(|n| ampere.resident(n, Some(8))),
            [64, 48, 48, 40, 32, 8]
        );
        assert_eq!([64, 65].map(|n| ampere.resident(n, Some(32))), [32, 0]);
        // 164 KiB: 32 blocks have 4 KiB each beside what the system takes, 8 have 19; one more byte, and a block less is held.
        assert_eq!([32, 8].map(|blocks| ampere.shared_left(0, blocks)), [4224, 19968]);
        assert_eq!([1024, 4224].map(|taken| ampere.shared_left(taken, 32)), [3200, 0]);
        let twelve = 12 << 10;
        assert_eq!(ampere.shared_left(twelve, 32), 640, "12 blocks of 12 KiB are held");
        assert_eq!([Multiprocessor::of(61).least, Multiprocessor::of(70).least], [16, 24]);
    }
}
