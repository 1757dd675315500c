//! A kernel's claims as elementary checks, for one shape of block.
//!
//! A check says: the value of an operand, less its factors times the threads' indices, is one value among all threads of a
//! scope that agree on some axes. Checks that a block of this shape cannot break, or that another check of the claim
//! implies, are left out.

use std::collections::HashMap;

use super::resolve::{Factor, Place, Resolved, Symbol};
use super::whole::WholePlan;
use super::{At, Base, Claim};
use crate::exec::thread_index;
use crate::lower::defs::defined;
use crate::lower::program::Program;
use crate::op::{Op, Row};

/// The axis that stands for the lane's number; 0 to 2 are x to z.
pub const LANE: usize = 3;

/// A register as it is, or as it was before the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The register.
    pub row: Row,
    /// Where its value before the instruction is kept, if the instruction changes it.
    pub shadow: Option<u32>,
}

/// What a factor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A number.
    Known(u64),
    /// A register.
    Symbol(Symbol, Operand),
}

/// Who is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The threads of a block.
    Block,
    /// Those of a warp.
    Warp,
}

/// An elementary check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The claim it is of.
    pub claim: u32,
    /// What is compared.
    pub value: Operand,
    /// The bits that are.
    pub bits: u64,
    /// What is taken off: axis and factor.
    pub factors: Vec<(usize, By)>,
    /// Among whom.
    pub scope: Scope,
    /// The axes on which threads must agree to be compared, where there is more than one group of them.
    pub within: Option<u32>,
    /// What the rest must be.
    pub base: Option<u64>,
    /// Its first slot in a record.
    pub slot: u32,
    /// The coefficient whose equality this is, if it is one's: its axis.
    pub coefficient: Option<usize>,
}

/// A run of checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The first.
    pub from: u32,
    /// One past the last.
    pub to: u32,
    /// Claims that they are of.
    pub claims: u32,
    /// The instruction changes a register that has a shadow.
    pub shadows: bool,
}

/// What a block of code needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Need {
    /// Slots for comparisons in the block.
    pub block_slots: u32,
    /// Slots for comparisons in a warp.
    pub warp_slots: u32,
    /// Lanes that enter it together may be parted in it.
    pub splits: bool,
    /// It has no instances.
    pub irreducible: bool,
}

/// What threads there are in a block.
#[derive(Clone, Debug)]
pub struct WarpShape {
    /// Of each lane: x, y, z and its own number.
    pub index: [[u32; 32]; 4],
    /// Lanes that exist.
    pub exists: u32,
}

/// All checks of a launch.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The checks.
    pub checks: Vec<Check>,
    /// By code position.
    pub code: Vec<Span>,
    /// By block of code, for those that are made when it is entered.
    pub entries: Vec<Span>,
    /// By block of code.
    pub needs: Vec<Need>,
    /// Registers whose earlier values are kept.
    pub shadows: Vec<Row>,
    /// The warps of a block.
    pub warps: Vec<WarpShape>,
    /// Groups of threads by the axes (a bit each) that they agree on: a row of lanes for each warp.
    pub groups: Vec<Vec<[u32; 32]>>,
    /// Threads of a block.
    pub threads: u32,
    /// What is claimed of blocks of code.
    pub whole: WholePlan,
    /// Claims that are not checked, or whose block-wide part is not, inside irreducible cycles.
    pub irreducible: u64,
    group_of_axes: HashMap<u8, (u32, u32)>,
}

fn mask(width: u32) -> u64 {
    if width >= 64 { !0 } else { (1 << width) - 1 }
}

impl Plan {
    /// Plans the checks of a kernel's claims.
    pub fn new(p: &Program, claims: &[&Claim], resolved: &[Resolved], block: [u32; 3]) -> Plan {
        let threads = block.iter().product::<u32>();
        let mut plan = Plan {
            code: vec![Span::default(); p.code.len()],
            entries: vec![Span::default(); p.blocks.len()],
            threads,
            warps: (0..threads.div_ceil(32)).map(|w| warp_shape(w, block)).collect(),
            ..Plan::default()
        };
        for b in &p.blocks {
            let code = &p.code[b.start as usize..b.end as usize];
            plan.needs.push(Need {
                splits: code.iter().any(|i| matches!(i.op, Op::Warp { .. } | Op::Bar { .. })),
                irreducible: is_irreducible(p, b.cycle),
                ..Need::default()
            });
        }
        let mut order: Vec<usize> = (0..claims.len()).collect();
        let key = |k: &usize| match resolved[*k].place {
            Place::Code(pc) => (0, pc),
            Place::Block(b) => (1, b),
            Place::Nowhere => (2, 0),
        };
        order.sort_by_key(key);
        for k in order {
            plan.add(p, k as u32, claims[k], &resolved[k], block);
        }
        for (pc, i) in p.code.iter().enumerate() {
            if !plan.shadows.is_empty() {
                plan.code[pc].shadows = defined(p, i).iter().any(|r| plan.shadows.contains(r));
            }
        }
        plan
    }

    fn add(&mut self, p: &Program, k: u32, c: &Claim, r: &Resolved, block: [u32; 3]) {
        let code_block = match r.place {
            Place::Code(pc) => p.block_of[pc as usize],
            Place::Block(b) => b,
            Place::Nowhere => return,
        } as usize;
        let irreducible = self.needs[code_block].irreducible;
        let Some(row) = r.row else {
            let exists = self.warps.iter().map(|w| w.exists);
            match irreducible {
                _ if !c.whole_warp => {}
                true => self.irreducible += 1,
                false => self.whole.add(p, code_block as u32, k, exists),
            }
            return;
        };
        // What the instruction itself changes is read as it was.
        let changed = match (c.at, r.place) {
            (At::Def, Place::Code(pc)) => defined(p, &p.code[pc as usize]),
            _ => Vec::new(),
        };
        let mut made = self.of_claim(k, c, r, row, &changed, block);
        if irreducible {
            self.irreducible += u64::from(made.iter().any(|x| x.scope == Scope::Block));
            made.retain(|x| x.scope == Scope::Warp);
        } else if let Some(all) = made
            .iter()
            .find(|x| x.scope == Scope::Block && x.within.is_none() && x.coefficient.is_none())
        {
            let all = all.clone();
            made.retain(|x| x.scope == Scope::Block || !self.implies(&all, x));
        }
        if made.is_empty() {
            return;
        }
        let from = self.checks.len() as u32;
        for mut x in made {
            let groups = x.within.map_or(1, |g| self.group_count(g));
            let need = &mut self.needs[code_block];
            let slots = match x.scope {
                _ if irreducible || x.base.is_some() => None,
                Scope::Block => Some(&mut need.block_slots),
                Scope::Warp => Some(&mut need.warp_slots),
            };
            if let Some(slots) = slots {
                x.slot = *slots;
                *slots += groups;
            }
            self.checks.push(x);
        }
        let span = match r.place {
            Place::Block(b) => &mut self.entries[b as usize],
            Place::Code(pc) => &mut self.code[pc as usize],
            Place::Nowhere => return,
        };
        if span.claims == 0 {
            span.from = from;
        }
        span.to = self.checks.len() as u32;
        span.claims += 1;
    }

    /// The checks of a claim, redundant ones too.
    fn of_claim(
        &mut self,
        k: u32,
        c: &Claim,
        r: &Resolved,
        row: Row,
        changed: &[Row],
        block: [u32; 3],
    ) -> Vec<Check> {
        let mut wanted: Vec<(Scope, Vec<(usize, Factor)>)> = Vec::new();
        let axes: Vec<(usize, Factor)> = r.coef.into_iter().enumerate().collect();
        if r.coef.iter().any(|f| *f != Factor::Unknown) {
            wanted.push((Scope::Block, axes));
        }
        let zero = |n| (0..n).map(|a| (a, Factor::Known(0))).collect::<Vec<_>>();
        if c.block_uniform {
            wanted.push((Scope::Block, zero(3)));
        }
        if r.lane != Factor::Unknown {
            wanted.push((Scope::Warp, vec![(LANE, r.lane)]));
        }
        if c.warp_uniform {
            wanted.push((Scope::Warp, vec![(LANE, Factor::Known(0))]));
        }
        wanted.dedup();
        let mut out = Vec::new();
        for (scope, factors) in wanted {
            let whole = scope == Scope::Block && factors.iter().all(|f| f.1 != Factor::Unknown);
            let base = match c.base {
                // It is of the coefficients as they are claimed, not of block_uniform.
                Base::Const(n) if whole && factors.iter().map(|f| f.1).eq(r.coef) => {
                    Some(n as u64 & mask(c.width))
                }
                _ => None,
            };
            let mut agree = 0u8;
            let mut compared = 1;
            for (a, f) in &factors {
                let extent = block.get(*a).copied().unwrap_or(32);
                match f {
                    // An axis of one thread parts nobody.
                    Factor::Unknown if extent > 1 => agree |= 1 << a,
                    Factor::Unknown => {}
                    _ => compared *= extent,
                }
            }
            if base.is_none() && (compared == 1 || self.threads == 1) {
                continue;
            }
            let within = (agree != 0).then(|| self.group(agree, block));
            let operand = |plan: &mut Plan, row: Row| {
                let shadow = changed.contains(&row).then(|| plan.shadow(row));
                Operand { row, shadow }
            };
            let mut by = Vec::new();
            for (a, f) in &factors {
                match f {
                    Factor::Unknown | Factor::Known(0) => {}
                    Factor::Known(n) => by.push((*a, By::Known(*n as u64))),
                    Factor::Symbolic(s) => {
                        let value = operand(self, s.row);
                        by.push((*a, By::Symbol(*s, value)));
                        out.push(Check {
                            claim: k,
                            value,
                            bits: mask(s.bits),
                            factors: Vec::new(),
                            scope,
                            within,
                            base: None,
                            slot: 0,
                            coefficient: Some(*a),
                        });
                    }
                }
            }
            out.push(Check {
                claim: k,
                value: Operand { row, shadow: None },
                bits: mask(c.width),
                factors: by,
                scope,
                within,
                base,
                slot: 0,
                coefficient: None,
            });
        }
        out
    }

    /// Whether a check of the whole block shows what one within warps would.
    fn implies(&self, block: &Check, warp: &Check) -> bool {
        if warp.coefficient.is_some() {
            return false;
        }
        let sum = |x: &Check, w: &WarpShape, lane: usize| {
            x.factors.iter().try_fold(0u64, |sum, (a, by)| match by {
                By::Known(n) => {
                    Some(sum.wrapping_add(n.wrapping_mul(u64::from(w.index[*a][lane]))))
                }
                By::Symbol(..) => None,
            })
        };
        self.warps.iter().all(|w| {
            let rest =
                |l: usize| Some(sum(block, w, l)?.wrapping_sub(sum(warp, w, l)?) & warp.bits);
            let lanes = w.exists.count_ones() as usize;
            rest(0).is_some() && (0..lanes).all(|l| rest(l) == rest(0))
        })
    }

    fn shadow(&mut self, row: Row) -> u32 {
        let known = self.shadows.iter().position(|r| *r == row);
        known.unwrap_or_else(|| {
            self.shadows.push(row);
            self.shadows.len() - 1
        }) as u32
    }

    fn group_count(&self, group: u32) -> u32 {
        self.group_of_axes.values().find(|g| g.0 == group).map_or(1, |g| g.1)
    }

    fn group(&mut self, axes: u8, block: [u32; 3]) -> u32 {
        if let Some(g) = self.group_of_axes.get(&axes) {
            return g.0;
        }
        let mut count = 1;
        let mut scale = [0; 3];
        for a in 0..3 {
            if axes >> a & 1 == 1 {
                scale[a] = count;
                count *= block[a];
            }
        }
        let of =
            |w: &WarpShape| std::array::from_fn(|l| (0..3).map(|a| scale[a] * w.index[a][l]).sum());
        self.groups.push(self.warps.iter().map(of).collect());
        let g = self.groups.len() as u32 - 1;
        self.group_of_axes.insert(axes, (g, count));
        g
    }
}

fn warp_shape(warp: u32, block: [u32; 3]) -> WarpShape {
    let count = (block.iter().product::<u32>() - warp * 32).min(32);
    let at = |l: usize| thread_index((warp * 32 + l as u32).min(warp * 32 + count - 1), block);
    WarpShape {
        index: std::array::from_fn(|a| {
            std::array::from_fn(|l| if a == LANE { l as u32 } else { at(l)[a] })
        }),
        exists: if count == 32 { !0 } else { (1 << count) - 1 },
    }
}

fn is_irreducible(p: &Program, mut cycle: Option<u32>) -> bool {
    while let Some(c) = cycle {
        if p.cycles[c as usize].irreducible {
            return true;
        }
        cycle = p.cycles[c as usize].parent;
    }
    false
}
