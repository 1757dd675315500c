//! WHIRL: the tree IR between the frontend and the optimizer, in the manner of Open64.
//!
//! A [`Module`] holds types, global symbols and functions ([`Pu`]), each a [`Tree`] of typed nodes ([`Wn`]).
//! Two levels: **VH**, as the source is written (structured control flow, aggregates, short circuit), and **M**,
//! after [`vho`]: labels and branches, scalar loads and stores, no aggregates, device functions inlined or called out
//! of line with scalar parts as arguments ([`parts`]).
//!
//! Rules that hold at both levels, checked by [`verify`]:
//! * expressions have no side effect; assignments, calls, atomics, shuffles, barriers and inline PTX are statements
//!   whose results go to scalar temporaries;
//! * a volatile load stands only as the direct kid of a STID to a temporary;
//! * comparisons and conditions are of type `B`; `B` becomes an integer by an explicit CVT;
//! * a node's place is in the module's table ([`LocTable`]), and one without has its statement's;
//! * values of `I4`/`U4` and of `I8`/`U8` may stand for each other without a conversion; operators carry the sign;
//! * `I4`/`I8` ADD, SUB, MPY, NEG come from signed source arithmetic alone and may be assumed not to overflow where
//!   they execute; `U4`/`U8` wrap; address arithmetic is `U8`;
//! * a value narrower than 4 bytes is kept in an `I4`/`U4` register already extended, by CVTL or by its load.

pub mod arena_id;
mod build;
mod call;
mod cost;
pub mod fixed_hash;
mod intrinsic;
mod module;
mod mtype;
mod multiprocessor;
mod operator;
mod options;
pub mod parse;
pub mod place;
pub mod print;
pub mod remark;
pub mod sexpr;
pub mod stable_order;
mod symbol;
mod tree;
mod ty;
pub mod verify;
pub mod vho;

pub use build::{AccessInfo, canonical_constant};
pub use call::{parameter_parts, parts};
pub use cost::{MOST_SPECULATED, cost, may_speculate};
pub use intrinsic::{AtomicScope, Intrinsic, IntrinsicClass, ShapeRegister};
pub use module::{AsmClass, AsmInfo, Inlining, LaunchBounds, Module, Pu, PuKind};
pub use mtype::Mtype;
pub use multiprocessor::Multiprocessor;
pub use operator::{Arity, Level, Operator, TypesShown};
pub use options::{
    AliasMode, Allocator, CODE_OPTIONS, CodeOption, CodeOptions, VarianceMode, code_option,
};
pub use place::{Loc, LocTable, Pos, SourcePlace};
pub use remark::{Remark, RemarkKind, Remarks, RemarksAsked};
pub use symbol::{Init, STATIC_SHARED, St, StId, Storage};
pub use tree::{LabelId, Tree, Wn, WnId};
pub use ty::{Bits, Field, TyId, TyKind, TyTable};
