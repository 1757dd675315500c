//! Demanded bits: which bits of each version anything looks at.
//!
//! Idea: backward from what has an effect. A store looks at the bits that it writes, an address, a branch and an effect at all bits of their
//! operands; an operation passes on what its result's demanded bits hang on: a sum the bits up to the highest, a mask those that
//! it keeps, a shift by a constant those that it moves there. A version's bits are demanded where any use demands them.
//!
//! Source: Open64's BDCE (`opt_bdce.cxx`), LLVM's `DemandedBits`.
//!
//! Legality: an operation's demanded bits are the same for any two values of an operand that differ in bits which are not demanded
//! alone. Of an I-form that holds for its U-form: who changes bits of an operand makes a U-form of it.
//! Cost: bits of a version only grow; each use is looked at at most once for each time they do, which is seldom more than twice.

use optx_ir::{AuxKind, CodeRep, Codemap, CrId, Def, Func, Op, Role, SideTable, StmtId, StmtOp};
use optx_whirl::{Intrinsic, Mtype, Operator};
use std::fmt::Write as _;

/// The demanded bits of every version.
#[derive(Clone, Debug)]
pub struct DemandedBits {
    /// By node: trees are walked with the demand that reached each of their nodes.
    bits: SideTable<CrId, u64>,
}

/// All bits of a type's values.
pub fn all_bits(mtype: Mtype) -> u64 {
    match mtype {
        Mtype::B => 1,
        _ if mtype.size() == 0 || mtype.bits() >= 64 => u64::MAX,
        _ => u64::MAX >> (64 - mtype.bits()),
    }
}

/// The bits up to the highest of some.
fn up_to(bits: u64) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> bits.leading_zeros() }
}

impl DemandedBits {
    /// Of a function in form Ssa.
    pub fn find(f: &Func) -> DemandedBits {
        let mut solver = Solver {
            demanded: DemandedBits { bits: SideTable::new(0) },
            work: Vec::new(),
            stack: Vec::new(),
        };
        solver.demanded.bits.cover(f.codemap.len());
        for &bb in &f.layout {
            for &s in &f.bbs[bb].stmts {
                solver.roots(f, s);
            }
            if let Some(condition) = f.bbs[bb].terminator().condition() {
                solver.demand(f, condition, 1);
            }
        }
        while let Some(version) = solver.work.pop() {
            solver.version(f, version);
        }
        solver.demanded
    }

    /// The demanded bits of a version, or of an operation, wherever it stands.
    pub fn of(&self, id: CrId) -> u64 {
        *self.bits.get(id)
    }

    /// `bits 0xff`; None where all are demanded.
    pub fn describe(&self, f: &Func, version: CrId) -> Option<String> {
        let (bits, all) = (self.of(version), all_bits(f.mtype(version)));
        if bits == all {
            return None;
        }
        let mut text = String::new();
        match bits {
            0 => text.push_str("none"),
            _ => drop(write!(text, "bits {bits:#x}")),
        }
        Some(text)
    }
}

/// What an operation demands of its operand number `k`, given what is demanded of it.
pub fn of_operand(map: &Codemap, op: &Op, k: usize, bits: u64) -> u64 {
    let kid = op.kids[k];
    let all = all_bits(of_node(map, kid));
    if bits == 0 {
        return 0;
    }
    let constant = |k: usize| op.kids.get(k).and_then(|&kid| map.constant(kid));
    let width = if op.rtype == Mtype::B { 1 } else { op.rtype.bits() };
    let demanded = match op.opr {
        Operator::Add | Operator::Sub | Operator::Mpy | Operator::Neg if op.rtype.is_integer() => {
            up_to(bits)
        }
        Operator::Band => bits & constant(1 - k).unwrap_or(u64::MAX),
        Operator::Bior => bits & !constant(1 - k).unwrap_or(0),
        Operator::Bxor | Operator::Bnot => bits,
        Operator::Select if k > 0 => bits,
        Operator::Shl | Operator::Lshr | Operator::Ashr if k == 0 => match constant(1) {
            Some(by) if by < u64::from(width) => shifted(op.opr, bits, by, width),
            _ => all,
        },
        Operator::Cvt if op.rtype.is_integer() && op.desc.is_integer() => {
            extended(bits, op.desc.bits().min(width), op.desc)
        }
        Operator::Cvtl => extended(bits, op.desc.bits(), op.desc),
        Operator::IntrinsicOp if op.intrinsic == Some(Intrinsic::Brev) => {
            bits.reverse_bits() >> (64 - width)
        }
        _ => all,
    };
    demanded & all
}

/// What a shift of so many bits demands of its operand.
fn shifted(opr: Operator, bits: u64, by: u64, width: u32) -> u64 {
    let all = u64::MAX >> (64 - width);
    match opr {
        Operator::Shl => bits >> by,
        // Copies of the sign are the sign.
        Operator::Ashr if bits & !(all >> by) != 0 => (bits << by) | (1 << (width - 1)),
        _ => bits << by,
    }
}

/// What is demanded of a value of which so many bits are kept and extended.
fn extended(bits: u64, width: u32, desc: Mtype) -> u64 {
    let kept = u64::MAX >> (64 - width);
    let sign = if desc.is_signed() && bits & !kept != 0 { 1 << (width - 1) } else { 0 };
    (bits & kept) | sign
}

/// The type of a node of which only OPs and constants are asked; others demand all 64 bits at most.
fn of_node(map: &Codemap, id: CrId) -> Mtype {
    match map.get(id) {
        CodeRep::Op(op) => op.rtype,
        CodeRep::Const { mtype, .. } => *mtype,
        _ => Mtype::U8,
    }
}

struct Solver {
    demanded: DemandedBits,
    /// Versions whose bits grew.
    work: Vec<CrId>,
    stack: Vec<(CrId, u64)>,
}

impl Solver {
    /// What a statement demands that has an effect.
    fn roots(&mut self, f: &Func, s: StmtId) {
        let stmt = &f.stmts[s];
        let mut demands: smallvec::SmallVec<[(CrId, u64); 4]> = smallvec::SmallVec::new();
        stmt.for_each_use(&f.codemap, |root, role| {
            let bits = match (&stmt.op, role) {
                (StmtOp::Stid, Role::Assigned) => return,
                (StmtOp::Istore, Role::Stored) => {
                    stmt.access(&f.codemap).map_or(u64::MAX, |access| all_bits(access.desc))
                }
                (StmtOp::VolatileStore(shape), Role::Stored) => all_bits(shape.desc),
                _ => u64::MAX,
            };
            demands.push((root, bits));
        });
        for (root, bits) in demands {
            self.demand(f, root, bits);
        }
    }

    /// What a version's definition demands, now that more of the version is demanded.
    fn version(&mut self, f: &Func, version: CrId) {
        let bits = self.demanded.of(version);
        match f.def(version) {
            Def::Phi(bb, k) => {
                let phi = &f.bbs[bb].phis[k as usize];
                if f.auxes[phi.aux].kind != AuxKind::Memory {
                    for place in 0..phi.operands.len() {
                        self.demand(f, f.bbs[bb].phis[k as usize].operands[place], bits);
                    }
                }
            }
            Def::Stmt(s) if f.stmts[s].op == StmtOp::Stid => {
                let value = f.stmts[s].kids[0];
                if !matches!(f.codemap.get(value), CodeRep::Ivar { .. }) {
                    self.demand(f, value, bits);
                }
            }
            _ => {}
        }
    }

    /// These bits of a tree's value are demanded.
    fn demand(&mut self, f: &Func, root: CrId, bits: u64) {
        self.stack.push((root, bits));
        while let Some((id, bits)) = self.stack.pop() {
            let all = all_bits(f.mtype(id));
            let entry = self.demanded.bits.entry(id);
            let more = *entry | (bits & all);
            if more == *entry {
                continue;
            }
            *entry = more;
            match f.codemap.get(id) {
                CodeRep::Var { .. } => self.work.push(id),
                CodeRep::Op(op) => {
                    for (k, &kid) in op.kids.iter().enumerate() {
                        self.stack.push((kid, of_operand(&f.codemap, op, k, more)));
                    }
                }
                _ => {}
            }
        }
    }
}
