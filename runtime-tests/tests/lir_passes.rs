//! Random LIR: what a pass over it makes is right to the checker and computes what stood there before, on the emulator.

mod liveness;
mod random_lir;

use optx::cg::lir::check::check;
use optx::cg::lir::modifiers::Type;
use optx::cg::lir::{
    BlockId, Directive, Function, Loc, LocTable, Op, Operand, Place, Reg, RegClass, Remarks,
};
use optx::cg::regalloc::allocate::{self, Allocator, Asked};
use optx::cg::regalloc::check::check as check_allocation;
use optx::cg::regalloc::pressure::Pressure;
use optx::cg::regalloc::rematerialize;
use optx::cg::slots::Surroundings;
use optx::cg::target::Multiprocessor;
use optx::cg::{predicate, vectorize};
use random_lir::{program, program_with_loop, run, text};

/// Exact pressure and what it lists, against liveness by iteration to a fixed point, one set of registers an instruction.
#[test]
fn pressure_is_what_liveness_by_iteration_says() {
    let mut fullest = 0;
    for seed in 0..300 {
        let mut f = if seed % 2 == 1 { program_with_loop(seed) } else { program(seed) };
        // Guarded definitions, which keep what their registers held.
        predicate::run(&mut f);
        let live = liveness::behind(&f);
        let mut pressure = Pressure::of(&f);
        let mut most = 0;
        for bb in f.layout() {
            let behind = pressure.behind(&f, bb);
            assert_eq!(behind.len(), f.insts(bb).len());
            for (index, &units) in behind.iter().enumerate() {
                let place = Place { block: bb, index };
                let mut wanted: Vec<Reg> = live[&place].iter().copied().collect();
                wanted.retain(|&reg| pressure.weights().get(&f, reg) > 0);
                let sum: u32 = wanted.iter().map(|&reg| pressure.weights().get(&f, reg)).sum();
                assert_eq!(units, sum, "seed {seed}, {place:?}:\n{}", text(&f));
                assert_eq!(pressure.live_at(&f, place), wanted, "seed {seed}, {place:?}");
                most = most.max(sum);
            }
        }
        assert_eq!(pressure.peak(&f).map(|peak| peak.units), Some(most), "seed {seed}");
        fullest = fullest.max(most);
    }
    // Two bases, six words, three longs and three floats.
    assert!(fullest >= 15, "{fullest}");
}

type Pass = (&'static str, fn(&mut Function) -> bool);

/// With so few registers that some vectors are refused.
const VECTORIZE: Pass = ("vectorize", |f| {
    vectorize::run(f, &LocTable::default(), 12, &mut Remarks::default()).changed()
});
/// Under a cap that none keeps to; the checker of allocations agrees each time.
const REMATERIALIZE: Pass = ("rematerialize", |f| {
    f.directives.push(Directive::MaxRegisters(24));
    let before = f.clone();
    let changed =
        rematerialize::run(f, Multiprocessor::of(80), None, &mut Remarks::default()).changed();
    assert_eq!(check_allocation(&before, f, |_| false), vec![], "{}\n{}", text(&before), text(f));
    changed
});
/// By one of the allocators, onto some number of registers, with slots of the warp where nobody says that warps come whole: none are made. The checker agrees each time.
const ALLOCATE: Pass = ("allocate", |f| {
    let count: usize = f.layout().map(|bb| f.insts(bb).len()).sum();
    let (_, allocator) = Allocator::NAMES[count % Allocator::NAMES.len()];
    let around = Surroundings { arch: 80, has_dynamic_shared: false };
    let asked = Asked { registers: 9 + (count / 5 % 8) as u32, allocator, room: 8192, around };
    let before = f.clone();
    let (stats, made) = allocate::run(f, asked)
        .unwrap_or_else(|refused| panic!("{asked:?}: {refused:?}\n{}", text(&before)));
    let found = check_allocation(&before, &made, |_| false);
    assert_eq!(found, vec![], "{asked:?}\n{}\n{}", text(&before), text(&made));
    stats.changed()
});
const PREDICATE: Pass = ("predicate", |f| predicate::run(f).changed());

/// A block on every edge, and behind every instruction a copy that nobody reads: edits as an allocator makes them.
const EDITS: Pass = ("edits", |f| {
    let blocks: Vec<BlockId> = f.layout().collect();
    for &bb in &blocks {
        for to in f.block(bb).succs.clone() {
            assert!(f.split_edge(bb, to).is_some());
        }
    }
    let nobody = f.new_reg(RegClass::B32, None);
    let mut copies = Vec::new();
    for bb in blocks {
        for index in 0..f.before_branches(bb).index() {
            let copy = f.inst(Op::Mov(Type::U32), &[nobody], &[Operand::Int(1)], Loc::NONE);
            copies.push((Place { block: bb, index }.behind(), copy));
        }
    }
    f.insert_all(copies);
    true
});

/// Runs the passes on so many programs; each must change a fair share of them.
fn many(passes: &[Pass], seeds: std::ops::Range<u64>) {
    let mut changed = vec![0; passes.len()];
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let mut f = if seed % 4 == 3 { program_with_loop(seed) } else { program(seed) };
        assert_eq!(check(&f), vec![], "seed {seed}:\n{}", text(&f));
        let before = text(&f);
        let wanted = run(&before).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        for (k, (name, pass)) in passes.iter().enumerate() {
            changed[k] += u64::from(pass(&mut f));
            let after = text(&f);
            assert_eq!(check(&f), vec![], "seed {seed}, {name}:\n{before}\n{after}");
            let got = run(&after).unwrap_or_else(|e| panic!("seed {seed}, {name}: {e}"));
            assert!(got == wanted, "seed {seed}, {name} changes the result:\n{before}\n{after}");
        }
    }
    for ((name, _), changed) in passes.iter().zip(changed) {
        assert!(changed * 7 > count, "{name} changed {changed} of {count} programs");
    }
}

#[test]
fn allocations_compute_what_stood_there() {
    many(&[ALLOCATE], 0..250);
    many(&[PREDICATE, ALLOCATE], 600..750);
}

#[test]
fn vectors_are_the_accesses_that_they_were() {
    many(&[VECTORIZE], 0..600);
}

#[test]
fn guarded_arms_are_the_arms_that_they_were() {
    many(&[PREDICATE], 0..600);
}

#[test]
fn what_is_made_again_is_what_it_was() {
    many(&[REMATERIALIZE], 0..600);
    many(&[PREDICATE, REMATERIALIZE], 600..900);
}

#[test]
fn edited_functions_are_the_functions_that_they_were() {
    many(&[EDITS], 0..200);
    many(&[VECTORIZE, EDITS], 200..300);
    many(&[PREDICATE, EDITS, EDITS], 300..400);
}

#[test]
fn passes_one_behind_the_other() {
    many(&[VECTORIZE, PREDICATE], 1000..1400);
    many(&[PREDICATE, VECTORIZE], 1400..1800);
}
