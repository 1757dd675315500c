//! When two trees are one to an analysis though they are two nodes, and what a tree is worth.

use crate::codemap::Codemap;
use crate::coderep::{AccessShape, CodeRep, Op};
use crate::few::Kids;
use crate::ids::CrId;
use crate::side_table::SideTable;
use optx_whirl::{Mtype, Operator, cost};
use smallvec::SmallVec;

/// No tree of more operations is costed: none that large is small.
pub const MOST_COSTED: usize = 64;

impl Op {
    /// What one evaluation costs, its operands given: see [`cost`].
    pub fn cost(&self) -> u32 {
        cost(self.opr, self.rtype, self.desc, self.intrinsic)
    }

    /// True for additions, subtractions, multiplications and negations of signed integers, which promise not to overflow.
    pub fn promises_no_wrap(&self) -> bool {
        use Operator::{Add, Mpy, Neg, Sub};
        matches!(self.opr, Add | Sub | Mpy | Neg)
            && self.rtype.is_integer()
            && self.rtype.is_signed()
    }
}

impl Codemap {
    /// What one evaluation of a tree costs, each of its nodes once; a product that widens its factors is one instruction. A tree of
    /// more than [`MOST_COSTED`] operations costs more than any other.
    pub fn tree_cost(&self, root: CrId) -> u32 {
        let CodeRep::Op(op) = self.get(root) else { return 0 };
        // Most trees are one operation over leaves.
        if self.height(root) == 1 {
            return self.op_cost(op);
        }
        // Small trees: a list of what was met is shorter than a table of all nodes.
        let mut met: SmallVec<[CrId; 16]> = SmallVec::new();
        let mut stack: SmallVec<[CrId; 16]> = SmallVec::from_slice(&[root]);
        let mut sum = 0u32;
        while let Some(id) = stack.pop() {
            let CodeRep::Op(op) = self.get(id) else { continue };
            if met.contains(&id) {
                continue;
            }
            if met.len() == MOST_COSTED {
                return u32::MAX;
            }
            met.push(id);
            match self.wide_product(op) {
                None => {
                    sum = sum.saturating_add(self.op_cost(op));
                    stack.extend_from_slice(&op.kids);
                }
                Some(product) => {
                    sum = sum.saturating_add(1);
                    stack.extend([product.first].into_iter().chain(product.second.ok()));
                }
            }
        }
        sum
    }

    /// As [`Op::cost`]; a quotient by a constant is a product and shifts.
    pub fn op_cost(&self, op: &Op) -> u32 {
        let is_quotient = matches!(op.opr, Operator::Div | Operator::Rem) && op.rtype.is_integer();
        match is_quotient && self.constant(op.kids[1]).is_some() {
            true => 5 * op.rtype.size() / 4,
            false => op.cost(),
        }
    }

    /// Drops what is known of trees' other forms, which are made again when they are asked for.
    pub fn drop_identities(&mut self) {
        (self.unsigned, self.lexical) = (SideTable::new(None), SideTable::new(None));
    }

    /// The tree without a promise that its additions and multiplications do not overflow.
    ///
    /// The value is the same wherever the tree has one, and it has one everywhere: so it may be evaluated on more paths.
    pub fn unsigned_form(&mut self, id: CrId) -> CrId {
        let CodeRep::Op(op) = *self.get(id) else { return id };
        if let Some(known) = *self.unsigned.get(id) {
            return known;
        }
        let kids = op.kids.map(|kid| self.unsigned_form(kid));
        let form = self.intern(CodeRep::Op(without_promise(op, kids)));
        *self.unsigned.entry(id) = Some(form);
        form
    }

    /// The OP without a promise over other operands, which stand in one order whatever was known of them before. It is not folded.
    pub fn unsigned_over(&mut self, op: Op, kids: Kids) -> CrId {
        let mut op = without_promise(op, kids);
        self.order_operands(&mut op);
        self.intern(CodeRep::Op(op))
    }

    /// The tree with every VAR at version none and every I-form a U-form: expressions that differ in the versions of their
    /// variables alone have one lexical form, the identity that SSAPRE works on (Chow et al., PLDI 1997, section 2).
    pub fn lexical(&mut self, id: CrId) -> CrId {
        if let Some(known) = *self.lexical.get(id) {
            return known;
        }
        let form = match *self.get(id) {
            CodeRep::Var { aux, .. } => self.plain_var(aux),
            CodeRep::Ivar { access, mu, read_only } => {
                let base = self.lexical(access.base);
                let mu = mu.map(|mu| self.lexical(mu));
                let access = lexical_shape(access.shape()).at(base);
                self.intern(CodeRep::Ivar { access, mu, read_only })
            }
            CodeRep::Op(op) => {
                let kids = op.kids.map(|kid| self.lexical(kid));
                self.unsigned_over(op, kids)
            }
            _ => id,
        };
        *self.lexical.entry(id) = Some(form);
        form
    }
}

fn without_promise(op: Op, kids: Kids) -> Op {
    let rtype = if op.promises_no_wrap() { op.rtype.unsigned() } else { op.rtype };
    Op { kids, rtype, ..op }
}

/// An access as far as the value loaded by it goes: the alignment is a fact about one evaluation, and words of one size are
/// equal bits whatever their sign.
pub fn lexical_shape(shape: AccessShape) -> AccessShape {
    let align = if shape.is_under_aligned() { shape.align } else { 0 };
    let whole = shape.desc.is_integer() && shape.desc.size() >= 4;
    let desc: Mtype = if whole { shape.desc.unsigned() } else { shape.desc };
    AccessShape { align, desc, ..shape }
}
