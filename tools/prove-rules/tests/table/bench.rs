//! Trees in a CODEMAP, and what the interpreter gives for them.

use optx_ir::interpret::{self, Value};
use optx_ir::simplify::term::is_compare;
use optx_ir::{AuxKind, CodeRep, Codemap, CrId, Func, Kids, Op};
use optx_prove_rules::claim::{Claim, Tree};
use optx_prove_rules::evaluate::{Operands, evaluate};
use optx_whirl::{Module, Mtype, Operator};
use std::collections::BTreeMap;

/// A function with a variable for each leaf.
pub struct Bench {
    pub f: Func,
    pub leaves: BTreeMap<u8, CrId>,
}

impl Bench {
    pub fn new(claim: &Claim) -> Bench {
        let mut f = Func::new("f", "f");
        f.codemap.floats.keeps_subnormals = !claim.flushes;
        let mut leaves = BTreeMap::new();
        for &(k, ty) in &claim.leaves {
            let aux = f.new_aux(AuxKind::Temp, ty.mtype().expect("a machine type"), "v");
            leaves.insert(k, f.plain_var(aux));
        }
        Bench { f, leaves }
    }

    pub fn op(&mut self, tree: &Tree, constants: &[u64; 3]) -> Op {
        let Tree::Op(opr, ty, of, kids) = tree else { panic!("{tree:?} is no operation") };
        let kids: Kids = kids.iter().map(|kid| self.tree(kid, constants)).collect();
        let both =
            is_compare(*opr) || matches!(opr, Operator::Cvt | Operator::Cvtl | Operator::Tas);
        let desc = if both { of.mtype().expect("a machine type") } else { Mtype::V };
        let rtype = ty.mtype().expect("a machine type");
        Op { opr: *opr, rtype, desc, intrinsic: None, kids }
    }

    /// The tree as written: nothing is folded.
    fn tree(&mut self, tree: &Tree, constants: &[u64; 3]) -> CrId {
        let constant = |map: &mut Codemap, bits, mtype: Mtype| {
            if mtype.is_float() { map.float(mtype, bits) } else { map.integer(mtype, bits) }
        };
        let mtype = tree.ty().mtype().expect("a machine type");
        match tree {
            Tree::Leaf(k, _) => self.leaves[k],
            Tree::Constant(k, _) => {
                constant(&mut self.f.codemap, constants[usize::from(*k)], mtype)
            }
            Tree::Number(bits, _) => constant(&mut self.f.codemap, *bits, mtype),
            // A pattern's constant expression is a constant.
            Tree::Op(..) if is_constant(tree) => {
                let given = Operands { leaves: [None; 5], constants: *constants };
                let bits = evaluate(tree, &given).expect("a value");
                constant(&mut self.f.codemap, bits, mtype)
            }
            _ => {
                let op = self.op(tree, constants);
                self.f.codemap.intern(CodeRep::Op(op))
            }
        }
    }

    pub fn value(&self, id: CrId, given: &BTreeMap<CrId, Value>) -> Value {
        match self.f.codemap.get(id) {
            CodeRep::Var { .. } => given[&id],
            CodeRep::Const { value, .. } => Value::exact(*value),
            CodeRep::Rconst { bits, .. } => Value::exact(*bits),
            CodeRep::Op(op) => self.operation(op, given),
            other => panic!("{other:?}"),
        }
    }

    pub fn operation(&self, op: &Op, given: &BTreeMap<CrId, Value>) -> Value {
        let kids: Vec<Value> = op.kids.iter().map(|&kid| self.value(kid, given)).collect();
        let mut module = Module::default();
        module.options.ftz = !self.f.codemap.floats.keeps_subnormals;
        interpret::evaluate(&module, op, &kids).expect("an operator that is known")
    }
}

pub fn is_constant(tree: &Tree) -> bool {
    let mut constant = true;
    tree.walk(&mut |t| constant &= !matches!(t, Tree::Leaf(..)));
    constant
}
