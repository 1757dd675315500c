//! Mutants: one operator, constant or predicate of a kernel's PTX is changed, and the comparison must notice.

use optx_launch::Schedule;

use crate::suite::{COMPILERS, Case, execute};

/// A change of one line of PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// Line, from 0.
    pub line: usize,
    /// What was changed: `operator`, `constant` or `predicate`.
    pub kind: &'static str,
    /// The new line.
    pub text: String,
}

/// A mutant that nothing noticed.
#[derive(Clone, Debug)]
pub struct Survivor {
    /// Kernel and compiler.
    pub of: String,
    /// The change.
    pub mutation: Mutation,
    /// The line as it was.
    pub before: String,
    /// How often threads executed the line in the original.
    pub executed: u64,
}

/// How a run of mutants went.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Mutants made.
    pub made: usize,
    /// Refused when loaded.
    pub refused: usize,
    /// Ended by an error at run time.
    pub failed: usize,
    /// Gave other results.
    pub differed: usize,
    /// Not noticed.
    pub survivors: Vec<Survivor>,
}

impl Report {
    /// Mutants that were noticed.
    pub fn noticed(&self) -> usize {
        self.made - self.survivors.len()
    }
}

/// Opcodes and what they may become, operands unchanged.
const OPERATORS: &[(&str, &[&str])] = &[
    ("add.", &["sub."]),
    ("sub.", &["add."]),
    ("and.b", &["or.b"]),
    ("or.b", &["and.b"]),
    ("xor.b", &["and.b"]),
    ("and.pred", &["or.pred"]),
    ("or.pred", &["and.pred"]),
    ("min.", &["max."]),
    ("max.", &["min."]),
    ("mul.lo.", &["mul.hi.", "add."]),
    ("mul.hi.", &["mul.lo."]),
    ("mad.lo.", &["mad.hi."]),
    ("mul.f", &["add.f", "sub.f"]),
    ("mul.rn.f", &["add.rn.f"]),
    ("shl.b32", &["shr.u32", "shr.s32"]),
    ("shl.b64", &["shr.u64"]),
    ("shr.u", &["shl.b"]),
    ("shr.s", &["shl.b"]),
    ("neg.", &["abs."]),
    ("abs.", &["neg."]),
    ("div.rn.f", &["mul.rn.f"]),
    ("div.s", &["rem.s"]),
    ("div.u", &["rem.u"]),
    ("rem.s", &["div.s"]),
    ("rem.u", &["div.u"]),
    ("sqrt.rn.f", &["rcp.rn.f"]),
    ("rcp.rn.f", &["sqrt.rn.f"]),
    ("shfl.sync.down", &["shfl.sync.up"]),
    ("shfl.sync.bfly", &["shfl.sync.up"]),
    (".eq.", &[".ne."]),
    (".ne.", &[".eq."]),
    (".lt.", &[".le.", ".ge."]),
    (".le.", &[".lt.", ".gt."]),
    (".gt.", &[".ge.", ".le."]),
    (".ge.", &[".gt.", ".lt."]),
    (".add.", &[".max."]),
    (".exch.", &[".and."]),
];

/// All mutations of a line of PTX, as (kind, new line).
fn of_line(line: &str) -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    let body = line.trim_start();
    let code = body.split("//").next().unwrap_or("");
    if !code.trim_end().ends_with(';') || code.starts_with('.') || code.starts_with('$') {
        return out;
    }
    let indent = &line[..line.len() - body.len()];
    let (guard, rest) = match code.strip_prefix('@').and_then(|c| c.split_once([' ', '\t'])) {
        Some((g, rest)) => (Some(g), rest.trim_start()),
        None => (None, code),
    };
    let prefix = |g: Option<&str>| g.map_or(indent.to_string(), |g| format!("{indent}@{g} "));
    if let Some(g) = guard {
        let other = g.strip_prefix('!').map_or_else(|| format!("!{g}"), str::to_string);
        out.push(("predicate", format!("{}{rest}", prefix(Some(&other)))));
        out.push(("predicate", format!("{indent}{rest}")));
    }
    let (opcode, operands) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
    // Moving parameters and addresses about is no operator of the kernel.
    if opcode.starts_with("ld.param") || opcode.starts_with("cvta") || opcode.starts_with("call") {
        return out;
    }
    for (from, to) in OPERATORS {
        let suffix_only = from.starts_with('.');
        let comparison = opcode.starts_with("setp") || opcode.starts_with("set.");
        let atomic = opcode.starts_with("atom") || opcode.starts_with("red");
        let fits = if suffix_only {
            (comparison || atomic) && opcode.contains(from)
        } else {
            opcode.starts_with(from)
        };
        if fits {
            for t in *to {
                let new = opcode.replacen(from, t, 1);
                out.push(("operator", format!("{}{new} {operands}", prefix(guard))));
            }
        }
    }
    if opcode.starts_with("selp") {
        let parts: Vec<&str> = operands.trim_end().trim_end_matches(';').split(',').collect();
        if let [d, a, b, p] = parts.as_slice() {
            out.push(("predicate", format!("{}{opcode} {d},{b},{a},{p};", prefix(guard))));
        }
    }
    if opcode.starts_with("bra") || opcode.starts_with("bar") {
        return out;
    }
    constants(operands, &mut |new| {
        out.push(("constant", format!("{}{opcode} {new}", prefix(guard))));
    });
    out
}

/// Every constant among operands, changed: integers below 64 by one, others and floats to their double.
fn constants(operands: &str, found: &mut dyn FnMut(String)) {
    let b = operands.as_bytes();
    let mut i = 0;
    while i < b.len() {
        let start = i;
        let word = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'%' | b'.');
        if !word(b[i]) {
            i += 1;
            continue;
        }
        while i < b.len() && word(b[i]) {
            i += 1;
        }
        let token = &operands[start..i];
        let (before, after) = (&operands[..start], &operands[i..]);
        if let Some(hex) = token.strip_prefix("0f").filter(|h| h.len() == 8) {
            if let Ok(v) = u32::from_str_radix(hex, 16) {
                let x = f32::from_bits(v);
                let y = if x == 0.0 { 1.0 } else { x * 2.0 };
                found(format!("{before}0f{:08X}{after}", y.to_bits()));
            }
        } else if let Some(hex) = token.strip_prefix("0d").filter(|h| h.len() == 16) {
            if let Ok(v) = u64::from_str_radix(hex, 16) {
                let x = f64::from_bits(v);
                let y = if x == 0.0 { 1.0 } else { x * 2.0 };
                found(format!("{before}0d{:016X}{after}", y.to_bits()));
            }
        } else if token.bytes().all(|c| c.is_ascii_digit())
            && let Ok(v) = token.parse::<u64>()
        {
            // A minus before the token turns the step round, which is as good.
            let changed = if v < 64 { v + 1 } else { v.wrapping_mul(2) };
            found(format!("{before}{changed}{after}"));
        }
    }
}

/// All mutations of a PTX text.
pub fn mutations(ptx: &str) -> Vec<Mutation> {
    ptx.lines()
        .enumerate()
        .flat_map(|(line, text)| {
            of_line(text).into_iter().map(move |(kind, text)| Mutation { line, kind, text })
        })
        .collect()
}

/// The text with one line changed.
pub fn apply(ptx: &str, m: &Mutation) -> String {
    let mut out = String::with_capacity(ptx.len() + 16);
    for (k, line) in ptx.lines().enumerate() {
        out.push_str(if k == m.line { &m.text } else { line });
        out.push('\n');
    }
    out
}

/// A small random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 33) as usize % n.max(1)
    }
}

/// Makes `count` mutants of random kernels, as the reference compilers made them, and runs them in lock-step and, where that
/// notices nothing, in the first adversarial schedule.
pub fn run(cases: &[Case], count: usize, seed: u64) -> Result<Report, String> {
    let mut texts = Vec::new();
    for case in cases {
        for c in COMPILERS.iter().filter(|c| !c.needs.is_empty()) {
            let ptx = (c.compile)(&case.source, &case.launch.options)
                .map_err(|e| format!("{} with {}: {e}", case.name, c.name))?;
            let all = mutations(&ptx);
            texts.push((case, c.name, ptx, all));
        }
    }
    let mut random = Random(seed);
    let mut report = Report::default();
    let mut done = Vec::new();
    while report.made < count {
        let k = random.below(texts.len());
        let (case, compiler, ptx, all) = &texts[k];
        if all.is_empty() {
            return Err(format!("{} with {compiler} has nothing to change", case.name));
        }
        let j = random.below(all.len());
        if done.contains(&(k, j)) {
            // Every mutant counts once, unless all were made.
            if done.len() >= texts.iter().map(|t| t.3.len()).sum() {
                return Err("there are not so many mutants".into());
            }
            continue;
        }
        done.push((k, j));
        report.made += 1;
        let m = &all[j];
        let mutant = apply(ptx, m);
        if optx_emulator::Module::load(&mutant).is_err() {
            report.refused += 1;
            continue;
        }
        let result = match execute(case, &mutant, Schedule::Lockstep) {
            Ok(o) if o.agrees() => execute(case, &mutant, Schedule::Adversarial(1)),
            noticed => noticed,
        };
        match result {
            Err(_) => report.failed += 1,
            Ok(o) if !o.agrees() => report.differed += 1,
            Ok(_) => report.survivors.push(Survivor {
                of: format!("{}/{compiler}", case.name),
                before: ptx.lines().nth(m.line).unwrap_or("").trim().to_string(),
                executed: executions(case, ptx, m.line),
                mutation: m.clone(),
            }),
        }
    }
    Ok(report)
}

/// How often threads executed a line of the original.
fn executions(case: &Case, ptx: &str, line: usize) -> u64 {
    let Ok(o) = execute(case, ptx, Schedule::Lockstep) else { return 0 };
    o.launches
        .iter()
        .filter_map(|l| l.counters.as_ref())
        .filter_map(|c| c.lines.get(&(line as u32 + 1)))
        .map(|l| l.executed.threads)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_mutations_they_should() {
        let texts = |l: &str| of_line(l).into_iter().map(|m| m.1).collect::<Vec<_>>();
        assert_eq!(
            texts("\tadd.s32 \t%r1, %r2, -7;"),
            ["\tsub.s32 \t%r1, %r2, -7;", "\tadd.s32 \t%r1, %r2, -8;"]
        );
        assert_eq!(
            texts("\t@%p1 bra \t$L__BB0_2;"),
            ["\t@!%p1 bra \t$L__BB0_2;", "\tbra \t$L__BB0_2;"]
        );
        assert_eq!(texts("setp.lt.s32 %p1, %r1, %r2;").len(), 2);
        assert_eq!(texts("mov.f32 %f1, 0f3F800000;"), ["mov.f32 %f1, 0f40000000;"]);
        assert_eq!(texts("selp.b32 %r1, %r2, %r3, %p1;"), ["selp.b32 %r1, %r3, %r2, %p1;"]);
        assert_eq!(texts("st.global.f32 [%rd1+4], %f1;"), ["st.global.f32 [%rd1+5], %f1;"]);
        assert!(texts(".reg .b32 %r<5>;").is_empty());
        assert!(texts("$L__BB0_2:").is_empty());
        assert!(texts("ld.param.u32 %r1, [k_param_2];").is_empty());
    }
}
