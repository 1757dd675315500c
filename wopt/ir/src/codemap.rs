//! CODEMAP: the arena of CODEREPs and the table that makes equal nodes one.
//!
//! Idea: value numbering by hash-consing, as Open64's `opt_htable`. A node's hash is *structural*: computed from its
//! kids' hashes, not their ids, so that the order in which commutative operands are put does not depend on the order
//! in which nodes were made (and a function read back from text behaves as the one that was printed).
//! VARs are one node per (symbol, version), made by the symbol table and never looked up here.

use crate::alignments::Alignments;
use crate::coderep::{CodeRep, Op};
use crate::ids::{AuxId, CrBehavior, CrId, Version};
use crate::side_table::SideTable;
use hashbrown::HashTable;
use id_arena::Arena;
use optx_whirl::{CodeOptions, Mtype};

/// The nodes of one function.
#[derive(Clone, Debug)]
pub struct Codemap {
    nodes: Arena<CodeRep, CrBehavior>,
    hashes: Vec<u32>,
    heights: Vec<u16>,
    table: HashTable<(u32, CrId)>,
    /// The version-less VAR of each symbol.
    plain: Vec<CrId>,
    /// The forms of [`crate::identity`], once asked for.
    pub(crate) unsigned: SideTable<CrId, Option<CrId>>,
    pub(crate) lexical: SideTable<CrId, Option<CrId>>,
    /// What may be counted on in single precision.
    pub floats: FloatRules,
    /// How objects are aligned.
    pub alignments: Alignments,
}

/// What the options say of single precision. Where nobody has said so, nothing may be counted on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatRules {
    /// Subnormals are kept (`-ftz=false`): an operation that changes nothing may go.
    pub keeps_subnormals: bool,
    /// Division is to nearest (`-prec-div=true`): quotients of constants are constants.
    pub divides_exactly: bool,
    /// The square root is to nearest (`-prec-sqrt=true`).
    pub roots_exactly: bool,
}

impl FloatRules {
    /// What a module's options say.
    pub fn of(options: &CodeOptions) -> FloatRules {
        FloatRules {
            keeps_subnormals: !options.ftz,
            divides_exactly: options.prec_div,
            roots_exactly: options.prec_sqrt,
        }
    }
}

impl Default for Codemap {
    fn default() -> Codemap {
        Codemap {
            nodes: Arena::new(),
            hashes: Vec::new(),
            heights: Vec::new(),
            table: HashTable::new(),
            plain: Vec::new(),
            unsigned: SideTable::new(None),
            lexical: SideTable::new(None),
            floats: FloatRules::default(),
            alignments: Alignments::default(),
        }
    }
}

fn mix(hash: u32, value: u64) -> u32 {
    // Multiplicative mixing with a fixed odd constant (Knuth, TAOCP 6.4); deterministic between runs.
    let x = (u64::from(hash) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 29)) as u32 ^ (x >> 47) as u32
}

/// The table wants its entropy in the top bits too.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Codemap {
    /// No nodes yet, and room for so many.
    pub fn with_capacity(count: usize) -> Codemap {
        Codemap {
            nodes: Arena::with_capacity(count),
            hashes: Vec::with_capacity(count),
            heights: Vec::with_capacity(count),
            table: HashTable::with_capacity(count),
            ..Codemap::default()
        }
    }

    /// The node.
    pub fn get(&self, id: CrId) -> &CodeRep {
        &self.nodes[id]
    }

    /// The OP of a node that is one.
    pub fn as_op(&self, id: CrId) -> Option<&Op> {
        match &self.nodes[id] {
            CodeRep::Op(op) => Some(op),
            _ => None,
        }
    }

    /// The value of an integer or predicate constant.
    pub fn constant(&self, id: CrId) -> Option<u64> {
        match self.nodes[id] {
            CodeRep::Const { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The symbol of a VAR; None for other nodes.
    pub fn aux_of(&self, id: CrId) -> Option<AuxId> {
        match self.nodes[id] {
            CodeRep::Var { aux, .. } => Some(aux),
            _ => None,
        }
    }

    /// The structural hash of a node.
    pub fn hash(&self, id: CrId) -> u32 {
        self.hashes[id.index()]
    }

    /// The longest path of OPs below and including the node, saturating; leaves have 0.
    pub fn height(&self, id: CrId) -> u16 {
        self.heights[id.index()]
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// True where there is no node.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    fn structural_hash(&self, node: &CodeRep) -> u32 {
        match node {
            CodeRep::Lda { st, offset } => {
                mix(mix(1, st.index() as u64 * 2 + u64::from(st.is_local())), *offset as u64)
            }
            CodeRep::Const { mtype, value } => mix(mix(2, *mtype as u64), *value),
            CodeRep::Rconst { mtype, bits } => mix(mix(3, *mtype as u64), *bits),
            CodeRep::Var { aux, version } => mix(mix(4, aux.index() as u64), u64::from(version.0)),
            CodeRep::Ivar { access, mu, .. } => {
                let mut h = mix(5, u64::from(self.hash(access.base)));
                h = mix(h, access.offset as u64);
                let kind = access.desc as u64 * 8 + access.space as u64;
                h = mix(h, kind | u64::from(access.align) << 16);
                mix(h, mu.map_or(u64::MAX, |m| u64::from(self.hash(m))))
            }
            CodeRep::Op(op) => {
                let types = op.opr as u64 | (op.rtype as u64) << 8 | (op.desc as u64) << 16;
                let mut h = mix(6, types | op.intrinsic.map_or(0, |i| (i as u64 + 1) << 24));
                for &kid in &op.kids {
                    h = mix(h, u64::from(self.hash(kid)));
                }
                h
            }
        }
    }

    fn structural_height(&self, node: &CodeRep) -> u16 {
        match node {
            CodeRep::Op(op) => {
                op.kids.iter().map(|&k| self.height(k)).max().unwrap_or(0).saturating_add(1)
            }
            CodeRep::Ivar { access, .. } => self.height(access.base),
            _ => 0,
        }
    }

    fn push(&mut self, node: CodeRep, hash: u32) -> CrId {
        self.heights.push(self.structural_height(&node));
        self.hashes.push(hash);
        self.nodes.alloc(node)
    }

    /// Makes the node of a version; only the symbol table calls this, once per version.
    pub(crate) fn new_var(&mut self, aux: AuxId, version: Version) -> CrId {
        let node = CodeRep::Var { aux, version };
        let hash = self.structural_hash(&node);
        let id = self.push(node, hash);
        if version == Version::NONE {
            debug_assert_eq!(self.plain.len(), aux.index(), "symbols are made in order");
            self.plain.push(id);
        }
        id
    }

    /// The version-less VAR of a symbol.
    pub fn plain_var(&self, aux: AuxId) -> CrId {
        self.plain[aux.index()]
    }

    /// The id of a node equal to this one, made where absent. The node is taken as it is: folding and operand order
    /// are [`crate::fold`]'s matter. Not for VARs.
    pub fn intern(&mut self, node: CodeRep) -> CrId {
        debug_assert!(!matches!(node, CodeRep::Var { .. }));
        let hash = self.structural_hash(&node);
        let nodes = &self.nodes;
        let found =
            self.table.find(spread(hash), |&(h, id)| h == hash && nodes[id] == node).copied();
        if let Some((_, id)) = found {
            return id;
        }
        let id = self.push(node, hash);
        self.table.insert_unique(spread(hash), (hash, id), |&(h, _)| spread(h));
        id
    }

    /// An integer or predicate constant, in the one form that all of its type share.
    pub fn integer(&mut self, mtype: Mtype, value: u64) -> CrId {
        let mtype = mtype.unsigned();
        let value = optx_whirl::canonical_constant(mtype, value);
        self.intern(CodeRep::Const { mtype, value })
    }

    /// A float constant.
    pub fn float(&mut self, mtype: Mtype, bits: u64) -> CrId {
        let bits = if mtype == Mtype::F4 { bits & 0xffff_ffff } else { bits };
        self.intern(CodeRep::Rconst { mtype, bits })
    }
}
