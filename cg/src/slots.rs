//! Slots become memory: what copies to and from [slot files](RegClass::is_slot) are in PTX. It runs last before printing, once no pass asks any more
//! what a slot holds.
//!
//! Idea: a slot of the thread is a place in one object of local memory. A slot of the warp is a place in the warp's part of one shared object; each warp
//! finds its part by its number in the block, from the thread's number on three axes (`%warpid` may change while a kernel runs). How a value of each register
//! file goes to memory is one small impl of [`Spill`]: a predicate goes as a word.
//! Copies of a warp's slots that stand one behind the other, of places that do so too, are one access of two or four.
//!
//! Source: the shape is that of Mesa's NAK (`spill_values.rs`: `trait Spill`, an impl a file, `PerRegFile`).
//! Legality: a slot of the thread is the thread's, and its bytes are no other slot's. Accesses to slots of the warp are volatile, so that each lane's reload
//! follows its own store, and none is weak beside another lane's. That a warp's lanes come together, store one value, and that barriers stand where they have
//! to, is who makes slots asked for ([`crate::regalloc::check`]). The warp's part is whole 16 bytes, so that no vector that somebody makes of accesses lies in two.
//! Cost: linear. A predicate costs an instruction more each way; a kernel with slots of the warp some at its begin.

use crate::lir::modifiers::{Relation, Space, Special, Type};
use crate::lir::opcodes::Form;
use crate::lir::{
    Declaration, Function, Guard, Inst, Kind, MemoryForm, Op, Operand, PerRegFile, Place, Point,
    Reg, RegClass, Symbol, Variable,
};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The most bytes that a kernel's slots of warps take.
pub const MOST_SHARED: u64 = 8 << 10;
/// The threads of a warp.
const WARP: u64 = 32;
/// The first architecture whose warps are parted and joined as the rules of slots say.
const LEAST_ARCH: u32 = 70;

/// What is known of the module that the function is of.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// The target's architecture.
    pub arch: u32,
    /// The launch decides how much shared memory there is.
    pub has_dynamic_shared: bool,
}

/// The bytes that slots took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    /// Of local memory, for a thread.
    pub thread: u64,
    /// Of shared memory, for a block.
    pub block: u64,
}

/// How values of a register file go to memory and come back.
trait Spill {
    /// The type in memory.
    fn ty(&self) -> Type;

    /// What comes before the store, and what is stored.
    fn before(&self, f: &mut Function, value: Reg, row: &mut Row) -> Reg;

    /// What the load writes, and what comes behind it.
    fn behind(&self, f: &mut Function, to: Reg, row: &mut Row, loc: Loc) -> Reg;
}

/// The instructions that a copy becomes.
type Row = SmallVec<[Inst; 2]>;

/// As it is.
struct Plain(Type);

/// As a word that is one or zero.
struct AsWord;

impl Spill for Plain {
    fn ty(&self) -> Type {
        self.0
    }

    fn before(&self, _: &mut Function, value: Reg, _: &mut Row) -> Reg {
        value
    }

    fn behind(&self, _: &mut Function, to: Reg, _: &mut Row, _: Loc) -> Reg {
        to
    }
}

impl Spill for AsWord {
    fn ty(&self) -> Type {
        Type::U32
    }

    fn before(&self, f: &mut Function, value: Reg, row: &mut Row) -> Reg {
        let word = f.new_reg(RegClass::B32, None);
        let uses = [Operand::Int(1), Operand::Int(0), Operand::Reg(value)];
        row.push(f.inst(Op::Selp(Type::B32), &[word], &uses, Loc::NONE));
        word
    }

    fn behind(&self, f: &mut Function, to: Reg, row: &mut Row, loc: Loc) -> Reg {
        let word = f.new_reg(RegClass::B32, None);
        let op = Op::Setp { relation: Relation::Ne, ty: Type::U32, ftz: false };
        row.push(f.inst(op, &[to], &[Operand::Reg(word), Operand::Int(0)], loc));
        word
    }
}

/// The impl of each file; slots are not copied to slots.
fn spills() -> PerRegFile<Option<&'static dyn Spill>> {
    PerRegFile::new(|class| {
        let spill: &dyn Spill = match class {
            RegClass::Pred => &AsWord,
            RegClass::B16 => &Plain(Type::U16),
            RegClass::B32 => &Plain(Type::U32),
            RegClass::B64 => &Plain(Type::U64),
            RegClass::F32 => &Plain(Type::F32),
            RegClass::F64 => &Plain(Type::F64),
            RegClass::WarpSlot | RegClass::ThreadSlot => return None,
        };
        Some(spill)
    })
}

/// Where the slots of a file are.
#[derive(Clone, Debug, Default)]
struct Area {
    /// By slot, where its bytes begin.
    places: Map<Reg, u64>,
    /// So many bytes are taken.
    size: u64,
}

impl Area {
    /// Places for slots of so many bytes, one behind the other.
    fn of(slots: impl Iterator<Item = (Reg, u32)>) -> Area {
        let mut area = Area::default();
        for (slot, bytes) in slots {
            let at = area.size.next_multiple_of(u64::from(bytes));
            area.places.insert(slot, at);
            area.size = at + u64::from(bytes);
        }
        area
    }
}

/// A copy to a slot, or from one.
struct Copy {
    at: Place,
    slot: Reg,
    value: Reg,
    is_store: bool,
    guard: Option<Guard>,
    loc: Loc,
}

/// The copies of a function.
fn copies(f: &Function) -> Vec<Copy> {
    let mut found = Vec::new();
    for (block, insts) in f.blocks() {
        for (index, inst) in insts.insts.iter().enumerate() {
            let (Some(to), [Operand::Reg(from)]) = (f.def(inst), f.uses(inst)) else { continue };
            let is_store = f.class(to).is_slot();
            if !is_store && !f.class(*from).is_slot() {
                continue;
            }
            let (slot, value) = if is_store { (to, *from) } else { (*from, to) };
            let (guard, loc) = (inst.guard, inst.loc);
            found.push(Copy { at: Place { block, index }, slot, value, is_store, guard, loc });
        }
    }
    found
}

/// Makes memory of a function's slots; an error, and the function as it was, where that is not supported.
pub fn lower(f: &mut Function, around: Surroundings) -> Result<Bytes, String> {
    let (copies, spills) = (copies(f), spills());
    let mut widths: BTreeMap<Reg, u32> = BTreeMap::new();
    for copy in &copies {
        if f.class(copy.slot) == RegClass::WarpSlot && copy.guard.is_some() {
            return Err("a guarded copy of a warp's slot is not supported".to_owned());
        }
        let Some(spill) = spills[f.class(copy.value)] else {
            return Err("a copy between slots is not supported yet".to_owned());
        };
        let width = widths.entry(copy.slot).or_default();
        *width = spill.ty().size().max(*width);
    }
    let areas = PerRegFile::new(|file| {
        Area::of(
            widths.iter().map(|(&slot, &width)| (slot, width)).filter(|of| f.class(of.0) == file),
        )
    });
    let mut bytes = Bytes { thread: areas[RegClass::ThreadSlot].size, block: 0 };
    let stride = areas[RegClass::WarpSlot].size.next_multiple_of(16);
    if stride > 0 {
        bytes.block = shared_bytes(f, stride, around)?;
    }
    let depot = (bytes.thread > 0).then(|| declare(f, Space::Local, 8, bytes.thread));
    let area = (bytes.block > 0).then(|| declare(f, Space::Shared, 16, bytes.block));
    // What is put at the begin moves what stands there, so it comes last.
    let base = area.map(|area| (area, f.new_reg(RegClass::B32, None)));
    // From the end, so that places before one stay.
    let mut rest = &copies[..];
    while let Some(copy) = rest.last() {
        let file = f.class(copy.slot);
        let count = vector(f, rest, &areas[file]);
        let (before, run) = rest.split_at(rest.len() - count);
        rest = before;
        let Some(&offset) = areas[file].places.get(&run[0].slot) else { continue };
        let offset = offset as i64;
        let address = match (file, depot, base) {
            (RegClass::WarpSlot, _, Some((_, base))) => Operand::AtReg(base, offset),
            (_, Some(depot), _) => Operand::AtSymbol(depot, offset),
            _ => continue,
        };
        let Some(spill) = spills[f.class(copy.value)] else { continue };
        match run {
            [_] => access(f, copy, spill, address, file == RegClass::WarpSlot),
            run => access_all(f, run, spill.ty(), address),
        }
    }
    if let Some((area, base)) = base {
        find_part(f, base, area, stride);
    }
    Ok(bytes)
}

/// The widest access, in bytes.
const WIDEST: u64 = 16;

/// How many of the last copies become one access: they stand one behind the other, and so do their slots, of the warp, from a place on that is aligned to all of them.
fn vector(f: &Function, copies: &[Copy], area: &Area) -> usize {
    let is_vector = |run: &[Copy]| {
        let [first, rest @ ..] = run else { return false };
        let Some(bits) = f.class(first.value).bits().filter(|&bits| bits >= 32) else {
            return false;
        };
        let (bytes, count) = (u64::from(bits / 8), run.len() as u64);
        let place = |copy: &Copy| area.places.get(&copy.slot).copied();
        let Some(begin) = place(first).filter(|at| at.is_multiple_of(bytes * count)) else {
            return false;
        };
        let follows = |(k, copy): (usize, &Copy)| {
            let at = Place { index: first.at.index + k + 1, ..first.at };
            copy.at == at
                && place(copy) == Some(begin + bytes * (k as u64 + 1))
                && f.class(copy.slot) == f.class(first.slot)
                && f.class(copy.value) == f.class(first.value)
                && copy.is_store == first.is_store
        };
        // A vector's elements are written at once.
        let is_distinct = |k: usize| run[..k].iter().all(|other| other.value != run[k].value);
        bytes * count <= WIDEST
            && rest.iter().enumerate().all(follows)
            && (first.is_store || (1..run.len()).all(is_distinct))
    };
    let is_of_warp = copies.last().is_some_and(|copy| f.class(copy.slot) == RegClass::WarpSlot);
    let is_one = |count: &usize| {
        copies.len().checked_sub(*count).is_some_and(|begin| is_vector(&copies[begin..]))
    };
    [4, 2].into_iter().filter(|_| is_of_warp).find(is_one).unwrap_or(1)
}

/// Puts one access in the place of copies that stand one behind the other.
fn access_all(f: &mut Function, run: &[Copy], ty: Type, address: Operand) {
    let count = run.len() as u8;
    let align = MemoryForm::log2(ty.size() * u32::from(count));
    let form =
        MemoryForm { space: Space::Shared, ty, count, volatile: true, read_only: false, align };
    let values: SmallVec<[Reg; 4]> = run.iter().map(|copy| copy.value).collect();
    let (at, loc) = (run[0].at, run[0].loc);
    let made = if run[0].is_store {
        let stored = values.iter().map(|&value| Operand::Reg(value));
        let uses: SmallVec<[Operand; 5]> = [address].into_iter().chain(stored).collect();
        f.inst(Op::St(form), &[], &uses, loc)
    } else {
        f.inst(Op::Ld(form), &values, &[address], loc)
    };
    for copy in run[1..].iter().rev() {
        f.remove(copy.at);
    }
    f.replace(at, made);
}

/// Puts an access in the place of a copy.
fn access(f: &mut Function, copy: &Copy, spill: &dyn Spill, address: Operand, is_shared: bool) {
    let ty = spill.ty();
    let form = MemoryForm {
        space: if is_shared { Space::Shared } else { Space::Local },
        ty,
        count: 1,
        volatile: is_shared,
        read_only: false,
        align: MemoryForm::log2(ty.size()),
    };
    let mut row = Row::new();
    if copy.is_store {
        let value = spill.before(f, copy.value, &mut row);
        row.push(f.inst(Op::St(form), &[], &[address, Operand::Reg(value)], copy.loc));
    } else {
        let mut rest = Row::new();
        let loaded = spill.behind(f, copy.value, &mut rest, copy.loc);
        row.push(f.inst(Op::Ld(form), &[loaded], &[address], copy.loc));
        row.extend(rest);
    }
    // What it is made by runs for all: only what the guard leaves alone hangs on it.
    if let Some(last) = row.last_mut() {
        last.guard = copy.guard;
    }
    let mut row = row.into_iter();
    if let Some(first) = row.next() {
        f.replace(copy.at, first);
    }
    let rest = row.map(|inst| (copy.at.behind(), inst)).collect();
    f.insert_all(rest);
}

/// Why a function has no slots of the warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is called: its caller's slots may be where its own would be.
    Called,
    /// The launch decides how much shared memory there is.
    Extern,
    /// The target's warps are not parted and joined as the rules of slots say.
    Target,
}

impl Refused {
    /// In what slots of the warp are not supported.
    pub fn text(self) -> &'static str {
        match self {
            Refused::Called => "in a function that is called",
            Refused::Extern => "with `extern` shared memory",
            Refused::Target => "with this target",
        }
    }
}

/// What statistics say of a kernel that could have slots of the warp, and has none, begins so.
pub const NONE: &str = "no slots: ";

/// What statistics say of a kernel that has no slots of the warp: where they are refused, and where shared memory has no room.
pub fn counter(refused: Option<Refused>) -> &'static str {
    match refused {
        Some(Refused::Called) => "no slots: a function that is called",
        Some(Refused::Extern) => "no slots: `extern` shared memory",
        Some(Refused::Target) => "no slots: this target",
        None => "no slots: no shared memory is left",
    }
}

/// Why a function has no slots of the warp, if it has none.
pub fn refused(f: &Function, around: Surroundings) -> Option<Refused> {
    match around {
        _ if f.kind != Kind::Kernel => Some(Refused::Called),
        Surroundings { has_dynamic_shared: true, .. } => Some(Refused::Extern),
        Surroundings { arch, .. } if arch < LEAST_ARCH => Some(Refused::Target),
        _ => None,
    }
}

/// The warps of a block, at most.
pub fn warps(f: &Function) -> u64 {
    let threads = f.most_threads().map_or(WARP * WARP, u64::from);
    threads.div_ceil(WARP).clamp(1, WARP)
}

/// The shared bytes for all warps of a block.
fn shared_bytes(f: &Function, stride: u64, around: Surroundings) -> Result<u64, String> {
    if let Some(why) = refused(f, around) {
        return Err(format!("slots of the warp {} are not supported", why.text()));
    }
    let bytes = stride.saturating_mul(warps(f));
    if bytes > MOST_SHARED {
        return Err(format!("{bytes} bytes of slots of the warp are more than {MOST_SHARED}"));
    }
    Ok(bytes)
}

/// An object of the function's own, of a name that nobody has.
fn declare(f: &mut Function, space: Space, align: u32, size: u64) -> Symbol {
    let kind = if space == Space::Shared { "warp" } else { "thread" };
    let mut name = format!("__optx_{kind}_slots_{}", f.name);
    while f.symbols.iter().any(|taken| **taken == name) {
        name.push('$');
    }
    let variable = Variable::Bytes { align, size };
    f.objects.push(Declaration { space, ..Declaration::param(variable, name.as_str()) });
    f.symbols.push(name.into_boxed_str());
    Symbol(f.symbols.len() as u32 - 1)
}

/// At the function's begin, where the warp's part begins: `area + stride * ((x + nx * (y + ny * z)) / 32)`.
fn find_part(f: &mut Function, base: Reg, area: Symbol, stride: u64) {
    use Special::{NtidX, NtidY, TidX, TidY, TidZ};
    let [x, y, z, nx, ny, object] = [(); 6].map(|()| f.new_reg(RegClass::B32, None));
    let mut insts = Vec::new();
    let mut put = |f: &mut Function, op: Op, to: Reg, uses: &[Operand]| {
        insts.push(f.inst(op, &[to], uses, Loc::NONE));
    };
    for (reg, special) in [(x, TidX), (y, TidY), (z, TidZ), (nx, NtidX), (ny, NtidY)] {
        put(f, Op::Mov(Type::U32), reg, &[Operand::Special(special)]);
    }
    put(f, Op::Mov(Type::U32), object, &[Operand::Symbol(area)]);
    let alu = |form, ty| Op::Alu { form, ty, round: None, ftz: false };
    let mad = alu(Form::MadLo, Type::U32);
    let reg = Operand::Reg;
    put(f, mad, base, &[reg(ny), reg(z), reg(y)]);
    put(f, mad, base, &[reg(nx), reg(base), reg(x)]);
    put(f, alu(Form::Shr, Type::U32), base, &[reg(base), Operand::Int(5)]);
    put(f, mad, base, &[reg(base), Operand::Int(stride as i64), reg(object)]);
    if let Some(start) = f.entry().map(Point::start) {
        f.insert_all(insts.into_iter().map(|inst| (start, inst)).collect());
    }
}
