//! Claims and a trace: what a run shows of how values differ between threads, independently of the emulator's own check of claims.
//!
//! [`Trace`] keeps every value of a run. [`Trace::observed`] makes claims that are true of it; [`Trace::says`] finds out whether a
//! claim is, by the differences of neighbours, not by what the check does.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use optx_emulator::claims::{At, Base, Claim, Coef, KernelClaims, strengthen};
use optx_emulator::exec::thread_index;
use optx_emulator::lower::defs::defined;
use optx_emulator::lower::program::Program;
use optx_emulator::op::Row;
use optx_emulator::{ClaimReport, Claims, Counters, Moment, Observer, RunError, Schedule};
use optx_launch::device::Launching;
use optx_launch::{Emulator, NoReferences, Outcome, Watch, run};

use crate::suite::Case;

/// Blocks of each launch that are run.
const BLOCKS: u32 = 2;
/// Most values of a trace.
const MOST_VALUES: usize = 4_000_000;

/// Where values are: what a claim is of, without what it says.
type Point = (String, u32, u32, String, u32);

/// One instance: the launch, the block, the counts of the cycles around.
type Instance = (u32, [u32; 3], Vec<u32>);

/// Every value of a run, by point and instance: thread and value.
#[derive(Default)]
pub struct Trace {
    points: BTreeMap<Point, BTreeMap<Instance, Vec<(u32, u64)>>>,
    /// Points that were inside irreducible cycles.
    left_out: BTreeMap<Point, ()>,
    blocks: BTreeMap<u32, [u32; 3]>,
    values: usize,
    launch: u32,
}

/// The number that stands for a kind of place in a [`Point`].
fn kind(at: At) -> u32 {
    match at {
        At::Def => 0,
        At::LiveIn => 1,
        At::Branch => 2,
        At::Block => 3,
    }
}

struct Recorder<'t> {
    trace: &'t mut Trace,
    names: HashMap<Row, (String, u32)>,
    /// Of each block of code: the lines of its labels, and registers of interest there.
    labels: BTreeMap<u32, Vec<(u32, Vec<Row>)>>,
}

impl<'t> Recorder<'t> {
    fn new(trace: &'t mut Trace, p: &Program, of: Option<&Claims>) -> Self {
        let (mut names, mut rows, mut labels) = (HashMap::new(), Vec::new(), BTreeMap::new());
        for (name, row, ty) in p.named_registers().filter(|(.., ty)| ty.bits() != 8) {
            names.insert(row, (name, ty.bits()));
            rows.push(row);
        }
        for (line, block) in &p.labels {
            let Some(block) = block else { continue };
            let line = *line;
            // Those that claims name; else some of all registers, others at each label.
            let here: Vec<Row> = match of {
                Some(claims) => claims
                    .of(&p.name)
                    .filter(|c| c.at == At::LiveIn && c.ptx_line == line)
                    .filter_map(|c| Some(p.register(&c.reg)?.0))
                    .collect(),
                None => (0..rows.len().min(8))
                    .map(|k| rows[(line as usize + k * 7) % rows.len()])
                    .collect(),
            };
            let list: &mut Vec<_> = labels.entry(*block).or_default();
            list.push((line, here));
        }
        Self { trace, names, labels }
    }

    fn record(&mut self, at: &Moment<'_>, what: At, line: u32, row: Row) {
        let Some((name, width)) = self.names.get(&row) else { return };
        let point = (at.program.name.clone(), kind(what), line, name.clone(), *width);
        for lane in (0..32).filter(|l| at.mask >> l & 1 == 1) {
            match at.instance(lane) {
                None => {
                    self.trace.left_out.insert(point.clone(), ());
                }
                Some(counts) => {
                    let instance = (self.trace.launch, at.ctaid, counts);
                    let values = self.trace.points.entry(point.clone()).or_default();
                    let thread = at.warp * 32 + lane as u32;
                    values.entry(instance).or_default().push((thread, at.value(row, lane)));
                    self.trace.values += 1;
                }
            }
        }
    }

    fn full(&self) -> bool {
        self.trace.values > MOST_VALUES
    }
}

impl Observer for Recorder<'_> {
    fn entered(&mut self, at: &Moment<'_>) {
        let block = at.program.block_of[at.pc as usize];
        if self.full() {
            return;
        }
        for (line, rows) in self.labels.get(&block).cloned().unwrap_or_default() {
            for row in rows {
                self.record(at, At::LiveIn, line, row);
            }
        }
    }

    fn executed(&mut self, at: &Moment<'_>) {
        let own = at.program.own_lines.binary_search(&at.inst().line).is_ok();
        if own && !self.full() {
            for row in defined(at.program, at.inst()) {
                self.record(at, At::Def, at.inst().line, row);
            }
        }
    }

    fn branches(&mut self, at: &Moment<'_>) {
        let i = at.inst();
        if !i.guard.is_always() && !self.full() {
            self.record(at, At::Branch, i.line, Row::P(i.guard.row));
        }
    }
}

fn wrapped(v: i128, width: u32) -> i128 {
    v.rem_euclid(1 << width)
}

fn index(thread: u32, block: [u32; 3]) -> [i128; 3] {
    thread_index(thread, block).map(i128::from)
}

impl Trace {
    /// Whether all values of a run were kept.
    pub fn is_whole(&self) -> bool {
        self.values <= MOST_VALUES
    }

    /// Whether a claim is true of the run. None: it has symbols, is of a block, or of a place inside an irreducible cycle.
    pub fn says(&self, kernel: &str, c: &Claim) -> Option<bool> {
        let point = (kernel.to_string(), kind(c.at), c.ptx_line, c.reg.clone(), c.width);
        let symbolic = |c: &Coef| matches!(c, Coef::Symbolic { .. });
        if c.at == At::Block
            || c.coef.iter().any(symbolic)
            || symbolic(&c.lane)
            || self.left_out.contains_key(&point)
        {
            return None;
        }
        Some(self.points.get(&point).is_none_or(|instances| self.holds(instances, c)))
    }

    fn holds(&self, instances: &BTreeMap<Instance, Vec<(u32, u64)>>, c: &Claim) -> bool {
        let known = |c: &Coef| match c {
            Coef::Known(n) => Some(i128::from(*n)),
            _ => None,
        };
        let coef = [known(&c.coef[0]), known(&c.coef[1]), known(&c.coef[2])];
        let mut block_wide = Vec::new();
        if coef.iter().any(Option::is_some) {
            block_wide.push(coef);
        }
        if c.block_uniform {
            block_wide.push([Some(0); 3]);
        }
        let mut warp_wide: Vec<i128> = known(&c.lane).into_iter().collect();
        warp_wide.extend(c.warp_uniform.then_some(0));
        for ((launch, ..), values) in instances {
            let block = self.blocks[launch];
            for coef in &block_wide {
                // Neighbours among the threads that agree on the unknown axes.
                let mut last: BTreeMap<[i128; 3], ([i128; 3], u64)> = BTreeMap::new();
                for (thread, v) in values {
                    let t = index(*thread, block);
                    let class = [0, 1, 2].map(|a| if coef[a].is_none() { t[a] } else { -1 });
                    if let Some((u, w)) = last.insert(class, (t, *v)) {
                        let grows: i128 =
                            (0..3).map(|a| coef[a].unwrap_or(0) * (t[a] - u[a])).sum();
                        if wrapped(i128::from(*v) - i128::from(w) - grows, c.width) != 0 {
                            return false;
                        }
                    }
                }
            }
            for grows in &warp_wide {
                let mut last: BTreeMap<u32, (u32, u64)> = BTreeMap::new();
                for (thread, v) in values {
                    if let Some((u, w)) = last.insert(thread / 32, (thread % 32, *v)) {
                        let grown = grows * (i128::from(thread % 32) - i128::from(u));
                        if wrapped(i128::from(*v) - i128::from(w) - grown, c.width) != 0 {
                            return false;
                        }
                    }
                }
            }
            if let (Base::Const(n), [Some(x), Some(y), Some(z)]) = (c.base, coef) {
                for (thread, v) in values {
                    let t = index(*thread, block);
                    let want = i128::from(n) + x * t[0] + y * t[1] + z * t[2];
                    if wrapped(i128::from(*v) - want, c.width) != 0 {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Claims that are true of the run: the most that numbers say.
    pub fn observed(&self) -> Claims {
        let mut kernels: BTreeMap<String, Vec<Claim>> = BTreeMap::new();
        for (point, instances) in &self.points {
            if self.left_out.contains_key(point) {
                continue;
            }
            let (kernel, at, line, reg, width) = point.clone();
            let at = [At::Def, At::LiveIn, At::Branch][at as usize];
            let mut claim = Claim::nothing(at, line, reg, width);
            // The differences of the first neighbours along each axis; 0 where there are none.
            let guess = |step: &dyn Fn(u32, [u32; 3]) -> Option<u32>| {
                let found = instances.iter().find_map(|((launch, ..), values)| {
                    let block = self.blocks[launch];
                    values.iter().take(64).find_map(|(t, v)| {
                        let next = step(*t, block)?;
                        let (_, w) = values.iter().find(|(u, _)| *u == next)?;
                        Some(w.wrapping_sub(*v) as i64)
                    })
                });
                let unused = 64 - width;
                Coef::Known(found.map_or(0, |d| d << unused >> unused))
            };
            let axes = [
                guess(&|t, b| (t % b[0] + 1 < b[0]).then_some(t + 1)),
                guess(&|t, b| (t / b[0] % b[1] + 1 < b[1]).then_some(t + b[0])),
                guess(&|t, b| (t / b[0] / b[1] + 1 < b[2]).then_some(t + b[0] * b[1])),
            ];
            let mut subsets: Vec<u32> = (0..8).collect();
            subsets.sort_by_key(|s: &u32| s.count_ones());
            for unknown in subsets {
                claim.coef = [0, 1, 2].map(|a| match unknown >> a & 1 {
                    1 => Coef::Unknown,
                    _ => axes[a].clone(),
                });
                if self.holds(instances, &claim) {
                    break;
                }
            }
            let tries: [&dyn Fn(&mut Claim); 4] = [
                &|c| {
                    c.lane = guess(&|t, _| (t % 32 < 31).then_some(t + 1));
                },
                &|c| c.block_uniform = true,
                &|c| c.warp_uniform = true,
                &|c| {
                    let first = instances.iter().next().and_then(|(_, v)| v.first());
                    c.base = first.map_or(Base::Uniform, |(_, v)| Base::Const(*v as i64));
                },
            ];
            for change in tries {
                let mut more = claim.clone();
                change(&mut more);
                if self.holds(instances, &more) {
                    claim = more;
                }
            }
            kernels.entry(kernel).or_default().push(claim);
        }
        let kernels = kernels.into_iter().map(|(name, claims)| KernelClaims { name, claims });
        Claims { kernels: kernels.collect() }
    }
}

/// Records what the first blocks of launches do.
struct Recording {
    trace: Arc<Mutex<Trace>>,
    /// Claims whose registers are looked at where labels are.
    of: Option<Claims>,
}

impl Watch for Recording {
    fn launch(
        &mut self,
        program: &Program,
        launching: &Launching<'_>,
        run: &mut dyn FnMut(&mut dyn Observer) -> Result<Counters, RunError>,
    ) -> Result<Counters, RunError> {
        let mut trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
        trace.launch += 1;
        let launch = trace.launch;
        trace.blocks.insert(launch, launching.block);
        run(&mut Recorder::new(&mut trace, program, self.of.as_ref()))
    }
}

/// Runs a case on an emulator that looks at the first blocks of each launch.
pub(crate) fn watched(case: &Case, ptx: &str, device: &mut Emulator) -> Result<Outcome, String> {
    device.most_blocks = Some(BLOCKS);
    let mut file = case.launch.clone();
    // Of the first blocks only, nothing is expected.
    file.expects.clear();
    let folder = case.source.parent().unwrap_or(std::path::Path::new("."));
    run(&file, ptx, device, &NoReferences, folder).map_err(|e| e.to_string())
}

/// The trace of a case's PTX, of the first blocks of each launch: at labels of the registers that claims name, or of some.
pub fn trace(
    case: &Case,
    ptx: &str,
    schedule: Schedule,
    of: Option<&Claims>,
) -> Result<Trace, String> {
    let trace = Arc::new(Mutex::new(Trace::default()));
    let recording = Recording { trace: Arc::clone(&trace), of: of.cloned() };
    watched(case, ptx, &mut Emulator::new(schedule).with_watch(Box::new(recording)))?;
    let mut trace = std::mem::take(&mut *trace.lock().unwrap_or_else(PoisonError::into_inner));
    // Threads in order, so that neighbours stand side by side.
    for values in trace.points.values_mut().flat_map(BTreeMap::values_mut) {
        values.sort_unstable();
    }
    Ok(trace)
}

/// What becomes of claims in the same run.
pub fn checked(
    case: &Case,
    ptx: &str,
    schedule: Schedule,
    claims: &Claims,
) -> Result<ClaimReport, String> {
    let mut device = Emulator::new(schedule).with_claims(Some(claims.clone()));
    let outcome = watched(case, ptx, &mut device)?;
    outcome.claims.ok_or_else(|| "no claim was checked".to_owned())
}

/// What became of claims that were made stronger by chance.
#[derive(Clone, Debug, Default)]
pub struct Mutated {
    /// False in the trace, and refused.
    pub refused: usize,
    /// True in the trace, and not refused.
    pub accepted: usize,
    /// The others, in words.
    pub missed: Vec<String>,
}

/// Strengthens claims by chance until so many are false in the run's trace, at most a thousand times, and checks each by itself.
pub fn mutate(
    case: &Case,
    ptx: &str,
    schedule: Schedule,
    claims: &Claims,
    wanted: usize,
) -> Result<Mutated, String> {
    let trace = trace(case, ptx, schedule, Some(claims))?;
    if !trace.is_whole() {
        return Err(format!("{}: too long a run", case.name));
    }
    let mut out = Mutated::default();
    let mut wrong = 0;
    for seed in 0..1000 {
        let Some(s) = strengthen(claims, seed).filter(|_| wrong < wanted) else { break };
        let Some(claim) = s.claims.of(&s.kernel).nth(s.claim) else { continue };
        let Some(is_true) = trace.says(&s.kernel, claim) else { continue };
        // By itself, so that nothing else is refused.
        let alone = KernelClaims { name: s.kernel.clone(), claims: vec![claim.clone()] };
        let report = checked(case, ptx, schedule, &Claims { kernels: vec![alone] })?;
        wrong += usize::from(!is_true);
        match (is_true, report.holds()) {
            (true, true) => out.accepted += 1,
            (false, false) => out.refused += 1,
            (_, holds) => out.missed.push(format!(
                "{}, {schedule:?}: {} of {claim:?}: true {is_true}, holds {holds}",
                case.name, s.what
            )),
        }
    }
    Ok(out)
}
