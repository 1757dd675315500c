//! A claim as an SMT-LIB script that asks for operands that refute it.
//!
//! Integers are bit vectors, predicates Booleans, floats of the theory of floating-point numbers, whose equality has one NaN and two
//! zeros. Each tree is two expressions: its value, and whether it has none.

use crate::claim::{Claim, Kind, Tree, Type};
use optx_ir::simplify::term::{CONSTANTS, LEAVES};
use optx_whirl::{Intrinsic, Operator};
use std::fmt::Write as _;

/// A value, and where there is none.
struct Expression {
    value: String,
    poison: String,
}

struct Writer {
    /// Floats are numbers; else they are only moved, and bits.
    numbers: bool,
    flushes: bool,
}

fn constant(ty: Type, bits: u64) -> String {
    match ty.kind {
        Kind::Predicate => (bits != 0).to_string(),
        _ => format!("(_ bv{} {})", bits & ty.mask(), ty.bits),
    }
}

fn format_of(ty: Type) -> &'static str {
    if ty.bits == 32 { "8 24" } else { "11 53" }
}

fn or(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|p| *p != "false").collect();
    match parts[..] {
        [] => "false".into(),
        [one] => one.into(),
        _ => format!("(or {})", parts.join(" ")),
    }
}

/// True for operators that compute with floats, as against moving them.
fn computes(tree: &Tree) -> bool {
    let mut found = false;
    tree.walk(&mut |t| {
        if let Tree::Op(opr, ty, of, _) = t {
            let float = ty.kind == Kind::Float || of.kind == Kind::Float;
            found |= float && !matches!(opr, Operator::Tas | Operator::Select);
        }
    });
    found
}

/// The script: `unsat` is a proof, a model refutes.
pub fn script(claim: &Claim) -> String {
    let writer = Writer { numbers: computes(&claim.left), flushes: claim.flushes };
    let mut out = String::from("(set-logic ALL)\n");
    let mut asked = String::new();
    for &(k, ty) in &claim.leaves {
        let name = LEAVES[usize::from(k)];
        let _ = writeln!(out, "(declare-const {name} {})", writer.sort(ty));
        let _ = writeln!(out, "(declare-const {name}.poison Bool)");
        let _ = write!(asked, "{name} {name}.poison ");
    }
    for &(k, ty) in &claim.constants {
        let name = CONSTANTS[usize::from(k)];
        // The bits, for floats too.
        let _ = writeln!(out, "(declare-const {name} (_ BitVec {}))", ty.bits);
        let _ = write!(asked, "{name} ");
    }
    for condition in &claim.when {
        let _ = writeln!(out, "(assert {})", writer.tree(condition).value);
    }
    let (left, right) = (writer.tree(&claim.left), writer.tree(&claim.right));
    let _ = writeln!(out, "(assert (not {}))", left.poison);
    let differs = format!("(not (= {} {}))", left.value, right.value);
    let _ = writeln!(out, "(assert {})", or(&[&right.poison, &differs]));
    let _ = writeln!(out, "(check-sat)\n(get-value ({}))", asked.trim_end());
    out
}

impl Writer {
    fn sort(&self, ty: Type) -> String {
        match ty.kind {
            Kind::Predicate => "Bool".into(),
            Kind::Float if self.numbers => format!("(_ FloatingPoint {})", format_of(ty)),
            _ => format!("(_ BitVec {})", ty.bits),
        }
    }

    fn of_bits(&self, ty: Type, bits: &str) -> String {
        if ty.kind == Kind::Float && self.numbers {
            format!("((_ to_fp {}) {bits})", format_of(ty))
        } else {
            bits.into()
        }
    }

    fn tree(&self, tree: &Tree) -> Expression {
        let plain = |value: String| Expression { value, poison: "false".into() };
        match tree {
            Tree::Leaf(k, _) => {
                let name = LEAVES[usize::from(*k)];
                Expression { value: name.into(), poison: format!("{name}.poison") }
            }
            Tree::Constant(k, ty) => plain(self.of_bits(*ty, CONSTANTS[usize::from(*k)])),
            Tree::Number(bits, ty) => plain(self.of_bits(*ty, &constant(*ty, *bits))),
            Tree::Log2(ty, kid) => {
                let (bits, kid) = (kid.ty().bits, self.tree(kid));
                let mut value = constant(*ty, 0);
                for k in (0..bits).rev() {
                    let is_set = format!("(= ((_ extract {k} {k}) {}) #b1)", kid.value);
                    value = format!("(ite {is_set} {} {value})", constant(*ty, k.into()));
                }
                Expression { value, poison: kid.poison }
            }
            Tree::Intrinsic(intrinsic, ty, kids) => {
                let kids: Vec<Expression> = kids.iter().map(|kid| self.tree(kid)).collect();
                let wide = Type { bits: ty.bits * 2, ..*ty };
                let amount = resized(&kids[2].value, 32, wide.bits);
                let amount = format!("(bvurem {amount} {})", constant(wide, ty.bits.into()));
                let both = format!("(concat {} {})", kids[1].value, kids[0].value);
                let value = match intrinsic {
                    Intrinsic::FunnelRightWrap => {
                        format!("((_ extract {} 0) (bvlshr {both} {amount}))", ty.bits - 1)
                    }
                    _ => format!(
                        "((_ extract {} {}) (bvshl {both} {amount}))",
                        wide.bits - 1,
                        ty.bits
                    ),
                };
                let poison = or(&kids.iter().map(|k| k.poison.as_str()).collect::<Vec<_>>());
                Expression { value, poison }
            }
            Tree::Op(opr, ty, of, kids) => self.operation(*opr, *ty, *of, kids),
        }
    }

    fn operation(&self, opr: Operator, ty: Type, of: Type, kids: &[Tree]) -> Expression {
        use Operator::*;
        // A float constant's bits are at hand, whatever floats are.
        if let (Tas, Tree::Constant(k, _)) = (opr, &kids[0])
            && ty.kind != Kind::Float
        {
            let value = CONSTANTS[usize::from(*k)].into();
            return Expression { value, poison: "false".into() };
        }
        let parts: Vec<Expression> = kids.iter().map(|kid| self.tree(kid)).collect();
        let v = |k: usize| parts[k].value.as_str();
        let p = |k: usize| parts[k].poison.as_str();
        let of_kids = or(&parts.iter().map(|e| e.poison.as_str()).collect::<Vec<_>>());
        match opr {
            Select => {
                let chosen = format!("(ite {} {} {})", v(0), p(1), p(2));
                let value = format!("(ite {} {} {})", v(0), v(1), v(2));
                Expression { value, poison: or(&[p(0), &chosen]) }
            }
            Land | Lior => {
                let decides =
                    |k: usize| if opr == Lior { v(k).into() } else { format!("(not {})", v(k)) };
                let decided = format!(
                    "(or (and (not {}) {}) (and (not {}) {}))",
                    p(0),
                    decides(0),
                    p(1),
                    decides(1)
                );
                let value = format!("(ite {decided} {} {})", opr == Lior, opr == Land);
                Expression { value, poison: format!("(and (not {decided}) {of_kids})") }
            }
            Lnot => Expression { value: format!("(not {})", v(0)), poison: of_kids },
            Eq | Ne | Lt | Le | Gt | Ge => {
                Expression { value: self.comparison(opr, of, v(0), v(1)), poison: of_kids }
            }
            Cvt | Cvtl | Tas => Expression {
                value: self.conversion(opr, ty, of, kids[0].ty(), v(0)),
                poison: of_kids,
            },
            _ if ty.kind == Kind::Float => {
                let values: Vec<&str> = parts.iter().map(|e| e.value.as_str()).collect();
                Expression { value: self.float(opr, ty, &values), poison: of_kids }
            }
            Bnot => Expression { value: format!("(bvnot {})", v(0)), poison: of_kids },
            Abs => {
                let negative = format!("(bvslt {} {})", v(0), constant(ty, 0));
                let value = format!("(ite {negative} (bvneg {0}) {0})", v(0));
                Expression { value, poison: of_kids }
            }
            Neg => {
                let lowest = format!("(= {} {})", v(0), constant(ty, ty.top()));
                let wraps = if ty.kind == Kind::Signed { lowest.as_str() } else { "false" };
                Expression { value: format!("(bvneg {})", v(0)), poison: or(&[&of_kids, wraps]) }
            }
            _ => {
                let (value, without) = integer(opr, ty, v(0), v(1), kids[1].ty());
                Expression { value, poison: or(&[&of_kids, &without]) }
            }
        }
    }

    fn comparison(&self, opr: Operator, of: Type, a: &str, b: &str) -> String {
        use Operator::*;
        let is_number = of.kind == Kind::Float;
        let (a, b) = if is_number {
            (self.flushed(of, a), self.flushed(of, b))
        } else {
            (a.into(), b.into())
        };
        let word = match (opr, is_number, of.kind == Kind::Signed) {
            (Eq, true, _) => "fp.eq",
            (Ne, true, _) => return format!("(not (fp.eq {a} {b}))"),
            (Eq, ..) => "=",
            (Ne, ..) => return format!("(not (= {a} {b}))"),
            (Lt, true, _) => "fp.lt",
            (Le, true, _) => "fp.leq",
            (Gt, true, _) => "fp.gt",
            (_, true, _) => "fp.geq",
            (Lt, _, true) => "bvslt",
            (Le, _, true) => "bvsle",
            (Gt, _, true) => "bvsgt",
            (_, _, true) => "bvsge",
            (Lt, ..) => "bvult",
            (Le, ..) => "bvule",
            (Gt, ..) => "bvugt",
            _ => "bvuge",
        };
        format!("({word} {a} {b})")
    }

    fn conversion(&self, opr: Operator, ty: Type, of: Type, kid: Type, value: &str) -> String {
        if kid.kind == Kind::Predicate {
            let one = match (ty.kind, ty.bits) {
                (Kind::Float, 32) => 0x3f80_0000,
                (Kind::Float, _) => 0x3ff0_0000_0000_0000,
                _ => 1,
            };
            let number = |bits| self.of_bits(ty, &constant(ty, bits));
            return format!("(ite {value} {} {})", number(one), number(0));
        }
        match (opr, ty.kind, of.kind) {
            (Operator::Tas, ..) => self.of_bits(ty, value),
            (_, Kind::Float, Kind::Signed) => {
                format!("((_ to_fp {}) RNE {value})", format_of(ty))
            }
            (_, Kind::Float, _) => format!("((_ to_fp_unsigned {}) RNE {value})", format_of(ty)),
            // Cut to the narrower type, and extended by the operand's sign.
            _ => {
                let low = resized(value, kid.bits, of.bits);
                match of.kind {
                    Kind::Signed if ty.bits > of.bits => {
                        format!("((_ sign_extend {}) {low})", ty.bits - of.bits)
                    }
                    _ => resized(&low, of.bits, ty.bits),
                }
            }
        }
    }

    fn flushed(&self, ty: Type, value: &str) -> String {
        if !self.flushes || ty.bits != 32 {
            return value.into();
        }
        let zero = "(ite (fp.isNegative {}) (_ -zero 8 24) (_ +zero 8 24))".replace("{}", value);
        format!("(ite (fp.isSubnormal {value}) {zero} {value})")
    }

    fn float(&self, opr: Operator, ty: Type, kids: &[&str]) -> String {
        use Operator::*;
        let kids: Vec<String> = kids.iter().map(|kid| self.flushed(ty, kid)).collect();
        let exact = match opr {
            Neg => return format!("(fp.neg {})", kids[0]),
            Abs => return format!("(fp.abs {})", kids[0]),
            Add => format!("(fp.add RNE {} {})", kids[0], kids[1]),
            Sub => format!("(fp.sub RNE {} {})", kids[0], kids[1]),
            Mpy => format!("(fp.mul RNE {} {})", kids[0], kids[1]),
            Div => format!("(fp.div RNE {} {})", kids[0], kids[1]),
            // The number where one is a NaN, and -0 below +0 (PTX ISA, `min`).
            _ => {
                let (word, sign) = if opr == Min {
                    ("fp.lt", "fp.isNegative")
                } else {
                    ("fp.gt", "fp.isPositive")
                };
                let [a, b] = [&kids[0], &kids[1]];
                let first = format!("(or ({word} {a} {b}) (and (fp.eq {a} {b}) ({sign} {a})))");
                format!("(ite (fp.isNaN {a}) {b} (ite (or (fp.isNaN {b}) {first}) {a} {b}))")
            }
        };
        self.flushed(ty, &exact)
    }
}

fn resized(value: &str, from: u32, to: u32) -> String {
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => value.into(),
        std::cmp::Ordering::Less => format!("((_ zero_extend {}) {value})", to - from),
        std::cmp::Ordering::Greater => format!("((_ extract {} 0) {value})", to - 1),
    }
}

/// An operation on two integers: its value, and where it has none.
fn integer(opr: Operator, ty: Type, a: &str, b: &str, second: Type) -> (String, String) {
    use Operator::*;
    let never = || "false".to_owned();
    let is_signed = ty.kind == Kind::Signed;
    let wide = |more: u32, value: &str| {
        let word = if is_signed { "sign_extend" } else { "zero_extend" };
        format!("((_ {word} {more}) {value})")
    };
    let wraps = |word: &str, more: u32| {
        if !is_signed {
            return "false".to_owned();
        }
        let narrow = wide(more, &format!("({word} {a} {b})"));
        format!("(not (= {narrow} ({word} {} {})))", wide(more, a), wide(more, b))
    };
    let shift = |word: &str, over: &str| {
        let over_amount = format!("(bvuge {b} {})", constant(second, ty.bits.into()));
        let amount = resized(b, second.bits, ty.bits);
        (format!("(ite {over_amount} {over} ({word} {a} {amount}))"), never())
    };
    let by_zero = format!("(= {b} {})", constant(ty, 0));
    let too_large = || match is_signed {
        true => {
            let (lowest, ones) = (constant(ty, ty.top()), constant(ty, ty.mask()));
            or(&[&by_zero, &format!("(and (= {a} {lowest}) (= {b} {ones}))")])
        }
        false => by_zero.clone(),
    };
    let of_two = |word: &str| format!("({word} {a} {b})");
    match opr {
        Add => (of_two("bvadd"), wraps("bvadd", 1)),
        Sub => (of_two("bvsub"), wraps("bvsub", 1)),
        Mpy => (of_two("bvmul"), wraps("bvmul", ty.bits)),
        Highmpy => {
            let product = format!("(bvmul {} {})", wide(ty.bits, a), wide(ty.bits, b));
            (format!("((_ extract {} {}) {product})", ty.bits * 2 - 1, ty.bits), never())
        }
        Div => (of_two(if is_signed { "bvsdiv" } else { "bvudiv" }), too_large()),
        Rem => (of_two(if is_signed { "bvsrem" } else { "bvurem" }), too_large()),
        Min | Max => {
            let word = match (opr == Min, is_signed) {
                (true, true) => "bvslt",
                (true, false) => "bvult",
                (false, true) => "bvsgt",
                (false, false) => "bvugt",
            };
            (format!("(ite ({word} {a} {b}) {a} {b})"), never())
        }
        Band => (of_two("bvand"), never()),
        Bior => (of_two("bvor"), never()),
        Bxor => (of_two("bvxor"), never()),
        Shl => shift("bvshl", &constant(ty, 0)),
        Lshr => shift("bvlshr", &constant(ty, 0)),
        Ashr => {
            let negative = format!("(bvslt {a} {})", constant(ty, 0));
            let sign = format!("(ite {negative} {} {})", constant(ty, ty.mask()), constant(ty, 0));
            shift("bvashr", &sign)
        }
        other => unreachable!("{other:?} is no operation on two integers"),
    }
}
