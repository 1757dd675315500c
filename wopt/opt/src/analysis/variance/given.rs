//! What is known of a kernel's launches beyond what its source says: shapes, arguments, bounds of what loads give.
//!
//! Idea: who has run a kernel can ask what would be said of its values if all launches were like those seen. So `optx precision` tells what
//! only holds for the numbers that came from what the analysis should have found. Nothing else asks: code is made for all launches.
//!
//! Cost: one walk over statements and nodes where something is given, none otherwise.

use super::shape::facts_of_registers;
use optx_ir::{CodeRep, CrId, Fact, Func, StmtOp};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Module, ShapeRegister};

/// The bounds of a number, as one without a sign and as one with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Bits of the register that holds it.
    pub width: u32,
    /// The least and the most without a sign.
    pub unsigned: (u64, u64),
    /// The least and the most with a sign.
    pub signed: (i64, i64),
}

impl Bounds {
    /// Of one number, whose higher bits do not matter.
    pub fn of(width: u32, value: u64) -> Bounds {
        let unused = 64 - width.clamp(1, 64);
        let (plain, signed) = (value << unused >> unused, ((value << unused) as i64) >> unused);
        Bounds { width, unsigned: (plain, plain), signed: (signed, signed) }
    }

    /// Of what either has, of one width.
    pub fn join(self, other: Bounds) -> Bounds {
        Bounds {
            width: self.width,
            unsigned: (
                self.unsigned.0.min(other.unsigned.0),
                self.unsigned.1.max(other.unsigned.1),
            ),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
        }
    }

    fn fact(&self) -> Fact {
        let unsigned = Fact::unsigned(self.width, self.unsigned.0, self.unsigned.1);
        unsigned.meet(&Fact::signed(self.width, self.signed.0, self.signed.1))
    }
}

/// What is known of the launches of a kernel. An empty one says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Given {
    /// The kernel's name in PTX.
    pub kernel: String,
    /// Along each axis the least and the most threads of a block.
    pub block: Option<[(u32, u32); 3]>,
    /// Along each axis the least and the most blocks.
    pub grid: Option<[(u32, u32); 3]>,
    /// By parameter, the bytes that it had in each launch.
    pub parameters: Vec<Vec<Vec<u8>>>,
    /// Of the loads of a source line, what they gave.
    pub loads: Vec<(u32, Bounds)>,
}

impl Given {
    /// The facts of a function's nodes that follow; none for another function.
    pub(crate) fn nodes(&self, module: &Module, f: &Func) -> Map<CrId, Fact> {
        if self.kernel != f.ptx_name {
            return Map::default();
        }
        let mut known = facts_of_registers(f, |of, axis| self.register(of, axis));
        for &s in f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts) {
            let stmt = &f.stmts[s];
            let Some(&load) = stmt.kids.first().filter(|_| stmt.op == StmtOp::Stid) else {
                continue;
            };
            if let Some(fact) = self.load(f, load, module.locs.pos(stmt.loc).line) {
                known.entry(load).and_modify(|f| *f = f.join(&fact)).or_insert(fact);
            }
        }
        known
    }

    fn load(&self, f: &Func, load: CrId, line: u32) -> Option<Fact> {
        let CodeRep::Ivar { access, .. } = *f.codemap.get(load) else { return None };
        let width = Fact::width_of(access.desc.register())?;
        if let CodeRep::Lda { st, offset, .. } = *f.codemap.get(access.base)
            && let Some(parameter) = f.params.iter().position(|&p| p == st)
        {
            let at = usize::try_from(offset.checked_add(access.offset)?).ok()?;
            let size = access.desc.bits().div_ceil(8) as usize;
            let values = self.parameters.get(parameter)?.iter().map(|bytes| {
                let mut value = [0; 8];
                value[..size].copy_from_slice(bytes.get(at..at + size)?);
                let bits = Fact::constant(access.desc.bits(), u64::from_le_bytes(value));
                Some(bits.extend(width, access.desc.is_signed()))
            });
            let all: Option<Vec<Fact>> = values.collect();
            return all?.into_iter().reduce(|a, b| a.join(&b));
        }
        let here = self.loads.iter().filter(|(at, _)| *at == line).map(|(_, bounds)| bounds);
        // A narrower register holds what is widened where it is used.
        let fits = |bounds: &&Bounds| bounds.width >= access.desc.bits() && bounds.width <= width;
        let facts = here.filter(fits).map(|bounds| match bounds.width == width {
            true => bounds.fact(),
            false => bounds.fact().extend(width, access.desc.is_signed()),
        });
        facts.reduce(|a, b| a.join(&b))
    }

    /// The least and the most that a special register holds.
    fn register(&self, of: ShapeRegister, axis: usize) -> Option<(u64, u64)> {
        let shape = match of {
            ShapeRegister::Tid | ShapeRegister::Ntid => self.block?,
            ShapeRegister::Ctaid | ShapeRegister::Nctaid => self.grid?,
        };
        let (least, most) = (u64::from(shape[axis].0), u64::from(shape[axis].1));
        Some(match of {
            ShapeRegister::Ntid | ShapeRegister::Nctaid => (least, most),
            ShapeRegister::Tid | ShapeRegister::Ctaid => (0, most.saturating_sub(1)),
        })
    }
}
