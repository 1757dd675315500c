//! Which assignments feed which: what facts of variables that no order of statements changes are solved over.
//!
//! Idea: the assignments are taken in *waves*. All of a wave are looked at with what the wave before left, and what they
//! find is put in at once; the next wave is the assignments that use a variable which changed. So the outcome does not
//! hang on the order within a wave, even where a fact is not monotone (a sum of an address and what is not known yet),
//! and long chains of copies cost what they are long.
//!
//! Source: the work lists of Kildall, "A Unified Approach to Global Program Optimization" (POPL 1973), in the rounds of a
//! Jacobi iteration. In form Ssa a variable is a version, and each operand of a phi is an assignment.
//! Cost: linear in the assignments' trees, times the height of the facts' lattice.

use optx_ir::grouped::Grouped;
use optx_ir::walk::Walk;
use optx_ir::{AuxId, CodeRep, CrId, Func, StmtId, StmtOp};

/// What a variable is assigned.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// A tree, a load, or a phi's operand.
    Value(CrId),
    /// A result of a statement that is no assignment.
    Result(StmtId),
}

/// The assignments to some variables of a function.
pub(crate) struct Flow {
    assignments: Vec<(CrId, Source)>,
    /// The assignments that use a variable.
    readers: Grouped<u32>,
    /// The wave for which an assignment was last asked.
    asked: Vec<u32>,
    wave: u32,
}

impl Flow {
    /// The assignments to variables of the symbols that are wanted.
    pub(crate) fn of(f: &Func, wanted: impl Fn(AuxId) -> bool) -> Flow {
        let mut assignments = Vec::new();
        let is_wanted = |id: CrId| f.aux_of(id).is_some_and(&wanted);
        for &bb in &f.layout {
            for phi in f.bbs[bb].phis.iter().filter(|phi| wanted(phi.aux)) {
                let each = phi.operands.iter().map(|&o| (phi.result, Source::Value(o)));
                assignments.extend(each);
            }
            for &s in &f.bbs[bb].stmts {
                let stmt = &f.stmts[s];
                for &result in stmt.results.iter().filter(|&&result| is_wanted(result)) {
                    let source = match stmt.op {
                        StmtOp::Stid => Source::Value(stmt.kids[0]),
                        _ => Source::Result(s),
                    };
                    assignments.push((result, source));
                }
            }
        }
        let (mut uses, mut walk) = (Vec::new(), Walk::new());
        for (k, (_, source)) in assignments.iter().enumerate() {
            let Source::Value(value) = *source else { continue };
            // What a load gives does not hang on its address.
            if matches!(f.codemap.get(value), CodeRep::Ivar { .. }) {
                continue;
            }
            walk.forget();
            walk.variables(&f.codemap, value, |id, _| uses.push((id.index() as u32, k as u32)));
        }
        let count = uses.iter().map(|(at, _)| *at as usize + 1).max().unwrap_or(0);
        let readers = Grouped::of(count, &uses);
        let asked = vec![0; assignments.len()];
        Flow { assignments, readers, asked, wave: 0 }
    }

    /// The first wave: all assignments.
    pub(crate) fn all(&self) -> Vec<u32> {
        (0..self.assignments.len() as u32).collect()
    }

    /// An assignment: the variable, and what becomes its value.
    pub(crate) fn assignment(&self, k: u32) -> (CrId, Source) {
        self.assignments[k as usize]
    }

    /// The assignments that use one of these variables, each once.
    pub(crate) fn next(&mut self, changed: &[CrId]) -> Vec<u32> {
        self.wave += 1;
        let mut due = Vec::new();
        for variable in changed {
            for &reader in self.readers.list(variable.index()) {
                if std::mem::replace(&mut self.asked[reader as usize], self.wave) != self.wave {
                    due.push(reader);
                }
            }
        }
        due
    }
}
