//! The shape of statements and OPs: how many results and operands each kind has, and of which types. The optimizer and
//! the code generator index by it, so a text that breaks it must not reach them.
//!
//! What calls pass and return is a matter of the module: [`crate::calls`].

use crate::block::Terminator;
use crate::coderep::{Access, CodeRep, Op, Space};
use crate::func::{AuxKind, Func};
use crate::ids::CrId;
use crate::stmtrep::{StmtOp, StmtRep};
use optx_whirl::{AsmClass, AsmInfo, IntrinsicClass, Mtype, Operator};

/// What is wrong with a symbol's type.
pub(super) fn symbol(kind: AuxKind, mtype: Mtype) -> Option<String> {
    let fits = if kind == AuxKind::Memory { mtype == Mtype::V } else { mtype.is_register() };
    (!fits).then(|| format!("is of type {mtype}"))
}

/// What is wrong with a statement by itself: its operands' and results' number, kinds and types.
pub(super) fn statement(f: &Func, stmt: &StmtRep) -> Option<String> {
    let results = stmt.results.len();
    let count = |wanted_results: usize, wanted_kids: usize| {
        (results != wanted_results || stmt.kids.len() != wanted_kids)
            .then(|| format!("has not {wanted_results} results and {wanted_kids} operands"))
    };
    let wrong = match &stmt.op {
        StmtOp::Stid | StmtOp::Istore | StmtOp::VolatileLoad(_) => count(1, 1),
        StmtOp::VolatileStore(_) => count(0, 2),
        // What a call's operands are is known where the callee is; the same holds for what a function returns.
        StmtOp::Call(_) => None,
        StmtOp::Result => count(0, stmt.kids.len()),
        StmtOp::Intrinsic { .. } => None,
        StmtOp::Asm(k) => match f.asms.get(*k as usize) {
            None => Some("is inline PTX that is not in the table".to_owned()),
            Some(asm) => count(asm.outputs.len(), asm.inputs.len()),
        },
    };
    if wrong.is_some() {
        return wrong;
    }
    match &stmt.op {
        StmtOp::Stid => stid(f, stmt),
        StmtOp::Istore => match f.codemap.get(stmt.results[0]) {
            CodeRep::Ivar { access, .. } => {
                not_a_parameter(access).or_else(|| stored(f, stmt, access))
            }
            _ => Some("stores to no place in memory".to_owned()),
        },
        StmtOp::VolatileLoad(place) => {
            let at = place.at(stmt.kids[0]);
            not_a_parameter(&at)
                .or_else(|| defines(f, stmt.results[0], at.desc.register()))
                .or_else(|| access(f, &at))
        }
        StmtOp::VolatileStore(place) => {
            let at = place.at(stmt.kids[1]);
            not_a_parameter(&at).or_else(|| stored(f, stmt, &at))
        }
        StmtOp::Intrinsic { .. } => intrinsic(f, stmt),
        StmtOp::Asm(k) => inline_ptx(f, stmt, &f.asms[*k as usize]),
        StmtOp::Call(_) | StmtOp::Result => None,
    }
}

fn stid(f: &Func, stmt: &StmtRep) -> Option<String> {
    let value = stmt.kids[0];
    let wrong = match f.codemap.get(value) {
        CodeRep::Ivar { access, .. } => self::access(f, access),
        _ => None,
    };
    wrong.or_else(|| defines(f, stmt.results[0], f.mtype(value)))
}

/// A result is a variable that takes a value of the type.
fn defines(f: &Func, result: CrId, value: Mtype) -> Option<String> {
    let Some(aux) = f.aux_of(result) else {
        return Some("defines no variable".to_owned());
    };
    let mtype = f.auxes[aux].mtype;
    (!mtype.interchangeable(value)).then(|| format!("stores {value} to {mtype}"))
}

fn stored(f: &Func, stmt: &StmtRep, to: &Access) -> Option<String> {
    let value = f.mtype(stmt.kids[0]);
    let fits = value.interchangeable(to.desc.register());
    access(f, to).or_else(|| (!fits).then(|| format!("stores {value} as {}", to.desc)))
}

/// A place in memory: a type that memory has, at an address, aligned to a power of two.
fn access(f: &Func, access: &Access) -> Option<String> {
    if access.desc.size() == 0 {
        return Some(format!("accesses memory as {}", access.desc));
    }
    let base = f.mtype(access.base);
    let narrow = access.space == Space::Shared && base.interchangeable(Mtype::U4);
    if !narrow && !base.interchangeable(Mtype::U8) {
        return Some(format!("takes {} for an address", f.mtype(access.base)));
    }
    if access.align != 0 && !access.align.is_power_of_two() {
        return Some(format!("has the alignment {}", access.align));
    }
    if access.space == Space::Param {
        let is_parameter = match f.codemap.get(access.base) {
            CodeRep::Lda { st, .. } => f.params.contains(st),
            _ => false,
        };
        return (!is_parameter).then(|| "reads no parameter of the function".to_owned());
    }
    None
}

/// Only plain loads read parameters, and nothing writes to them.
fn not_a_parameter(access: &Access) -> Option<String> {
    (access.space == Space::Param).then(|| "has a parameter for its place".to_owned())
}

fn intrinsic(f: &Func, stmt: &StmtRep) -> Option<String> {
    let StmtOp::Intrinsic { intrinsic, rtype, desc, shape, .. } = &stmt.op else { return None };
    let name = intrinsic.name();
    if intrinsic.class() == IntrinsicClass::Pure {
        return Some(format!("{name} is an operation, not a statement"));
    }
    let mut types: Vec<Mtype> = stmt.kids.iter().map(|&kid| f.mtype(kid)).collect();
    // What an address may be is the access's matter.
    if let (Some(_), Some(address)) = (shape, types.first_mut()) {
        *address = Mtype::U8;
    }
    if let Some(rule) = intrinsic.misuse(*rtype, *desc, &types) {
        return Some(rule);
    }
    if stmt.results.len() > usize::from(*rtype != Mtype::V) {
        return Some(format!("{name} has more results than its type says"));
    }
    if let Some(wrong) = stmt.results.iter().find_map(|&result| defines(f, result, *rtype)) {
        return Some(wrong);
    }
    let atomic = intrinsic.class() == IntrinsicClass::Atomic;
    match shape {
        None => atomic.then(|| format!("{name} has no place")),
        Some(_) if !atomic => Some(format!("{name} has a place")),
        Some(_) if stmt.kids.is_empty() => Some(format!("{name} has no address")),
        Some(place) => {
            let a = &place.at(stmt.kids[0]);
            let narrow = a.desc.size() == 2 && *intrinsic == optx_whirl::Intrinsic::AtomCas;
            let fits = a.desc.interchangeable(*rtype) || narrow;
            access(f, a)
                .or_else(|| not_a_parameter(a))
                .or_else(|| (!fits).then(|| format!("{name} of {rtype} on {}", a.desc)))
        }
    }
}

fn inline_ptx(f: &Func, stmt: &StmtRep, asm: &AsmInfo) -> Option<String> {
    let fits = |class: AsmClass, mtype: Mtype| match class {
        AsmClass::H | AsmClass::R => mtype.interchangeable(Mtype::U4),
        AsmClass::L => mtype.interchangeable(Mtype::U8),
        AsmClass::F => mtype == Mtype::F4,
        AsmClass::D => mtype == Mtype::F8,
        AsmClass::N => mtype.is_integer(),
    };
    for (k, (&kid, &class)) in stmt.kids.iter().zip(&asm.inputs).enumerate() {
        if !fits(class, f.mtype(kid)) {
            return Some(format!("input {k} of type {} is no `{}`", f.mtype(kid), class.letter()));
        }
    }
    for (k, (&result, &(_, class, tied))) in stmt.results.iter().zip(&asm.outputs).enumerate() {
        if f.aux_of(result).is_none() || !fits(class, f.mtype(result)) {
            return Some(format!("output {k} is no variable of class `{}`", class.letter()));
        }
        if tied.is_some_and(|input| asm.inputs.get(input as usize) != Some(&class)) {
            return Some(format!("output {k} is tied to no input of its class"));
        }
    }
    None
}

/// What is wrong with a memory version that a statement names.
pub(super) fn memory_version(f: &Func, version: CrId) -> Option<String> {
    let fits = f.aux_of(version).is_some_and(|aux| f.auxes[aux].kind == AuxKind::Memory);
    (!fits).then(|| "names as memory what is none".to_owned())
}

/// What is wrong with a constant.
pub(super) fn constant(mtype: Mtype) -> Option<String> {
    let fits = matches!(mtype, Mtype::B | Mtype::U4 | Mtype::U8 | Mtype::F4 | Mtype::F8);
    (!fits).then(|| format!("a constant of type {mtype}"))
}

/// How many nodes the code generator's walk over all trees would meet if shared ones counted each time, where that is
/// far above the nodes that there are, and above `least`. Placement leaves each OP one user, so that walk marks nothing.
pub(super) fn unfolded(f: &Func, least: u64) -> Option<String> {
    // Kids are made before the nodes that have them.
    let mut sizes: Vec<u64> = Vec::with_capacity(f.codemap.len());
    for k in 0..f.codemap.len() {
        let of = |id: &CrId| sizes[id.index()];
        sizes.push(match f.codemap.get(CrId::from_index(k)) {
            CodeRep::Op(op) => op.kids.iter().map(of).fold(1, u64::saturating_add),
            CodeRep::Ivar { access, .. } => of(&access.base).saturating_add(1),
            _ => 1,
        });
    }
    let (mut sum, mut count) = (0u64, f.codemap.len());
    for &bb in &f.layout {
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            count += stmt.kids.len();
            let all = stmt.kids.iter().chain(&stmt.results);
            sum = all.map(|id| sizes[id.index()]).fold(sum, u64::saturating_add);
        }
        if let Terminator::Branch { condition, .. } = f.bbs[bb].terminator() {
            sum = sum.saturating_add(sizes[condition.index()]);
        }
    }
    let allowed = least + 64 * count as u64;
    (sum > allowed).then(|| format!("shared operations unfold to {sum} nodes"))
}

/// What is wrong with an OP: its operator, its own types, the number and types of its kids.
pub(super) fn operation(f: &Func, op: &Op) -> Option<String> {
    use Operator::*;
    let name = op.opr.name();
    if op.opr.is_statement() || op.opr.level() == optx_whirl::Level::Vh {
        return Some(format!("{name} is no operation here"));
    }
    if let optx_whirl::Arity::Exactly(n) = op.opr.arity()
        && usize::from(n) != op.kids.len()
    {
        return Some(format!("{name} wants {n} operands"));
    }
    if op.opr == IntrinsicOp {
        let Some(intrinsic) = op.intrinsic else { return Some("names no intrinsic".to_owned()) };
        if intrinsic.class() != IntrinsicClass::Pure {
            return Some(format!("{} is a statement", intrinsic.name()));
        }
        let types: Vec<Mtype> = op.kids.iter().map(|&kid| f.mtype(kid)).collect();
        return intrinsic.misuse(op.rtype, op.desc, &types);
    }
    if !exists(op) {
        return Some(format!("{name} does not exist from {} to {}", op.desc, op.rtype));
    }
    for (k, &kid) in op.kids.iter().enumerate() {
        let wanted = match op.opr {
            Shl | Ashr | Lshr if k == 1 => Mtype::U4,
            Select if k == 0 => Mtype::B,
            Cvt | Tas => op.desc.register(),
            o if o.is_compare() => op.desc.register(),
            _ => op.rtype,
        };
        if !f.mtype(kid).interchangeable(wanted) {
            return Some(format!("operand {k} is {} where {wanted} is wanted", f.mtype(kid)));
        }
    }
    None
}

/// True where the operator exists on its types.
fn exists(op: &Op) -> bool {
    use Operator::*;
    let (to, from) = (op.rtype, op.desc);
    let number = |m: Mtype| m.is_register() && m != Mtype::B;
    match op.opr {
        // Leaves are nodes of their own kinds.
        Ldid | Iload | Lda | Intconst | Const => false,
        Eq | Ne | Lt | Le | Gt | Ge => to == Mtype::B && from.is_register(),
        Land | Lior | Lnot => to == Mtype::B,
        Select => to.is_register(),
        Cvt => number(to) && (from == Mtype::B || from.size() > 0),
        Cvtl => number(to) && to.is_integer() && from.is_integer() && from.size() < 4,
        Tas => number(to) && from.is_register() && to.size() == from.size(),
        Fma => to.is_float(),
        Bnot | Highmpy | Rem | Band | Bior | Bxor | Shl | Ashr | Lshr => {
            number(to) && to.is_integer()
        }
        _ => number(to),
    }
}
