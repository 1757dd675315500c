//! VHO: lowers VH WHIRL to M. After Open64's phase of that name (`be/vho`), with its inliner.
//!
//! * structured control flow becomes labels and branches; a `while` whose condition has no statements of its own is
//!   inverted (guard, then test at the bottom);
//! * short circuit becomes control flow, or plain predicate logic and SELECT where the parts are cheap, pure and
//!   cannot trap; an operation that then executes on more paths loses its no-overflow promise (it becomes U-form);
//! * aggregate copies become scalar loads and stores, bit-fields shifts and masks, switches compare-and-branch trees;
//! * calls of device functions are inlined, but for `__noinline__` functions and past a bound on growth: those stay
//!   CALLs, with the scalar parts of their arguments, and from -O2 on with what references lead to where functions
//!   only read that (`promotion`). The result has kernels, the functions still called, and those that inline
//!   PTX names: it may call them.
//!
//! Cost: linear in the nodes of the result.

mod aggregate;
mod call;
mod clamp;
mod condition;
mod copy;
mod growth;
mod inline;
mod promotion;
mod statement;
mod worth;

pub(crate) use aggregate::chunks;
pub use aggregate::pieces;

use std::collections::HashMap;

use crate::module::{AsmInfo, Inlining, Module, Pu, PuKind};
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::{Loc, Pos};
use crate::remark::{INLINING, Remark, Remarks, RemarksAsked};
use crate::symbol::{St, StId};
use crate::tree::{LabelId, Wn, WnId};
use crate::ty::{TyId, TyKind, TyTable};

pub use growth::{MAX_CALLEE, MAX_COPIED, MAX_COST, MAX_GROWTH, MAX_NODES};

/// What a call passes and gives back has so many scalar parts, each a statement or an operand of its own; a kernel's 32764
/// bytes of parameters have fewer.
pub const MAX_PARTS: usize = 64 << 10;

/// A function that passes more parts is inlined even where its source says `__noinline__`: its arguments are then copied
/// by loops, where a call has an instruction or more for each part.
const MANY_PARTS: usize = 512;

/// Why a module could not be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VhoError {
    /// Where in the source.
    pub pos: Pos,
    /// What.
    pub kind: VhoErrorKind,
}

/// The kinds of [`VhoError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VhoErrorKind {
    /// Functions that call each other in a circle, in order, the first repeated at the end.
    Recursion(Vec<String>),
    /// A kernel, or a function whose call stays one, whose parameters and result have more scalar parts than
    /// [`MAX_PARTS`].
    Parts(String),
}

impl std::fmt::Display for VhoError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            VhoErrorKind::Recursion(cycle) => {
                write!(f, "recursion is not supported: {}", cycle.join(" calls "))
            }
            VhoErrorKind::Parts(name) => {
                write!(
                    f,
                    "parameters and result of `{name}` have more than {MAX_PARTS} scalar parts"
                )
            }
        }
    }
}

/// Lowers every kernel of the module, with the device functions they call inlined or, where they are not, lowered too.
pub fn lower(module: &Module) -> Result<Module, Vec<VhoError>> {
    lower_with(module, &RemarksAsked::default(), &mut Vec::new())
}

/// As [`lower`], with what the inliner was asked to say of calls.
pub fn lower_with(
    module: &Module,
    asked: &RemarksAsked,
    told: &mut Vec<Remark>,
) -> Result<Module, Vec<VhoError>> {
    let mut remarks = Remarks::default();
    remarks.turn_to((INLINING, INLINING), asked);
    let mut out = Module {
        options: module.options.clone(),
        files: module.files.clone(),
        locs: module.locs.clone(),
        types: module.types.clone(),
        globals: module.globals.clone(),
        functions: Vec::new(),
        lowered_names: Vec::new(),
        lowered: true,
    };
    let by_name = functions_by_name(&module.functions);
    let callees: Vec<Calls> = module.functions.iter().map(|pu| calls_of(pu, &by_name)).collect();
    let order = call_order(module, &callees)?;
    let named = order.iter().flat_map(|&f| named_in_texts(&module.functions[f], &by_name));
    let mut growth = growth::Growth::new(module, (&order, named), &callees);
    let mut copies = inline::Copies::default();
    let mut lowered: Vec<Option<Pu>> = vec![None; module.functions.len()];
    let mut errors = Vec::new();
    for index in order {
        let source = &module.functions[index];
        let shared = (&mut growth, &mut copies, &mut remarks);
        let mut lowering = Lowering::new(source, &mut out, &lowered, shared);
        lowering.function();
        if let Some(error) = lowering.error.take() {
            errors.push(error);
        }
        lowered[index] = Some(lowering.pu);
        told.extend(remarks.take(&source.name));
        for callee in growth.spent(&callees[index]) {
            lowered[callee] = None;
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    out.functions = call::still_called(lowered, &by_name);
    promotion::run(&mut out, asked, told);
    Ok(out)
}

/// Functions reachable from kernels, callees before callers; or the cycle that makes this impossible.
fn call_order(module: &Module, callees: &[Calls]) -> Result<Vec<usize>, Vec<VhoError>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; module.functions.len()];
    let mut order = Vec::new();
    for (root, pu) in module.functions.iter().enumerate() {
        if pu.kind != PuKind::Kernel || marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        let mut path = vec![(root, 0usize)];
        while let Some(&mut (function, ref mut next)) = path.last_mut() {
            let Some(&(callee, loc)) = callees[function].get(*next) else {
                marks[function] = Mark::Done;
                order.push(function);
                path.pop();
                continue;
            };
            *next += 1;
            match marks[callee] {
                Mark::Done => {}
                Mark::New => {
                    marks[callee] = Mark::Open;
                    path.push((callee, 0));
                }
                Mark::Open => {
                    let name = |f: usize| module.functions[f].name.clone();
                    let start = path.iter().position(|(f, _)| *f == callee).unwrap_or(0);
                    let mut cycle: Vec<String> =
                        path[start..].iter().map(|(f, _)| name(*f)).collect();
                    cycle.push(name(callee));
                    let pos = module.locs.statement_pos(loc);
                    return Err(vec![VhoError { pos, kind: VhoErrorKind::Recursion(cycle) }]);
                }
            }
        }
    }
    Ok(order)
}

/// The functions that a function calls, and where, in the order of its text.
type Calls = Vec<(usize, Loc)>;

/// The functions that inline PTX can name, if any function has some.
fn functions_by_name(functions: &[Pu]) -> HashMap<&str, usize> {
    match functions.iter().all(|pu| pu.asms.is_empty()) {
        true => HashMap::new(),
        false => {
            let devices = functions.iter().enumerate().filter(|(_, pu)| pu.kind == PuKind::Device);
            devices.map(|(k, pu)| (pu.ptx_name.as_str(), k)).collect()
        }
    }
}

/// The functions that the inline PTX of a function names.
fn named_in_texts(pu: &Pu, by_name: &HashMap<&str, usize>) -> impl Iterator<Item = usize> {
    pu.asms.iter().flat_map(AsmInfo::words).filter_map(|word| by_name.get(word).copied())
}

/// What a function calls or may call, by inline PTX: the latter behind the former.
fn calls_of(pu: &Pu, by_name: &HashMap<&str, usize>) -> Calls {
    let mut calls = Vec::new();
    let named = named_in_texts(pu, by_name).map(|callee| (callee, pu.tree.loc(pu.body)));
    if pu.tree.of_operator(Operator::Call).next().is_none() {
        return named.collect();
    }
    let mut stack = vec![pu.body];
    while let Some(id) = stack.pop() {
        if pu.tree.opr(id) == Operator::Call {
            calls.push((pu.tree.get(id).value as usize, pu.tree.loc(id)));
        }
        stack.extend(pu.tree.kids(id).iter().rev());
    }
    calls.extend(named);
    calls
}

/// The lowering of one function: reads the source's tree, writes a new function.
struct Lowering<'a> {
    source: &'a Pu,
    module: &'a mut Module,
    lowered: &'a [Option<Pu>],
    growth: &'a mut growth::Growth,
    copies: &'a mut inline::Copies,
    remarks: &'a mut Remarks,
    pu: Pu,
    /// The statements of the new body so far.
    body: Vec<WnId>,
    /// The work and the values of the trees that are being copied, the innermost last.
    steps: Vec<condition::Step>,
    values: Vec<WnId>,
    /// Where the current statement stands: of what is made for it, and has no place of its own.
    loc: Loc,
    error: Option<VhoError>,
}

/// Whether parameters and result together have at most so many scalar parts.
fn passes_up_to(types: &TyTable, pu: &Pu, most: usize) -> bool {
    let values = pu.params.iter().filter_map(|st| pu.locals.get(st.index())).map(|st| st.ty);
    let mut left = most;
    values.chain(pu.result).all(|ty| {
        let parts = aggregate::pieces_up_to(types, ty, left).map(|pieces| pieces.len());
        left -= parts.unwrap_or(0);
        parts.is_some()
    })
}

impl<'a> Lowering<'a> {
    fn new(
        source: &'a Pu,
        module: &'a mut Module,
        lowered: &'a [Option<Pu>],
        (growth, copies, remarks): (
            &'a mut growth::Growth,
            &'a mut inline::Copies,
            &'a mut Remarks,
        ),
    ) -> Lowering<'a> {
        let mut pu = Pu::new(source.name.clone(), source.ptx_name.clone(), source.kind);
        pu.params = source.params.clone();
        pu.result = source.result;
        pu.launch_bounds = source.launch_bounds;
        pu.inlining = match source.kind {
            PuKind::Kernel => Inlining::Default,
            PuKind::Device if passes_up_to(&module.types, source, MANY_PARTS) => source.inlining,
            PuKind::Device => Inlining::Force,
        };
        pu.locals = source.locals.clone();
        pu.asms = source.asms.clone();
        pu.label_count = source.label_count;
        pu.pos = source.pos;
        let loc = source.tree.loc(source.body);
        pu.tree.reserve(&source.tree);
        Lowering {
            source,
            module,
            lowered,
            growth,
            copies,
            remarks,
            pu,
            body: Vec::new(),
            steps: Vec::new(),
            values: Vec::new(),
            loc,
            error: None,
        }
    }

    /// Notes an error where a function passes too much to be taken apart.
    fn passes_too_much(&mut self, pu: &Pu, pos: Pos) -> bool {
        let fits = passes_up_to(&self.module.types, pu, MAX_PARTS);
        if !fits {
            let kind = VhoErrorKind::Parts(pu.name.clone());
            self.error.get_or_insert(VhoError { pos, kind });
        }
        !fits
    }

    fn function(&mut self) {
        if self.source.kind == PuKind::Kernel && self.passes_too_much(self.source, self.source.pos)
        {
            return;
        }
        if let Some(ty) = self.source.result
            && self.module.types.mtype(ty) == Mtype::M
        {
            self.pu.result_object = Some(self.new_aggregate("result", ty));
        }
        self.block(self.source.body);
        let body = std::mem::take(&mut self.body);
        let loc = self.source.tree.loc(self.source.body);
        self.pu.body = self.pu.tree.block(&body, loc);
    }

    /// Appends a statement, at its own place where it has one.
    fn emit(&mut self, wn: Wn, kids: &[WnId]) {
        let id = self.pu.tree.statement(wn, kids, wn.loc.or(self.loc));
        self.push(id);
    }

    /// A place as a part of the current statement: the statement's own for none.
    fn in_statement(&mut self, loc: Loc) -> Loc {
        let locs = &mut self.module.locs;
        match loc {
            Loc::NONE => self.loc,
            _ if locs.statement(loc) == self.loc => loc,
            _ => locs.part(locs.get(loc), self.loc),
        }
    }

    fn push(&mut self, statement: WnId) {
        self.body.push(statement);
    }

    fn label(&mut self, label: LabelId) {
        let id = self.pu.tree.jump(Operator::Label, label, &[], self.loc);
        self.push(id);
    }

    fn goto(&mut self, label: LabelId) {
        let id = self.pu.tree.jump(Operator::Goto, label, &[], self.loc);
        self.push(id);
    }

    fn new_aggregate(&mut self, name: &str, ty: TyId) -> StId {
        let align = self.module.types.align(ty);
        self.pu.add_local(St::temporary(name, ty, align))
    }

    /// A temporary for a value of that register type.
    fn new_temp(&mut self, mtype: Mtype) -> StId {
        let ty = self.module.types.intern(TyKind::Scalar(mtype));
        self.pu.new_temp("t", ty, mtype.size().max(1))
    }

    fn store_temp(&mut self, mtype: Mtype, st: StId, value: WnId) {
        let id = self.pu.tree.stid(mtype, st, 0, value, crate::AccessInfo::default(), self.loc);
        self.push(id);
    }

    fn load_temp(&mut self, mtype: Mtype, st: StId) -> WnId {
        self.pu.tree.ldid(mtype, st, 0, crate::AccessInfo::default())
    }

    /// Saves a value in a temporary and returns its read; leaves that cannot change are returned as they are.
    fn save(&mut self, value: WnId) -> WnId {
        let wn = self.pu.tree.get(value);
        if matches!(wn.opr, Operator::Intconst | Operator::Const | Operator::Lda) {
            return value;
        }
        let st = self.new_temp(wn.rtype);
        self.store_temp(wn.rtype, st, value);
        self.load_temp(wn.rtype, st)
    }
}
