//! The code generator: a Func in form Regs to LIR to PTX text.
//!
//! It is the [`Backend`] of the optimizer's runner: its rows ([`pipeline::ROWS`]) select instructions, merge neighbouring
//! accesses into vectors, turn short arms into predicated instructions, and print, one function at a time; the LIR of a
//! function is dropped when its text stands. [`Generator::finish`] puts the module together. `.version` is the lowest that
//! target and instructions allow ([`target`], [`lir::opcodes`]). There is no PTX parser here, and none is wanted.

pub mod claims;
pub mod inline_ptx;
mod latches;
pub mod lir;
pub mod pipeline;
pub mod predicate;
mod ptx;
pub mod regalloc;
mod select;
pub mod slots;
mod symbols;
pub mod target;
pub mod vectorize;

pub use symbols::{Names, NamesInTexts, laid_out_bytes, reached, shared_objects};

use claims::Claims;
use lir::print::Printed;
use lir::{Function, Kind};
use optx_ir::Func;
use optx_ir::cycles::Cycles;
use optx_whirl::{Allocator, Loc, Module, Multiprocessor, Pos, STATIC_SHARED, TyId};
use optx_wopt::analysis::pressure::limit;
use optx_wopt::analysis::variance::registers::RegisterStates;
use optx_wopt::driver::pipeline::Pass;
use optx_wopt::{Backend, Cx, Stats};
use ptx::FunctionText;
use regalloc::allocate::{self, Asked, Refused};
use regalloc::limit::{Limit, LowCap};
use regalloc::rematerialize::Source;
use regalloc::told::{self, Fullness};
use regalloc::words::Words;
use slots::{MOST_SHARED, Surroundings};
use target::{Target, Version};

/// Why code could not be generated: what the target lacks, or what is not supported yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CgError {
    /// Where in the source.
    pub pos: Pos,
    /// In which function, by its name in the source; empty where the module is at fault.
    pub function: String,
    /// What, and what would help.
    pub message: String,
}

/// What a module needs of its head.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demands {
    /// Declarations of functions that the driver provides.
    externals: Vec<select::External>,
    /// The lowest version that target, instructions and inline PTX ask for.
    version: Version,
}

/// What callers of a function see.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    /// Its name in PTX.
    name: String,
    /// Types of its parameters.
    params: Vec<TyId>,
    /// The type of its result.
    result: Option<TyId>,
}

/// An instruction's line in the module's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line of the PTX, from 1.
    pub ptx: u32,
    /// The place in the source.
    pub loc: Loc,
}

/// A function of more blocks times registers is not gone through by the checker of allocations: that would take minutes.
const MOST_CHECKED: usize = 100_000;

/// Generates the code of a module, function by function.
pub struct Generator<'a> {
    module: &'a Module,
    target: Target,
    symbols: symbols::Symbols,
    signatures: Vec<Signature>,
    demands: Demands,
    errors: Vec<CgError>,
    /// The function in work.
    code: Option<Function>,
    /// What the checker of allocations says of it, behind the pass that it checks.
    misallocated: Vec<String>,
    /// The cycles that it had when it left SSA, where claims are made.
    cycles: Option<Cycles>,
    texts: Vec<FunctionText>,
    names: Vec<Names>,
    /// Made for the first function with inline PTX.
    in_texts: Option<NamesInTexts>,
    /// Of each function, the lines of its instructions from its text's begin, where they were asked for.
    lines: Option<Vec<Vec<Line>>>,
    /// Of each kernel the claims, their lines from its text's begin, where they were asked for.
    claims: Option<Vec<Claims>>,
    dumps: Option<Vec<String>>,
    /// A cap of registers that ptxas does not keep to.
    low_cap: Option<LowCap>,
}

/// What the generator leaves.
pub struct Generated {
    /// The module's PTX, or its LIR where that was asked for.
    pub text: String,
    /// What functions name, by number.
    pub names: Vec<Names>,
    /// Which instruction stands on which line, in order; empty where it was not asked for.
    pub lines: Vec<Line>,
    /// By kernel, what is claimed of its registers; empty where it was not asked for.
    pub claims: Vec<(String, Claims)>,
    /// A cap of registers that ptxas does not keep to.
    pub low_cap: Option<LowCap>,
}

/// What is wanted beside the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// The lines of instructions.
    pub lines: bool,
    /// LIR for the reader instead of PTX.
    pub lir: bool,
}

impl<'a> Generator<'a> {
    /// For the functions of a module: `module` is the header (globals, types, files, options), the functions in any form.
    pub fn new(
        module: &'a Module,
        funcs: &[Func],
        wanted: Wanted,
    ) -> Result<Generator<'a>, Vec<CgError>> {
        let Some(target) = Target::parse(&module.options.target) else {
            return Err(vec![CgError {
                pos: Pos::default(),
                function: String::new(),
                message: format!("unknown target `{}`", module.options.target),
            }]);
        };
        if let Some(Err(said)) = module.options.ptx_version.map(target::known_version) {
            let message = format!("--ptx-version {said}");
            return Err(vec![CgError { pos: Pos::default(), function: String::new(), message }]);
        }
        let unnamed = funcs.iter().filter(|f| !ptx::is_identifier(&f.ptx_name));
        let unnamed: Vec<CgError> = unnamed
            .map(|f| CgError {
                pos: f.pos,
                function: f.name.clone(),
                message: format!(
                    "`{}` is no name in PTX: those are of ASCII letters, digits, `_` and `$`",
                    f.ptx_name
                ),
            })
            .collect();
        if !unnamed.is_empty() {
            return Err(unnamed);
        }
        let signature = |f: &Func| Signature {
            name: f.ptx_name.clone(),
            params: f.params.iter().map(|st| f.locals[st.index()].ty).collect(),
            result: f.result,
        };
        Ok(Generator {
            module,
            target,
            in_texts: None,
            symbols: symbols::Symbols::new(module, funcs),
            signatures: funcs.iter().map(signature).collect(),
            demands: Demands { version: target.base, ..Demands::default() },
            errors: Vec::new(),
            code: None,
            misallocated: Vec::new(),
            cycles: None,
            texts: vec![FunctionText::default(); funcs.len()],
            names: vec![Names::default(); funcs.len()],
            lines: wanted.lines.then(|| vec![Vec::new(); funcs.len()]),
            claims: module.options.claims.then(|| vec![Claims::default(); funcs.len()]),
            dumps: wanted.lir.then(|| vec![String::new(); funcs.len()]),
            low_cap: module.options.max_registers.and_then(|cap| LowCap::of(target, cap)),
        })
    }

    /// The module's text, all of whose functions went through.
    pub fn finish(self) -> Result<Generated, Vec<CgError>> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        if let Some(dumps) = self.dumps {
            let text = dumps.concat();
            return Ok(Generated {
                text,
                names: self.names,
                lines: Vec::new(),
                claims: Vec::new(),
                low_cap: self.low_cap,
            });
        }
        let (target, lowest) = (self.target, self.demands.version);
        let version = match self.module.options.ptx_version {
            Some(asked) if asked < lowest => {
                return Err(vec![CgError {
                    pos: Pos::default(),
                    function: String::new(),
                    message: format!(
                        "--ptx-version={}.{} is too low: {target} and the instructions used need {}.{}",
                        asked.0, asked.1, lowest.0, lowest.1
                    ),
                }]);
            }
            Some(asked) => asked,
            None => lowest,
        };
        let used = self.names.iter().flat_map(|names| names.objects.iter().copied()).collect();
        let head = ptx::Head {
            module: self.module,
            symbols: &self.symbols,
            target,
            version,
            used: &used,
            externals: &self.demands.externals,
        };
        let (text, begins) = ptx::module(&head, &self.texts);
        let mut lines = Vec::new();
        let mut claims = Vec::new();
        let named = self.signatures.into_iter().zip(&begins);
        for ((signature, begin), mut list) in named.zip(self.claims.into_iter().flatten()) {
            list.list.iter_mut().for_each(|claim| claim.ptx += begin + 1);
            claims.push((signature.name, list));
        }
        for (begin, of_function) in begins.into_iter().zip(self.lines.into_iter().flatten()) {
            lines.extend(of_function.into_iter().map(|l| Line { ptx: l.ptx + begin + 1, ..l }));
        }
        Ok(Generated { text, names: self.names, lines, claims, low_cap: self.low_cap })
    }

    fn select(&mut self, f: &mut Func, number: usize, cx: &mut Cx<'_>) -> Stats {
        let mut stats = Stats::new(pipeline::SELECT);
        self.names[number] = match f.asms.is_empty() {
            true => Names::of(f, &NamesInTexts::default()),
            false => {
                let functions = self.signatures.iter().map(|s| s.name.as_str());
                let known = || NamesInTexts::of(&self.symbols, functions);
                Names::of(f, self.in_texts.get_or_insert_with(known))
            }
        };
        let cycles = cx.analyses.cycles(f);
        let scope = select::ModuleScope {
            module: self.module,
            signatures: &self.signatures,
            symbols: &self.symbols,
            target: self.target,
        };
        let states = cx.register_states.take();
        let code =
            select::select(scope, f, &cycles, states.as_ref(), &mut self.demands, &mut self.errors);
        stats.add("instructions", code.instructions() as u64);
        stats.add("registers", code.registers().len() as u64);
        self.code = Some(code);
        self.cycles = states.map(RegisterStates::into_cycles);
        stats
    }

    fn multiprocessor(&self) -> Multiprocessor {
        Multiprocessor::of(self.target.arch)
    }

    /// A pass over the LIR of the function in work.
    fn over_code(&mut self, pass: impl FnOnce(&mut Function) -> Stats) -> Stats {
        self.code.as_mut().map_or_else(|| Stats::new(""), pass)
    }

    fn rematerialize(&mut self, f: &mut Func, cx: &mut Cx<'_>) -> Stats {
        let on = self.multiprocessor();
        let Some(code) = &mut self.code else { return Stats::new("") };
        let size = code.block_count() * code.registers().len();
        let before = (cx.verifies && size <= MOST_CHECKED).then(|| code.clone());
        let source = Source { module: self.module, f };
        let stats = regalloc::rematerialize::run(code, on, Some(source), &mut cx.remarks);
        if let Some(before) = before.filter(|_| stats.changed()) {
            let found = regalloc::check::check(&before, code, |_| false);
            self.misallocated = found.iter().map(ToString::to_string).collect();
        }
        stats
    }

    /// Slots of the warp for a kernel that is to get along with few registers.
    fn slots(&mut self, f: &Func, cx: &mut Cx<'_>) -> Stats {
        let options = &self.module.options;
        let on = self.multiprocessor();
        let is_asked =
            |code: &&mut Function| code.kind == Kind::Kernel && Limit::asked(code, on).is_some();
        let capped = self.code.as_mut().filter(is_asked);
        let Some(code) = capped.filter(|_| options.ptx_registers.is_none()) else {
            return Stats::new(pipeline::SLOTS);
        };
        let (shared, around) = surroundings(self.module, self.target);
        let asked = regalloc::warp_slots::Asked { on, shared, around };
        let before = cx.verifies.then(|| code.clone());
        let source = Source { module: self.module, f };
        let (stats, made) = regalloc::warp_slots::run(code, asked, Some(source), &mut cx.remarks);
        if let (Some(before), Some(made)) = (before, made) {
            self.misallocated = misallocated(&before, &made);
        }
        stats
    }

    /// Allocates a kernel onto so many registers, where that is asked for.
    fn allocate(&mut self, f: &Func, cx: &Cx<'_>) -> Stats {
        let nothing = Stats::new(pipeline::ALLOCATE);
        let options = &self.module.options;
        let Some(registers) = options.ptx_registers else { return nothing };
        let Some(code) = self.code.as_mut().filter(|code| code.kind == Kind::Kernel) else {
            return nothing;
        };
        let (shared, around) = surroundings(self.module, self.target);
        let asked = Asked {
            registers,
            allocator: options.allocator.unwrap_or(Allocator::AffRa),
            room: STATIC_SHARED.saturating_sub(shared).min(MOST_SHARED),
            around,
        };
        let before = cx.verifies.then(|| code.clone());
        let refused = match allocate::run(code, asked) {
            Ok((stats, made)) => {
                if let Some(before) = before {
                    self.misallocated = misallocated(&before, &made);
                }
                return stats;
            }
            Err(refused) => refused,
        };
        let (loc, message) = match refused {
            Refused::TooFew { least, loc } => (
                loc,
                format!("--ptx-regs={registers} is too few: an instruction here needs {least}"),
            ),
            Refused::Calls(loc) => {
                (loc, "--ptx-regs with a call that stays is not supported".to_owned())
            }
            Refused::Unsupported(why) => (Loc::NONE, format!("--ptx-regs: {why}")),
        };
        let pos = if loc.is_none() { f.pos } else { self.module.locs.pos(loc) };
        self.errors.push(CgError { pos, function: f.name.clone(), message });
        nothing
    }

    fn vectorize(&mut self, f: &mut Func, _: usize, cx: &mut Cx<'_>) -> Stats {
        let locs = &self.module.locs;
        self.over_code(|code| vectorize::run(code, locs, limit(f), &mut cx.remarks))
    }

    /// Measures registers for who asks: statistics, remarks, and a cap that is too low.
    fn registers(&mut self, f: &Func, cx: &mut Cx<'_>) -> Stats {
        let mut stats = Stats::new(pipeline::REGISTERS);
        let on = self.multiprocessor();
        let is_told = told::KINDS.iter().any(|&kind| cx.remarks.asks(kind));
        let Some(code) = &self.code else { return stats };
        let mut low_cap = self.low_cap.as_mut().filter(|_| code.kind == Kind::Kernel);
        if !is_told && !cx.figures && low_cap.is_none() {
            return stats;
        }
        let Some(fullness) = Fullness::of(code, on) else { return stats };
        if let Some(low_cap) = &mut low_cap {
            low_cap.meet(fullness.registers);
        }
        if is_told {
            fullness.tell(code, &Words::new(code, self.module, f), &f.name, &mut cx.remarks);
        }
        if cx.figures {
            stats.measure("units at the fullest place", fullness.peak.units.into());
            stats.measure("registers about", fullness.registers.into());
        }
        stats
    }

    fn print(&mut self, f: &mut Func, number: usize, _: &mut Cx<'_>) -> Stats {
        let mut stats = Stats::new(pipeline::PRINT);
        let Some(mut code) = self.code.take() else { return stats };
        if let Some(dumps) = &mut self.dumps {
            lir::dump::dump(&mut dumps[number], &code, &self.module.locs, Some(f), &[]);
            return stats;
        }
        let mut text = FunctionText::default();
        let kernel = code.kind == Kind::Kernel;
        if !kernel {
            lir::print::head(text.declaration.get_or_insert_default(), &code);
        }
        let lineinfo = self.module.options.lineinfo;
        let mut lines = self.lines.as_mut().map(|lines| &mut lines[number]);
        let mut claims = self.claims.as_mut().filter(|_| kernel).map(|claims| &mut claims[number]);
        if let Some(cycles) = self.cycles.take() {
            claims::withdraw(f, &mut code, &cycles);
        }
        let noted = (lines.is_some() || claims.is_some()).then_some(|printed: Printed| {
            if let (Some(lines), Some(n)) = (&mut lines, printed.inst) {
                let inst = &code.insts(printed.block)[n as usize];
                lines.push(Line { ptx: printed.line, loc: inst.loc });
            }
            if let Some(claims) = &mut claims {
                claims::of_line(claims, &code, printed);
            }
        });
        let locs = lineinfo.then_some(&self.module.locs);
        lir::print::function(&mut text.definition, &code, locs, noted);
        stats.add("bytes", text.definition.len() as u64);
        self.texts[number] = text;
        // Nothing asks for the function's body again.
        f.drop_body();
        stats
    }
}

/// The bytes of shared memory that a module's objects take, and what else slots have to know of it.
fn surroundings(module: &Module, target: Target) -> (u64, Surroundings) {
    let shared = symbols::shared_bytes(module);
    let around = Surroundings { arch: target.arch, has_dynamic_shared: shared.is_none() };
    (shared.unwrap_or(0), around)
}

/// What the checker of allocations says of one that has slots yet.
fn misallocated(before: &Function, made: &Function) -> Vec<String> {
    let whole = |bb| made.has_block(bb) && made.block(bb).whole_warps;
    let found = regalloc::check::check(before, made, whole);
    found.iter().map(ToString::to_string).collect()
}

impl Backend for Generator<'_> {
    fn rows(&self) -> &'static [Pass] {
        &pipeline::PASSES
    }

    fn run(&mut self, row: usize, f: &mut Func, number: usize, cx: &mut Cx<'_>) -> Stats {
        self.misallocated.clear();
        let row = pipeline::ROWS.get(row);
        row.map_or_else(|| Stats::new(""), |row| (row.run)(self, f, number, cx))
    }

    fn dump(&self, f: &Func, marks: bool) -> String {
        let mut out = String::new();
        match &self.code {
            Some(code) => {
                let broken = if marks { lir::check::check(code) } else { Vec::new() };
                lir::dump::dump(&mut out, code, &self.module.locs, Some(f), &broken);
            }
            None => {
                let text = self.texts.iter().zip(&self.signatures);
                let of_function = text.filter(|(_, signature)| signature.name == f.ptx_name);
                of_function.for_each(|(text, _)| out.push_str(&text.definition));
            }
        }
        out
    }

    fn written(&self) -> Vec<(usize, Vec<String>)> {
        self.code.as_ref().map_or_else(Vec::new, lir::written::written)
    }

    fn verify(&self) -> Vec<String> {
        let code = self.code.as_ref();
        code.map_or_else(Vec::new, |code| {
            let broken = lir::check::check(code);
            let broken = broken.iter().map(ToString::to_string);
            broken.chain(self.misallocated.iter().cloned()).collect()
        })
    }
}
