//! Values in the words of the source: variables by their names, loads by their text, operations as C writes them.

use crate::source::Source;
use optx_ir::{AuxKind, CodeRep, CrId, Def, Func, Space};
use optx_whirl::{Intrinsic, Module, Operator, StId, TyId, TyKind};

/// An expression of more operations is told by its name in the IR.
const MOST: usize = 6;

/// The text of a value.
pub(crate) fn of(module: &Module, f: &Func, source: &Source<'_>, id: CrId) -> String {
    let mut left = MOST;
    let namer = Namer { module, f, source };
    namer.value(id, &mut left).unwrap_or_else(|| optx_ir::print::tree_text(f, id))
}

/// The name of the source's variable that a version is of.
pub(crate) fn variable(module: &Module, f: &Func, version: CrId) -> Option<String> {
    let AuxKind::Scalar { st, offset } = f.auxes[f.aux_of(version)?].kind else { return None };
    let local = f.locals.get(st.index()).filter(|local| st.is_local() && !local.temporary);
    local.map(|_| piece(module, f, st, offset))
}

/// The name of a piece of a variable.
pub(crate) fn piece(module: &Module, f: &Func, st: StId, offset: i64) -> String {
    let Some(local) = f.locals.get(st.index()) else { return String::new() };
    local.name.clone() + &field(module, local.ty, offset).unwrap_or_default()
}

fn field(module: &Module, ty: TyId, offset: i64) -> Option<String> {
    let TyKind::Struct { fields, .. } = module.types.kind(ty) else { return None };
    let at = |f: &&optx_whirl::Field| f.offset as i64 <= offset;
    let found = fields.iter().filter(at).max_by_key(|f| f.offset)?;
    let rest = field(module, found.ty, offset - found.offset as i64).unwrap_or_default();
    Some(if found.name.is_empty() { rest } else { format!(".{}{rest}", found.name) })
}

struct Namer<'a> {
    module: &'a Module,
    f: &'a Func,
    source: &'a Source<'a>,
}

impl Namer<'_> {
    fn value(&self, id: CrId, left: &mut usize) -> Option<String> {
        *left = left.checked_sub(1)?;
        let f = self.f;
        match f.codemap.get(id) {
            CodeRep::Const { mtype, value } => Some(match mtype.bits() {
                64 => (*value as i64).to_string(),
                _ => (*value as u32 as i32).to_string(),
            }),
            CodeRep::Var { .. } => {
                if let Some(name) = variable(self.module, f, id) {
                    return Some(name);
                }
                let Def::Stmt(s) = f.def(id) else { return None };
                let stmt = &f.stmts[s];
                match *f.codemap.get(*stmt.kids.first()?) {
                    CodeRep::Ivar { access, .. } if access.space == Space::Param => {
                        match *f.codemap.get(access.base) {
                            CodeRep::Lda { st, offset } => {
                                Some(piece(self.module, f, st, offset + access.offset))
                            }
                            _ => None,
                        }
                    }
                    CodeRep::Ivar { .. } => {
                        Some(self.source.text(stmt.loc)).filter(|t| !t.is_empty())
                    }
                    _ if stmt.op == optx_ir::StmtOp::Stid => self.value(stmt.kids[0], left),
                    _ => None,
                }
            }
            CodeRep::Op(op) => {
                if let Some(register) = op.intrinsic.and_then(register) {
                    return Some(register.to_owned());
                }
                let sign = match op.opr {
                    Operator::Cvt | Operator::Tas => return self.value(*op.kids.first()?, left),
                    Operator::Neg => return Some(format!("-{}", self.operand(op.kids[0], left)?)),
                    Operator::Add => "+",
                    Operator::Sub => "-",
                    Operator::Mpy => "*",
                    Operator::Div => "/",
                    Operator::Rem => "%",
                    Operator::Shl => "<<",
                    Operator::Ashr | Operator::Lshr => ">>",
                    Operator::Band => "&",
                    Operator::Bior => "|",
                    Operator::Bxor => "^",
                    _ => return None,
                };
                let [a, b] = op.kids[..] else { return None };
                Some(format!("{}{sign}{}", self.operand(a, left)?, self.operand(b, left)?))
            }
            _ => None,
        }
    }

    fn operand(&self, id: CrId, left: &mut usize) -> Option<String> {
        let text = self.value(id, left)?;
        Some(factor(text))
    }
}

/// In brackets where it is more than a name.
pub(crate) fn factor(text: String) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']');
    if text.chars().all(plain) { text } else { format!("({text})") }
}

/// The name of a special register that the source has a variable for.
pub(crate) fn register(intrinsic: Intrinsic) -> Option<&'static str> {
    use Intrinsic::*;
    Some(match intrinsic {
        TidX => "threadIdx.x",
        TidY => "threadIdx.y",
        TidZ => "threadIdx.z",
        NtidX => "blockDim.x",
        NtidY => "blockDim.y",
        NtidZ => "blockDim.z",
        CtaidX => "blockIdx.x",
        CtaidY => "blockIdx.y",
        CtaidZ => "blockIdx.z",
        NctaidX => "gridDim.x",
        NctaidY => "gridDim.y",
        NctaidZ => "gridDim.z",
        _ => return None,
    })
}
