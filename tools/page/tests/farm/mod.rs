//! A farm that never was: reports as large and as mixed as real ones, the same each time.

use optx_page::report::{
    Cell, Device, Measured, Peer, Previous, Report, Row, Run, State, Times, Verdict,
};

/// A generator of numbers: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// From 0 to 1.
    fn part(&mut self) -> f64 {
        self.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

const COMMITS: usize = 20;

/// A report of so many rows, two codes on two devices each.
pub fn report(rows: usize) -> Report {
    let mut numbers = Numbers(2026);
    let mut commits: Vec<String> =
        (0..COMMITS).map(|_| format!("{:08x}", numbers.next() as u32)).collect();
    let previous = commits[COMMITS - 2].clone();
    let commit = commits[COMMITS - 1].clone();
    commits.truncate(COMMITS);
    let rows: Vec<Row> = (0..rows).map(|at| row(at, &mut numbers)).collect();
    let bad = rows.iter().flat_map(|row| &row.cells);
    let bad = bad.filter(|cell| !matches!(cell.state, State::Done | State::NotWanted)).count();
    let why = vec![
        format!("{bad} cells are not green."),
        "Node gpu-07 answered nothing for 12 minutes; its jobs were given to others.".to_owned(),
    ];
    Report {
        title: "optx test farm".to_owned(),
        commit,
        made: "Made on 2026-11-29 by the nightly plan, in 41 minutes on 8 nodes.".to_owned(),
        previous: Some(Previous { commit: previous }),
        verdict: if bad == 0 { Verdict::Green } else { Verdict::Red { why } },
        devices: vec![
            Device { model: "H200".to_owned(), driver: "570.86.15".to_owned() },
            Device { model: "RTX 4090".to_owned(), driver: "565.57.01".to_owned() },
        ],
        codes: vec!["optx-O3".to_owned(), "nvrtc".to_owned()],
        unit: "us".to_owned(),
        commits,
        rows,
    }
}

fn row(at: usize, numbers: &mut Numbers) -> Row {
    let words =
        ["reduce", "scan", "stencil", "histogram", "transpose", "matmul", "sort", "fft", "nbody"];
    let types = ["f32", "f64", "i32", "u64", "half2"];
    let name = format!("{}_{}_{at:04}", numbers.of(&words), numbers.of(&types));
    let digest = numbers.next();
    let mut cells = Vec::new();
    for device in 0..2 {
        let scale = 10f64.powf(numbers.part() * 4.0);
        for code in 0..2 {
            let slower = 0.9 + 0.3 * numbers.part();
            let job = format!("{at}-{device}{code}");
            cells.push(cell(&job, code, device, scale * slower, digest, numbers));
        }
        compare(&mut cells);
    }
    Row { name, cells }
}

/// Our code beside the peer that was made last.
fn compare(cells: &mut [Cell]) {
    let [.., ours, peer] = cells else { return };
    if let (Some(ours), Some(peer)) = (&mut ours.times, &peer.times) {
        let (a, b) = (ours.measured, peer.measured);
        let ratio =
            Measured { median: a.median / b.median, low: a.low / b.high, high: a.high / b.low };
        ours.peers.push(Peer { code: 1, ratio });
    }
}

fn measured(median: f64, numbers: &mut Numbers) -> Measured {
    let spread = 0.002 + 0.02 * numbers.part();
    Measured { median, low: median * (1.0 - spread), high: median * (1.0 + spread) }
}

fn cell(
    job: &str,
    code: usize,
    device: usize,
    time: f64,
    digest: u64,
    numbers: &mut Numbers,
) -> Cell {
    let state = match numbers.below(1000) {
        0..6 => State::Failed,
        6..10 => State::Flaky,
        10..13 => State::Disagreeing,
        13..17 => State::Missing,
        17..30 => State::NotWanted,
        _ => State::Done,
    };
    let was = match numbers.below(100) {
        0 => Some(State::Done),
        1 if code == 0 => Some(State::Failed),
        2 if device == 1 => None,
        _ => Some(state),
    };
    let ran = !matches!(state, State::Missing | State::NotWanted);
    let runs = if ran {
        (0..2).map(|repeat| run(job, repeat, state, digest, numbers)).collect()
    } else {
        Vec::new()
    };
    let well = state == State::Done;
    let times = well.then(|| Times { measured: measured(time, numbers), peers: Vec::new() });
    let mut level = time * (0.98 + 0.03 * numbers.part());
    let history: Vec<Option<Measured>> = (0..COMMITS)
        .map(|at| {
            if numbers.below(8) == 0 {
                level *= 0.99 + 0.02 * numbers.part();
            }
            let noise = 0.995 + 0.01 * numbers.part();
            if at + 1 == COMMITS {
                return times.as_ref().map(|times| times.measured);
            }
            (numbers.below(40) > 0).then(|| measured(level * noise, numbers))
        })
        .collect();
    Cell { code, device, state, was, runs, times, history }
}

fn run(job: &str, repeat: u32, state: State, digest: u64, numbers: &mut Numbers) -> Run {
    let node = format!("gpu-{:02}", numbers.below(8));
    let wrong = match state {
        State::Failed => true,
        State::Flaky => repeat == 1,
        _ => false,
    };
    let mut lines = vec![
        format!("{node}: CUDA 12.8, persistence on, clocks locked at 1980 MHz"),
        "compile: ok, ptxas: ok".to_owned(),
        format!("{} registers, 0 bytes spilled", 16 + numbers.below(120)),
        format!("launch: grid {} block {}", 1 << numbers.below(12), 32 << numbers.below(6)),
        format!("job {job}: {} ms in the queue", numbers.below(90_000)),
    ];
    if wrong {
        let (index, value) = (numbers.below(1 << 20), numbers.part());
        lines.push(format!("out[{index}]: {value:.7} expected, {:.7} found", value * 1.5));
        lines.push("error: CUDA_ERROR_ILLEGAL_ADDRESS (700) at cuStreamSynchronize".to_owned());
    } else {
        lines.push("compared with the reference: equal".to_owned());
    }
    let other = if state == State::Disagreeing { u64::from(repeat) } else { 0 };
    Run {
        repeat,
        outcome: if wrong { "wrong result" } else { "ok" }.to_owned(),
        digest: format!("{:016x}", digest.wrapping_add(other)),
        seconds: 0.2 + 3.0 * numbers.part(),
        node,
        job: format!("job-{job}"),
        attempt: 1 + u32::from(numbers.below(50) == 0),
        message: lines.join("\n"),
    }
}
