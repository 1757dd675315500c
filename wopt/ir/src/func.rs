//! Func: one function in the optimizer, in one of three forms.

use crate::block::{Bb, GraphRevision, Phi, Terminator};
use crate::codemap::Codemap;
use crate::coderep::CodeRep;
use crate::defs::Defs;
use crate::few::Few;
use crate::ids::{AuxBehavior, AuxId, BbBehavior, BbId, CrId, StmtBehavior, StmtId, Version};
use crate::stmtrep::StmtRep;
use crate::summary::Summary;
use id_arena::Arena;
use optx_whirl::{
    AsmInfo, Intrinsic, LaunchBounds, Loc, Mtype, Pos, PuKind, ShapeRegister, St, StId, TyId,
};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The form a Func is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// VARs have no version; no phi, mu or chi.
    Cfg,
    /// Every VAR has a version with one definition; phi, mu, chi.
    Ssa,
    /// SSA left: VARs are registers, no version, phi, mu or chi.
    Regs,
}

impl Form {
    /// The name in text.
    pub fn name(self) -> &'static str {
        match self {
            Form::Cfg => "cfg",
            Form::Ssa => "ssa",
            Form::Regs => "regs",
        }
    }
}

/// What an auxiliary symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuxKind {
    /// A scalar piece of a local variable or parameter.
    Scalar {
        /// The variable.
        st: StId,
        /// Its byte offset in it.
        offset: i64,
    },
    /// A temporary of the compiler.
    Temp,
    /// A register, in form Regs, with the local variable that it has its name of.
    Register(Option<StId>),
    /// A virtual symbol: a class of memory.
    Memory,
}

/// An auxiliary symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Aux {
    /// What it stands for.
    pub kind: AuxKind,
    /// The register type; `V` for memory.
    pub mtype: Mtype,
    /// A name for the reader: the variable's, or the memory class's.
    pub name: Cow<'static, str>,
    /// The node of each version; `[0]` is that without a version.
    pub versions: SmallVec<[CrId; 4]>,
}

/// The symbols of a function.
pub type Auxes = Arena<Aux, AuxBehavior>;

/// A new symbol with its version-less node, where the function is taken apart.
pub fn new_aux(
    auxes: &mut Auxes,
    codemap: &mut Codemap,
    kind: AuxKind,
    mtype: Mtype,
    name: impl Into<Cow<'static, str>>,
) -> AuxId {
    let versions = SmallVec::new();
    let aux = auxes.alloc(Aux { kind, mtype, name: name.into(), versions });
    let node = codemap.new_var(aux, Version::NONE);
    auxes[aux].versions.push(node);
    aux
}

/// A new version of a symbol, where the function is taken apart.
pub fn new_version(auxes: &mut Auxes, codemap: &mut Codemap, aux: AuxId) -> CrId {
    let version = Version(auxes[aux].versions.len() as u32);
    let node = codemap.new_var(aux, version);
    auxes[aux].versions.push(node);
    node
}

/// One kernel, or one function that is called out of line.
#[derive(Clone, Debug)]
pub struct Func {
    /// The form it is in.
    pub form: Form,
    /// The name in the source.
    pub name: String,
    /// The name in PTX.
    pub ptx_name: String,
    /// Kernel or device function.
    pub kind: PuKind,
    /// The type returned; None is void.
    pub result: Option<TyId>,
    /// What callers know of it, once summarized.
    pub summary: Option<Summary>,
    /// Launch bounds.
    pub launch_bounds: Option<LaunchBounds>,
    /// The threads along x, y and z of every block that runs it, where the module's options say them.
    pub block_dim: Option<[u32; 3]>,
    /// The registers that a thread may have, where the module's options say so.
    pub max_registers: Option<u32>,
    /// The number of the architecture that the module is for.
    pub arch: u32,
    /// Parameters in order: locals of storage `Param`.
    pub params: Vec<StId>,
    /// Local symbols of the WHIRL function.
    pub locals: Vec<St>,
    /// Inline PTX.
    pub asms: Vec<AsmInfo>,
    /// Where the function is defined.
    pub pos: Pos,
    /// Expression nodes.
    pub codemap: Codemap,
    /// Auxiliary symbols.
    pub auxes: Auxes,
    /// Statements, those removed from their blocks included.
    pub stmts: Arena<StmtRep, StmtBehavior>,
    /// Blocks, those no longer in the layout included.
    pub bbs: Arena<Bb, BbBehavior>,
    /// Where each version is defined, in form Ssa.
    pub defs: Defs,
    /// Program order of blocks; the first is the entry.
    pub layout: Vec<BbId>,
    /// Locals that live in memory, each with its symbol: objects of local space, and tables of constants in constant memory.
    pub stack_objects: Vec<StId>,
    /// The last pass that ran, by its name in the pipeline.
    pub at: String,
    graph: GraphRevision,
}

impl Func {
    /// An empty function in form Cfg.
    pub fn new(name: &str, ptx_name: &str) -> Func {
        Func {
            form: Form::Cfg,
            name: name.to_owned(),
            ptx_name: ptx_name.to_owned(),
            kind: PuKind::Kernel,
            result: None,
            summary: None,
            launch_bounds: None,
            block_dim: None,
            max_registers: None,
            arch: 0,
            params: Vec::new(),
            locals: Vec::new(),
            asms: Vec::new(),
            pos: Pos::default(),
            codemap: Codemap::default(),
            auxes: Arena::new(),
            stmts: Arena::new(),
            bbs: Arena::new(),
            defs: Defs::default(),
            layout: Vec::new(),
            stack_objects: Vec::new(),
            at: String::new(),
            graph: GraphRevision::default(),
        }
    }

    /// Drops the body, whose code is made: what the function is called and takes stays.
    pub fn drop_body(&mut self) {
        let body = Func::new("", "");
        self.codemap = body.codemap;
        self.auxes = body.auxes;
        self.stmts = body.stmts;
        self.bbs = body.bbs;
        self.defs = body.defs;
        self.layout = Vec::new();
        self.asms = Vec::new();
        self.graph.turn();
    }

    /// What the edges are by now.
    pub fn graph_revision(&self) -> GraphRevision {
        self.graph
    }

    /// The number that a special register has in every thread of every launch.
    pub fn fixed_register(&self, of: Intrinsic) -> Option<u32> {
        let shape = self.block_dim?;
        match of.of_shape()? {
            (ShapeRegister::Ntid, axis) => Some(shape[axis]),
            (ShapeRegister::Tid, axis) => (shape[axis] == 1).then_some(0),
            _ => None,
        }
    }

    /// The entry block.
    pub fn entry(&self) -> BbId {
        self.layout[0]
    }

    /// A new empty block at the end of the layout; it returns until its terminator is set.
    pub fn new_bb(&mut self) -> BbId {
        let bb = self.add_block(Terminator::Return, Loc::NONE, Vec::new());
        self.layout.push(bb);
        bb
    }

    /// A new auxiliary symbol with its version-less node.
    pub fn new_aux(
        &mut self,
        kind: AuxKind,
        mtype: Mtype,
        name: impl Into<Cow<'static, str>>,
    ) -> AuxId {
        new_aux(&mut self.auxes, &mut self.codemap, kind, mtype, name)
    }

    /// The version-less node of a symbol.
    pub fn plain_var(&self, aux: AuxId) -> CrId {
        self.codemap.plain_var(aux)
    }

    /// A new version of a symbol.
    pub fn new_version(&mut self, aux: AuxId) -> CrId {
        new_version(&mut self.auxes, &mut self.codemap, aux)
    }

    /// The symbol of a VAR; None for other nodes.
    pub fn aux_of(&self, cr: CrId) -> Option<AuxId> {
        self.codemap.aux_of(cr)
    }

    /// The register type of a node's value.
    pub fn mtype(&self, cr: CrId) -> Mtype {
        match self.codemap.get(cr) {
            CodeRep::Lda { .. } => Mtype::U8,
            CodeRep::Const { mtype, .. } | CodeRep::Rconst { mtype, .. } => *mtype,
            CodeRep::Var { aux, .. } => self.auxes[*aux].mtype,
            CodeRep::Ivar { access, .. } => access.desc.register(),
            CodeRep::Op(op) => op.rtype,
        }
    }

    /// Adds a statement to the arena; the caller puts it into its block's list.
    pub fn new_stmt(&mut self, stmt: StmtRep) -> StmtId {
        self.stmts.alloc(stmt)
    }

    /// The successors of a block.
    pub fn succs(&self, bb: BbId) -> Few<BbId, 2> {
        self.bbs[bb].terminator().successors()
    }

    /// True where control may go back in the layout, as it does in every cycle. Linear in blocks.
    pub fn goes_back(&self) -> bool {
        let mut is_behind = vec![false; self.bbs.len()];
        self.layout.iter().any(|&bb| {
            is_behind[bb.index()] = true;
            self.succs(bb).into_iter().any(|to| is_behind[to.index()])
        })
    }

    /// By block index, for each of its successors: which of that block's predecessors it is. Linear in edges: who looks each up by
    /// itself is quadratic at a join of many arms.
    pub fn places_at_joins(&self) -> Vec<[u32; 2]> {
        let mut places = vec![[0; 2]; self.bbs.len()];
        for &bb in &self.layout {
            for (k, &pred) in self.bbs[bb].preds().iter().enumerate() {
                if let Some(slot) = self.succs(pred).iter().position(|&to| to == bb) {
                    places[pred.index()][slot] = k as u32;
                }
            }
        }
        places
    }

    /// Which blocks control can reach from the entry, by block index.
    pub fn reachable(&self) -> Vec<bool> {
        let mut seen = vec![false; self.bbs.len()];
        let mut stack = vec![self.entry()];
        while let Some(bb) = stack.pop() {
            if !std::mem::replace(&mut seen[bb.index()], true) {
                stack.extend(self.succs(bb));
            }
        }
        seen
    }

    /// The blocks that control comes to from one, each behind those that it leads to but for edges back: postorder of a depth-first walk.
    /// `is_new` says of a block whether it is to be looked at, once.
    pub fn postorder(&self, from: BbId, mut is_new: impl FnMut(BbId) -> bool) -> Vec<BbId> {
        let (mut order, mut stack) = (Vec::new(), vec![(from, false)]);
        while let Some((bb, done)) = stack.pop() {
            if done {
                order.push(bb);
            } else if is_new(bb) {
                stack.push((bb, true));
                stack.extend(self.succs(bb).into_iter().map(|to| (to, false)));
            }
        }
        order
    }

    /// A new block without statements that stands nowhere in the layout. Neither does what it goes to know it as a predecessor, nor do the
    /// predecessors go to it: that is for the caller.
    pub fn add_block(&mut self, terminator: Terminator, loc: Loc, preds: Vec<BbId>) -> BbId {
        self.graph.turn();
        self.bbs.alloc(Bb::ending(terminator, loc, preds))
    }

    /// Ends a block in another way. The lists of predecessors are for the caller.
    pub fn set_terminator(&mut self, bb: BbId, terminator: Terminator) {
        *self.bbs[bb].terminator_mut(&mut self.graph) = terminator;
    }

    /// A block goes to `to` where it went to `from`. The lists of predecessors are for the caller.
    pub fn retarget(&mut self, bb: BbId, from: BbId, to: BbId) {
        self.bbs[bb].terminator_mut(&mut self.graph).retarget(from, to);
    }

    /// One predecessor of a block is another now. The terminators are for the caller.
    pub fn replace_pred(&mut self, bb: BbId, was: BbId, is: BbId) {
        self.preds_mut(bb).iter_mut().filter(|pred| **pred == was).for_each(|pred| *pred = is);
    }

    /// The predecessors of a block, to change; terminators and phi operands are for the caller.
    pub fn preds_mut(&mut self, bb: BbId) -> &mut Vec<BbId> {
        self.bbs[bb].preds_mut(&mut self.graph)
    }

    /// Recomputes all predecessor lists from the terminators, in layout order. Only where there are no phis.
    pub fn rebuild_preds(&mut self) {
        for k in 0..self.layout.len() {
            self.preds_mut(self.layout[k]).clear();
        }
        for k in 0..self.layout.len() {
            let bb = self.layout[k];
            for succ in self.succs(bb) {
                self.preds_mut(succ).push(bb);
            }
        }
    }

    /// Takes predecessors that no longer go to a block out of its list, with the phi operands that came from them; for
    /// each of the blocks, which may be named several times.
    ///
    /// One walk over a list for all that it loses: taking out one at a time is quadratic at a join of many arms.
    pub fn drop_lost_preds(&mut self, blocks: &[BbId]) {
        for &bb in blocks {
            let stays: Vec<bool> =
                self.bbs[bb].preds().iter().map(|&p| self.succs(p).contains(&bb)).collect();
            if stays.iter().all(|&s| s) {
                continue;
            }
            let mut each = stays.iter();
            self.preds_mut(bb).retain(|_| each.next() == Some(&true));
            for Phi { operands, .. } in &mut self.bbs[bb].phis {
                let mut each = stays.iter();
                operands.retain(|_| each.next() == Some(&true));
            }
        }
    }
}
