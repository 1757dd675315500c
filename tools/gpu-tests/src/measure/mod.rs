//! `measure`: latency and throughput of instructions and memory, beside what the compiler states of them.
//!
//! Latency: one warp, one chain of instructions that each wait for the one before; cycles by the multiprocessor's clock.
//! Throughput: a block of 1024 threads on every multiprocessor, four chains a thread; operations of lanes in a cycle of one
//! multiprocessor. Both by the difference between two lengths of the loop, least of several launches. What `cost.rs` states is
//! a throughput relative to the addition of 32 bits; a latency class of LIR is only a name, and what stands in it ought to lie
//! together.

mod ptx;
mod rows;
mod table;

use std::time::Duration;

use optx_cuda::CudaError;
use optx_cuda::driver::Attribute;
use optx_cuda::gpu::{Gpu, Shape};
use optx_launch::DeviceError;
use optx_measure_math::inputs::Random;
use serde::{Deserialize, Serialize};

use crate::device::failed;
use crate::outcome::{Judged, Outcome};
use ptx::{CHAINS, STEPS};
use rows::{Chase, Kind, ROWS, Row};
use runtime_tests::filter::chosen;
pub(crate) use table::table;

/// Threads of a block where throughput is measured.
const THREADS: u32 = 1024;
/// Launches of which the least counts.
const TRIES: usize = 5;
/// Bytes between two cells of a chain of addresses: a line of the caches.
const LINE: usize = 128;

/// What was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measured {
    /// Cycles until the next one of a chain can begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) latency: Option<f64>,
    /// Lanes' operations in a cycle of a multiprocessor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) throughput: Option<f64>,
    /// Of a stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) gigabytes_a_second: Option<f64>,
    /// The latency class of the form in LIR.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) class: Option<String>,
    /// What the compiler takes the operation's cost for, in additions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cost: Option<u32>,
}

/// The names of what is measured, of which one of the words is a part.
pub(crate) fn names(filter: &[String]) -> Result<Vec<&'static str>, String> {
    chosen(ROWS.iter().map(|row| row.name), filter, "measurement")
}

/// The PTX of every measurement in both lengths, by the name of a file.
pub(crate) fn texts(target: &str) -> Vec<(String, String)> {
    let version = version_of(target);
    let of = |row: &Row, steps| {
        let name = row.name.replace([' ', ',', '.'], "_");
        (format!("{name}.{steps}.ptx"), ptx::text(row, target, &version, steps, 1))
    };
    ROWS.iter().flat_map(|row| STEPS.map(|steps| of(row, steps))).collect()
}

fn version_of(target: &str) -> String {
    let base = optx::cg::target::Target::parse(target).map_or((7, 0), |t| t.base);
    // %clock64, shfl.sync and tanh.approx need no more than 7.0.
    let (major, minor) = base.max((7, 0));
    format!("{major}.{minor}")
}

/// What measures on a device.
pub(crate) struct Measurer<'g> {
    pub(crate) gpu: &'g Gpu,
    pub(crate) target: String,
    pub(crate) limit: Duration,
    /// Short loops and little memory.
    pub(crate) small: bool,
}

type Done<T> = Result<T, CudaError>;

impl Measurer<'_> {
    /// Measures a row.
    pub(crate) fn judge(&self, name: &str) -> Judged {
        let Some(row) = ROWS.iter().find(|row| row.name == name) else {
            return Judged::new(Outcome::Refused, "no such measurement");
        };
        match self.measure(row) {
            Ok(measured) => Judged {
                data: serde_json::to_value(measured).unwrap_or_default(),
                ..Judged::new(Outcome::Passed, "")
            },
            Err(e) => failed(self.gpu, &DeviceError::from(e).into()),
        }
    }

    fn measure(&self, row: &Row) -> Done<Measured> {
        let mut measured = Measured {
            class: row
                .form
                .map(|f| format!("{:?}", optx::cg::lir::opcodes::ROWS[f as usize].latency)),
            cost: row.operation.map(|(opr, rtype, desc, i)| optx_whirl::cost(opr, rtype, desc, i)),
            ..Measured::default()
        };
        match row.kind {
            Kind::Stream(bytes) => measured.gigabytes_a_second = self.stream(row, bytes)?,
            Kind::Chase(chase) => measured.latency = self.chase(row, chase)?,
            Kind::Chain(_, operations) | Kind::Uniform(_, operations) => {
                let each = f64::from(operations);
                let cycles = self.cycles(row, 1, 32, 1, &mut |_| 0)?;
                measured.latency = positive(cycles / f64::from(STEPS[1] - STEPS[0]) / each);
                let multiprocessors = self.gpu.attribute(Attribute::Multiprocessors)?.max(1);
                let cycles =
                    self.cycles(row, multiprocessors as u32, THREADS, CHAINS, &mut |_| 0)?;
                let done = f64::from((STEPS[1] - STEPS[0]) * THREADS * CHAINS) * each;
                measured.throughput = positive(cycles).map(|cycles| done / cycles);
            }
        }
        Ok(measured)
    }

    fn rounds(&self) -> u32 {
        if self.small { 2 } else { 64 }
    }

    /// Cycles of a round that the longer loop takes more than the shorter one, in the block that takes the most of them.
    fn cycles(
        &self,
        row: &Row,
        blocks: u32,
        threads: u32,
        chains: u32,
        start: &mut dyn FnMut(usize) -> u64,
    ) -> Done<f64> {
        let out_bytes = (blocks * threads) as usize * 24;
        let room = Room::new(self.gpu, out_bytes.max(4096))?;
        let shape = shape(blocks, threads);
        let mut least = [f64::INFINITY; 2];
        for (k, steps) in STEPS.into_iter().enumerate() {
            let text = ptx::text(row, &self.target, &version_of(&self.target), steps, chains);
            let loaded = self.gpu.load(&text)?;
            let kernel = loaded.kernel("measure")?;
            for attempt in 0..TRIES {
                let memory = match start(TRIES * k + attempt) {
                    0 => room.at + out_bytes as u64,
                    at => at,
                };
                self.gpu.launch(
                    kernel,
                    shape,
                    &self.arguments(row, room.at, self.rounds(), memory),
                )?;
                self.gpu.wait(self.limit)?;
                let written = self.gpu.read(room.at, out_bytes)?;
                least[k] = least[k].min(longest(&written, threads as usize));
            }
        }
        Ok((least[1] - least[0]) / f64::from(self.rounds()))
    }

    fn arguments(&self, row: &Row, out: u64, rounds: u32, memory: u64) -> Vec<Vec<u8>> {
        let mut args = vec![
            out.to_le_bytes().to_vec(),
            rounds.to_le_bytes().to_vec(),
            memory.to_le_bytes().to_vec(),
        ];
        args.extend(row.class.constants().map(|k| k.to_le_bytes().to_vec()));
        args
    }

    /// Cycles of a load in a chain of addresses.
    fn chase(&self, row: &Row, chase: Chase) -> Done<Option<f64>> {
        let l2 = self.gpu.attribute(Attribute::L2Bytes)?.max(1 << 20) as usize;
        let bytes = match chase {
            Chase::L1 => 32 * LINE,
            Chase::L2 if !self.small => l2 / 4,
            Chase::Memory if !self.small => 4 * l2,
            _ => 64 * LINE,
        };
        let room = Room::new(self.gpu, bytes)?;
        self.gpu.write(room.at, &cycle(room.at, bytes / LINE))?;
        // Out of the caches with it.
        let other = Room::new(self.gpu, if self.small { LINE } else { 2 * l2 })?;
        self.gpu.fill(other.at, 0, other.bytes)?;
        let cells = (bytes / LINE) as u64;
        let mut start = |attempt: usize| match chase {
            // No launch comes where another one was.
            Chase::Memory => room.at + (attempt as u64 * 7919 % cells) * LINE as u64,
            _ => room.at,
        };
        let cycles = self.cycles(row, 1, 1, 1, &mut start)?;
        Ok(positive(cycles / f64::from(STEPS[1] - STEPS[0])))
    }

    /// Gigabytes a second of reading a lot of memory once.
    fn stream(&self, row: &Row, bytes: u32) -> Done<Option<f64>> {
        let multiprocessors = self.gpu.attribute(Attribute::Multiprocessors)?.max(1) as u32;
        let (blocks, threads) = if self.small { (2, 64) } else { (8 * multiprocessors, 256) };
        let wanted = if self.small { 1 << 16 } else { (1 << 30).min(self.gpu.memory()?.0 / 4) };
        let grid = (blocks * threads * bytes) as usize;
        let rounds = (wanted / grid).max(1);
        let room = Room::new(self.gpu, rounds * grid)?;
        let out = Room::new(self.gpu, (blocks * threads) as usize * 4)?;
        self.gpu.fill(room.at, 0x5a, room.bytes)?;
        let loaded =
            self.gpu.load(&ptx::text(row, &self.target, &version_of(&self.target), 0, 1))?;
        let kernel = loaded.kernel("measure")?;
        let shape = shape(blocks, threads);
        let mut least = f64::INFINITY;
        for _ in 0..TRIES {
            let (begin, end) = (self.gpu.event()?, self.gpu.event()?);
            begin.record()?;
            self.gpu.launch(kernel, shape, &self.arguments(row, out.at, rounds as u32, room.at))?;
            end.record()?;
            self.gpu.wait(self.limit)?;
            least = least.min(f64::from(end.since(&begin)?));
        }
        Ok(positive(least).map(|ms| (rounds * grid) as f64 / ms / 1e6))
    }
}

fn shape(blocks: u32, threads: u32) -> Shape {
    Shape { grid: [blocks, 1, 1], block: [threads, 1, 1], dyn_shared: 0, cooperative: false }
}

fn positive(value: f64) -> Option<f64> {
    (value.is_finite() && value > 0.0).then_some(value)
}

/// Cycles of the block that took the most, from its first reading of the clock to its last.
fn longest(written: &[u8], threads: usize) -> f64 {
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
    let of_block = |block: &[u8]| {
        let threads = || block.chunks_exact(24);
        let begin = threads().map(|t| word(&t[8..16])).min().unwrap_or(0);
        let end = threads().map(|t| word(&t[16..24])).max().unwrap_or(0);
        end.saturating_sub(begin)
    };
    written.chunks_exact(24 * threads).map(of_block).max().unwrap_or(0) as f64
}

/// Memory of the device.
struct Room<'g> {
    gpu: &'g Gpu,
    at: u64,
    bytes: usize,
}

impl<'g> Room<'g> {
    fn new(gpu: &'g Gpu, bytes: usize) -> Done<Room<'g>> {
        // Beyond what is asked for there is a word for atomics.
        let at = gpu.alloc(bytes + 256)?;
        let room = Room { gpu, at, bytes };
        gpu.fill(at, 0, bytes + 256)?;
        Ok(room)
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        // A context that a kernel broke has nothing to free.
        let _ = self.gpu.free(self.at);
    }
}

/// Cells a line apart, each with the address of the next, in one cycle of all (Sattolo).
fn cycle(at: u64, cells: usize) -> Vec<u8> {
    let mut order: Vec<u32> = (0..cells as u32).collect();
    let mut random = Random(0x6f70_7478);
    for k in (1..cells).rev() {
        order.swap(k, random.bits() as usize % k);
    }
    let mut out = vec![0; cells * LINE];
    for (k, next) in order.into_iter().enumerate() {
        let address = at + u64::from(next) * LINE as u64;
        out[k * LINE..k * LINE + 8].copy_from_slice(&address.to_le_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_comes_by_all_cells() {
        let cells = cycle(1 << 20, 100);
        let (mut at, mut seen) = (0, 0);
        loop {
            let next = u64::from_le_bytes(cells[at..at + 8].try_into().expect("eight bytes"));
            at = (next - (1 << 20)) as usize;
            seen += 1;
            if at == 0 {
                break;
            }
        }
        assert_eq!(seen, 100);
    }

    #[test]
    fn the_longest_block_counts() {
        let thread = |begin: u64, end: u64| [0, begin, end].map(u64::to_le_bytes).concat();
        let written = [thread(10, 20), thread(12, 25), thread(5, 7), thread(6, 30)].concat();
        assert_eq!(longest(&written, 2), 25.0);
    }

    #[test]
    fn a_filter_that_matches_nothing_says_what_is_near() {
        assert_eq!(names(&["mad.lo".into()]).map(|n| n.len()), Ok(2));
        let said = names(&["fma.f23".into()]).expect_err("no such measurement");
        assert!(said.contains("did you mean fma.f32?"), "{said}");
    }
}
