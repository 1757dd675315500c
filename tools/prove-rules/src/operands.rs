//! All operands of a claim at a small width, and random ones at the machine's.

use crate::claim::{Claim, Kind, Tree, Type};
use crate::evaluate::{Operands, evaluate};
use optx_ir::simplify::term::{CONSTANTS, LEAVES};

/// A claim that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// Where.
    pub operands: Operands,
    /// The pattern's value.
    pub wanted: u64,
    /// The replacement's.
    pub got: Option<u64>,
}

/// How many operands were tried, and how many of them meant something: the conditions held, and the pattern had a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Operands.
    pub all: u64,
    /// Those that meant something.
    pub meant: u64,
}

impl Refuted {
    /// In words.
    pub fn text(&self, claim: &Claim) -> String {
        let mut out = String::new();
        for &(k, _) in &claim.leaves {
            let value = self.operands.leaves[usize::from(k)];
            let value = value.map_or("poison".to_owned(), |v| format!("{v:#x}"));
            out += &format!("{} = {value}, ", LEAVES[usize::from(k)]);
        }
        for &(k, _) in &claim.constants {
            let name = CONSTANTS[usize::from(k)];
            out += &format!("{name} = {:#x}, ", self.operands.constants[usize::from(k)]);
        }
        let got = self.got.map_or("poison".to_owned(), |v| format!("{v:#x}"));
        format!("{out}at {} bits: {:#x} became {got}", claim.width, self.wanted)
    }
}

/// True where the conditions hold.
pub fn holds(claim: &Claim, given: &Operands) -> bool {
    claim.when.iter().all(|condition| evaluate(condition, given) == Some(1))
}

fn check(claim: &Claim, given: &Operands, tried: &mut Tried) -> Result<(), Box<Refuted>> {
    tried.all += 1;
    let Some(wanted) = evaluate(&claim.left, given) else { return Ok(()) };
    tried.meant += 1;
    let got = evaluate(&claim.right, given);
    if got == Some(wanted) {
        return Ok(());
    }
    Err(Box::new(Refuted { operands: *given, wanted, got }))
}

/// How many operands a claim has.
pub fn count(claim: &Claim) -> u128 {
    let leaves = claim.leaves.iter().map(|(_, ty)| (1u128 << ty.bits) + 1);
    leaves.chain(claim.constants.iter().map(|(_, ty)| 1u128 << ty.bits)).product()
}

/// True where the claim computes with floats: its operands are the solver's.
pub fn has_floats(claim: &Claim) -> bool {
    let mut found = false;
    claim.left.walk(&mut |tree| {
        found |= tree.ty().kind == Kind::Float;
        found |= matches!(tree, Tree::Op(_, _, of, _) if of.kind == Kind::Float);
    });
    found
}

/// Tries all operands, poison among the leaves.
pub fn all(claim: &Claim) -> Result<Tried, Box<Refuted>> {
    let mut tried = Tried::default();
    let mut given = Operands { leaves: [None; 5], constants: [0; 3] };
    constants(claim, 0, &mut given, &mut tried)?;
    Ok(tried)
}

fn constants(
    claim: &Claim,
    at: usize,
    given: &mut Operands,
    tried: &mut Tried,
) -> Result<(), Box<Refuted>> {
    let Some(&(k, ty)) = claim.constants.get(at) else {
        return if holds(claim, given) { leaves(claim, 0, given, tried) } else { Ok(()) };
    };
    for value in 0..1u64 << ty.bits {
        given.constants[usize::from(k)] = value;
        constants(claim, at + 1, given, tried)?;
    }
    Ok(())
}

fn leaves(
    claim: &Claim,
    at: usize,
    given: &mut Operands,
    tried: &mut Tried,
) -> Result<(), Box<Refuted>> {
    let Some(&(k, ty)) = claim.leaves.get(at) else { return check(claim, given, tried) };
    for value in (0..1u64 << ty.bits).map(Some).chain([None]) {
        given.leaves[usize::from(k)] = value;
        leaves(claim, at + 1, given, tried)?;
    }
    Ok(())
}

/// Random numbers: xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled").
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A value of a type: one in two near a power of two or its negative (the ends of the type and 0 among them), one in four short.
    pub fn value(&mut self, ty: Type) -> u64 {
        let (draw, other) = (self.draw(), self.draw());
        let near = (draw >> 32) % 5;
        let power = 1u64.checked_shl((draw >> 8) as u32 % (ty.bits + 1)).unwrap_or(0);
        let value = match draw % 8 {
            0 | 1 => power.wrapping_add(near).wrapping_sub(2),
            2 | 3 => power.wrapping_neg().wrapping_add(near).wrapping_sub(2),
            4 | 5 => other >> (draw >> 16 & 63),
            _ => other,
        };
        value & ty.mask()
    }
}

/// Constants of the claim for which the conditions hold, or do not; None where many draws found none.
pub fn draw_constants(claim: &Claim, wanted: bool, random: &mut Random) -> Option<[u64; 3]> {
    let mut given = Operands { leaves: [None; 5], constants: [0; 3] };
    for _ in 0..4096 {
        for &(k, ty) in &claim.constants {
            // Amounts are most often within the width.
            let value = random.value(ty);
            let is_amount = ty.bits == 32 && random.draw().is_multiple_of(2);
            given.constants[usize::from(k)] =
                if is_amount { value % u64::from(claim.width + 1) } else { value };
        }
        if holds(claim, &given) == wanted {
            return Some(given.constants);
        }
    }
    None
}

/// Tries so many random operands; constants are drawn anew after every 64 of them.
pub fn random(claim: &Claim, times: u64, seed: u64) -> Result<Tried, Box<Refuted>> {
    let mut random = Random::new(seed);
    let mut tried = Tried::default();
    while tried.all < times {
        let Some(constants) = draw_constants(claim, true, &mut random) else { return Ok(tried) };
        let mut given = Operands { leaves: [None; 5], constants };
        for _ in 0..if claim.constants.is_empty() { times.max(1) } else { 64 } {
            for &(k, ty) in &claim.leaves {
                given.leaves[usize::from(k)] = Some(random.value(ty));
            }
            check(claim, &given, &mut tried)?;
        }
    }
    Ok(tried)
}
