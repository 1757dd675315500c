//! A compilation unit: types, global symbols, functions and their trees.

use crate::intrinsic::{Intrinsic, Scope};
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::{Loc, LocTable, Pos};
use crate::symbol::{St, StId, Storage};
use crate::ty::{Bits, TyId, TyTable};

/// The options that reach beyond the frontend; text forms carry them, so that compiling a text goes on as its
/// source would have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeOptions {
    /// The PTX target, for example `sm_75` or `sm_90a`.
    pub target: String,
    /// 0 to 3.
    pub opt_level: u8,
    /// `-fmad`: contraction allowed.
    pub fmad: bool,
    /// `-ftz`: single-precision subnormals flushed to zero.
    pub ftz: bool,
    /// `-prec-div`: single-precision division and reciprocal rounded to nearest.
    pub prec_div: bool,
    /// `-prec-sqrt`: single-precision square root rounded to nearest.
    pub prec_sqrt: bool,
    /// `--use_fast_math` was given, which says more than the options that it implies: division takes the form that is
    /// shortest where `prec_div` is false.
    pub fast_math: bool,
    /// `-lineinfo`: `.loc` directives.
    pub lineinfo: bool,
    /// `--restrict`: every pointer parameter is `__restrict__`.
    pub restrict: bool,
    /// `--maxrregcount`; None is no limit.
    pub max_registers: Option<u32>,
    /// `--ptx-version=X.Y`; None is the lowest that will do.
    pub ptx_version: Option<(u8, u8)>,
}

impl Default for CodeOptions {
    fn default() -> CodeOptions {
        CodeOptions {
            target: "sm_75".to_owned(),
            opt_level: 3,
            fmad: true,
            ftz: false,
            prec_div: true,
            prec_sqrt: true,
            fast_math: false,
            lineinfo: false,
            restrict: false,
            max_registers: None,
            ptx_version: None,
        }
    }
}

/// A compilation unit.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Module {
    /// The options that its compilation goes on with.
    pub options: CodeOptions,
    /// Source files that places name.
    pub files: Vec<String>,
    /// The places of nodes.
    pub locs: LocTable,
    /// Types.
    pub types: TyTable,
    /// Global symbols.
    pub globals: Vec<St>,
    /// Functions; a CALL names one by its index.
    pub functions: Vec<Pu>,
    /// True after [`crate::vho`]: level M, where a CALL is a call that stays one.
    pub lowered: bool,
}

impl Module {
    /// The entry of a symbol of `pu`, global or local.
    pub fn st<'a>(&'a self, pu: &'a Pu, st: StId) -> &'a St {
        if st.is_local() { &pu.locals[st.index()] } else { &self.globals[st.index()] }
    }

    /// Adds a global symbol.
    pub fn add_global(&mut self, st: St) -> StId {
        self.globals.push(st);
        StId::global(self.globals.len() - 1)
    }
}

/// What a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuKind {
    /// `__global__`.
    Kernel,
    /// `__device__`.
    Device,
}

/// Whether a call of a device function is to be inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Inlining {
    /// By the compiler's judgement.
    #[default]
    Default,
    /// `__forceinline__`.
    Force,
    /// `__noinline__`.
    Never,
}

/// `__launch_bounds__(max_threads, min_blocks)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchBounds {
    /// Threads a block at most.
    pub max_threads: u32,
    /// Blocks that shall fit a multiprocessor.
    pub min_blocks: Option<u32>,
}

/// A register operand class of inline PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsmClass {
    /// `h`: 16 bits.
    H,
    /// `r`: 32 bits.
    R,
    /// `l`: 64 bits.
    L,
    /// `f`: F4.
    F,
    /// `d`: F8.
    D,
    /// `n`: an integer constant, printed as such.
    N,
}

impl AsmClass {
    /// The constraint's letter.
    pub fn letter(self) -> char {
        match self {
            AsmClass::H => 'h',
            AsmClass::R => 'r',
            AsmClass::L => 'l',
            AsmClass::F => 'f',
            AsmClass::D => 'd',
            AsmClass::N => 'n',
        }
    }

    /// The class of a constraint's letter.
    pub fn from_letter(letter: char) -> Option<AsmClass> {
        Some(match letter {
            'h' => AsmClass::H,
            'r' => AsmClass::R,
            'l' => AsmClass::L,
            'f' => AsmClass::F,
            'd' => AsmClass::D,
            'n' => AsmClass::N,
            _ => return None,
        })
    }
}

/// An inline PTX statement. Operand `%k` of the text is output `k`, then inputs follow.
/// An in-out operand (`"+r"`) is an output and an input tied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsmInfo {
    /// The text as written, with `%0`, `%%`.
    pub text: String,
    /// Where each output goes (a scalar local), its class, and for `"+"` operands the input tied to it
    /// (an index among the inputs).
    pub outputs: Vec<(StId, AsmClass, Option<u32>)>,
    /// The classes of the inputs (the node's kids), tied ones included at the end.
    pub inputs: Vec<AsmClass>,
    /// `asm volatile`, or no outputs.
    pub volatile: bool,
    /// A `"memory"` clobber.
    pub memory: bool,
}

/// A node of a function's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WnId(pub u32);

/// A label of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// A tree node. Which fields mean something is the operator's matter; the rest hold their defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wn {
    /// The operator.
    pub opr: Operator,
    /// Result type.
    pub rtype: Mtype,
    /// Descriptor type: of memory, of compared or converted operands.
    pub desc: Mtype,
    /// The access is volatile (loads, stores): kept in number and order.
    pub volatile: bool,
    /// The load may go through the read-only cache (`__ldg`).
    pub read_only: bool,
    /// The scope of an atomic.
    pub scope: Scope,
    /// The symbol of LDID, STID, LDA, LDBITS, STBITS; the result of CALL and INTRINSIC_CALL.
    pub st: Option<StId>,
    /// Byte offset of a memory access or LDA.
    pub offset: i64,
    /// Constant (bits), case value, callee's index, asm index, unroll factor.
    pub value: u64,
    /// The target of a jump, or the label defined.
    pub label: Option<LabelId>,
    /// The object's type for aggregate (`M`) accesses.
    pub ty: Option<TyId>,
    /// The alignment in bytes that the place of an access is known to have: more than its type's, or less where the
    /// place is a member of a packed struct. 0 stands for its type's alignment.
    pub align: u32,
    /// The bits of a bit-field access.
    pub bits: Option<Bits>,
    /// The intrinsic.
    pub intrinsic: Option<Intrinsic>,
    /// Its own place in the source; an expression without one has its statement's ([`LocTable::of`]).
    pub loc: Loc,
    kid_start: u32,
    kid_count: u32,
}

impl Wn {
    /// A node without kids; all else at its default.
    pub fn new(opr: Operator, rtype: Mtype, desc: Mtype) -> Wn {
        Wn {
            opr,
            rtype,
            desc,
            volatile: false,
            read_only: false,
            scope: Scope::Device,
            st: None,
            offset: 0,
            value: 0,
            label: None,
            ty: None,
            align: 0,
            bits: None,
            intrinsic: None,
            loc: Loc::NONE,
            kid_start: 0,
            kid_count: 0,
        }
    }

    /// The number of kids.
    pub fn kid_count(&self) -> usize {
        self.kid_count as usize
    }
}

/// The nodes of one function.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Tree {
    nodes: Vec<Wn>,
    kids: Vec<WnId>,
}

impl Tree {
    /// Adds a node with its kids.
    pub fn add(&mut self, mut wn: Wn, kids: &[WnId]) -> WnId {
        wn.kid_start = self.kids.len() as u32;
        wn.kid_count = kids.len() as u32;
        self.kids.extend_from_slice(kids);
        self.nodes.push(wn);
        WnId(self.nodes.len() as u32 - 1)
    }

    /// The node.
    pub fn get(&self, id: WnId) -> &Wn {
        &self.nodes[id.0 as usize]
    }

    /// The node, to change all but its kids.
    pub fn get_mut(&mut self, id: WnId) -> &mut Wn {
        &mut self.nodes[id.0 as usize]
    }

    /// Its kids in order.
    pub fn kids(&self, id: WnId) -> &[WnId] {
        let wn = self.get(id);
        &self.kids[wn.kid_start as usize..(wn.kid_start + wn.kid_count) as usize]
    }

    /// Kid number `k`.
    pub fn kid(&self, id: WnId, k: usize) -> WnId {
        self.kids(id)[k]
    }

    /// How many nodes were made, dead ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True where there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// A function (program unit).
#[derive(Clone, Debug, PartialEq)]
pub struct Pu {
    /// The name in the source.
    pub name: String,
    /// The name in PTX: mangled unless `extern "C"`.
    pub ptx_name: String,
    /// Kernel or device function.
    pub kind: PuKind,
    /// Parameters in order, each a local of storage `Param`.
    pub params: Vec<StId>,
    /// The type returned; None is void.
    pub result: Option<TyId>,
    /// After lowering, the local that a function returning an aggregate returns it in: what it holds at a RETURN.
    pub result_object: Option<StId>,
    /// Launch bounds of a kernel.
    pub launch_bounds: Option<LaunchBounds>,
    /// Inlining of a device function.
    pub inlining: Inlining,
    /// Parameters, variables and temporaries.
    pub locals: Vec<St>,
    /// Inline PTX statements.
    pub asms: Vec<AsmInfo>,
    /// How many labels were made.
    pub label_count: u32,
    /// The nodes.
    pub tree: Tree,
    /// The body, a BLOCK.
    pub body: WnId,
    /// Where the function is defined.
    pub pos: Pos,
}

impl Pu {
    /// A function with an empty body.
    pub fn new(name: impl Into<String>, ptx_name: impl Into<String>, kind: PuKind) -> Pu {
        let mut tree = Tree::default();
        let body = tree.add(Wn::new(Operator::Block, Mtype::V, Mtype::V), &[]);
        Pu {
            name: name.into(),
            ptx_name: ptx_name.into(),
            kind,
            params: Vec::new(),
            result: None,
            result_object: None,
            launch_bounds: None,
            inlining: Inlining::Default,
            locals: Vec::new(),
            asms: Vec::new(),
            label_count: 0,
            tree,
            body,
            pos: Pos::default(),
        }
    }

    /// Adds a local symbol (a parameter is also to be listed in `params`).
    pub fn add_local(&mut self, st: St) -> StId {
        self.locals.push(st);
        StId::local(self.locals.len() - 1)
    }

    /// A fresh scalar temporary of that type.
    pub fn new_temp(&mut self, name: &str, ty: TyId, align: u32) -> StId {
        self.add_local(St::new(name, ty, Storage::Auto, align))
    }

    /// A fresh label.
    pub fn new_label(&mut self) -> LabelId {
        self.label_count += 1;
        LabelId(self.label_count - 1)
    }
}
