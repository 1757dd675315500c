//! What statements use and define: the one list of operands, for passes, analyses and the verifier.
//!
//! A statement *evaluates* trees: its operands, and the address of an IVAR that it loads from or stores to. It *reads*
//! versions of memory by the IVAR that it loads, its mus and the operands of its chis. It *defines* the variables among its
//! results and the results of its chis.

use crate::codemap::Codemap;
use crate::coderep::{Access, CodeRep};
use crate::func::Func;
use crate::ids::{BbId, CrId};
use crate::stmtrep::{StmtOp, StmtRep};
use optx_whirl::{AsmInfo, IntrinsicClass};

/// What a tree is to the statement that evaluates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The value that a Stid assigns.
    Assigned,
    /// The value that a store writes.
    Stored,
    /// The address of an access.
    Base,
    /// An operand of an intrinsic, of inline PTX, of a call, or part of a function's result.
    Argument,
    /// The condition of a branch.
    Condition,
}

impl StmtRep {
    /// The role of operand number `k`.
    fn role(&self, k: usize) -> Role {
        match self.op {
            StmtOp::Stid => Role::Assigned,
            _ if self.address_operand().is_some_and(|(at, _)| at == k) => Role::Base,
            StmtOp::Istore | StmtOp::VolatileStore(_) => Role::Stored,
            _ => Role::Argument,
        }
    }

    /// Every tree that the statement evaluates, in the order in which the code generator does.
    pub fn for_each_use(&self, codemap: &Codemap, mut each: impl FnMut(CrId, Role)) {
        for (k, &kid) in self.kids.iter().enumerate() {
            match codemap.get(kid) {
                CodeRep::Ivar { access, .. } => each(access.base, Role::Base),
                _ => each(kid, self.role(k)),
            }
        }
        if self.op == StmtOp::Istore {
            for &target in &self.results {
                if let CodeRep::Ivar { access, .. } = codemap.get(target) {
                    each(access.base, Role::Base);
                }
            }
        }
    }

    /// Every version of memory that the statement reads. The version in a store's target is the one that it makes.
    pub fn for_each_memory_use(&self, codemap: &Codemap, mut each: impl FnMut(CrId)) {
        for &kid in &self.kids {
            if let CodeRep::Ivar { mu: Some(mu), .. } = codemap.get(kid) {
                each(*mu);
            }
        }
        self.mu.iter().for_each(|mu| each(mu.operand));
        self.chi.iter().for_each(|chi| each(chi.operand));
    }

    /// Every version that the statement defines, of variables first.
    pub fn for_each_definition(&self, codemap: &Codemap, mut each: impl FnMut(CrId)) {
        for &result in &self.results {
            if matches!(codemap.get(result), CodeRep::Var { .. }) {
                each(result);
            }
        }
        self.chi.iter().for_each(|chi| each(chi.result));
    }

    /// The version of memory before the statement, of one that a chi of it makes.
    pub fn version_before(&self, made: CrId) -> Option<CrId> {
        self.chi.iter().find(|chi| chi.result == made).map(|chi| chi.operand)
    }

    /// Puts another tree for every tree that the statement evaluates; places come out in normal form.
    pub fn map_uses(
        &mut self,
        codemap: &mut Codemap,
        mut each: impl FnMut(&mut Codemap, CrId, Role) -> CrId,
    ) {
        for k in 0..self.kids.len() {
            let role = self.role(k);
            self.kids[k] = match *codemap.get(self.kids[k]) {
                CodeRep::Ivar { access, mu, read_only } => {
                    let base = each(codemap, access.base, Role::Base);
                    if base == access.base {
                        continue;
                    }
                    codemap.ivar(access.shape().at(base), mu, read_only)
                }
                _ => each(codemap, self.kids[k], role),
            };
        }
        if let Some(access) = self.direct_access() {
            let normal = access.normal(codemap);
            self.set_direct_access(normal);
        }
        if self.op == StmtOp::Istore
            && let CodeRep::Ivar { access, mu, read_only } = *codemap.get(self.results[0])
        {
            let base = each(codemap, access.base, Role::Base);
            if base != access.base {
                self.results[0] = codemap.ivar(access.shape().at(base), mu, read_only);
            }
        }
    }

    /// Brings the constants inside the address of what the statement accesses into the offset
    /// ([`Access::with_constants_out`]).
    pub fn take_constants_out(&mut self, codemap: &mut Codemap) {
        let Some(access) = self.access(codemap) else { return };
        let new = access.with_constants_out(codemap);
        if new != access {
            self.set_access(codemap, new);
        }
    }

    /// Puts another version for every version of memory that the statement reads.
    pub fn map_memory_uses(
        &mut self,
        codemap: &mut Codemap,
        mut each: impl FnMut(&mut Codemap, CrId) -> CrId,
    ) {
        for kid in &mut self.kids {
            if let CodeRep::Ivar { access, mu: Some(mu), read_only } = *codemap.get(*kid) {
                let mu = Some(each(codemap, mu));
                *kid = codemap.intern(CodeRep::Ivar { access, mu, read_only });
            }
        }
        self.mu.iter_mut().for_each(|mu| mu.operand = each(codemap, mu.operand));
        self.chi.iter_mut().for_each(|chi| chi.operand = each(codemap, chi.operand));
    }

    /// Puts another version for every version that the statement defines; a store's target names the one that its class's
    /// chi makes.
    pub fn map_definitions(
        &mut self,
        codemap: &mut Codemap,
        mut each: impl FnMut(&mut Codemap, CrId) -> CrId,
    ) {
        for chi in &mut self.chi {
            let old = chi.result;
            chi.result = each(codemap, old);
            for target in &mut self.results {
                if let CodeRep::Ivar { access, mu: Some(mu), read_only } = *codemap.get(*target)
                    && mu == old
                {
                    let mu = Some(chi.result);
                    *target = codemap.intern(CodeRep::Ivar { access, mu, read_only });
                }
            }
        }
        for result in &mut self.results {
            if matches!(codemap.get(*result), CodeRep::Var { .. }) {
                *result = each(codemap, *result);
            }
        }
    }

    /// The place that the statement accesses, volatile and atomic ones included.
    pub fn access(&self, codemap: &Codemap) -> Option<Access> {
        let ivar = match self.op {
            StmtOp::Stid => self.kids.first(),
            StmtOp::Istore => self.results.first(),
            _ => return self.direct_access(),
        };
        match codemap.get(*ivar?) {
            CodeRep::Ivar { access, .. } => Some(*access),
            _ => None,
        }
    }

    /// Has the statement access another place, where it accesses one ([`StmtRep::access`]).
    pub fn set_access(&mut self, codemap: &mut Codemap, new: Access) {
        let ivar = match self.op {
            StmtOp::Stid => self.kids.first_mut(),
            StmtOp::Istore => self.results.first_mut(),
            _ => return self.set_direct_access(new),
        };
        if let Some(ivar) = ivar
            && let CodeRep::Ivar { mu, read_only, .. } = *codemap.get(*ivar)
        {
            *ivar = codemap.ivar(new, mu, read_only);
        }
    }

    /// True where the statement may be the thread's last; of a call the callee's summary tells.
    pub fn may_end(&self, f: &Func) -> bool {
        match &self.op {
            StmtOp::Intrinsic { intrinsic, .. } => intrinsic.class() == IntrinsicClass::Control,
            StmtOp::Asm(k) => f.asms.get(*k as usize).is_none_or(AsmInfo::may_end),
            _ => false,
        }
    }

    /// True where the statement may change all memory that another thread, or unknown code, can reach.
    pub fn writes_reachable(&self, f: &Func) -> bool {
        match &self.op {
            StmtOp::Call(_) => true,
            StmtOp::Asm(k) => f.asms.get(*k as usize).is_none_or(|asm| asm.memory),
            StmtOp::Intrinsic { intrinsic, shape, .. } => match intrinsic.class() {
                IntrinsicClass::Barrier | IntrinsicClass::Fence | IntrinsicClass::External => true,
                IntrinsicClass::Atomic => shape.is_none(),
                IntrinsicClass::Pure
                | IntrinsicClass::Convergent
                | IntrinsicClass::Clock
                | IntrinsicClass::Control
                | IntrinsicClass::Assumption => false,
            },
            StmtOp::Stid
            | StmtOp::Istore
            | StmtOp::VolatileLoad(_)
            | StmtOp::VolatileStore(_)
            | StmtOp::Result => false,
        }
    }

    /// True where the lanes of a warp, or the threads of a block, may come together: a function that is called, and inline PTX, may
    /// hold what they like.
    pub fn may_converge(&self) -> bool {
        match self.op {
            StmtOp::Intrinsic { intrinsic, .. } => intrinsic.is_convergent(),
            StmtOp::Asm(_) | StmtOp::Call(_) => true,
            _ => false,
        }
    }

    /// True where the statement runs whatever becomes of its results: it writes memory, orders memory, talks to other
    /// threads or to the world, or must not be left out for another reason.
    pub fn has_effect(&self, f: &Func) -> bool {
        match self.op {
            StmtOp::Stid => false,
            StmtOp::Asm(k) => f.asms.get(k as usize).is_none_or(|asm| asm.volatile || asm.memory),
            StmtOp::Istore
            | StmtOp::VolatileLoad(_)
            | StmtOp::VolatileStore(_)
            | StmtOp::Intrinsic { .. }
            | StmtOp::Call(_)
            | StmtOp::Result => true,
        }
    }
}

impl Func {
    /// Every tree that a block evaluates, with the place of its statement in the block; the terminator's place is the
    /// number of statements.
    pub fn for_each_use_in(&self, bb: BbId, mut each: impl FnMut(usize, CrId, Role)) {
        let block = &self.bbs[bb];
        for (k, &s) in block.stmts.iter().enumerate() {
            self.stmts[s].for_each_use(&self.codemap, |root, role| each(k, root, role));
        }
        if let Some(condition) = block.terminator().condition() {
            each(block.stmts.len(), condition, Role::Condition);
        }
    }
}
