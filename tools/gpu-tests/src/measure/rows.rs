//! What is measured: a row an instruction or kind of memory, with what the compiler states of it.

use optx::cg::lir::opcodes::Form;
use optx_whirl::Mtype::{F4, F8, I4, I8, U4, V};
use optx_whirl::Operator::{self, Add, Cvt, Div, Highmpy, IntrinsicOp, Max, Mpy, Shl};
use optx_whirl::{Intrinsic, Mtype};

/// Registers that values of a chain live in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    R32,
    R64,
    F32,
    F64,
}

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A chain of instructions in registers: their text, `{x}` the value that goes along, `{a}` and `{b}` others of its class that
    /// differ from step to step, `{p}` a predicate, `{f}` and `{d}` floats, `{m}` and `{s}` words of global and shared memory. How
    /// many operations that is.
    Chain(&'static str, u32),
    /// The same with a value that all threads share, so that it may run on the uniform path.
    Uniform(&'static str, u32),
    /// A chain of loads, each of the next one's address, within so much memory.
    Chase(Chase),
    /// Sums of a lot of memory, so many bytes a load.
    Stream(u32),
}

/// Where a chain of addresses lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chase {
    /// In the first-level cache.
    L1,
    /// In the second-level cache, a quarter of it, past the first.
    L2,
    /// Four times the second-level cache.
    Memory,
    Shared,
    Constant,
    Local,
}

/// A measurement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) class: Class,
    pub(super) kind: Kind,
    /// The form of LIR whose latency class is stated.
    pub(super) form: Option<Form>,
    /// The operation of WHIRL whose cost is stated.
    pub(super) operation: Option<(Operator, Mtype, Mtype, Option<Intrinsic>)>,
}

const fn row(
    name: &'static str,
    class: Class,
    text: &'static str,
    operations: u32,
    form: Form,
    operation: Option<(Operator, Mtype, Mtype)>,
) -> Row {
    let operation = match operation {
        Some((opr, rtype, desc)) => Some((opr, rtype, desc, None)),
        None => None,
    };
    Row { name, class, kind: Kind::Chain(text, operations), form: Some(form), operation }
}

const fn special(name: &'static str, text: &'static str, form: Form, i: Intrinsic) -> Row {
    let operation = Some((IntrinsicOp, F4, V, Some(i)));
    Row { name, class: F32, kind: Kind::Chain(text, 1), form: Some(form), operation }
}

const fn uniform(name: &'static str, text: &'static str, operations: u32, form: Form) -> Row {
    let kind = Kind::Uniform(text, operations);
    Row { name, class: R32, kind, form: Some(form), operation: None }
}

const fn memory(name: &'static str, kind: Kind) -> Row {
    Row { name, class: R64, kind, form: Some(Form::Ld), operation: None }
}

use Class::{F32, F64, R32, R64};

/// All measurements; the first one is the unit of throughput. Where two instructions of a kind would be merged into one, one
/// of another kind of the same unit stands between them.
pub(super) const ROWS: &[Row] = &[
    row(
        "add and xor",
        R32,
        "add.s32 {x}, {x}, {a}; xor.b32 {x}, {x}, {b};",
        2,
        Form::Add,
        Some((Add, I4, V)),
    ),
    row("mad.lo.s32", R32, "mad.lo.s32 {x}, {x}, {a}, {b};", 1, Form::MadLo, Some((Mpy, I4, V))),
    row("mul.hi.u32", R32, "mul.hi.u32 {x}, {x}, {a};", 1, Form::MulHi, Some((Highmpy, U4, V))),
    row(
        "shl and xor",
        R32,
        "shl.b32 {x}, {x}, {a}; xor.b32 {x}, {x}, {b};",
        2,
        Form::Shl,
        Some((Shl, I4, V)),
    ),
    row(
        "min and max",
        R32,
        "min.s32 {x}, {x}, {a}; max.s32 {x}, {x}, {b};",
        2,
        Form::Max,
        Some((Max, I4, V)),
    ),
    row(
        "setp and selp",
        R32,
        "setp.lt.s32 {p}, {x}, {a}; selp.b32 {x}, {b}, {x}, {p};",
        2,
        Form::Selp,
        Some((Operator::Select, I4, V)),
    ),
    row("popc and add", R32, "popc.b32 {x}, {x}; add.s32 {x}, {x}, {a};", 2, Form::Popc, None),
    row("clz and add", R32, "clz.b32 {x}, {x}; add.s32 {x}, {x}, {a};", 2, Form::Clz, None),
    row("brev and add", R32, "brev.b32 {x}, {x}; add.s32 {x}, {x}, {a};", 2, Form::Brev, None),
    row("prmt", R32, "prmt.b32 {x}, {x}, {a}, {b};", 1, Form::Prmt, None),
    row(
        "add and xor, 64 bits",
        R64,
        "add.s64 {x}, {x}, {a}; xor.b64 {x}, {x}, {b};",
        2,
        Form::Add,
        Some((Add, I8, V)),
    ),
    row("mul.lo.s64", R64, "mul.lo.s64 {x}, {x}, {a};", 1, Form::MulLo, Some((Mpy, I8, V))),
    row("add.f32", F32, "add.rn.f32 {x}, {x}, {a};", 1, Form::Add, Some((Add, F4, V))),
    row("fma.f32", F32, "fma.rn.f32 {x}, {x}, {a}, {b};", 1, Form::Fma, Some((Mpy, F4, V))),
    row("add.f64", F64, "add.rn.f64 {x}, {x}, {a};", 1, Form::Add, Some((Add, F8, V))),
    row("fma.f64", F64, "fma.rn.f64 {x}, {x}, {a}, {b};", 1, Form::Fma, Some((Mpy, F8, V))),
    // The reciprocal of a reciprocal would be no instruction.
    special(
        "rcp.approx, and add.f32",
        "rcp.approx.ftz.f32 {x}, {x}; add.rn.f32 {x}, {x}, {a};",
        Form::Rcp,
        Intrinsic::RcpApproxFtz,
    ),
    special(
        "rsqrt.approx",
        "rsqrt.approx.ftz.f32 {x}, {x};",
        Form::Rsqrt,
        Intrinsic::RsqrtApproxFtz,
    ),
    special("sqrt.approx", "sqrt.approx.ftz.f32 {x}, {x};", Form::Sqrt, Intrinsic::SqrtApprox),
    special("ex2.approx", "ex2.approx.ftz.f32 {x}, {x};", Form::Ex2, Intrinsic::Ex2ApproxFtz),
    special("lg2.approx", "lg2.approx.ftz.f32 {x}, {x};", Form::Lg2, Intrinsic::Lg2ApproxFtz),
    special("sin.approx", "sin.approx.ftz.f32 {x}, {x};", Form::Sin, Intrinsic::SinApprox),
    special("tanh.approx", "tanh.approx.f32 {x}, {x};", Form::Tanh, Intrinsic::TanhApprox),
    row(
        "cvt s32 to f32 and back",
        R32,
        "cvt.rn.f32.s32 {f}, {x}; cvt.rzi.s32.f32 {x}, {f};",
        2,
        Form::Cvt,
        Some((Cvt, F4, I4)),
    ),
    row(
        "cvt f32 to f64 and back",
        F32,
        "cvt.f64.f32 {d}, {x}; cvt.rn.f32.f64 {x}, {d};",
        2,
        Form::Cvt,
        Some((Cvt, F8, F4)),
    ),
    row(
        "div.s32",
        R32,
        "div.s32 {x}, {a}, {x}; or.b32 {x}, {x}, 1;",
        1,
        Form::Div,
        Some((Div, I4, V)),
    ),
    row(
        "div.s64",
        R64,
        "div.s64 {x}, {a}, {x}; or.b64 {x}, {x}, 1;",
        1,
        Form::Div,
        Some((Div, I8, V)),
    ),
    row("div.rn.f32", F32, "div.rn.f32 {x}, {a}, {x};", 1, Form::Div, Some((Div, F4, V))),
    row("div.rn.f64", F64, "div.rn.f64 {x}, {a}, {x};", 1, Form::Div, Some((Div, F8, V))),
    row("sqrt.rn.f32", F32, "sqrt.rn.f32 {x}, {x};", 1, Form::Sqrt, None),
    row("shfl.sync", R32, "shfl.sync.bfly.b32 {x}, {x}, 1, 31, -1;", 1, Form::Shfl, None),
    row(
        "setp and vote",
        R32,
        "setp.lt.s32 {p}, {x}, {a}; vote.sync.ballot.b32 {x}, {p}, -1;",
        2,
        Form::Ballot,
        None,
    ),
    row(
        "bar.sync, add and xor",
        R32,
        "bar.sync 0; add.s32 {x}, {x}, {a}; xor.b32 {x}, {x}, {b};",
        1,
        Form::BarSync,
        None,
    ),
    row(
        "atom.exch, one word of global memory",
        R32,
        "atom.global.exch.b32 {x}, [{m}], {x};",
        1,
        Form::Atom,
        None,
    ),
    row(
        "atom.exch, one word of shared memory",
        R32,
        "atom.shared.exch.b32 {x}, [{s}], {x};",
        1,
        Form::Atom,
        None,
    ),
    uniform("add and xor, uniform", "add.s32 {x}, {x}, {a}; xor.b32 {x}, {x}, {b};", 2, Form::Add),
    uniform("mad.lo.s32, uniform", "mad.lo.s32 {x}, {x}, {a}, {b};", 1, Form::MadLo),
    uniform("shl and xor, uniform", "shl.b32 {x}, {x}, {a}; xor.b32 {x}, {x}, {b};", 2, Form::Shl),
    uniform(
        "setp and selp, uniform",
        "setp.lt.s32 {p}, {x}, {a}; selp.b32 {x}, {b}, {x}, {p};",
        2,
        Form::Selp,
    ),
    memory("load, first-level cache", Kind::Chase(Chase::L1)),
    memory("load, second-level cache", Kind::Chase(Chase::L2)),
    memory("load, memory", Kind::Chase(Chase::Memory)),
    memory("load, shared", Kind::Chase(Chase::Shared)),
    memory("load, constant", Kind::Chase(Chase::Constant)),
    memory("load, local", Kind::Chase(Chase::Local)),
    memory("stream, 4 bytes a load", Kind::Stream(4)),
    memory("stream, 8 bytes a load", Kind::Stream(8)),
    memory("stream, 16 bytes a load", Kind::Stream(16)),
];
