//! Which values of the fullest place are made once more, and where.
//!
//! Idea: a value goes whose reads behind the place can all be given a register made at their depth or above. Reads of one block share it as long as no full
//! place lies between; reads in loops that the value comes into get it where the way to them last was as shallow as its definition. Best first: units times span over price, by depth first.
//! Legality: [`super::recompute`]. Who makes it stands on every way from the definition to the read, behind it, and no way leads from there to the read
//! by the fullest place alone.
//! Cost: of a place the function once, and for each value that lives there its reads, the writings of what it is made of, and the dominators of
//! reads in loops: [`MOST_LOOKS`] of these in all. What comes then is kept.

use super::dominance::Dominators;
use super::limit::Limit;
use super::lives::Lives;
use super::mentions::Mentions;
use super::pressure::{Peak, Pressure};
use super::recompute::{Recipe, Recipes, Writers, price};
use crate::lir::{BlockId, Function, Operand, Place, Point, Reg};
use optx_whirl::fixed_hash::{Map, Set};
use std::cmp::Ordering;

/// So many reads, writings, blocks that something lives in and dominators are looked at in a function, at all its places.
const MOST_LOOKS: usize = 10_000_000;

/// What is still to be looked at.
pub struct Looks(usize);

impl Default for Looks {
    fn default() -> Looks {
        Looks(MOST_LOOKS)
    }
}

impl Looks {
    /// Takes some; none where there are not so many.
    fn take(&mut self, count: usize) -> Option<()> {
        self.0 = self.0.checked_sub(count)?;
        Some(())
    }
}

/// A register that a value is made in once more.
#[derive(Clone, Debug)]
pub struct Copy {
    /// Where.
    pub at: Point,
    /// Who reads it.
    pub reads: Vec<Place>,
}

/// A value that is made once more.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The register that it was kept in.
    pub reg: Reg,
    /// How.
    pub recipe: Recipe,
    /// Where.
    pub copies: Vec<Copy>,
    /// The units that the place is less full.
    gain: u32,
    /// The deepest copy.
    depth: u32,
    /// About over how many blocks it lived.
    span: u32,
    /// Machine instructions that are executed more, about.
    price: u32,
}

/// The look at one fullest place.
pub struct Round<'a> {
    f: &'a Function,
    pressure: &'a mut Pressure,
    looks: &'a mut Looks,
    limit: Limit,
    peak: &'a Peak,
    writers: Writers,
    /// What lives there; by register, whether it does.
    live: Vec<Reg>,
    is_there: Vec<bool>,
    mentions: Mentions,
    /// By block, whether control comes there behind the place.
    is_behind: Vec<bool>,
    /// By block, its place in the layout.
    numbers: Vec<u32>,
    /// Made for the first value that is read in a loop.
    dominators: Option<Dominators>,
    units: Map<BlockId, Vec<u32>>,
}

impl<'a> Round<'a> {
    /// At a place; registers from `new` on were made for this and stay.
    pub fn new(
        f: &'a Function,
        pressure: &'a mut Pressure,
        looks: &'a mut Looks,
        limit: Limit,
        peak: &'a Peak,
        new: usize,
    ) -> Round<'a> {
        let mut live = pressure.live_at(f, peak.place);
        let mut is_there = vec![false; f.registers().len()];
        live.iter().for_each(|reg| is_there[reg.index()] = true);
        live.retain(|reg| reg.index() < new);
        let writers = Writers::of(f);
        let mentions = Mentions::of(f);
        let mut is_behind = vec![false; f.block_count()];
        let mut work: Vec<BlockId> = f.block(peak.place.block).succs.to_vec();
        while let Some(bb) = work.pop() {
            if !std::mem::replace(&mut is_behind[bb.index()], true) {
                work.extend(f.block(bb).succs.iter().copied());
            }
        }
        Round {
            f,
            pressure,
            looks,
            limit,
            peak,
            writers,
            live,
            is_there,
            mentions,
            is_behind,
            numbers: f.layout_numbers(),
            dominators: None,
            units: Map::default(),
        }
    }

    /// Picks values, best first, until the place is within the limit.
    pub fn choose(&mut self) -> Vec<Choice> {
        let mut excess = self.peak.units.saturating_sub(self.limit.units());
        let mut chosen: Vec<Choice> = Vec::new();
        // What recipes read is kept; what is made once more is not kept for another's sake.
        let (mut kept, mut gone): (Set<Reg>, Set<Reg>) = Default::default();
        let live = std::mem::take(&mut self.live);
        let mut choices: Vec<Choice> = live.iter().filter_map(|&reg| self.choice(reg)).collect();
        choices.sort_by(by_worth);
        for Choice { reg, .. } in choices {
            if excess == 0 {
                break;
            }
            if kept.contains(&reg) {
                continue;
            }
            // Those before it changed what is there.
            let Some(choice) = self.choice(reg) else { continue };
            if choice.recipe.longer.iter().any(|reg| gone.contains(reg)) {
                continue;
            }
            gone.insert(reg);
            self.is_there[reg.index()] = false;
            for &at in &choice.recipe.steps {
                kept.extend(self.f.uses(self.f.inst_at(at)).iter().filter_map(Operand::register));
            }
            choice.recipe.longer.iter().for_each(|reg| self.is_there[reg.index()] = true);
            excess = excess.saturating_sub(choice.gain);
            chosen.push(choice);
        }
        chosen
    }

    /// What it is to make a value once more.
    fn choice(&mut self, reg: Reg) -> Option<Choice> {
        let f = self.f;
        let definition = self.writers.one(reg)?;
        let recipes = Recipes {
            f,
            writers: &self.writers,
            weights: self.pressure.weights(),
            is_there: &self.is_there,
        };
        let recipe = recipes.of(reg)?;
        let weight = |reg: Reg| self.pressure.weights().get(f, reg);
        let longer: u32 = recipe.longer.iter().map(|&reg| weight(reg)).sum();
        let gain = weight(reg).checked_sub(longer).filter(|&gain| gain > 0)?;
        if !self.is_steady(&recipe)? {
            return None;
        }
        let all = self.mentions.reads.list(reg.index()).to_vec();
        self.looks.take(all.len())?;
        let behind: Vec<Place> =
            all.iter().copied().filter(|&read| self.comes_behind(definition, read)).collect();
        let last = *behind.last()?;
        let copies = self.copies(definition, &behind)?;
        // What is read at once is held nowhere.
        if let [only] = copies.as_slice()
            && only.at.block() == definition.block
            && only.at.index() <= definition.index + 1
        {
            return None;
        }
        let depth = copies.iter().map(|copy| f.block(copy.at.block()).depth).max()?;
        let is_gone = behind.len() == all.len();
        let saved = if is_gone { price(f, f.inst_at(definition), &[]) } else { 0 };
        let price = (recipe.price * copies.len() as u32).saturating_sub(saved);
        // Where nobody asked for a limit nothing is executed more in a loop, and one instruction elsewhere.
        if !self.limit.is_asked && price > u32::from(depth == 0) {
            return None;
        }
        let number = |place: Place| self.numbers[place.block.index()];
        let span = 1 + number(last).abs_diff(number(definition));
        Some(Choice { reg, recipe, copies, gain, depth, span, price })
    }

    /// Whether a read comes behind the fullest place, for who is defined at another.
    fn comes_behind(&self, definition: Place, read: Place) -> bool {
        let peak = self.peak.place;
        match read.block == peak.block {
            true => {
                let comes_back = self.is_behind[peak.block.index()];
                read.index > peak.index || comes_back && definition.block != peak.block
            }
            false => self.is_behind[read.block.index()],
        }
    }

    /// True where what a recipe reads and several instructions write is not written while the recipe's values live.
    fn is_steady(&mut self, recipe: &Recipe) -> Option<bool> {
        for &step in &recipe.steps {
            if recipe.unsteady.is_empty() {
                break;
            }
            let Some(reg) = self.f.def(self.f.inst_at(step)) else { return Some(false) };
            let reads = self.mentions.reads.list(reg.index());
            let lists = recipe.unsteady.iter().map(|reg| self.mentions.writes.list(reg.index()));
            let writings: usize = lists.clone().map(<[Place]>::len).sum();
            self.looks.take(reads.len() + writings)?;
            let lives = Lives::of(self.f, step, reads);
            self.looks.take(lives.blocks())?;
            if lists.flatten().any(|&writing| lives.behind(writing)) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Where to make a value for its reads; none where one cannot be given it.
    fn copies(&mut self, definition: Place, reads: &[Place]) -> Option<Vec<Copy>> {
        let f = self.f;
        let own = f.block(definition.block).depth;
        let mut copies: Vec<Copy> = Vec::new();
        for &read in reads {
            if f.block(read.block).depth > own {
                let block = self.above(definition, read)?;
                let at = f.before_branches(block);
                self.looks.take(copies.len())?;
                match copies.iter_mut().find(|copy| copy.at == at) {
                    Some(copy) => copy.reads.push(read),
                    None => copies.push(Copy { at, reads: vec![read] }),
                }
                continue;
            }
            let of_block = copies.last_mut().filter(|copy| copy.reads[0].block == read.block);
            match of_block.filter(|copy| copy.at.block() == read.block) {
                Some(copy) if self.is_low(&copy.reads, read) => copy.reads.push(read),
                _ => copies.push(Copy { at: read.before(), reads: vec![read] }),
            }
        }
        Some(copies)
    }

    /// The last block on every way to a read in a loop that is as shallow as the definition; none where that is no gain.
    fn above(&mut self, definition: Place, read: Place) -> Option<BlockId> {
        let f = self.f;
        let own = f.block(definition.block).depth;
        let dominators = self.dominators.get_or_insert_with(|| Dominators::of(f));
        let mut block = read.block;
        while f.block(block).depth > own {
            self.looks.take(1)?;
            block = dominators.last_before(block)?;
        }
        let peak = self.peak.place.block;
        // From there the read is reached without the fullest place, or the place is not full of it.
        let is_past = block != definition.block && block != peak && self.is_behind[block.index()];
        let within =
            f.block(peak).depth > f.block(block).depth && dominators.is_before(block, peak);
        (is_past && !within).then_some(block)
    }

    /// True where no full place lies between the last of some reads of a block and another.
    fn is_low(&mut self, reads: &[Place], read: Place) -> bool {
        let Some(&last) = reads.last() else { return false };
        let (f, pressure) = (self.f, &mut *self.pressure);
        let units = self.units.entry(read.block).or_insert_with(|| pressure.behind(f, read.block));
        units[last.index..read.index].iter().all(|&units| units <= self.limit.units())
    }
}

/// Units times span over price, by depth first.
fn by_worth(a: &Choice, b: &Choice) -> Ordering {
    let worth = |choice: &Choice| u64::from(choice.gain) * u64::from(choice.span);
    let by_price = |a: &Choice, b: &Choice| worth(a) * u64::from(b.price + 1);
    a.depth.cmp(&b.depth).then_with(|| by_price(b, a).cmp(&by_price(a, b)))
}
