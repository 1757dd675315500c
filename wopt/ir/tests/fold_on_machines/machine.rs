//! What trees give on a PTX machine, written with Rust's own arithmetic: the reference that folding is tested with.
//!
//! There are two machines: one that keeps subnormals, and the one of `-ftz=true`, which takes subnormal operands of
//! single precision for zero and gives zero for subnormal results. Folding knows neither, so what it makes of a tree
//! must hold on both.

use optx_ir::{AuxKind, CodeRep, CrId, Func, Kids, Op};
use optx_whirl::{Mtype, Operator};

/// A tree as written.
#[derive(Clone, Debug)]
pub enum Tree {
    /// The variable of that number.
    Var(usize),
    /// A constant of a type, by its bits.
    Constant(Mtype, u64),
    /// An operation with result and descriptor type.
    Op(Operator, Mtype, Mtype, Vec<Tree>),
}

/// An operation that shows its result type.
pub fn op(opr: Operator, mtype: Mtype, kids: &[&Tree]) -> Tree {
    Tree::Op(opr, mtype, Mtype::V, kids.iter().map(|k| (*k).clone()).collect())
}

/// A comparison, a conversion: an operation with both types.
pub fn with_desc(opr: Operator, rtype: Mtype, desc: Mtype, kids: &[&Tree]) -> Tree {
    Tree::Op(opr, rtype, desc, kids.iter().map(|k| (*k).clone()).collect())
}

/// Whether single precision flushes subnormals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Machine {
    Keeps,
    Flushes,
}

pub const MACHINES: [Machine; 2] = [Machine::Keeps, Machine::Flushes];

/// True for the bits of a NaN of a type.
pub fn is_nan(mtype: Mtype, bits: u64) -> bool {
    match mtype {
        Mtype::F4 => f32::from_bits(bits as u32).is_nan(),
        Mtype::F8 => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

/// Equal bits, where all NaNs are one.
pub fn same(mtype: Mtype, a: u64, b: u64) -> bool {
    a == b || is_nan(mtype, a) && is_nan(mtype, b)
}

/// An integer's bits, cut to the type and read with its sign.
fn read(mtype: Mtype, bits: u64) -> i128 {
    match mtype {
        Mtype::B => i128::from(bits & 1),
        Mtype::I1 => i128::from(bits as i8),
        Mtype::U1 => i128::from(bits as u8),
        Mtype::I2 => i128::from(bits as i16),
        Mtype::U2 => i128::from(bits as u16),
        Mtype::I4 => i128::from(bits as i32),
        Mtype::U4 => i128::from(bits as u32),
        Mtype::I8 => i128::from(bits as i64),
        Mtype::U8 => i128::from(bits),
        other => panic!("{other} is no integer"),
    }
}

/// The bits of a value in a register of a type.
fn write(mtype: Mtype, value: i128) -> u64 {
    if mtype.size() == 8 { value as u64 } else { u64::from(value as u32) }
}

/// Operands, filled up with zeros: cheaper than a vector for each of millions of operations.
fn three(kids: &[u64]) -> [u64; 3] {
    let mut all = [0; 3];
    all[..kids.len()].copy_from_slice(kids);
    all
}

impl Machine {
    fn f4(self, bits: u64) -> f32 {
        let x = f32::from_bits(bits as u32);
        let flushed = self == Machine::Flushes && x.is_subnormal();
        if flushed { 0f32.copysign(x) } else { x }
    }

    fn f4_bits(self, x: f32) -> u64 {
        u64::from(self.f4(u64::from(x.to_bits())).to_bits())
    }

    /// What an operation gives for the bits of its operands.
    pub fn apply(self, opr: Operator, rtype: Mtype, desc: Mtype, kids: &[u64]) -> u64 {
        use Operator::*;
        match opr {
            Select => return if kids[0] & 1 != 0 { kids[1] } else { kids[2] },
            Lnot => return 1 - (kids[0] & 1),
            Land => return kids[0] & kids[1],
            Lior => return kids[0] | kids[1],
            Tas => return kids[0],
            Cvt => return self.convert(desc, rtype, kids[0]),
            Cvtl => return write(rtype, read(desc, kids[0])),
            o if o.is_compare() => return u64::from(self.compare(opr, desc, kids[0], kids[1])),
            _ => {}
        }
        match rtype {
            Mtype::F4 => {
                let of = three(kids).map(|k| self.f4(k));
                self.f4_bits(match opr {
                    Neg => -of[0],
                    Abs => of[0].abs(),
                    Add => of[0] + of[1],
                    Sub => of[0] - of[1],
                    Mpy => of[0] * of[1],
                    Div => of[0] / of[1],
                    Fma => of[0].mul_add(of[1], of[2]),
                    Min | Max => number(opr == Min, f64::from(of[0]), f64::from(of[1])) as f32,
                    other => panic!("no meaning for {other:?}"),
                })
            }
            Mtype::F8 => {
                let of = three(kids).map(f64::from_bits);
                let value = match opr {
                    Neg => -of[0],
                    Abs => of[0].abs(),
                    Add => of[0] + of[1],
                    Sub => of[0] - of[1],
                    Mpy => of[0] * of[1],
                    Div => of[0] / of[1],
                    Fma => of[0].mul_add(of[1], of[2]),
                    Min | Max => number(opr == Min, of[0], of[1]),
                    other => panic!("no meaning for {other:?}"),
                };
                value.to_bits()
            }
            _ => {
                let of = three(kids).map(|k| read(rtype, k));
                write(
                    rtype,
                    match opr {
                        Neg => -of[0],
                        Abs => of[0].abs(),
                        Bnot => !of[0],
                        Add => of[0] + of[1],
                        Sub => of[0] - of[1],
                        Mpy => of[0].wrapping_mul(of[1]),
                        Band => of[0] & of[1],
                        other => panic!("no meaning for {other:?} on {rtype}"),
                    },
                )
            }
        }
    }

    fn compare(self, opr: Operator, desc: Mtype, a: u64, b: u64) -> bool {
        let order = match desc {
            Mtype::F4 => self.f4(a).partial_cmp(&self.f4(b)),
            Mtype::F8 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
            _ => Some(read(desc, a).cmp(&read(desc, b))),
        };
        match (opr, order) {
            (Operator::Ne, None) => true,
            (_, None) => false,
            (Operator::Eq, Some(o)) => o.is_eq(),
            (Operator::Ne, Some(o)) => o.is_ne(),
            (Operator::Lt, Some(o)) => o.is_lt(),
            (Operator::Le, Some(o)) => o.is_le(),
            (Operator::Gt, Some(o)) => o.is_gt(),
            (_, Some(o)) => o.is_ge(),
        }
    }

    /// `cvt`, as the PTX ISA has it: float to integer toward zero and saturating.
    fn convert(self, from: Mtype, to: Mtype, bits: u64) -> u64 {
        let x = match from {
            Mtype::F4 => f64::from(self.f4(bits)),
            Mtype::F8 => f64::from_bits(bits),
            _ => {
                let x = read(from, bits);
                return match to {
                    Mtype::F4 => self.f4_bits(x as f32),
                    Mtype::F8 => (x as f64).to_bits(),
                    _ => write(to, x),
                };
            }
        };
        match to {
            Mtype::F8 => x.to_bits(),
            Mtype::F4 if from == Mtype::F4 => bits,
            Mtype::F4 => self.f4_bits(x as f32),
            // "Zero if source is not .f64 and destination is not .s64, nor .u64. Otherwise 1 << (BitWidth(dst) - 1)".
            _ if x.is_nan() && from == Mtype::F4 && to.size() == 4 => 0,
            _ if x.is_nan() => 1 << (to.bits() - 1),
            Mtype::I4 => u64::from(x as i32 as u32),
            Mtype::U4 => u64::from(x as u32),
            Mtype::I8 => x as i64 as u64,
            _ => x as u64,
        }
    }
}

/// The smaller or larger of two, where a NaN is passed over and -0 is smaller than +0.
fn number(smaller: bool, a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        return if a.is_nan() { b } else { a };
    }
    let a_first = if a == b { a.is_sign_negative() } else { a < b };
    if a_first == smaller { a } else { b }
}

/// A function to fold trees in, with variables of given types.
pub struct Bench {
    pub f: Func,
    vars: Vec<CrId>,
}

impl Bench {
    pub fn new(types: &[Mtype]) -> Bench {
        let mut f = Func::new("f", "f");
        let vars = types
            .iter()
            .enumerate()
            .map(|(k, mtype)| {
                let aux = f.new_aux(AuxKind::Temp, *mtype, format!("x{k}"));
                f.plain_var(aux)
            })
            .collect();
        Bench { f, vars }
    }

    /// The tree as the CODEMAP makes it.
    pub fn fold(&mut self, tree: &Tree) -> CrId {
        match tree {
            Tree::Var(k) => self.vars[*k],
            Tree::Constant(mtype, bits) if mtype.is_float() => self.f.codemap.float(*mtype, *bits),
            Tree::Constant(mtype, bits) => self.f.codemap.integer(*mtype, *bits),
            Tree::Op(opr, rtype, desc, kids) => {
                let kids: Kids = kids.iter().map(|kid| self.fold(kid)).collect();
                let (opr, rtype, desc) = (*opr, *rtype, *desc);
                self.f.codemap.op(Op { opr, rtype, desc, intrinsic: None, kids })
            }
        }
    }

    /// What the folded tree gives.
    pub fn value(&self, machine: Machine, id: CrId, vars: &[u64]) -> u64 {
        match self.f.codemap.get(id) {
            CodeRep::Var { .. } => {
                let k = self.vars.iter().position(|v| *v == id).expect("one of ours");
                vars[k]
            }
            CodeRep::Const { value, .. } => *value,
            CodeRep::Rconst { bits, .. } => *bits,
            CodeRep::Op(op) => {
                let mut kids = [0; 3];
                for (k, kid) in op.kids.iter().enumerate() {
                    kids[k] = self.value(machine, *kid, vars);
                }
                machine.apply(op.opr, op.rtype, op.desc, &kids[..op.kids.len()])
            }
            other => panic!("folding made {other:?}"),
        }
    }
}

/// What a tree as written gives.
pub fn evaluate(machine: Machine, tree: &Tree, vars: &[u64]) -> u64 {
    match tree {
        Tree::Var(k) => vars[*k],
        Tree::Constant(_, bits) => *bits,
        Tree::Op(opr, rtype, desc, kids) => {
            let mut values = [0; 3];
            for (k, kid) in kids.iter().enumerate() {
                values[k] = evaluate(machine, kid, vars);
            }
            machine.apply(*opr, *rtype, *desc, &values[..kids.len()])
        }
    }
}

/// Values of a float type where arithmetic, comparisons and conversions tell things apart.
pub fn floats(mtype: Mtype) -> Vec<u64> {
    let f4 = mtype == Mtype::F4;
    let bits = |x: f64| if f4 { u64::from((x as f32).to_bits()) } else { x.to_bits() };
    let mut magnitudes = vec![f64::INFINITY, 0.0, 0.5, 1.0, 1.5, 2.0, 0.1, 1.0 / 3.0, 300.7];
    for power in [7, 8, 15, 16, 24, 31, 32, 53, 63, 64] {
        magnitudes.push(2f64.powi(power));
    }
    let mut list: Vec<u64> = magnitudes.into_iter().map(bits).collect();
    let (sign, tiny, nan) = if f4 {
        (1 << 31, 0x0080_0000, 0x7fc0_0000)
    } else {
        (1 << 63, 0x0010_0000_0000_0000, 0x7ff8_0000_0000_0000)
    };
    // The neighbours of the powers, the ends of the subnormals, the largest number, NaN.
    let powers: Vec<u64> = list[9..].iter().flat_map(|x| [x - 1, x + 1]).collect();
    list.extend(powers);
    if !f4 {
        // The middles of two floats, and their neighbours.
        let middles = [1.0 + 2f64.powi(-24), 1.0 + 3.0 * 2f64.powi(-24)].map(f64::to_bits);
        list.extend(middles.iter().flat_map(|m| [m - 1, *m, m + 1]));
    }
    list.extend([1, tiny - 1, tiny, bits(f64::INFINITY) - 1, nan]);
    list.iter().flat_map(|x| [*x, *x | sign]).collect()
}

/// Values of an integer type: around zero, the ends of all widths, and mixed bits.
pub fn integers(mtype: Mtype) -> Vec<u64> {
    if mtype == Mtype::B {
        return vec![0, 1];
    }
    let mut list = vec![0, 1, 2, 0xdead_beef, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];
    for bit in [7, 8, 15, 16, 24, 25, 31, 32, 53, 54, 63] {
        let power = 1u64 << bit;
        list.extend([power - 1, power, power + 1, power.wrapping_neg(), !power]);
    }
    list.push(u64::MAX);
    // Just above and below the middle of two floats, where rounding to a double first gives the wrong one.
    for high in [62, 63] {
        let middle = 1u64 << high | 1 << (high - 24);
        list.extend([middle - 1, middle, middle + 1]);
        let odd = middle | 1 << (high - 23);
        list.extend([odd - 1, odd, odd + 1]);
    }
    let mut list: Vec<u64> =
        list.into_iter().map(|v| if mtype.size() == 8 { v } else { v & 0xffff_ffff }).collect();
    list.sort_unstable();
    list.dedup();
    list
}
