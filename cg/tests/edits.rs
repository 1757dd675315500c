//! Edits of LIR: edges and order stay right whatever is done in whatever order, and what is known of a definition is carried or withdrawn as
//! the rule of `lir::state` says. Each row of the rule has a test that fails where an edit forgets it.

use optx_cg::lir::check::check;
use optx_cg::lir::modifiers::{Relation, Type};
use optx_cg::lir::opcodes::Form;
use optx_cg::lir::{
    BlockId, Coefficient, Function, Guard, Inst, Loc, Op, Operand, Place, Point, Reg, RegClass,
    State, Threads, Widened,
};
use optx_wopt::analysis::variance::Extension;
use std::collections::HashSet;

const JUMP: Op = Op::Bra { uniform: true };
const BRANCH: Op = Op::Bra { uniform: false };

fn inst(f: &mut Function, op: Op, defs: &[Reg], uses: &[Operand]) -> Inst {
    f.inst(op, defs, uses, Loc::NONE)
}

fn push(f: &mut Function, bb: BlockId, op: Op, defs: &[Reg], uses: &[Operand]) -> Place {
    let inst = inst(f, op, defs, uses);
    f.push(bb, inst);
    Place { block: bb, index: f.insts(bb).len() - 1 }
}

fn branch(f: &mut Function, bb: BlockId, reg: Reg, expected: bool, to: BlockId) -> Place {
    let mut inst = inst(f, BRANCH, &[], &[Operand::Label(to)]);
    inst.guard = Some(Guard { reg, expected });
    f.push(bb, inst);
    Place { block: bb, index: f.insts(bb).len() - 1 }
}

fn add(f: &mut Function, bb: BlockId, to: Reg, a: Reg, b: Operand) -> Place {
    let op = Op::Alu { form: Form::Add, ty: Type::S32, round: None, ftz: false };
    push(f, bb, op, &[to], &[Operand::Reg(a), b])
}

/// A state that names a register.
fn named(reg: Reg) -> State {
    let x = Coefficient::Register { reg, scale: 1, extended: Extension::None };
    State { coef: [x, Coefficient::Known(0), Coefficient::Known(0)], ..State::UNIFORM }
}

/// One value a thread.
fn varies() -> State {
    let x = Coefficient::Known(4);
    State {
        coef: [x, Coefficient::Known(0), Coefficient::Known(0)],
        lane: Coefficient::Unknown,
        base: None,
    }
}

fn tell(f: &mut Function, at: Place, state: State) {
    let def = f.inst_at(at).def_id(0).expect("a definition");
    f.tell(def, Some(state));
}

fn told(f: &Function, at: Place) -> Option<State> {
    f.state_of(f.inst_at(at), 0)
}

/// `bb0` sets registers, asks and branches over the arm `bb1` to `bb2`.
struct Sample {
    f: Function,
    blocks: [BlockId; 3],
    words: [Reg; 4],
    asked: Reg,
    /// What `bb0` and the arm compute, and the branch.
    first: Place,
    branch: Place,
    arm: Place,
}

fn sample() -> Sample {
    let mut f = Function::default();
    f.name.push('k');
    let blocks = [(); 3].map(|()| f.new_block());
    let words = [(); 4].map(|()| f.new_reg(RegClass::B32, None));
    let asked = f.new_reg(RegClass::Pred, None);
    let [a, b, c, _] = words;
    let entry = blocks[0];
    for (k, reg) in words.into_iter().enumerate() {
        push(&mut f, entry, Op::Mov(Type::U32), &[reg], &[Operand::Int(k as i64)]);
    }
    let compare = Op::Setp { relation: Relation::Lt, ty: Type::S32, ftz: false };
    push(&mut f, entry, compare, &[asked], &[Operand::Reg(a), Operand::Int(9)]);
    let first = add(&mut f, entry, b, a, Operand::Int(1));
    let branch = branch(&mut f, entry, asked, true, blocks[2]);
    let arm = add(&mut f, blocks[1], c, b, Operand::Int(2));
    // What is told before something is written is not of what is written then.
    for index in 0..=branch.index {
        tell(&mut f, Place { block: entry, index }, State::UNIFORM);
    }
    tell(&mut f, arm, State::UNIFORM);
    push(&mut f, blocks[2], Op::Ret, &[], &[]);
    assert_eq!(check(&f), []);
    Sample { f, blocks, words, asked, first, branch, arm }
}

/// What an edit does to the state of one definition: the edit, where the definition stands behind it, and what is known of it then.
type Edit = (&'static str, fn(&mut Sample) -> Place, fn(&Sample) -> Option<State>);

const EDITS: &[Edit] = &[
    (
        "none",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            s.first
        },
        |s| Some(named(s.words[3])),
    ),
    (
        "a register that it does not name is written anew",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            push(&mut s.f, s.blocks[1], Op::Mov(Type::U32), &[s.words[2]], &[Operand::Int(5)]);
            s.first
        },
        |s| Some(named(s.words[3])),
    ),
    (
        "another register is written",
        |s| {
            let reg = s.f.new_reg(RegClass::B32, None);
            s.f.set_def(s.first, 0, reg);
            s.first
        },
        |_| Some(State::UNIFORM),
    ),
    (
        "a guard keeps to some threads",
        |s| {
            s.f.set_guard(s.first, Some(Guard { reg: s.asked, expected: true }));
            s.first
        },
        |_| Some(State::UNIFORM),
    ),
    (
        "a guard is taken away",
        |s| {
            s.f.set_guard(s.first, Some(Guard { reg: s.asked, expected: true }));
            s.f.set_guard(s.first, None);
            s.first
        },
        |_| None,
    ),
    (
        "another guard",
        |s| {
            s.f.set_guard(s.first, Some(Guard { reg: s.asked, expected: true }));
            s.f.set_guard(s.first, Some(Guard { reg: s.asked, expected: false }));
            s.first
        },
        |_| None,
    ),
    (
        "a branch asks for the opposite",
        |s| {
            s.f.set_guard(s.branch, Some(Guard { reg: s.asked, expected: false }));
            s.branch
        },
        |_| Some(State::UNIFORM),
    ),
    (
        "a branch asks another",
        |s| {
            let reg = s.f.new_reg(RegClass::Pred, None);
            s.f.set_guard(s.branch, Some(Guard { reg, expected: true }));
            s.branch
        },
        |_| None,
    ),
    (
        "a branch goes elsewhere",
        |s| {
            s.f.set_use(s.branch, 0, Operand::Label(s.blocks[1]));
            s.branch
        },
        |_| Some(State::UNIFORM),
    ),
    (
        "another operand",
        |s| {
            s.f.set_use(s.first, 1, Operand::Reg(s.words[3]));
            s.first
        },
        |_| None,
    ),
    (
        "the same operand",
        |s| {
            s.f.set_use(s.first, 1, Operand::Int(1));
            s.first
        },
        |_| Some(State::UNIFORM),
    ),
    (
        "another instruction at the place",
        |s| {
            let op = Op::Mov(Type::U32);
            let other = inst(&mut s.f, op, &[s.words[1]], &[Operand::Reg(s.words[3])]);
            s.f.replace(s.first, other);
            s.first
        },
        |_| None,
    ),
    (
        "moved within the block",
        |s| {
            s.f.move_within(s.first, Point::start(s.blocks[0]));
            Place { block: s.blocks[0], index: 0 }
        },
        |_| Some(State::UNIFORM),
    ),
    (
        "moved within the block away from a register that it names",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            s.f.move_within(s.first, Point::start(s.blocks[0]));
            Place { block: s.blocks[0], index: 0 }
        },
        |s| Some(named(s.words[3]).without_registers()),
    ),
    (
        "a register that it names is written anew",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            push(&mut s.f, s.blocks[1], Op::Mov(Type::U32), &[s.words[3]], &[Operand::Int(5)]);
            s.first
        },
        |s| Some(named(s.words[3]).without_registers()),
    ),
    (
        "a register that it names is no longer written",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            s.f.remove(Place { block: s.blocks[0], index: 3 });
            Place { index: s.first.index - 1, ..s.first }
        },
        |s| Some(named(s.words[3]).without_registers()),
    ),
    (
        "what stands for another writes a register that it names",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            let other = inst(&mut s.f, Op::Mov(Type::U32), &[s.words[3]], &[Operand::Int(7)]);
            s.f.replace(s.arm, other);
            s.first
        },
        |s| Some(named(s.words[3]).without_registers()),
    ),
    (
        "what wrote a register that it names is another instruction",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            let other = inst(&mut s.f, Op::Mov(Type::U32), &[s.words[2]], &[Operand::Int(7)]);
            s.f.replace(Place { block: s.blocks[0], index: 3 }, other);
            s.first
        },
        |s| Some(named(s.words[3]).without_registers()),
    ),
    (
        "a register that it names is written before the branch now",
        |s| {
            tell(&mut s.f, s.first, named(s.words[2]));
            s.f.hoist(s.blocks[1], s.blocks[0], Threads::More);
            s.first
        },
        |s| Some(named(s.words[2]).without_registers()),
    ),
    (
        "what wrote a register that it names writes another",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            let reg = s.f.new_reg(RegClass::B32, None);
            s.f.set_def(Place { block: s.blocks[0], index: 3 }, 0, reg);
            s.first
        },
        |s| Some(named(s.words[3]).without_registers()),
    ),
    (
        "run by more threads, which have its operands",
        |s| {
            tell(&mut s.f, s.arm, varies());
            s.f.hoist(s.blocks[1], s.blocks[0], Threads::More);
            Place { index: s.first.index + 1, ..s.first }
        },
        |_| Some(varies()),
    ),
    (
        "run by more threads, of which nothing is known",
        |s| {
            let op = Op::Selp(Type::B32);
            let [_, b, c, d] = s.words.map(Operand::Reg);
            let chosen = inst(&mut s.f, op, &[s.words[2]], &[b, c, Operand::Reg(s.asked)]);
            s.f.replace(s.arm, chosen);
            tell(&mut s.f, s.arm, varies());
            let nothing = inst(&mut s.f, Op::Mov(Type::U32), &[s.words[1]], &[d]);
            s.f.replace(s.first, nothing);
            s.f.hoist(s.blocks[1], s.blocks[0], Threads::More);
            Place { index: s.first.index + 1, ..s.first }
        },
        |_| None,
    ),
    (
        "run by others",
        |s| {
            s.f.hoist(s.blocks[1], s.blocks[0], Threads::Others);
            Place { index: s.first.index + 1, ..s.first }
        },
        |_| None,
    ),
    (
        "run by more threads behind what is run by some alone",
        |s| {
            let (b, d) = (s.words[1], s.words[3]);
            let of_some = add(&mut s.f, s.blocks[1], b, b, Operand::Int(1));
            tell(&mut s.f, of_some, varies());
            let behind = add(&mut s.f, s.blocks[1], d, b, Operand::Int(1));
            tell(&mut s.f, behind, varies());
            let mut done = Widened::default();
            s.f.remove(s.branch);
            s.f.keep_to(of_some, Guard { reg: s.asked, expected: false }, &mut done);
            s.f.widen(behind, &mut done);
            behind
        },
        |_| None,
    ),
    (
        "one instruction for several",
        |s| {
            tell(&mut s.f, s.first, named(s.words[3]));
            let mut insts = s.f.open(s.blocks[0]);
            let parts = [Some(&insts[s.first.index]), None];
            let merged = s.f.merged(Op::Mov(Type::U32), &parts, RegClass::B32, &[], Loc::NONE);
            s.f.discard(std::mem::replace(&mut insts[s.first.index], merged));
            s.f.close(s.blocks[0], insts);
            s.first
        },
        |s| Some(named(s.words[3]).without_registers()),
    ),
];

#[test]
fn states_follow_the_edits() {
    for (what, edit, expected) in EDITS {
        let mut s = sample();
        let at = edit(&mut s);
        assert_eq!(told(&s.f, at), expected(&s), "{what}");
        // A state of what stands nowhere would tell of something else one day.
        let lost = check(&s.f).into_iter().find(|v| v.rule.contains("stand nowhere"));
        assert_eq!(lost, None, "{what}");
    }
}

#[test]
fn a_state_of_nobody_is_noticed() {
    let mut s = sample();
    let gone = inst(&mut s.f, Op::Mov(Type::U32), &[s.words[0]], &[Operand::Int(0)]);
    s.f.tell(gone.def_id(0).expect("a definition"), Some(State::UNIFORM));
    assert!(
        check(&s.f)
            .iter()
            .any(|v| v.rule.contains("1 states are of definitions that stand nowhere"))
    );
    s.f.discard(gone);
    assert_eq!(check(&s.f), []);
}

/// What is known at a block's begin holds for those who came there: a new way in takes it back, a block on an old way does not.
#[test]
fn what_lives_into_a_block_is_withdrawn_with_a_new_way_in() {
    let with = |s: &mut Sample| {
        s.f.tell_entering(s.blocks[2], vec![(s.words[0], State::UNIFORM)]);
        s.f.tell_whole_warps(s.blocks[2], true);
    };
    let known = |s: &Sample| {
        let count = s.f.entering(s.blocks[2]).count();
        assert_eq!(s.f.block(s.blocks[2]).whole_warps, count > 0, "the same is known of warps");
        count
    };
    let mut s = sample();
    with(&mut s);
    assert!(s.f.split_edge(s.blocks[0], s.blocks[2]).is_some());
    assert_eq!(known(&s), 1);
    assert_eq!(check(&s.f), []);
    let other = s.f.new_block();
    push(&mut s.f, other, JUMP, &[], &[Operand::Label(s.blocks[2])]);
    assert_eq!(known(&s), 0);
    let mut s = sample();
    with(&mut s);
    s.f.set_guard(s.branch, Some(Guard { reg: s.asked, expected: false }));
    assert_eq!(known(&s), 0);
    let mut s = sample();
    with(&mut s);
    let (arm, asked) = (s.blocks[1], s.asked);
    s.f.set_guard(s.first, Some(Guard { reg: asked, expected: false }));
    s.f.remove(s.arm);
    assert!(!s.f.drop_empty(s.blocks[0]) && s.f.drop_empty(arm), "the arm alone is empty");
    assert_eq!((known(&s), s.f.has_block(arm)), (1, false));
    assert_eq!(check(&s.f), []);
}

#[test]
fn blocks_that_somebody_needs_stay() {
    let mut f = Function::default();
    let [entry, head, end] = [(); 3].map(|()| f.new_block());
    let asked = f.new_reg(RegClass::Pred, None);
    push(&mut f, head, Op::Any, &[asked], &[]);
    branch(&mut f, head, asked, true, head);
    push(&mut f, end, Op::Ret, &[], &[]);
    assert!(!f.drop_empty(entry), "control comes back to what is behind it");
    let empty = f.new_block_behind(head);
    let to = Operand::Label(empty);
    f.set_use(Place { block: head, index: 1 }, 0, to);
    assert!(f.drop_empty(entry), "control does not come back");
    assert_eq!(f.layout().collect::<Vec<_>>(), [head, empty, end]);
    assert_eq!(check(&f), []);
}

#[test]
fn branches_to_an_empty_block_go_to_what_is_behind_it() {
    // A loop that begins with an empty block, fallen into and jumped to; one way out of it leads to another.
    let mut f = Function::default();
    let [entry, begin, body, out, end] = [(); 5].map(|()| f.new_block());
    let asked = f.new_reg(RegClass::Pred, None);
    push(&mut f, entry, Op::Any, &[asked], &[]);
    let leaves = branch(&mut f, body, asked, false, out);
    let goes_round = branch(&mut f, body, asked, true, begin);
    push(&mut f, end, Op::Ret, &[], &[]);
    f.set_cycle(begin, 1, true);
    assert_eq!(check(&f), []);
    assert!(f.drop_empty(begin) && f.drop_empty(out));
    let target = |place: Place| f.target(f.inst_at(place));
    assert_eq!([leaves, goes_round].map(target), [Some(end), Some(body)]);
    assert_eq!((f.block(body).no_unroll, f.block(end).no_unroll), (true, false));
    assert_eq!(f.block(body).preds.len(), 2);
    assert_eq!(f.layout().collect::<Vec<_>>(), [entry, body, end]);
    assert_eq!(check(&f), []);
    // One that goes round to itself alone has nothing behind it that it leads to.
    let mut f = Function::default();
    let [entry, end] = [(); 2].map(|()| f.new_block());
    push(&mut f, end, Op::Ret, &[], &[]);
    assert!(f.drop_empty(entry) && !f.drop_empty(end));
}

#[test]
fn edges_are_split_wherever_they_go() {
    // Fall-through, a branch, and both at once.
    let mut s = sample();
    let [entry, arm, join] = s.blocks;
    let between = s.f.split_edge(arm, join).expect("an edge");
    assert_eq!((s.f.behind(arm), s.f.insts(between).len()), (Some(between), 0));
    let away = s.f.split_edge(entry, join).expect("an edge");
    assert_eq!((s.f.before(away), s.f.insts(away).len()), (Some(join), 1));
    assert_eq!(s.f.split_edge(entry, join), None, "it is split");
    assert_eq!(check(&s.f), []);
    let both = s.f.new_block();
    branch(&mut s.f, both, s.asked, true, join);
    let end = s.f.new_block();
    push(&mut s.f, end, Op::Ret, &[], &[]);
    branch(&mut s.f, entry, s.asked, true, both);
    s.f.remove(s.branch);
    s.f.set_use(Place { block: both, index: 0 }, 0, Operand::Label(end));
    assert_eq!(s.f.block(both).succs.as_slice(), [end]);
    let one = s.f.split_edge(both, end).expect("an edge");
    assert_eq!(s.f.block(both).succs.as_slice(), [one]);
    assert_eq!(s.f.block(end).preds.as_slice(), [one]);
    // Behind what never goes on there is a place without a jump.
    let alone = s.f.split_edge(entry, both).expect("an edge");
    assert_eq!((s.f.behind(alone), s.f.insts(alone).len()), (Some(both), 0));
}

/// A number below `below` that follows from what came before.
fn next(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % below.max(1)
}

/// One edit, whatever it does to the function.
fn any_edit(f: &mut Function, state: &mut u64, words: &[Reg], asked: Reg) {
    let blocks: Vec<BlockId> = f.layout().collect();
    let bb = blocks[next(state, blocks.len())];
    let to = blocks[next(state, blocks.len())];
    let count = f.insts(bb).len();
    let at = Place { block: bb, index: next(state, count) };
    let word = words[next(state, words.len())];
    match next(state, 12) {
        0 if blocks.len() < 12 => drop(f.new_block_behind(bb)),
        1 => drop(f.drop_empty(bb)),
        2 if blocks.len() < 12 => {
            let succs = f.block(bb).succs.clone();
            if !succs.is_empty() {
                let _ = f.split_edge(bb, succs[next(state, succs.len())]);
            }
        }
        3 if count > 0 => f.remove(at),
        4 => drop(branch(f, bb, asked, next(state, 2) == 0, to)),
        5 => drop(push(f, bb, JUMP, &[], &[Operand::Label(to)])),
        6 => drop(f.jump_over(bb)),
        7 if count > 0 && matches!(f.inst_at(at).op, Op::Bra { .. }) => {
            f.set_use(at, 0, Operand::Label(to));
        }
        8 if count > 0 && f.inst_at(at).op == BRANCH => {
            f.set_guard(at, Some(Guard { reg: asked, expected: next(state, 2) == 0 }));
        }
        9 => {
            let points = [f.end(bb), Point::start(bb), f.before_branches(to)];
            let insts = points
                .into_iter()
                .map(|at| (at, inst(f, Op::Mov(Type::U32), &[word], &[Operand::Int(1)])));
            let insts = insts.collect();
            f.insert_all(insts);
        }
        10 if bb != to => f.hoist(bb, to, Threads::Others),
        11 if count > 0 => {
            let jump = inst(f, JUMP, &[], &[Operand::Label(to)]);
            f.replace(at, jump);
        }
        _ => {}
    }
}

/// The lists are what branches and layout say, each edge once at both ends.
fn assert_edges(f: &Function) {
    let mut edges = Vec::new();
    for (bb, block) in f.blocks() {
        let succs: HashSet<BlockId> = f.successors(bb).into_iter().collect();
        assert_eq!(succs, block.succs.iter().copied().collect());
        assert_eq!(succs.len(), block.succs.len());
        edges.extend(succs.into_iter().map(|to| (bb, to)));
    }
    for (bb, block) in f.blocks() {
        let preds: Vec<BlockId> =
            edges.iter().filter(|(_, to)| *to == bb).map(|&(from, _)| from).collect();
        assert_eq!(preds.len(), block.preds.len());
        assert!(preds.iter().all(|pred| block.preds.contains(pred)));
    }
}

#[test]
fn edges_are_right_after_every_edit() {
    let mut state = 1;
    for _ in 0..300 {
        let mut s = sample();
        for _ in 0..60 {
            any_edit(&mut s.f, &mut state, &s.words, s.asked);
            let lost = check(&s.f).into_iter().find(|v| v.rule.contains("stand nowhere"));
            assert_eq!(lost, None);
            assert_edges(&s.f);
        }
    }
}
