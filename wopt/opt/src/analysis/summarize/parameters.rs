//! What becomes of the addresses that a function is passed: whether it gives them to anyone, reads through them, writes.
//!
//! Idea: a value is *made of* a parameter where data flows from one to the other, by whatever operations: conversions,
//! differences, masks. Where such a value is the address of an access, the function reads or writes through the parameter;
//! where it is stored, returned, or an operand of what is no assignment (an intrinsic, inline PTX, a call that does not keep
//! it), the address gets away. Comparisons end the flow, as they do in [`crate::analysis::memory::Exposure`].
//!
//! Source: the capture analysis of LLVM (`nocapture`, `readonly` and `writeonly` arguments, `FunctionAttrs.cpp`), over one
//! fixed point of sets of parameters.
//! Legality: no operation is trusted to lose an address, so what passes make of a function flows no further than the function as
//! built did. A parameter that is copied to memory is stored. Only scalar parameters of pointer type are followed;
//! parts of aggregates are not, nor are operands beyond those that [`Operands`] holds.
//! Cost: linear in the nodes of all statements' trees, times the number of parameters at worst.

use crate::analysis::memory::flow::{Flow, Source};
use crate::kit::facts::ModuleFacts;
use optx_ir::{
    Access, AuxKind, CodeRep, CrId, Func, Operands, SideTable, Space, StmtOp, StmtRep, Summary,
};
use optx_whirl::{StId, TyKind};
use std::cell::RefCell;

/// Adds what the function does with its parameters.
pub(super) fn add(f: &Func, facts: &ModuleFacts<'_>, summary: &mut Summary) {
    let pointers = pointers(f, facts);
    if pointers.is_empty() {
        return;
    }
    let mut all = Operands::NONE;
    pointers.iter().for_each(|&(_, k)| all.insert(k));
    let follow = Follow::of(f, facts, pointers, all);
    let mut found = Found::default();
    for bb in facts.blocks(f) {
        for &s in &f.bbs[bb].stmts {
            follow.statement(&f.stmts[s], &mut found);
        }
    }
    summary.kept = all.without(found.given);
    summary.read = found.read.and(summary.kept);
    summary.written = found.written.and(summary.kept);
}

/// The scalar parameters of pointer type, with the numbers of their operands.
fn pointers(f: &Func, facts: &ModuleFacts<'_>) -> Vec<(StId, usize)> {
    let types = &facts.module.types;
    let (mut found, mut operand) = (Vec::new(), 0);
    for &st in &f.params {
        let ty = f.locals[st.index()].ty;
        if matches!(types.kind(ty), TyKind::Pointer(_)) && operand < Operands::COUNT {
            found.push((st, operand));
        }
        operand += optx_whirl::parts(types, ty).len();
    }
    found
}

/// What is done with parameters.
#[derive(Default)]
struct Found {
    given: Operands,
    read: Operands,
    written: Operands,
}

struct Follow<'a> {
    f: &'a Func,
    facts: &'a ModuleFacts<'a>,
    pointers: Vec<(StId, usize)>,
    all: Operands,
    /// The parameters that each variable is made of.
    variables: SideTable<CrId, Operands>,
    /// What operations were found to be made of in the wave of that number: trees are DAGs.
    known: RefCell<SideTable<CrId, (u32, Operands)>>,
    wave: u32,
}

impl<'a> Follow<'a> {
    fn of(
        f: &'a Func,
        facts: &'a ModuleFacts<'a>,
        pointers: Vec<(StId, usize)>,
        all: Operands,
    ) -> Follow<'a> {
        let mut follow = Follow {
            f,
            facts,
            pointers,
            all,
            variables: SideTable::new(Operands::NONE),
            known: RefCell::new(SideTable::new((0, Operands::NONE))),
            wave: 1,
        };
        let mut flow = Flow::of(f, |aux| f.auxes[aux].kind != AuxKind::Memory);
        let mut wave = flow.all();
        while !wave.is_empty() {
            facts.shuffle(&mut wave);
            let all = wave.iter().map(|&k| flow.assignment(k));
            let found: Vec<(CrId, Operands)> =
                all.map(|(variable, source)| (variable, follow.source(source))).collect();
            follow.wave += 1;
            let mut changed = Vec::new();
            for (variable, made_of) in found {
                let entry = follow.variables.entry(variable);
                let both = entry.or(made_of);
                if both != *entry {
                    *entry = both;
                    changed.push(variable);
                }
            }
            wave = flow.next(&changed);
        }
        follow
    }

    fn source(&self, source: Source) -> Operands {
        match source {
            Source::Value(value) => self.value(value),
            // A volatile parameter may be read so.
            Source::Result(s) => {
                let access = self.f.stmts[s].direct_access();
                access.map_or(Operands::NONE, |access| self.loaded(&access))
            }
        }
    }

    /// The parameters that a tree's value, or a load's, is made of.
    fn value(&self, id: CrId) -> Operands {
        match self.f.codemap.get(id) {
            CodeRep::Lda { .. } | CodeRep::Const { .. } | CodeRep::Rconst { .. } => Operands::NONE,
            CodeRep::Var { .. } => *self.variables.get(id),
            CodeRep::Ivar { access, .. } => self.loaded(access),
            // The result of a comparison is no address.
            CodeRep::Op(op) if op.opr.is_compare() => Operands::NONE,
            CodeRep::Op(op) => {
                let (wave, known) = *self.known.borrow().get(id);
                if wave == self.wave {
                    return known;
                }
                let kids = op.kids.iter().map(|&kid| self.value(kid));
                let made_of = kids.fold(Operands::NONE, Operands::or);
                *self.known.borrow_mut().entry(id) = (self.wave, made_of);
                made_of
            }
        }
    }

    /// The parameter that an access to parameter space reads, whole or in part.
    fn loaded(&self, access: &Access) -> Operands {
        if access.space != Space::Param {
            return Operands::NONE;
        }
        let CodeRep::Lda { st, .. } = self.f.codemap.get(access.base) else { return self.all };
        let mut loaded = Operands::NONE;
        let own = self.pointers.iter().filter(|(pointer, _)| pointer == st);
        own.for_each(|&(_, k)| loaded.insert(k));
        loaded
    }

    /// The parameters that the address of an access is made of.
    fn through(&self, access: &Access) -> Operands {
        match access.space {
            Space::Param => Operands::NONE,
            _ => self.value(access.base),
        }
    }

    fn statement(&self, stmt: &StmtRep, found: &mut Found) {
        let through = stmt.access(&self.f.codemap).map(|access| self.through(&access));
        let through = through.unwrap_or(Operands::NONE);
        let (reads, writes) = super::directions(stmt);
        if reads {
            found.read = found.read.or(through);
        }
        if writes {
            found.written = found.written.or(through);
        }
        let address = stmt.address_operand().map(|(k, _)| k);
        let kept = match stmt.op {
            StmtOp::Stid => return,
            StmtOp::Call(callee) => self.facts.summary(callee).unwrap_or_default(),
            _ => Summary::default(),
        };
        for (k, &kid) in stmt.kids.iter().enumerate().filter(|&(k, _)| address != Some(k)) {
            let made_of = self.value(kid);
            if !kept.kept.contains(k) {
                found.given = found.given.or(made_of);
            }
            if kept.read.contains(k) {
                found.read = found.read.or(made_of);
            }
            if kept.written.contains(k) {
                found.written = found.written.or(made_of);
            }
        }
    }
}
