//! Constructors for tree nodes: one function an operator family, so that callers cannot forget a field.

use crate::intrinsic::{AtomicScope, Intrinsic};
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::Loc;
use crate::symbol::StId;
use crate::tree::{LabelId, Tree, Wn, WnId};
use crate::ty::{Bits, TyId};

/// How memory is accessed, beside its address.
#[derive(Clone, Copy, Debug, Default)]
pub struct AccessInfo {
    /// Kept in number and order. A volatile load stands only as the direct kid of a STID.
    pub volatile: bool,
    /// Through the read-only cache.
    pub read_only: bool,
    /// The object's type, needed where the access is of type `M`.
    pub ty: Option<TyId>,
    /// As [`Wn::align`].
    pub align: u32,
}

impl Tree {
    /// An integer constant of register type `rtype` (or `B`), its value cut to the type's width.
    pub fn intconst(&mut self, rtype: Mtype, value: i64) -> WnId {
        let mut wn = Wn::new(Operator::Intconst, rtype, Mtype::V);
        wn.value = canonical_constant(rtype, value as u64);
        self.add(wn, &[])
    }

    /// A float constant from its bits: the low 32 for F4, all 64 for F8.
    pub fn float_const(&mut self, rtype: Mtype, bits: u64) -> WnId {
        let mut wn = Wn::new(Operator::Const, rtype, Mtype::V);
        wn.value = if rtype == Mtype::F4 { bits & 0xffff_ffff } else { bits };
        self.add(wn, &[])
    }

    /// Reads `st + offset` as `desc`; the result type is `desc`'s register type.
    pub fn ldid(&mut self, desc: Mtype, st: StId, offset: i64, access: AccessInfo) -> WnId {
        let mut wn = Wn::new(Operator::Ldid, desc.register(), desc);
        wn.st = Some(st);
        wn.offset = offset;
        set_access(&mut wn, access);
        self.add(wn, &[])
    }

    /// Reads `address + offset` as `desc`.
    pub fn iload(&mut self, desc: Mtype, address: WnId, offset: i64, access: AccessInfo) -> WnId {
        let mut wn = Wn::new(Operator::Iload, desc.register(), desc);
        wn.offset = offset;
        set_access(&mut wn, access);
        self.add(wn, &[address])
    }

    /// Reads a bit-field of `st + offset`; `container` is the container's memory type, signed where the field is.
    pub fn ldbits(&mut self, container: Mtype, st: StId, offset: i64, bits: Bits) -> WnId {
        let mut wn = Wn::new(Operator::Ldbits, container.register(), container);
        wn.st = Some(st);
        wn.offset = offset;
        wn.bits = Some(bits);
        self.add(wn, &[])
    }

    /// Reads a bit-field of `address + offset`.
    pub fn ildbits(&mut self, container: Mtype, address: WnId, offset: i64, bits: Bits) -> WnId {
        let mut wn = Wn::new(Operator::Ildbits, container.register(), container);
        wn.offset = offset;
        wn.bits = Some(bits);
        self.add(wn, &[address])
    }

    /// The generic address of `st + offset`.
    pub fn lda(&mut self, st: StId, offset: i64) -> WnId {
        let mut wn = Wn::new(Operator::Lda, Mtype::U8, Mtype::V);
        wn.st = Some(st);
        wn.offset = offset;
        self.add(wn, &[])
    }

    /// A one-operand operation that shows only its result type.
    pub fn unary(&mut self, opr: Operator, rtype: Mtype, kid: WnId) -> WnId {
        self.add(Wn::new(opr, rtype, Mtype::V), &[kid])
    }

    /// A two-operand operation that shows only its result type.
    pub fn binary(&mut self, opr: Operator, rtype: Mtype, left: WnId, right: WnId) -> WnId {
        self.add(Wn::new(opr, rtype, Mtype::V), &[left, right])
    }

    /// A three-operand operation: FMA, SELECT, CSELECT.
    pub fn ternary(&mut self, opr: Operator, rtype: Mtype, a: WnId, b: WnId, c: WnId) -> WnId {
        self.add(Wn::new(opr, rtype, Mtype::V), &[a, b, c])
    }

    /// A comparison of operands of type `desc`, giving `B`.
    pub fn compare(&mut self, opr: Operator, desc: Mtype, left: WnId, right: WnId) -> WnId {
        self.add(Wn::new(opr, Mtype::B, desc), &[left, right])
    }

    /// CVT, CVTL or TAS: from type `desc` to `rtype`.
    pub fn convert(&mut self, opr: Operator, rtype: Mtype, desc: Mtype, kid: WnId) -> WnId {
        self.add(Wn::new(opr, rtype, desc), &[kid])
    }

    /// A pure intrinsic.
    pub fn intrinsic_op(
        &mut self,
        intrinsic: Intrinsic,
        rtype: Mtype,
        desc: Mtype,
        kids: &[WnId],
    ) -> WnId {
        let mut wn = Wn::new(Operator::IntrinsicOp, rtype, desc);
        wn.intrinsic = Some(intrinsic);
        self.add(wn, kids)
    }

    /// A COMMA: the block, then the value of type `rtype`.
    pub fn comma(&mut self, rtype: Mtype, block: WnId, value: WnId) -> WnId {
        self.add(Wn::new(Operator::Comma, rtype, Mtype::V), &[block, value])
    }

    /// A list of statements.
    pub fn block(&mut self, statements: &[WnId], loc: Loc) -> WnId {
        self.statement(Wn::new(Operator::Block, Mtype::V, Mtype::V), statements, loc)
    }

    /// Any statement, from a prepared node.
    pub fn statement(&mut self, mut wn: Wn, kids: &[WnId], loc: Loc) -> WnId {
        wn.loc = loc;
        self.add(wn, kids)
    }

    /// Stores `value` to `st + offset` as `desc`.
    pub fn stid(
        &mut self,
        desc: Mtype,
        st: StId,
        offset: i64,
        value: WnId,
        access: AccessInfo,
        loc: Loc,
    ) -> WnId {
        let mut wn = Wn::new(Operator::Stid, Mtype::V, desc);
        wn.st = Some(st);
        wn.offset = offset;
        set_access(&mut wn, access);
        self.statement(wn, &[value], loc)
    }

    /// Stores `value` to `address + offset` as `desc`.
    pub fn istore(
        &mut self,
        desc: Mtype,
        value: WnId,
        address: WnId,
        offset: i64,
        access: AccessInfo,
        loc: Loc,
    ) -> WnId {
        let mut wn = Wn::new(Operator::Istore, Mtype::V, desc);
        wn.offset = offset;
        set_access(&mut wn, access);
        self.statement(wn, &[value, address], loc)
    }

    /// GOTO, LABEL (no kid), TRUEBR or FALSEBR (the condition).
    pub fn jump(&mut self, opr: Operator, label: LabelId, kids: &[WnId], loc: Loc) -> WnId {
        let mut wn = Wn::new(opr, Mtype::V, Mtype::V);
        wn.label = Some(label);
        self.statement(wn, kids, loc)
    }

    /// A CALL of function number `callee`; `rtype` is the result's register type (`V`, `M` included).
    pub fn call(
        &mut self,
        callee: usize,
        rtype: Mtype,
        result: Option<StId>,
        arguments: &[WnId],
        loc: Loc,
    ) -> WnId {
        let mut wn = Wn::new(Operator::Call, rtype, Mtype::V);
        wn.value = callee as u64;
        wn.st = result;
        self.statement(wn, arguments, loc)
    }

    /// An INTRINSIC_CALL whose result of type `rtype`, if any, goes to the scalar local `result`.
    #[expect(clippy::too_many_arguments, reason = "one argument a field of the node")]
    pub fn intrinsic_call(
        &mut self,
        intrinsic: Intrinsic,
        rtype: Mtype,
        desc: Mtype,
        scope: AtomicScope,
        result: Option<StId>,
        kids: &[WnId],
        loc: Loc,
    ) -> WnId {
        let mut wn = Wn::new(Operator::IntrinsicCall, rtype, desc);
        wn.intrinsic = Some(intrinsic);
        wn.scope = scope;
        wn.st = result;
        self.statement(wn, kids, loc)
    }
}

fn set_access(wn: &mut Wn, access: AccessInfo) {
    wn.volatile = access.volatile;
    wn.read_only = access.read_only;
    wn.ty = access.ty;
    wn.align = access.align;
}

/// The one representation of an integer constant: cut to the width, then sign-extended to 64 bits for signed
/// and for unsigned types alike zero-extended; a predicate is 0 or 1.
pub fn canonical_constant(mtype: Mtype, value: u64) -> u64 {
    match mtype {
        Mtype::B => u64::from(value != 0),
        Mtype::I1 => value as i8 as i64 as u64,
        Mtype::U1 => u64::from(value as u8),
        Mtype::I2 => value as i16 as i64 as u64,
        Mtype::U2 => u64::from(value as u16),
        Mtype::I4 => value as i32 as i64 as u64,
        Mtype::U4 => u64::from(value as u32),
        _ => value,
    }
}
