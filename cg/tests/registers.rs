//! Exact pressure, limits and caps of registers, on functions small enough to count by hand.

use optx_cg::lir::modifiers::{Relation, Space, Special, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::{
    BlockId, CallSite, Declaration, Directive, Function, Guard, Kind, Loc, MemoryForm, Op, Operand,
    Place, Reg, RegClass, Symbol, Variable,
};
use optx_cg::regalloc::limit::{Limit, LowCap};
use optx_cg::regalloc::pressure::{Peak, Pressure};
use optx_cg::target::Target;
use optx_whirl::Multiprocessor;
use optx_wopt::analysis::pressure::{OF_CALL, estimate};

const WORD: Op = Op::Mov(Type::U32);

fn alu(form: Form, ty: Type) -> Op {
    Op::Alu { form, ty, round: None, ftz: false }
}

fn access(space: Space, ty: Type) -> MemoryForm {
    let align = MemoryForm::log2(ty.size());
    MemoryForm { space, ty, count: 1, volatile: false, read_only: false, align }
}

/// A kernel of a pointer, and so many blocks.
fn kernel<const N: usize>() -> (Function, [BlockId; N]) {
    let mut f = Function::default();
    f.name.push('k');
    f.symbols.push("k_param_0".into());
    f.params.push(Declaration::param(Variable::Scalar(Type::U64), "k_param_0"));
    let blocks = [(); N].map(|()| f.new_block());
    (f, blocks)
}

fn put(f: &mut Function, bb: BlockId, op: Op, defs: &[Reg], uses: &[Operand]) -> Place {
    let inst = f.inst(op, defs, uses, Loc::NONE);
    f.push(bb, inst);
    Place { block: bb, index: f.insts(bb).len() - 1 }
}

fn parameter(f: &mut Function, bb: BlockId, reg: Reg) {
    let load = Op::Ld(access(Space::Param, Type::U64));
    put(f, bb, load, &[reg], &[Operand::AtSymbol(Symbol(0), 0)]);
}

fn store(f: &mut Function, bb: BlockId, to: Reg, value: Reg) {
    let store = Op::St(access(Space::Global, Type::U32));
    put(f, bb, store, &[], &[Operand::AtReg(to, 0), Operand::Reg(value)]);
}

fn words<const N: usize>(f: &mut Function) -> [Reg; N] {
    [(); N].map(|()| f.new_reg(RegClass::B32, None))
}

fn behind(f: &Function, bb: BlockId) -> Vec<u32> {
    Pressure::of(f).behind(f, bb)
}

/// A kernel that reads a special register, makes an address and stores there.
fn straight() -> (Function, BlockId, [Reg; 4]) {
    let (mut f, [bb]) = kernel();
    let [p, wide, at] = [(); 3].map(|()| f.new_reg(RegClass::B64, None));
    let [t] = words(&mut f);
    parameter(&mut f, bb, p);
    put(&mut f, bb, WORD, &[t], &[Operand::Special(Special::TidX)]);
    let uses = [Operand::Reg(t), Operand::Int(4)];
    put(&mut f, bb, alu(Form::MulWide, Type::U32), &[wide], &uses);
    let uses = [Operand::Reg(wide), Operand::Reg(p)];
    put(&mut f, bb, alu(Form::Add, Type::S64), &[at], &uses);
    store(&mut f, bb, at, t);
    put(&mut f, bb, Op::Ret, &[], &[]);
    (f, bb, [p, t, wide, at])
}

/// Behind the parameter's load nothing, since machine code reads it where it is; then t, of one unit; t and a product of two; t and an
/// address of two, the product being dead; behind the store nothing.
#[test]
fn straight_code_by_hand() {
    let (f, bb, [_, t, wide, at]) = straight();
    assert_eq!(behind(&f, bb), [0, 1, 3, 3, 0, 0]);
    let mut pressure = Pressure::of(&f);
    let peak = pressure.peak(&f);
    assert_eq!(peak, Some(Peak { units: 3, place: Place { block: bb, index: 2 } }), "the first");
    assert_eq!(pressure.live_at(&f, Place { block: bb, index: 2 }), [wide, t]);
    // The product is read there for the last time, and is not named.
    assert_eq!(pressure.live_at(&f, Place { block: bb, index: 3 }), [at, t]);
    assert_eq!(pressure.live_at(&f, Place { block: bb, index: 4 }), []);
}

/// In a function that is called a parameter is loaded to a register: two units more, until the sum reads them.
#[test]
fn parameters_of_called_functions_take_registers() {
    let (mut f, bb, _) = straight();
    f.kind = Kind::Function(None);
    assert_eq!(behind(&f, bb), [2, 3, 5, 3, 0, 0]);
}

/// Extents of the launch and numbers are operands; a register that holds a number first and something else later is none.
#[test]
fn what_is_an_operand_takes_nothing() {
    let (mut f, [bb]) = kernel();
    let p = f.new_reg(RegClass::B64, None);
    let [extent, number, twice] = words(&mut f);
    parameter(&mut f, bb, p);
    put(&mut f, bb, WORD, &[extent], &[Operand::Special(Special::NtidX)]);
    put(&mut f, bb, WORD, &[number], &[Operand::Int(7)]);
    put(&mut f, bb, WORD, &[twice], &[Operand::Int(7)]);
    let uses = [Operand::Reg(twice), Operand::Reg(extent)];
    put(&mut f, bb, alu(Form::Add, Type::S32), &[twice], &uses);
    store(&mut f, bb, p, number);
    store(&mut f, bb, p, twice);
    assert_eq!(behind(&f, bb), [0, 0, 0, 1, 1, 1, 0]);
}

/// A counter of one unit goes round; what was loaded before the loop and is stored behind it lives in all of the loop, whose block does
/// not name it.
#[test]
fn a_value_lives_through_a_loop_that_does_not_name_it() {
    let (mut f, [begin, round, out]) = kernel();
    let p = f.new_reg(RegClass::B64, None);
    let [kept, counter] = words(&mut f);
    let more = f.new_reg(RegClass::Pred, None);
    parameter(&mut f, begin, p);
    let load = Op::Ld(access(Space::Global, Type::U32));
    put(&mut f, begin, load, &[kept], &[Operand::AtReg(p, 0)]);
    put(&mut f, begin, WORD, &[counter], &[Operand::Int(9)]);
    let uses = [Operand::Reg(counter), Operand::Int(-1)];
    put(&mut f, round, alu(Form::Add, Type::S32), &[counter], &uses);
    let setp = Op::Setp { relation: Relation::Gt, ty: Type::S32, ftz: false };
    put(&mut f, round, setp, &[more], &[Operand::Reg(counter), Operand::Int(0)]);
    let branch = put(&mut f, round, Op::Bra { uniform: false }, &[], &[Operand::Label(round)]);
    f.set_guard(branch, Some(Guard { reg: more, expected: true }));
    store(&mut f, out, p, kept);
    put(&mut f, out, Op::Ret, &[], &[]);
    assert_eq!(behind(&f, begin), [0, 1, 2]);
    assert_eq!(behind(&f, round), [2, 2, 2]);
    assert_eq!(behind(&f, out), [0, 0]);
    let pressure = Pressure::of(&f);
    assert_eq!(pressure.live_at(&f, Place { block: round, index: 2 }), [kept, counter]);
    // Were it not read behind the loop it would not live there.
    f.remove(Place { block: out, index: 0 });
    assert_eq!(behind(&f, round), [1, 1, 1]);
}

/// `x = load; @q x = t; store x`: where the guard is off x is what was loaded, so that both live before; without the guard the load is dead.
#[test]
fn a_guarded_definition_keeps_its_register_alive() {
    let (mut f, [bb]) = kernel();
    let p = f.new_reg(RegClass::B64, None);
    let [x, t] = words(&mut f);
    let q = f.new_reg(RegClass::Pred, None);
    parameter(&mut f, bb, p);
    put(&mut f, bb, Op::Any, &[q], &[]);
    put(&mut f, bb, WORD, &[t], &[Operand::Special(Special::TidX)]);
    put(&mut f, bb, Op::Ld(access(Space::Global, Type::U32)), &[x], &[Operand::AtReg(p, 0)]);
    let copy = put(&mut f, bb, WORD, &[x], &[Operand::Reg(t)]);
    store(&mut f, bb, p, x);
    assert_eq!(behind(&f, bb), [0, 0, 1, 1, 1, 0]);
    f.set_guard(copy, Some(Guard { reg: q, expected: true }));
    assert_eq!(behind(&f, bb), [0, 0, 1, 2, 1, 0]);
}

/// What lives across a call is one unit; the call takes its own beside that.
#[test]
fn a_call_takes_more_than_what_lives_across_it() {
    let (mut f, [bb]) = kernel();
    let p = f.new_reg(RegClass::B64, None);
    let [kept] = words(&mut f);
    parameter(&mut f, bb, p);
    put(&mut f, bb, Op::Ld(access(Space::Global, Type::U32)), &[kept], &[Operand::AtReg(p, 0)]);
    f.calls.push(CallSite { callee: "callee".into(), arguments: Vec::new(), result: None });
    let call = put(&mut f, bb, Op::Call(0), &[], &[]);
    store(&mut f, bb, p, kept);
    assert_eq!(behind(&f, bb), [0, 1, 1 + OF_CALL, 0]);
    let mut pressure = Pressure::of(&f);
    assert_eq!(pressure.peak(&f), Some(Peak { units: 1 + OF_CALL, place: call }));
    assert_eq!(pressure.live_at(&f, call), [kept]);
}

fn asked(directives: &[Directive]) -> Option<u32> {
    let mut f = Function::default();
    f.directives.extend_from_slice(directives);
    let limit = Limit::asked(&f, Multiprocessor::of(80));
    assert!(limit.is_none_or(|limit| limit.is_asked));
    limit.map(|limit| limit.registers)
}

/// 65536 registers by warps in fours, each warp's a multiple of 256. Of 1024 threads, 32 warps, a warp has 2048, a thread 64; of 288, 9
/// warps, which take the room of 12, 5461, of which 5376 are 21 times 256, a thread 168.
#[test]
fn limits_that_are_asked_for() {
    use Directive::{BlockDim, MaxRegisters, MaxThreads, MinBlocks};
    assert_eq!(asked(&[]), None);
    assert_eq!(asked(&[MinBlocks(8)]), None, "of how many threads nobody says");
    assert_eq!(asked(&[MaxRegisters(32)]), Some(32));
    assert_eq!(asked(&[MaxRegisters(255)]), None, "as many as there are");
    assert_eq!(asked(&[MaxThreads(1024)]), Some(64));
    assert_eq!(asked(&[MaxThreads(512)]), Some(128));
    assert_eq!(asked(&[MaxThreads(256)]), None, "256 a thread");
    assert_eq!(asked(&[MaxThreads(256), MinBlocks(4)]), Some(64));
    assert_eq!(asked(&[MaxThreads(1024), MinBlocks(2)]), Some(32));
    assert_eq!(asked(&[BlockDim([32, 9, 1])]), Some(168));
    assert_eq!(asked(&[BlockDim([1, 1, 1]), MinBlocks(32)]), Some(64));
    assert_eq!(asked(&[MaxThreads(1024), MaxRegisters(40)]), Some(40));
    assert_eq!(asked(&[MaxRegisters(80), MaxThreads(1024)]), Some(64));
}

#[test]
fn steps_of_occupancy() {
    let below = |estimate| {
        Limit::below(&Function::default(), Multiprocessor::of(80), estimate)
            .map(|limit| limit.registers)
    };
    let estimates = [255, 248, 57, 56, 41, 40, 33, 32, 31, 9];
    // With 170 registers eight warps are held, as with 255; with 168 twelve.
    let steps = [168, 168, 56, 48, 40, 32, 32].map(Some);
    assert_eq!(estimates.map(below)[..7], steps);
    assert_eq!(estimates.map(below)[7..], [None; 3], "all threads are there");
}

/// What may live for a limit is thought to take no more; where it is asked for some are kept free.
#[test]
fn units_of_a_limit() {
    for registers in (32..=248).step_by(8) {
        let units = |is_asked| Limit { registers, is_asked }.units();
        assert!(estimate(units(false)) <= registers, "{registers}");
        assert!(estimate(units(false) + 2) > registers, "{registers}");
        assert!(units(true) < units(false), "{registers}");
    }
}

#[test]
fn caps_that_ptxas_raises() {
    let of = |target: &str, cap| LowCap::of(Target::parse(target).expect("a target"), cap);
    assert_eq!(of("sm_61", 16), None);
    assert_eq!(of("sm_61", 15).map(|cap| cap.least), Some(16));
    assert_eq!(of("sm_75", 16).map(|cap| cap.least), Some(24));
    assert_eq!(of("sm_80", 24), None);
    let mut cap = of("sm_80", 23).expect("too low");
    assert_eq!((cap.asked, cap.least, cap.enough), (23, 24, None));
    assert!(of("sm_90a", 1).is_some());
    for (registers, enough) in [(9, 24), (24, 24), (25, 32), (10, 32), (40, 40), (255, 255)] {
        cap.meet(registers);
        assert_eq!(cap.enough, Some(enough), "with {registers}");
    }
}
