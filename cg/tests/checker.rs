//! The checker of LIR, and the lines that the printer tells: a right function is found right, and each kind of mistake planted
//! in it is noticed.

use optx_cg::lir::check::check;
use optx_cg::lir::modifiers::{Barrier, Relation, Round, Space, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::print::{Printed, function};
use optx_cg::lir::{
    AsmText, BlockId, CallSite, Declaration, Directive, Function, Guard, Inst, MemoryForm, Op,
    Operand, Passed, Place, Point, Reg, RegClass, Symbol, Variable,
};
use optx_whirl::{Loc, LocTable, Pos, SourcePlace};

/// Words by their place in [`sample`].
struct Regs {
    base: Reg,
    words: [Reg; 4],
    float: Reg,
    preds: [Reg; 2],
}

/// A place for each of the first 99 lines.
fn places() -> (LocTable, Vec<Loc>) {
    let mut table = LocTable::default();
    let place = |line| SourcePlace { column: 1, line, ..SourcePlace::default() };
    let locs = (0..100).map(|line| table.intern(place(line))).collect();
    (table, locs)
}

fn at(line: u32) -> Loc {
    places().1[line as usize]
}

fn alu(form: Form, ty: Type) -> Op {
    Op::Alu { form, ty, round: None, ftz: false }
}

fn access(space: Space, ty: Type, count: u8, align: u8) -> MemoryForm {
    MemoryForm { space, ty, count, volatile: false, read_only: false, align }
}

/// A block by its place in the layout.
fn bb(f: &Function, k: usize) -> BlockId {
    f.layout().nth(k).expect("the sample has three blocks")
}

fn place(f: &Function, block: usize, index: usize) -> Place {
    Place { block: bb(f, block), index }
}

fn put(f: &mut Function, block: usize, op: Op, defs: &[Reg], uses: &[Operand]) {
    let line = f.instructions() as u32 + 1;
    let inst = f.inst(op, defs, uses, at(line));
    f.push(bb(f, block), inst);
}

fn guarded(
    f: &mut Function,
    block: usize,
    (reg, expected): (Reg, bool),
    op: Op,
    defs: &[Reg],
    uses: &[Operand],
) {
    let line = f.instructions() as u32 + 1;
    let mut inst = f.inst(op, defs, uses, at(line));
    inst.guard = Some(Guard { reg, expected });
    f.push(bb(f, block), inst);
}

/// `bb0` defines and branches to `bb2` or goes on to `bb1`, a plain arm; `bb2` holds guarded definitions, a call, inline PTX,
/// a barrier and stores.
fn sample() -> (Function, Regs) {
    let mut f = Function::default();
    f.name.push('k');
    f.params.push(Declaration::param(Variable::Scalar(Type::U64), "k_param_0"));
    f.symbols.push("k_param_0".into());
    let [_, _, join] = [(); 3].map(|()| f.new_block());
    let base = f.new_reg(RegClass::B64, None);
    let words = [(); 4].map(|()| f.new_reg(RegClass::B32, None));
    let (float, double) = (f.new_reg(RegClass::F32, None), f.new_reg(RegClass::F64, None));
    let preds = [(); 2].map(|()| f.new_reg(RegClass::Pred, None));
    let r = Regs { base, words, float, preds };
    let [a, b, c, t] = words;
    let reg = Operand::Reg;
    put(
        &mut f,
        0,
        Op::Ld(access(Space::Param, Type::U64, 1, 3)),
        &[base],
        &[Operand::AtSymbol(Symbol(0), 0)],
    );
    put(
        &mut f,
        0,
        Op::Ld(access(Space::Global, Type::U32, 2, 3)),
        &[a, b],
        &[Operand::AtReg(base, 8)],
    );
    put(
        &mut f,
        0,
        Op::Ld(access(Space::Global, Type::F32, 1, 2)),
        &[float],
        &[Operand::AtReg(base, 0)],
    );
    put(
        &mut f,
        0,
        Op::Cvt { to: Type::F64, from: Type::F32, round: None, ftz: false, sat: false },
        &[double],
        &[reg(float)],
    );
    let compare = |relation| Op::Setp { relation, ty: Type::S32, ftz: false };
    put(&mut f, 0, compare(Relation::Lt), &[preds[0]], &[reg(a), reg(b)]);
    put(&mut f, 0, compare(Relation::Eq), &[preds[1]], &[reg(a), Operand::Int(3)]);
    put(&mut f, 0, alu(Form::Add, Type::S32), &[c], &[reg(a), Operand::Int(1)]);
    guarded(&mut f, 0, (preds[0], true), Op::Bra { uniform: false }, &[], &[Operand::Label(join)]);
    put(&mut f, 1, alu(Form::Xor, Type::B32), &[c], &[reg(b), reg(a)]);
    put(&mut f, 2, Op::Undef, &[t], &[]);
    guarded(&mut f, 2, (preds[1], true), alu(Form::Sub, Type::S32), &[t], &[reg(c), reg(b)]);
    guarded(
        &mut f,
        2,
        (preds[1], true),
        Op::St(access(Space::Global, Type::U32, 1, 2)),
        &[],
        &[Operand::AtReg(base, 4), reg(t)],
    );
    let word = Passed { variable: Variable::Scalar(Type::B32), parts: vec![(0, Type::B32)] };
    f.calls.push(CallSite {
        callee: "g".into(),
        arguments: vec![word.clone()],
        result: Some(word),
    });
    put(&mut f, 2, Op::Call(0), &[b], &[reg(c)]);
    f.asms.push(AsmText {
        pieces: vec![("add.u32 ".into(), Some(0)), (", ".into(), Some(1)), (", 1;".into(), None)],
        tied: vec![],
    });
    f.asms.push(AsmText {
        pieces: vec![("add.u32 ".into(), Some(0)), (", ".into(), Some(0)), (", 1;".into(), None)],
        tied: vec![0],
    });
    put(&mut f, 2, Op::Asm(0), &[a], &[reg(b)]);
    put(&mut f, 2, Op::Asm(1), &[a], &[reg(a)]);
    put(&mut f, 2, Op::Barrier(Barrier::Sync), &[], &[Operand::Int(0)]);
    put(&mut f, 2, alu(Form::MulWide, Type::U32), &[base], &[reg(a), Operand::Int(4)]);
    put(
        &mut f,
        2,
        Op::St(access(Space::Shared, Type::F64, 1, 3)),
        &[],
        &[Operand::AtReg(base, 0), reg(double)],
    );
    put(&mut f, 2, Op::Ret, &[], &[]);
    (f, r)
}

#[test]
fn the_sample_is_right() {
    let (f, _) = sample();
    assert_eq!(check(&f), vec![]);
}

/// The place of the first instruction of a form.
fn first(f: &Function, form: Form) -> Place {
    let found = f.blocks().find_map(|(block, b)| {
        let index = b.insts.iter().position(|inst| inst.op.form() == form)?;
        Some(Place { block, index })
    });
    found.expect("the sample has it")
}

/// Puts another instruction at the place of the first of a form, under its guard.
fn instead(f: &mut Function, form: Form, op: Op, defs: &[Reg], uses: &[Operand]) {
    let at = first(f, form);
    let (guard, loc) = (f.inst_at(at).guard, f.inst_at(at).loc);
    let mut inst = f.inst(op, defs, uses, loc);
    inst.guard = guard;
    f.replace(at, inst);
}

fn lose(f: &mut Function, form: Form) {
    let at = first(f, form);
    f.remove(at);
}

/// The same instruction anew, to stand somewhere else.
fn again(f: &mut Function, at: Place) -> Inst {
    let inst = f.inst_at(at);
    let (op, guard, loc) = (inst.op, inst.guard, inst.loc);
    let (defs, uses): (Vec<Reg>, _) = (f.defs(inst).collect(), f.uses(inst).to_vec());
    let mut inst = f.inst(op, &defs, &uses, loc);
    inst.guard = guard;
    inst
}

/// The first instruction of a form goes to a block's begin, or end.
fn moves(f: &mut Function, form: Form, to: usize, to_end: bool) {
    let at = first(f, form);
    let inst = again(f, at);
    f.remove(at);
    let to = bb(f, to);
    f.insert(if to_end { f.end(to) } else { Point::start(to) }, inst);
}

/// Another operation with the same operands.
fn becomes(f: &mut Function, at: Place, op: Op) {
    let mut inst = again(f, at);
    inst.op = op;
    f.replace(at, inst);
}

fn guard(f: &mut Function, form: Form, reg: Reg) {
    let at = first(f, form);
    f.set_guard(at, Some(Guard { reg, expected: true }));
}

type Mistake = (&'static str, fn(&mut Function, &Regs), &'static str);

/// A kind of mistake, how it is made, and what the checker says of it.
const MISTAKES: &[Mistake] = &[
    ("a definition is lost", |f, _| lose(f, Form::Add), "may not have been written"),
    ("a load is lost", |f, _| lose(f, Form::Cvt), "may not have been written"),
    (
        "a definition stands on one path alone",
        |f, _| moves(f, Form::Cvt, 1, false),
        "may not have been written",
    ),
    (
        "a definition stands behind its use",
        |f, _| f.move_within(place(f, 0, 1), place(f, 0, 4).behind()),
        "may not have been written",
    ),
    (
        "no `undef` before a guarded definition",
        |f, _| lose(f, Form::Undef),
        "may not have been written",
    ),
    (
        "a use is missing",
        |f, r| {
            instead(
                f,
                Form::Add,
                alu(Form::Add, Type::S32),
                &[r.words[2]],
                &[Operand::Reg(r.words[0])],
            )
        },
        "reads 1 operands for 2",
    ),
    (
        "a use too many",
        |f, r| {
            let a = Operand::Reg(r.words[0]);
            instead(f, Form::Add, alu(Form::Add, Type::S32), &[r.words[2]], &[a, a, a]);
        },
        "reads 3 operands for 2",
    ),
    (
        "a definition is missing",
        |f, r| {
            instead(
                f,
                Form::Add,
                alu(Form::Add, Type::S32),
                &[],
                &[Operand::Reg(r.words[0]), Operand::Int(1)],
            )
        },
        "writes 0 operands for 1",
    ),
    (
        "a register of another class is read",
        |f, r| {
            let uses = [Operand::Reg(r.base), Operand::Int(1)];
            instead(f, Form::Add, alu(Form::Add, Type::S32), &[r.words[2]], &uses);
        },
        "for Ty",
    ),
    (
        "a register of another class is written",
        |f, r| {
            let uses = [Operand::Reg(r.words[0]), Operand::Int(1)];
            instead(f, Form::Add, alu(Form::Add, Type::S32), &[r.float], &uses);
        },
        "for Ty",
    ),
    (
        "an address of 32 bits",
        |f, r| {
            let load = Op::Ld(access(Space::Global, Type::F32, 1, 2));
            let inst = f.inst(load, &[r.float], &[Operand::AtReg(r.words[0], 0)], at(9));
            f.replace(place(f, 0, 2), inst);
        },
        "for Address",
    ),
    (
        "a float for an integer",
        |f, r| {
            let uses = [Operand::Reg(r.words[0]), Operand::F32(0)];
            instead(f, Form::Add, alu(Form::Add, Type::S32), &[r.words[2]], &uses);
        },
        "for Ty",
    ),
    ("a guard that is no predicate", |f, r| guard(f, Form::Sub, r.words[0]), "no predicate"),
    (
        "the use of what was written under another guard",
        |f, r| {
            f.set_guard(place(f, 2, 2), Some(Guard { reg: r.preds[0], expected: true }));
        },
        "where its guard may be off",
    ),
    (
        "the use of what was written under the complement",
        |f, r| {
            f.set_guard(place(f, 2, 2), Some(Guard { reg: r.preds[1], expected: false }));
        },
        "where its guard may be off",
    ),
    (
        "an unguarded use of what a guard wrote",
        |f, _| f.set_guard(place(f, 2, 2), None),
        "where its guard may be off",
    ),
    (
        "the guard changes between definition and use",
        |f, r| {
            let op = Op::Setp { relation: Relation::Ne, ty: Type::S32, ftz: false };
            let uses = [Operand::Reg(r.words[0]), Operand::Int(7)];
            let inst = f.inst(op, &[r.preds[1]], &uses, at(99));
            f.insert(place(f, 2, 2).before(), inst);
        },
        "where its guard may be off",
    ),
    ("a barrier under a guard", |f, r| guard(f, Form::BarSync, r.preds[0]), "must not be guarded"),
    ("a call under a guard", |f, r| guard(f, Form::Call, r.preds[0]), "must not be guarded"),
    ("an `undef` under a guard", |f, r| guard(f, Form::Undef, r.preds[0]), "must not be guarded"),
    (
        "a branch to nowhere",
        |f, _| {
            let mut longer = f.clone();
            let nowhere = longer.new_block();
            instead(f, Form::Bra, Op::Bra { uniform: false }, &[], &[Operand::Label(nowhere)]);
        },
        "",
    ),
    (
        "an instruction behind a branch",
        |f, _| moves(f, Form::Setp, 0, true),
        "stands behind a branch",
    ),
    (
        "an instruction behind the end",
        |f, _| moves(f, Form::BarSync, 2, true),
        "where control never comes",
    ),
    ("the end is lost", |f, _| lose(f, Form::Ret), "runs out of the function"),
    (
        "a type that the form does not come in",
        |f, _| becomes(f, first(f, Form::Add), alu(Form::Add, Type::B32)),
        "does not come in b32",
    ),
    (
        "a rounding that the form does not have",
        |f, _| {
            let op = Op::Alu { form: Form::Add, ty: Type::S32, round: Some(Round::Rn), ftz: false };
            becomes(f, first(f, Form::Add), op);
        },
        "does not round",
    ),
    (
        "subnormals of integers",
        |f, _| {
            let op = Op::Alu { form: Form::Add, ty: Type::S32, round: None, ftz: true };
            becomes(f, first(f, Form::Add), op);
        },
        "Add does not take subnormals for zero",
    ),
    (
        "an estimate in double precision that keeps subnormals",
        |f, _| {
            let round = Some(Round::Approx);
            let op = Op::Alu { form: Form::Rcp, ty: Type::F64, round, ftz: false };
            becomes(f, first(f, Form::Add), op);
        },
        "Rcp always takes subnormals for zero",
    ),
    (
        "a vector wider than its address is aligned",
        |f, _| becomes(f, place(f, 0, 1), Op::Ld(access(Space::Global, Type::U32, 2, 2))),
        "is wider than",
    ),
    (
        "a vector of other width than its registers",
        |f, _| becomes(f, place(f, 0, 1), Op::Ld(access(Space::Global, Type::U32, 4, 4))),
        "writes 2 operands for 4",
    ),
    (
        "a store to constant memory",
        |f, _| becomes(f, first(f, Form::St), Op::St(access(Space::Const, Type::U32, 1, 2))),
        "read only",
    ),
    (
        "an argument is lost",
        |f, r| instead(f, Form::Call, Op::Call(0), &[r.words[1]], &[]),
        "other values than the function takes",
    ),
    (
        "a result in another class",
        |f, r| instead(f, Form::Call, Op::Call(0), &[r.base], &[Operand::Reg(r.words[2])]),
        "other values than the function takes",
    ),
    (
        "a call that is not there",
        |f, r| instead(f, Form::Call, Op::Call(3), &[r.words[1]], &[Operand::Reg(r.words[2])]),
        "no such call",
    ),
    (
        "inline PTX loses an operand that its text names",
        |f, r| instead(f, Form::Asm, Op::Asm(0), &[r.words[0]], &[]),
        "names an operand that is not there",
    ),
    (
        "inline PTX does not read the register that it is tied to",
        |f, r| instead(f, Form::Asm, Op::Asm(1), &[r.words[0]], &[Operand::Reg(r.words[1])]),
        "does not read an output",
    ),
    (
        "inline PTX of a text that is not there",
        |f, r| instead(f, Form::Asm, Op::Asm(2), &[r.words[0]], &[]),
        "no such text",
    ),
    (
        "a sum is written to a slot",
        |f, r| {
            let slot = f.new_reg(RegClass::ThreadSlot, None);
            let uses = [Operand::Reg(r.words[0]), Operand::Int(1)];
            instead(f, Form::Add, alu(Form::Add, Type::S32), &[slot], &uses);
        },
        "a slot is copied",
    ),
    (
        "a slot is copied to a slot",
        |f, _| {
            let [to, from] = [(); 2].map(|()| f.new_reg(RegClass::WarpSlot, None));
            instead(f, Form::Add, Op::Mov(Type::U32), &[to], &[Operand::Reg(from)]);
        },
        "a slot is copied",
    ),
    (
        "a slot is copied as another type",
        |f, r| {
            let slot = f.new_reg(RegClass::WarpSlot, None);
            instead(f, Form::Add, Op::Mov(Type::U32), &[slot], &[Operand::Reg(r.float)]);
        },
        "a slot is copied",
    ),
    (
        "inline PTX reads a slot",
        |f, r| {
            let slot = f.new_reg(RegClass::ThreadSlot, None);
            instead(f, Form::Asm, Op::Asm(0), &[r.words[0]], &[Operand::Reg(slot)]);
        },
        "a slot is copied",
    ),
    ("a name that is not there", |f, _| f.symbols.clear(), "which is not there"),
];

#[test]
fn mistakes_are_noticed() {
    assert!(MISTAKES.len() >= 20);
    for (what, make, says) in MISTAKES {
        let (mut f, regs) = sample();
        make(&mut f, &regs);
        let found = check(&f);
        let told = found.iter().any(|violation| violation.rule.contains(says));
        assert!(!found.is_empty() && told, "{what}: {found:?}");
    }
}

/// The complement's definition makes the register whole: then anybody may read it.
#[test]
fn both_guards_together_are_a_definition() {
    let (mut f, r) = sample();
    let [a, b, _, t] = r.words;
    let uses = [Operand::Reg(a), Operand::Reg(b)];
    let mut other = f.inst(alu(Form::Add, Type::S32), &[t], &uses, at(50));
    other.guard = Some(Guard { reg: r.preds[1], expected: false });
    f.insert(place(&f, 2, 2).before(), other);
    f.set_guard(place(&f, 2, 3), None);
    assert_eq!(check(&f), vec![]);
}

/// The printed lines that differ from what stands there.
fn wrong_lines(f: &Function, text: &str, lines: &[Printed]) -> Vec<usize> {
    let texts: Vec<&str> = text.lines().collect();
    let stands = |printed: &Printed| {
        let mut expected = String::new();
        match printed.inst {
            Some(n) => {
                let inst = &f.insts(printed.block)[n as usize];
                optx_cg::lir::instruction(&mut expected, f, inst);
            }
            None => expected = format!("$L{}:", printed.block.index()),
        }
        let first = expected.lines().next().unwrap_or_default();
        texts.get(printed.line as usize) == Some(&first)
    };
    (0..lines.len()).filter(|&k| !stands(&lines[k])).collect()
}

/// Each instruction that has text is told once, and each label, in order, with the line that it stands on; a wrong line is noticed.
#[test]
fn the_printer_tells_lines() {
    let (mut f, _) = sample();
    f.directives.push(Directive::MaxThreads(32));
    let variable = Variable::Bytes { align: 4, size: 4 };
    f.objects.push(Declaration { space: Space::Local, ..Declaration::param(variable, "x") });
    f.set_cycle(bb(&f, 2), 0, true);
    let (table, _) = places();
    for lineinfo in [false, true] {
        let mut text = String::from("// what stands before\n");
        let begin = text.len();
        let mut lines = Vec::new();
        let locs = lineinfo.then_some(&table);
        function(&mut text, &f, locs, Some(|printed| lines.push(printed)));
        let own = &text[begin..];
        let instructions = lines.iter().filter(|printed| printed.inst.is_some()).count();
        assert_eq!(instructions, f.instructions() - 1, "all but the undef");
        assert_eq!(
            lines.len() - instructions,
            own.matches("$L").count() - own.matches("bra").count()
        );
        assert!(lines.is_sorted_by_key(|printed| printed.line));
        assert_eq!(wrong_lines(&f, own, &lines), Vec::<usize>::new(), "{own}");
        assert_eq!(own.matches("\t.loc ").count(), if lineinfo { instructions } else { 0 });
        for k in 0..lines.len() {
            for off in [-1, 1] {
                let mut wrong = lines.clone();
                wrong[k].line = wrong[k].line.wrapping_add_signed(off);
                assert_eq!(wrong_lines(&f, own, &wrong), [k]);
            }
        }
    }
}

/// `.loc` charges no line that a path did not run: what has no place is charged with the block's, where the text before may be
/// of another path, else with the function's.
#[test]
fn instructions_without_a_place_are_charged_to_their_path() {
    let (mut f, _) = sample();
    f.pos = Pos { line: 70, column: 1, file: 0 };
    let (table, _) = places();
    let charged = |f: &Function| -> Vec<u32> {
        let (mut text, mut lines) = (String::new(), Vec::new());
        function(&mut text, f, Some(&table), Some(|printed| lines.push(printed)));
        let texts: Vec<&str> = text.lines().collect();
        let line_of = |printed: &Printed| {
            let above = texts[..printed.line as usize].iter().rev();
            let loc = above.filter_map(|l| l.trim().strip_prefix(".loc 1 ")).next();
            loc.and_then(|l| l.split(' ').next()?.parse().ok()).expect("a line")
        };
        lines.iter().filter(|l| l.block == bb(f, 2) && l.inst.is_some()).map(line_of).collect()
    };
    let own = charged(&f);
    let join = bb(&f, 2);
    let first = f.insts(join).iter().position(|i| i.op != Op::Undef).expect("one with text");
    f.set_loc(Place { block: join, index: first }, Loc::NONE);
    assert_eq!(charged(&f)[0], own[1], "the next place of the block");
    let last = own.len() - 1;
    for index in 0..f.insts(join).len() {
        f.set_loc(Place { block: join, index }, Loc::NONE);
    }
    assert_eq!(charged(&f), vec![70; last + 1], "the function's");
}

/// A dump shows what is wrong where it is wrong.
#[test]
fn a_dump_marks_what_is_wrong() {
    let (mut f, _) = sample();
    lose(&mut f, Form::Add);
    let broken = check(&f);
    let mut out = String::new();
    optx_cg::lir::dump::dump(&mut out, &f, &places().0, None, &broken);
    let lines: Vec<&str> = out.lines().collect();
    let mark = lines.iter().position(|line| line.starts_with(";!!")).expect("a mark");
    assert!(lines[mark - 1].contains("sub.s32"), "{out}");
    assert_eq!(lines.iter().filter(|line| line.starts_with(";!!")).count(), broken.len());
}
