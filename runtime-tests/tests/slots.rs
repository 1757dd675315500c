//! Slots on the emulator: a function whose values all go to slots, lowered to memory, computes what it did; and the checker of allocations, which knows nothing
//! of how slots are lowered, says that it is right. Of random mistakes planted in such functions it notices most; what it does not notice
//! changes nothing.

mod random_lir;

use optx::cg::lir::check::check as check_lir;
use optx::cg::lir::modifiers::{Barrier, Space, Special, Type};
use optx::cg::lir::opcodes::Form;
use optx::cg::lir::{
    BlockId, Declaration, Directive, Function, Guard, Inst, Loc, MemoryForm, Op, Operand, Place,
    Point, Reg, RegClass, Symbol, Variable,
};
use optx::cg::regalloc::check::check;
use optx::cg::slots::{Bytes, Surroundings, lower};
use optx_emulator::{Device, LaunchConfig, Module, launch};
use random_lir::{program, program_with_loop, run, text};
use runtime_tests::random::Random;

const AROUND: Surroundings = Surroundings { arch: 80, has_dynamic_shared: false };

/// The same operand with another register.
fn with(operand: Operand, reg: Reg) -> Operand {
    match operand {
        Operand::AtReg(_, offset) => Operand::AtReg(reg, offset),
        _ => Operand::Reg(reg),
    }
}

/// A function in which the chosen registers live in slots of the thread alone: each is reloaded before who reads it and stored behind who writes it.
fn spilled(old: &Function, mut chosen: impl FnMut(Reg) -> bool) -> Function {
    let mut f = old.clone();
    let slots: Vec<Option<Reg>> = old
        .registers()
        .map(|reg| chosen(reg).then(|| f.new_reg(RegClass::ThreadSlot, None)))
        .collect();
    let mut copies: Vec<(Point, Inst)> = Vec::new();
    let blocks: Vec<BlockId> = old.layout().collect();
    for block in blocks {
        for (index, inst) in old.insts(block).iter().enumerate() {
            let at = Place { block, index };
            for (k, operand) in old.uses(inst).iter().enumerate() {
                let Some(reg) = operand.register() else { continue };
                let Some(slot) = slots[reg.index()] else { continue };
                let own = reloaded(&mut f, &mut copies, at, reg, slot);
                f.set_use(at, k, with(*operand, own));
            }
            if let Some(guard) = inst.guard
                && let Some(slot) = slots[guard.reg.index()]
            {
                let reg = reloaded(&mut f, &mut copies, at, guard.reg, slot);
                f.set_guard(at, Some(Guard { reg, ..guard }));
            }
            for (k, reg) in old.defs(inst).enumerate() {
                let Some(slot) = slots[reg.index()] else { continue };
                let own = f.new_reg(old.class(reg), None);
                f.set_def(at, k, own);
                let store = f.inst(moved(old, reg), &[slot], &[Operand::Reg(own)], Loc::NONE);
                copies.push((at.behind(), store));
            }
        }
    }
    f.insert_all(copies);
    f
}

fn moved(f: &Function, reg: Reg) -> Op {
    Op::Mov(f.class(reg).moved().expect("a register of PTX"))
}

/// A register of its own that a slot is reloaded to before an instruction.
fn reloaded(
    f: &mut Function,
    copies: &mut Vec<(Point, Inst)>,
    at: Place,
    reg: Reg,
    slot: Reg,
) -> Reg {
    let own = f.new_reg(f.class(reg), None);
    let reload = f.inst(moved(f, reg), &[own], &[Operand::Reg(slot)], Loc::NONE);
    copies.push((at.before(), reload));
    own
}

/// What a function leaves in memory once its slots are lowered.
fn lowered(f: &Function) -> Result<Vec<u8>, String> {
    let mut f = f.clone();
    lower(&mut f, AROUND)?;
    let broken = check_lir(&f);
    if !broken.is_empty() {
        return Err(format!("{broken:?}"));
    }
    run(&text(&f))
}

/// Programs of both kinds.
fn any(seed: u64) -> Function {
    if seed.is_multiple_of(2) { program(seed) } else { program_with_loop(seed) }
}

#[test]
fn what_lives_in_slots_is_what_lived_in_registers() {
    for seed in 0..300 {
        let old = any(seed);
        let wanted = run(&text(&old)).expect("a right program");
        let mut random = Random(seed * 77 + 5);
        for all in [true, false] {
            let new = spilled(&old, |_| all || random.one_in(2));
            assert_eq!(check_lir(&new), [], "seed {seed}");
            assert_eq!(check(&old, &new, |_| false), [], "seed {seed}");
            assert!(lowered(&new).as_ref() == Ok(&wanted), "seed {seed}");
        }
    }
}

/// One mistake, or what may be one; false where there was nothing to change.
fn mutate(f: &mut Function, random: &mut Random) -> bool {
    let blocks: Vec<BlockId> = f.layout().collect();
    let block = random.of(&blocks);
    let count = f.insts(block).len();
    if count < 2 {
        return false;
    }
    let at = Place { block, index: random.next(count - 1) };
    let inst = f.inst_at(at);
    let regs: Vec<Reg> = f.registers().collect();
    let other = |f: &Function, random: &mut Random, reg: Reg| {
        let class = f.class(reg);
        let same: Vec<Reg> = regs.iter().copied().filter(|r| f.class(*r) == class).collect();
        random.of(&same)
    };
    let (defs, uses): (Vec<Reg>, Vec<Operand>) = (f.defs(inst).collect(), f.uses(inst).to_vec());
    match random.next(6) {
        0 if matches!(inst.op, Op::Mov(_)) => f.remove(at),
        1 if !defs.is_empty() => {
            let to = other(f, random, defs[0]);
            f.set_def(at, 0, to);
        }
        2 | 3 => {
            let reads = |(k, operand): (usize, &Operand)| Some((k, *operand, operand.register()?));
            let list: Vec<_> = uses.iter().enumerate().filter_map(reads).collect();
            if list.is_empty() {
                return false;
            }
            let (k, operand, reg) = random.of(&list);
            let to = other(f, random, reg);
            f.set_use(at, k, with(operand, to));
        }
        4 => {
            let changed = |operand: &Operand| match *operand {
                Operand::Int(number) => Some(Operand::Int(number ^ 1)),
                Operand::AtReg(reg, offset) => Some(Operand::AtReg(reg, offset ^ 4)),
                _ => None,
            };
            let Some(k) = uses.iter().position(|operand| changed(operand).is_some()) else {
                return false;
            };
            let Some(operand) = changed(&uses[k]) else { return false };
            f.set_use(at, k, operand);
        }
        5 => {
            let place = Place { block, index: random.next(count - 1) };
            f.move_within(at, place.before());
        }
        _ => return false,
    }
    true
}

/// An old instruction of the function computed once more, before one of the same block that reads what it wrote; None where there is no such.
fn recomputed(old: &Function, random: &mut Random) -> Option<Function> {
    let mut f = old.clone();
    let blocks: Vec<BlockId> = old.layout().collect();
    let block = random.of(&blocks);
    let insts = old.insts(block);
    let first = random.next(insts.len().max(1));
    let by = insts.get(first)?;
    let is_sum = matches!(by.op, Op::Alu { .. } | Op::Selp(_) | Op::Setp { .. });
    let written = old.def(by).filter(|_| is_sum && by.guard.is_none())?;
    let reads = |inst: &Inst| old.uses(inst).iter().any(|o| o.register() == Some(written));
    let writes = |inst: &Inst| old.defs(inst).any(|reg| reg == written);
    let behind = first + 1 + insts[first + 1..].iter().take_while(|inst| !writes(inst)).count();
    let readers: Vec<usize> =
        (first + 1..insts.len().min(behind + 1)).filter(|&index| reads(&insts[index])).collect();
    if readers.is_empty() {
        return None;
    }
    let at = Place { block, index: random.of(&readers) };
    let own = f.new_reg(old.class(written), None);
    let again = f.inst(by.op, &[own], old.uses(by), Loc::NONE);
    for (k, operand) in old.uses(&insts[at.index]).iter().enumerate() {
        if operand.register() == Some(written) {
            f.set_use(at, k, with(*operand, own));
        }
    }
    f.insert(at.before(), again);
    Some(f)
}

#[test]
fn recomputations_are_right_or_noticed() {
    let (mut made, mut noticed, mut in_vain) = (0, 0, 0);
    for seed in 0..400 {
        let old = any(seed);
        let wanted = run(&text(&old)).expect("a right program");
        let mut random = Random(seed * 13 + 3);
        for _ in 0..30 {
            let Some(new) = recomputed(&old, &mut random) else { continue };
            made += 1;
            let got = run(&text(&new));
            let is_same = got.as_ref() == Ok(&wanted);
            if !check(&old, &new, |_| false).is_empty() {
                noticed += 1;
                in_vain += u64::from(is_same);
                continue;
            }
            let what = got.as_ref().err();
            assert!(is_same, "seed {seed}: a mistake went by: {what:?}");
        }
    }
    println!("{made} made, {noticed} noticed, {in_vain} of them without an effect");
    assert!(made > 400 && noticed * 20 > made && noticed * 2 < made, "{noticed} of {made}");
}

#[test]
fn mistakes_that_matter_are_noticed() {
    let (mut made, mut noticed, mut told_by_lir) = (0, 0, 0);
    for seed in 0..400 {
        let old = any(seed);
        let wanted = run(&text(&old)).expect("a right program");
        let right = spilled(&old, |_| true);
        let mut random = Random(seed * 31 + 7);
        for _ in 0..8 {
            let mut new = right.clone();
            if !mutate(&mut new, &mut random) {
                continue;
            }
            made += 1;
            let found = check(&old, &new, |_| false);
            if !found.is_empty() {
                noticed += 1;
                continue;
            }
            if !check_lir(&new).is_empty() {
                told_by_lir += 1;
                continue;
            }
            let got = lowered(&new);
            let what = got.as_ref().err();
            assert!(got.as_ref() == Ok(&wanted), "seed {seed}: a mistake went by: {what:?}");
        }
    }
    println!("{made} made, {noticed} noticed, {told_by_lir} no LIR, the rest changes nothing");
    assert!(made > 1000 && noticed * 100 > made * 60, "{noticed} of {made}");
}

/// A kernel whose warps hand their number through a slot of theirs: `out[thread] = slot`, stored again in a second round.
fn warps(directive: Directive) -> Function {
    let mut f = Function::default();
    f.name.push('k');
    f.params.push(Declaration::param(Variable::Scalar(Type::U64), "k_param_0"));
    f.symbols.push("k_param_0".into());
    f.directives.push(directive);
    let bb = f.new_block();
    let [x, y, z, nx, ny, thread, warp, back] = [(); 8].map(|()| f.new_reg(RegClass::B32, None));
    let [out, at] = [(); 2].map(|()| f.new_reg(RegClass::B64, None));
    let slots = [RegClass::WarpSlot; 2].map(|class| f.new_reg(class, None));
    let odd = f.new_reg(RegClass::Pred, None);
    let alu = |form, ty| Op::Alu { form, ty, round: None, ftz: false };
    let access = |space, ty: Type| {
        let align = MemoryForm::log2(ty.size());
        MemoryForm { space, ty, count: 1, volatile: false, read_only: false, align }
    };
    let (word, reg, mad) = (Op::Mov(Type::U32), Operand::Reg, alu(Form::MadLo, Type::U32));
    let mut put = |op, defs: &[Reg], uses: &[Operand]| {
        let inst = f.inst(op, defs, uses, Loc::NONE);
        f.push(bb, inst);
    };
    let at_param = Operand::AtSymbol(Symbol(0), 0);
    put(Op::Ld(access(Space::Param, Type::U64)), &[out], &[at_param]);
    let specials = [
        (x, Special::TidX),
        (y, Special::TidY),
        (z, Special::TidZ),
        (nx, Special::NtidX),
        (ny, Special::NtidY),
    ];
    for (to, special) in specials {
        put(word, &[to], &[Operand::Special(special)]);
    }
    put(mad, &[thread], &[reg(ny), reg(z), reg(y)]);
    put(mad, &[thread], &[reg(nx), reg(thread), reg(x)]);
    put(alu(Form::Shr, Type::U32), &[warp], &[reg(thread), Operand::Int(5)]);
    let barrier = Op::Barrier(Barrier::Warp);
    // A predicate in the first slot, and the warp's number in the second, twice.
    let relation = optx::cg::lir::modifiers::Relation::Ge;
    put(Op::Setp { relation, ty: Type::U32, ftz: false }, &[odd], &[reg(warp), Operand::Int(2)]);
    put(Op::Mov(Type::Pred), &[slots[0]], &[reg(odd)]);
    put(word, &[slots[1]], &[reg(warp)]);
    put(word, &[back], &[reg(slots[1])]);
    put(barrier, &[], &[Operand::Int(-1)]);
    put(alu(Form::Add, Type::U32), &[back], &[reg(back), Operand::Int(100)]);
    put(word, &[slots[1]], &[reg(back)]);
    put(Op::Mov(Type::Pred), &[odd], &[reg(slots[0])]);
    put(word, &[back], &[reg(slots[1])]);
    let uses = [reg(back), reg(warp), reg(odd)];
    put(Op::Selp(Type::B32), &[back], &uses);
    put(alu(Form::MulWide, Type::U32), &[at], &[reg(thread), Operand::Int(4)]);
    put(alu(Form::Add, Type::U64), &[out], &[reg(out), reg(at)]);
    let store = Op::St(access(Space::Global, Type::U32));
    put(store, &[], &[Operand::AtReg(out, 0), reg(back)]);
    put(Op::Ret, &[], &[]);
    f
}

/// What the threads of a block leave.
fn launched(f: &Function, block: [u32; 3]) -> Vec<u32> {
    let module = Module::load(&text(f)).unwrap_or_else(|e| panic!("{e}\n{}", text(f)));
    let mut device = Device::new();
    let size = 4 * block.iter().map(|&n| u64::from(n)).product::<u64>();
    let memory = device.alloc(size, "out").expect("memory");
    let config = LaunchConfig { block, ..LaunchConfig::default() };
    let parameter = memory.0.to_le_bytes().to_vec();
    launch(&mut device, &module, "k", &config, &[parameter]).expect("a run");
    let bytes = device.read(memory, size).expect("memory");
    bytes.chunks(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

#[test]
fn each_warp_has_its_own_slots() {
    for block in [[32, 1, 1], [96, 1, 1], [40, 3, 1], [5, 7, 4], [33, 1, 3], [1, 1, 1]] {
        let mut f = warps(Directive::BlockDim(block));
        assert_eq!(check_lir(&f), []);
        let threads: u32 = block.iter().product();
        let bytes = lower(&mut f, AROUND).expect("slots");
        assert_eq!(bytes, Bytes { thread: 0, block: 16 * u64::from(threads.div_ceil(32)) });
        assert_eq!(check_lir(&f), []);
        let wanted = |thread: u32| match thread / 32 {
            warp @ 0..2 => warp,
            warp => warp + 100,
        };
        let wanted: Vec<u32> = (0..threads).map(wanted).collect();
        assert_eq!(launched(&f, block), wanted, "{block:?}");
    }
}

#[test]
fn slots_that_cannot_be_are_refused() {
    let refused = |f: &mut Function, around| lower(f, around).expect_err("no slots");
    let block = [1024, 1, 1];
    let with = |directive| warps(directive);
    let old = Surroundings { arch: 60, ..AROUND };
    assert!(refused(&mut with(Directive::BlockDim(block)), old).contains("this target"));
    let dynamic = Surroundings { has_dynamic_shared: true, ..AROUND };
    assert!(refused(&mut with(Directive::BlockDim(block)), dynamic).contains("`extern`"));
    let mut called = with(Directive::BlockDim(block));
    called.kind = optx::cg::lir::Kind::Function(None);
    assert!(refused(&mut called, AROUND).contains("called"));
    let mut guarded = with(Directive::BlockDim(block));
    let bb = guarded.entry().expect("a block");
    let is_copy = |inst: &Inst| guarded.def(inst).is_some_and(|r| guarded.class(r).is_slot());
    let index = guarded.insts(bb).iter().position(is_copy).expect("a copy");
    let reg = guarded.registers().find(|r| guarded.class(*r) == RegClass::Pred).expect("one");
    guarded.set_guard(Place { block: bb, index }, Some(Guard { reg, expected: true }));
    let before = text(&guarded);
    assert!(refused(&mut guarded, AROUND).contains("guarded"));
    assert_eq!(text(&guarded), before, "nothing is changed");
    // Without a word on the block, room for all warps that there can be.
    let mut any = with(Directive::MinBlocks(1));
    assert_eq!(lower(&mut any, AROUND), Ok(Bytes { thread: 0, block: 16 * 32 }));
    let mut many = with(Directive::MinBlocks(1));
    let bb = many.entry().expect("a block");
    for _ in 0..40 {
        let (slot, value) =
            (many.new_reg(RegClass::WarpSlot, None), many.new_reg(RegClass::B64, None));
        let word = many.inst(Op::Mov(Type::U64), &[value], &[Operand::Int(1)], Loc::NONE);
        let store = many.inst(Op::Mov(Type::U64), &[slot], &[Operand::Reg(value)], Loc::NONE);
        many.insert_all(vec![(Point::start(bb), word), (Point::start(bb), store)]);
    }
    assert!(refused(&mut many, AROUND).contains("more than 8192"));
}
