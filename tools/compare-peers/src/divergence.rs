//! How much of a kernel differs between its threads, by what an analysis of variance is able to say: variables counted by their states, mode by mode.
//!
//! Idea: a kernel is compiled at -O3 up to where it leaves SSA, closed over its cycles ([`CLOSED`]), so that what leaves a cycle is a variable of its own, as the etas of gated
//! SSA are. That one function is asked in each mode of the analysis, so that all modes count the same variables. A *variable* is what PTX has one register
//! for: the result of a phi (an eta too) or of a statement (a parameter that is read, a load, an atomic, what a tree is kept in), and each operation of a tree that nothing names.
//! Memory, constants and addresses of objects are none, and what is never reached has no state and is not counted.
//!
//! Source: figure 8 of Sampaio, Martins, Pereira and Collange, "Divergence Analysis with Affine Constraints" (2011), which counts variables of gated SSA; mode
//! `binary` tells what Coutinho's analysis tells, `affine1` what the paper's does.

use optx::Options;
use optx::observe::{Observer, Step, View};
use optx_ir::walk::Walk;
use optx_ir::{AuxKind, CodeRep, CrId, Func, StmtOp};
use optx_whirl::{PuKind, VarianceMode};
use optx_wopt::analysis::variance::{Assumptions, Base, Coef, Variance, VarianceMap};
use runtime_tests::suite::Case;
use serde::Serialize;
use std::fmt::Write as _;

/// What is compiled for.
const ARCH: &str = "80";

/// The pass behind which kernels are looked at.
pub const CLOSED: &str = "close-ssa";

/// The modes, what tells least first.
pub const MODES: [(VarianceMode, &str); 3] = [
    (VarianceMode::Binary, "binary"),
    (VarianceMode::Affine1, "affine1"),
    (VarianceMode::Full, "full"),
];

/// What a state says of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Class {
    /// One number.
    Constant,
    /// One for the threads of a block.
    Block,
    /// One for the threads of a warp.
    Warp,
    /// A number and known multiples of the thread's index.
    AffineConstant,
    /// Something that the block shares, and known multiples of the thread's index.
    Affine,
    /// Multiples of the thread's index by a value, or of the lane.
    AffineByValue,
    /// Anything.
    Any,
}

impl Class {
    /// All, with the heads of their columns.
    pub const ALL: [(Class, &'static str); 7] = [
        (Class::Constant, "constant"),
        (Class::Block, "one a block"),
        (Class::Warp, "one a warp"),
        (Class::AffineConstant, "affine, all known"),
        (Class::Affine, "affine, base unknown"),
        (Class::AffineByValue, "affine by a value or in the lane"),
        (Class::Any, "any"),
    ];

    /// That of a state; None where no thread comes.
    pub fn of(state: &Variance) -> Option<Class> {
        if state.is_top() {
            return None;
        }
        let known = |c: &Coef| matches!(c, Coef::Known(_));
        let told = |c: &Coef| matches!(c, Coef::Known(_) | Coef::Symbolic(_));
        let is_number = matches!(state.base, Base::Const(_));
        Some(if state.is_block_uniform() {
            if is_number { Class::Constant } else { Class::Block }
        } else if state.is_warp_uniform() {
            Class::Warp
        } else if state.coef.iter().all(known) {
            if is_number { Class::AffineConstant } else { Class::Affine }
        } else if state.coef.iter().all(told) || told(&state.lane) {
            Class::AffineByValue
        } else {
            Class::Any
        })
    }

    /// True where threads of a warp may have several values.
    pub fn is_divergent(self) -> bool {
        self > Class::Warp
    }

    /// True where those are known but for what the warp shares.
    pub fn is_affine(self) -> bool {
        self.is_divergent() && self != Class::Any
    }
}

/// So many variables of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Split(pub [u32; Class::ALL.len()]);

impl Split {
    fn sum(&self, holds: impl Fn(Class) -> bool) -> u32 {
        Class::ALL.iter().zip(self.0).filter(|((c, _), _)| holds(*c)).map(|(_, n)| n).sum()
    }

    /// All variables.
    pub fn all(&self) -> u32 {
        self.sum(|_| true)
    }

    /// The share of those that are divergent.
    pub fn divergent(&self) -> Option<f64> {
        share(self.sum(Class::is_divergent), self.all())
    }

    /// The share of the divergent ones that are affine.
    pub fn affine(&self) -> Option<f64> {
        share(self.sum(Class::is_affine), self.sum(Class::is_divergent))
    }
}

fn share(part: u32, all: u32) -> Option<f64> {
    (all > 0).then(|| f64::from(part) / f64::from(all))
}

/// A kernel, and its variables in each mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The kernel's file.
    pub file: String,
    /// The kernel's name in the source.
    pub kernel: String,
    /// By mode, in the order of [`MODES`].
    pub by: [Split; MODES.len()],
}

/// What a file has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Its kernels.
    pub rows: Vec<Row>,
    /// Functions out of line, of whose parameters nobody knows anything.
    pub functions: Vec<String>,
}

/// Counts the variables of a file's kernels.
pub fn measure(case: &Case) -> Result<Counted, String> {
    let text = std::fs::read_to_string(&case.source).map_err(|e| e.to_string())?;
    count(&case.name, &case.source.to_string_lossy(), &text, &case.launch.options)
}

fn count(file: &str, path: &str, source: &str, own: &[String]) -> Result<Counted, String> {
    let (arch, closed) = (format!("-arch=sm_{ARCH}"), format!("--passes=+{CLOSED}"));
    let mut words = vec!["-O3", &arch, &closed];
    words.extend(own.iter().map(String::as_str));
    let (options, _) = Options::parse_args(&words).map_err(|e| e.to_string())?;
    let include = optx::DirectoryIncludes::default();
    let mut counter = Counter { file, counted: Counted::default() };
    let source = optx::Source { name: path, source, include: &include };
    optx::compile_watched(source, &options, &mut [&mut counter])
        .map_err(|e| e.to_string().lines().next().unwrap_or_default().to_owned())?;
    Ok(counter.counted)
}

struct Counter<'a> {
    file: &'a str,
    counted: Counted,
}

impl Observer for Counter<'_> {
    fn after(&mut self, step: &Step<'_>, view: &View<'_>) {
        let Some(f) = view.func().filter(|_| step.pass == CLOSED) else { return };
        let name = step.function.to_owned();
        if f.kind == PuKind::Kernel {
            let by = splits(f);
            self.counted.rows.push(Row { file: self.file.to_owned(), kernel: name, by });
        } else {
            self.counted.functions.push(name);
        }
    }
}

/// The variables of a function in closed SSA.
fn variables(f: &Func) -> Vec<CrId> {
    let is_register =
        |id: &CrId| f.aux_of(*id).is_some_and(|aux| f.auxes[aux].kind != AuxKind::Memory);
    let (mut found, mut trees): (Vec<CrId>, Vec<CrId>) = Default::default();
    for &bb in &f.layout {
        let block = &f.bbs[bb];
        found.extend(block.phis.iter().map(|phi| phi.result).filter(is_register));
        for &s in &block.stmts {
            let stmt = &f.stmts[s];
            found.extend(stmt.results.iter().copied().filter(is_register));
            // The place that is stored to.
            trees.extend(stmt.results.iter().copied().filter(|id| !is_register(id)));
            // The result stands for the operation that it is.
            match stmt.kids.first().map(|&kid| (&stmt.op, f.codemap.get(kid))) {
                Some((StmtOp::Stid, CodeRep::Op(op))) => trees.extend(op.kids.iter().copied()),
                _ => trees.extend(stmt.kids.iter().copied()),
            }
        }
        trees.extend(block.terminator().condition());
    }
    let mut walk = Walk::new();
    for root in trees {
        walk.tree(&f.codemap, root, |id, node| {
            if matches!(node, CodeRep::Op(_)) {
                found.push(id);
            }
            true
        });
    }
    found
}

/// A kernel's variables in each mode.
fn splits(f: &Func) -> [Split; MODES.len()] {
    let variables = variables(f);
    MODES.map(|(mode, _)| {
        let map = VarianceMap::of(f, Assumptions { mode, ..Assumptions::default() });
        let mut split = Split::default();
        for class in variables.iter().filter_map(|&id| Class::of(&map.cr_tid_var_state(id))) {
            split.0[class as usize] += 1;
        }
        split
    })
}

/// The mean of some shares, and the least, the quartiles and the largest; None of none.
fn spread(shares: impl IntoIterator<Item = f64>) -> Option<(f64, [f64; 5])> {
    let mut shares: Vec<f64> = shares.into_iter().collect();
    shares.sort_by(f64::total_cmp);
    let last = shares.len().checked_sub(1)?;
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    Some((mean, [0, 1, 2, 3, 4].map(|k| shares[(last * k + 2) / 4])))
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

/// The tables: each mode over all kernels, and each kernel, those with few variables first.
pub fn tables(rows: &[Row]) -> String {
    let mut out = String::from(
        "| mode | divergent: mean of kernels | least, quartiles, most | of all variables | affine of the divergent: mean | least, quartiles, most | of all variables |\n|---|--:|--:|--:|--:|--:|--:|\n",
    );
    let of_mode = |k: usize| rows.iter().map(move |row| row.by[k]);
    let total = |k: usize| {
        Split(of_mode(k).fold([0; Class::ALL.len()], |sum, split| {
            std::array::from_fn(|class| sum[class] + split.0[class])
        }))
    };
    for (k, (_, mode)) in MODES.iter().enumerate() {
        let _ = write!(out, "| {mode} |");
        let shares: [fn(&Split) -> Option<f64>; 2] = [Split::divergent, Split::affine];
        for of in shares {
            let found = spread(of_mode(k).filter_map(|split| of(&split)));
            let (mean, spread) = found.unzip();
            let spread = spread.map_or("-".to_owned(), |spread| {
                spread.map(|share| format!("{:.0}", 100.0 * share)).join(", ")
            });
            let _ = write!(out, " {} | {spread} | {} |", percent(mean), percent(of(&total(k))));
        }
        out.push('\n');
    }
    let heads = Class::ALL.map(|(_, head)| head).join(" | ");
    let _ = writeln!(
        out,
        "\nThe mean of the kernels' shares by class, of all variables:\n\n| mode | {heads} |\n|---|{}",
        "--:|".repeat(Class::ALL.len())
    );
    for (k, (_, mode)) in MODES.iter().enumerate() {
        let _ = write!(out, "| {mode} |");
        for class in 0..Class::ALL.len() {
            let shares = of_mode(k).filter_map(|split| share(split.0[class], split.all()));
            let _ = write!(out, " {} |", percent(spread(shares).map(|(mean, _)| mean)));
        }
        out.push('\n');
    }
    let [binary, affine, full] = MODES.map(|(_, mode)| mode);
    let _ = writeln!(
        out,
        "\n| kernel | variables | divergent: {binary} | {affine} | {full} | affine of those: {affine} | {full} |\n|---|{}",
        "--:|".repeat(6)
    );
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| (row.by[0].all(), &row.file, &row.kernel));
    for row in sorted {
        let name = match row.file == row.kernel {
            true => row.file.clone(),
            false => format!("{}: {}", row.file, row.kernel),
        };
        let [first, second, third] = row.by.map(|split| percent(split.divergent()));
        let [_, known, all] = row.by.map(|split| percent(split.affine()));
        let count = row.by[0].all();
        let _ =
            writeln!(out, "| {name} | {count} | {first} | {second} | {third} | {known} | {all} |");
    }
    out
}

#[cfg(test)]
mod tests;
