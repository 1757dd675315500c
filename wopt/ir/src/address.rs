//! Addresses in normal form, and the one maker of IVARs.
//!
//! The constant parts of an address are in the access's offset, which costs nothing in PTX: those that are added to it, and those
//! inside, as that of `p[i - 1]`, which makes one product serve the neighbours `p[i - 1]`, `p[i]` and `p[i + 1]`.
//!
//! Source: LLVM's SeparateConstOffsetFromGEP. Legality: that of [`crate::linear`]; a window of a space is an offset (PTX ISA,
//! "Generic Addressing").

use crate::alignments::LOW_BITS;
use crate::codemap::Codemap;
use crate::coderep::{Access, CodeRep, Op, Space};
use crate::ids::CrId;
use crate::linear::{Atom, Build, Policy, Term, Width, sum};
use crate::value_fact::Fact;
use optx_whirl::{Intrinsic, Mtype, Operator};

impl Codemap {
    /// The load from, or the target of a store to, a place in normal form: the one maker of IVARs for passes.
    pub fn ivar(&mut self, access: Access, mu: Option<CrId>, read_only: bool) -> CrId {
        let access = access.normal(self);
        self.intern(CodeRep::Ivar { access, mu, read_only })
    }
}

impl Access {
    /// The access in normal form: additive constants in the offset, an object's address in its own space.
    ///
    /// The offset stays within 32 bits signed, as PTX's immediate is.
    pub fn normal(mut self, codemap: &mut Codemap) -> Access {
        if i32::try_from(self.offset).is_err() && self.space != Space::Param {
            // The source's own offset may be larger than an immediate: it goes to the address.
            let offset = codemap.integer(Mtype::U8, self.offset as u64);
            self.base = codemap.binary(Operator::Add, Mtype::U8, self.base, offset);
            self.offset = 0;
        }
        loop {
            let next = match codemap.get(self.base) {
                CodeRep::Lda { st, offset } if *offset != 0 => {
                    let (st, offset) = (*st, *offset);
                    let Some(sum) = immediate(self.offset, offset) else { return self };
                    self.offset = sum;
                    self.base = codemap.intern(CodeRep::Lda { st, offset: 0 });
                    return self;
                }
                CodeRep::Op(op) => match op.opr {
                    Operator::Add if self.space != Space::Param => {
                        let Some(value) = codemap.constant(op.kids[1]) else { return self };
                        let value = Width::of(op.rtype).map(|width| width.signed(value));
                        let sum = value.and_then(|value| immediate(self.offset, value));
                        let Some(sum) = sum else { return self };
                        self.offset = sum;
                        op.kids[0]
                    }
                    // The object's own name is an address in either width.
                    Operator::Cvt if matches!(codemap.get(op.kids[0]), CodeRep::Lda { .. }) => {
                        op.kids[0]
                    }
                    Operator::IntrinsicOp if self.space == Space::Generic => {
                        let space = match op.intrinsic {
                            Some(Intrinsic::FromGlobal) => Space::Global,
                            Some(Intrinsic::FromShared) => Space::Shared,
                            Some(Intrinsic::FromConstant) => Space::Constant,
                            Some(Intrinsic::FromLocal) => Space::Local,
                            _ => return self,
                        };
                        self.space = space;
                        op.kids[0]
                    }
                    _ => return self,
                },
                _ => return self,
            };
            self.base = next;
        }
    }

    /// The access in normal form, with the constants inside its address in the offset too ([`crate::linear`]).
    pub fn with_constants_out(self, codemap: &mut Codemap) -> Access {
        if self.space == Space::Param {
            return self;
        }
        let Some((base, constant)) = constant_part(codemap, self.base) else { return self };
        match immediate(self.offset, constant) {
            Some(offset) => Access { base, offset, ..self }.normal(codemap),
            None => self,
        }
    }
}

/// Constants go, and what has none stays as it is.
struct Constants;

impl Policy for Constants {
    const TAKES_BITS: bool = true;
    const KEEPS_WHOLE: bool = true;
}

/// A tree of 64 bits without its constant part, and that part; None where it has none.
fn constant_part(map: &mut Codemap, base: CrId) -> Option<(CrId, i64)> {
    let mut build = Build::new(map, Constants);
    let has_constant = build.add(base, 1);
    let (form, _) = build.finish();
    if !has_constant || form.terms().is_empty() || !form.has_few_terms() {
        return None;
    }
    // An extension is multiplied and added in one instruction to what is there.
    let is_plain = |term: &&Term<Atom>| !term.atom.is_extended() && term.factor == 1;
    let plain = form.terms().iter().filter(is_plain);
    let rest = sum(map, plain.chain(form.terms().iter().filter(|term| !is_plain(term))))?;
    (map.height(rest) <= crate::MAX_HEIGHT).then_some((rest, form.constant() as i64))
}

impl Codemap {
    /// Which operand of a bitwise operation the result differs from in its low bits alone: an address among them stays in its
    /// window, and is in the window's own form what the operation gives there.
    pub fn same_but_low_bits(&self, op: &Op) -> Option<usize> {
        let width = Fact::width_of(op.rtype)?;
        let is_low =
            |k: usize| self.told_by_operations(op.kids[k], width).possible() >> LOW_BITS == 0;
        match op.opr {
            Operator::Band => {
                let mask = self.constant(op.kids[1])?;
                (!mask >> LOW_BITS == 0).then_some(0)
            }
            Operator::Bior | Operator::Bxor if is_low(1) => Some(0),
            Operator::Bior | Operator::Bxor if is_low(0) => Some(1),
            _ => None,
        }
    }
}

fn immediate(a: i64, b: i64) -> Option<i64> {
    a.checked_add(b).filter(|sum| i32::try_from(*sum).is_ok())
}

#[cfg(test)]
mod tests {
    use crate::codemap::Codemap;
    use crate::coderep::{Access, CodeRep, Space};
    use optx_whirl::{Intrinsic, Mtype, Operator, StId};

    fn access(space: Space, base: crate::ids::CrId, offset: i64) -> Access {
        Access { desc: Mtype::U4, space, base, offset, align: 4 }
    }

    /// An access through the generic address of an object is one of the object's space, where its place is known; constants on
    /// either side of the conversion go to the offset (PTX ISA, "Generic Addressing": a window is an offset).
    #[test]
    fn conversions_to_generic_addresses_are_looked_through() {
        let spaces = [
            (Intrinsic::FromGlobal, Space::Global),
            (Intrinsic::FromShared, Space::Shared),
            (Intrinsic::FromConstant, Space::Constant),
            (Intrinsic::FromLocal, Space::Local),
        ];
        for (from, space) in spaces {
            let mut map = Codemap::default();
            let place = map.intern(CodeRep::Lda { st: StId::global(0), offset: 8 });
            let object = map.intern(CodeRep::Lda { st: StId::global(0), offset: 0 });
            let generic = map.intrinsic1(from, Mtype::U8, Mtype::U8, place);
            let sixteen = map.integer(Mtype::U8, 16);
            let sum = map.binary(Operator::Add, Mtype::U8, generic, sixteen);
            let normal = access(Space::Generic, sum, 4).normal(&mut map);
            assert_eq!(normal, access(space, object, 28), "{from:?}");
            // It is the address of another space already: what is converted is a number there.
            let other = access(Space::Shared, generic, 4);
            assert_eq!(other.normal(&mut map), other, "{from:?}");
        }
    }

    /// The other way the value is an address of the space, whatever the generic one was of.
    #[test]
    fn conversions_from_generic_addresses_stay() {
        for to in
            [Intrinsic::ToGlobal, Intrinsic::ToShared, Intrinsic::ToConstant, Intrinsic::ToLocal]
        {
            let mut map = Codemap::default();
            let object = map.intern(CodeRep::Lda { st: StId::global(0), offset: 0 });
            let own = map.intrinsic1(to, Mtype::U8, Mtype::U8, object);
            let generic = access(Space::Generic, own, 4);
            assert_eq!(generic.normal(&mut map), generic, "{to:?}");
        }
    }
}
