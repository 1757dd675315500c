//! Claims: a row with concrete types.

use optx_ir::simplify::term::{intrinsic_kid_type, is_compare, kid_type};
use optx_ir::simplify::{Number, Row, Scope, Term, Ty};
use optx_whirl::{Intrinsic, Mtype, Operator};

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Predicate,
    /// An integer, read with its sign.
    Signed,
    /// An integer, read without.
    Unsigned,
    /// A float of 32 or 64 bits.
    Float,
}

/// A type of some width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// What it is.
    pub kind: Kind,
    /// How wide.
    pub bits: u32,
}

impl Type {
    /// The low bits that the type has.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// The bit of the sign.
    pub fn top(self) -> u64 {
        1 << (self.bits - 1)
    }

    /// The machine type, where there is one of the width.
    pub fn mtype(self) -> Option<Mtype> {
        let all = Mtype::ALL.into_iter();
        all.filter(|m| m.bits() == self.bits).find(|m| match self.kind {
            Kind::Predicate => *m == Mtype::B,
            Kind::Signed => m.is_signed(),
            Kind::Unsigned => m.is_integer() && !m.is_signed(),
            Kind::Float => m.is_float(),
        })
    }
}

/// The widths that stand for the machine's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// The machine's own, the row's width being 4 or 8 bytes.
    Machine(u32),
    /// 8 bytes are this many bits, 4 bytes five eighths of it, 2 bytes three, 1 byte two; the row's width is all of them.
    Small(u32),
}

impl Width {
    /// The bits of the row's width.
    pub fn bits(self) -> u32 {
        match self {
            Width::Machine(bytes) => bytes * 8,
            Width::Small(bits) => bits,
        }
    }

    fn of(self, mtype: Mtype) -> u32 {
        match (self, mtype.size()) {
            (_, 0) => 1,
            (Width::Machine(_), size) => size * 8,
            (Width::Small(bits), 1) => bits / 4,
            (Width::Small(bits), 2) => bits * 3 / 8,
            (Width::Small(bits), 4) => bits * 5 / 8,
            (Width::Small(bits), _) => bits,
        }
    }

    fn amount(self) -> u32 {
        if let Width::Small(..=8) = self { 6 } else { 32 }
    }
}

/// A term with concrete types.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// A leaf by its number.
    Leaf(u8, Type),
    /// A constant by its number.
    Constant(u8, Type),
    /// A constant by its bits.
    Number(u64, Type),
    /// An operator with its result's and its operands' type.
    Op(Operator, Type, Type, Vec<Tree>),
    /// The place of the lowest bit that is set.
    Log2(Type, Box<Tree>),
    /// A pure intrinsic.
    Intrinsic(Intrinsic, Type, Vec<Tree>),
}

impl Tree {
    /// The type of the tree's value.
    pub fn ty(&self) -> Type {
        match self {
            Tree::Leaf(_, ty) | Tree::Constant(_, ty) | Tree::Number(_, ty) => *ty,
            Tree::Op(_, ty, ..) | Tree::Log2(ty, _) | Tree::Intrinsic(_, ty, _) => *ty,
        }
    }

    /// The subtrees.
    pub fn kids(&self) -> &[Tree] {
        match self {
            Tree::Op(.., kids) | Tree::Intrinsic(.., kids) => kids,
            Tree::Log2(_, kid) => std::slice::from_ref(kid),
            _ => &[],
        }
    }

    /// Calls `each` on the tree and all below it.
    pub fn walk(&self, each: &mut impl FnMut(&Tree)) {
        each(self);
        self.kids().iter().for_each(|kid| kid.walk(each));
    }
}

/// Letters by number, with their types.
pub type Letters = Vec<(u8, Type)>;

/// A row with concrete types.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The width.
    pub width: u32,
    /// Whether single precision flushes subnormals.
    pub flushes: bool,
    /// The pattern.
    pub left: Tree,
    /// The replacement.
    pub right: Tree,
    /// What is known of the constants.
    pub when: Vec<Tree>,
    /// Leaves by number, with their types.
    pub leaves: Letters,
    /// Constants by number, with their types.
    pub constants: Letters,
}

/// Chooses signs: a bit for each type that leaves it open.
struct Choice {
    width: Width,
    float: Mtype,
    /// The sign of `S`.
    signed: bool,
    choices: u32,
    /// How many were asked for.
    asked: u32,
    root: Option<Type>,
    has_shared: bool,
    is_relative: bool,
    has_float: bool,
}

fn sign_matters(opr: Operator) -> bool {
    use Operator::*;
    matches!(opr, Add | Sub | Mpy | Neg | Div | Rem | Min | Max | Highmpy | Lt | Le | Gt | Ge)
}

impl Choice {
    fn ty(&mut self, ty: Ty, open: bool) -> Type {
        let wide = self.width.bits();
        let integer = |signed: bool, bits: u32| Type {
            kind: if signed { Kind::Signed } else { Kind::Unsigned },
            bits,
        };
        match ty {
            Ty::A | Ty::S | Ty::I | Ty::U | Ty::T => self.is_relative = true,
            _ => {}
        }
        match ty {
            Ty::V => integer(false, 1),
            Ty::B => Type { kind: Kind::Predicate, bits: 1 },
            Ty::A | Ty::A4 | Ty::A8 => {
                let signed = open && {
                    self.asked += 1;
                    self.choices >> (self.asked - 1) & 1 == 1
                };
                let bits = match ty {
                    Ty::A => wide,
                    Ty::A4 => self.width.of(Mtype::U4),
                    _ => self.width.of(Mtype::U8),
                };
                integer(signed, bits)
            }
            Ty::S => {
                self.has_shared = true;
                integer(self.signed, wide)
            }
            Ty::I => integer(true, wide),
            Ty::U | Ty::T => integer(false, wide),
            Ty::R => self.root.unwrap_or(integer(false, wide)),
            Ty::M => integer(false, self.width.amount()),
            Ty::F => {
                self.has_float = true;
                Type { kind: Kind::Float, bits: self.float.bits() }
            }
            Ty::Is(m) if m.is_float() => Type { kind: Kind::Float, bits: m.bits() },
            Ty::Is(m) => integer(m.is_signed(), self.width.of(m)),
        }
    }

    fn number(&mut self, number: Number, ty: Type) -> u64 {
        let value = match number {
            Number::Int(n) if ty.kind == Kind::Float && ty.bits == 32 => {
                u64::from((n as f32).to_bits())
            }
            Number::Int(n) if ty.kind == Kind::Float => (n as f64).to_bits(),
            Number::Int(n) => n as u64,
            Number::MinusZero => ty.top(),
            Number::Lowest if ty.kind == Kind::Signed => ty.top(),
            Number::Lowest => 0,
            Number::Highest if ty.kind == Kind::Signed => ty.top() - 1,
            Number::Highest => ty.mask(),
            Number::Bits(of) => u64::from(self.ty(of, false).bits),
            Number::Mask(of) => u64::MAX >> (64 - self.width.of(of)),
        };
        value & ty.mask()
    }

    fn tree(&mut self, term: &Term, ty: Ty) -> Tree {
        match *term {
            Term::Leaf(k) => Tree::Leaf(k, self.ty(ty, false)),
            Term::Constant(k) => Tree::Constant(k, self.ty(ty, false)),
            Term::Number(number) => {
                let ty = self.ty(ty, false);
                Tree::Number(self.number(number, ty), ty)
            }
            Term::Log2(kid) => {
                let ty = self.ty(Ty::M, false);
                Tree::Log2(ty, Box::new(self.tree(kid, Ty::U)))
            }
            Term::Intrinsic(intrinsic, kids) => {
                let ty = self.ty(Ty::U, false);
                let kids = kids.iter().enumerate();
                let kids = kids.map(|(k, kid)| self.tree(kid, intrinsic_kid_type(k))).collect();
                Tree::Intrinsic(intrinsic, ty, kids)
            }
            Term::Op(opr, first, second, kids) => {
                let first_type = self.ty(first, sign_matters(opr));
                let extends = opr == Operator::Cvt && first == Ty::A8 && second == Ty::A4;
                let second_type = self.ty(second, extends);
                if self.root.is_none() {
                    self.root = Some(match is_compare(opr) {
                        true => Type { kind: Kind::Predicate, bits: 1 },
                        false => first_type,
                    });
                }
                let kids = kids
                    .iter()
                    .enumerate()
                    .map(|(k, kid)| self.tree(kid, kid_type(opr, first, second, k)))
                    .collect();
                let (result, operands) = match opr {
                    _ if is_compare(opr) => (Type { kind: Kind::Predicate, bits: 1 }, first_type),
                    Operator::Cvt | Operator::Cvtl | Operator::Tas => (first_type, second_type),
                    _ => (first_type, first_type),
                };
                Tree::Op(opr, result, operands, kids)
            }
        }
    }
}

/// True where some type of the row is relative to a width.
pub fn is_relative(row: &Row) -> bool {
    let mut choice = Choice::of(Width::Machine(4), 0, false, Mtype::F4);
    choice.tree(&row.left, Ty::R);
    choice.is_relative
}

impl Choice {
    fn of(width: Width, choices: u32, signed: bool, float: Mtype) -> Choice {
        Choice {
            width,
            float,
            signed,
            choices,
            asked: 0,
            root: None,
            has_shared: false,
            is_relative: false,
            has_float: false,
        }
    }
}

fn letters(tree: &Tree) -> (Letters, Letters) {
    let (mut leaves, mut constants) = (Vec::new(), Vec::new());
    tree.walk(&mut |tree| match tree {
        Tree::Leaf(k, ty) if !leaves.iter().any(|(n, _)| n == k) => leaves.push((*k, *ty)),
        Tree::Constant(k, ty) if !constants.iter().any(|(n, _)| n == k) => {
            constants.push((*k, *ty));
        }
        _ => {}
    });
    (leaves, constants)
}

/// All claims of a row at a width.
pub fn claims(row: &Row, width: Width) -> Vec<Claim> {
    let mut found: Vec<Claim> = Vec::new();
    let mut probe = Choice::of(width, 0, false, Mtype::F4);
    probe.tree(&row.left, Ty::R);
    let floats: &[Mtype] = if probe.has_float { &[Mtype::F4, Mtype::F8] } else { &[Mtype::F4] };
    let signs: &[bool] = if probe.has_shared { &[false, true] } else { &[false] };
    for &float in floats {
        for &signed in signs {
            for choices in 0..1 << probe.asked {
                let mut choice = Choice::of(width, choices, signed, float);
                let left = choice.tree(&row.left, Ty::R);
                let right = choice.tree(&row.right, Ty::R);
                let when = row.when.iter().map(|term| choice.tree(term, Ty::B)).collect();
                let (leaves, constants) = letters(&left);
                let mut single = false;
                left.walk(&mut |t| {
                    single |= t.ty() == Type { kind: Kind::Float, bits: 32 };
                });
                for flushes in [false, true] {
                    if flushes && (!single || row.scope == Scope::Unflushed) {
                        continue;
                    }
                    found.push(Claim {
                        width: width.bits(),
                        flushes,
                        left: left.clone(),
                        right: right.clone(),
                        when: Vec::clone(&when),
                        leaves: leaves.clone(),
                        constants: constants.clone(),
                    });
                }
            }
        }
    }
    found
}
