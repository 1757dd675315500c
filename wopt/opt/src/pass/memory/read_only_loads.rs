//! Loads of global memory that nobody changes while the kernel runs are loads of the read-only cache (`ld.global.nc`).
//!
//! Idea: all threads of a grid run the same kernel, so a class of memory changes only by what stands in it: a store or an atomic operation of a class
//! that may overlap for any two threads, or a call, a fence or inline PTX that clobbers memory. Classes are found anew ([`crate::analysis::memory::Classes`]):
//! chis that nobody in this thread reads are gone, while other threads may load what they told of. What a `const T *__restrict__`
//! parameter of a kernel leads to is promised to stay, and does while its address is followed and nothing is stored through it; `__restrict__` alone, a matter of one
//! thread, promises nothing here.
//!
//! Source: PTX ISA, `ld.global.nc`; CUDA C++ Programming Guide, "Read-Only Data Cache Load Function"; gpucc (CGO 2016, section 4.1) for the classes.
//! Legality: in kernels alone, for what ran before may have written what a function reads. Never a volatile load, which is no assignment.
//! A fence that a thread shares with another kernel's reaches all memory that others do, so that what a launch beside this one
//! hands over is not meant.
//! Cost: linear in statements, and points-to facts. It stands last, since it says what ptxas needs and no pass.

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::{CodeRep, Func, Space, StmtId, StmtOp};
use optx_whirl::{IntrinsicClass, PuKind, RemarkKind};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("read-only-loads");
    if f.kind != PuKind::Kernel {
        return stats;
    }
    let all = || f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).copied();
    let loads: Vec<StmtId> = all().filter(|&s| is_global_load(f, s)).collect();
    if loads.is_empty() {
        return stats;
    }
    let anything = all().any(|s| f.stmts[s].writes_reachable(f) && !is_barrier(&f.stmts[s].op));
    let classes = cx.analyses.alias(f, &cx.facts);
    for s in loads {
        let CodeRep::Ivar { access, .. } = *f.codemap.get(f.stmts[s].kids[0]) else { continue };
        if classes.may_change(cx.facts.module, f, &access, anything) {
            continue;
        }
        let load = CodeRep::Ivar { access, mu: None, read_only: true };
        f.stmts[s].kids[0] = f.codemap.intern(load);
        stats.add("loads of what nobody changes", 1);
        let at = cx.facts.module.locs.statement(f.stmts[s].loc);
        cx.remarks
            .tell(RemarkKind::Passed, at, || "a load goes through the read-only cache".into());
    }
    stats
}

fn is_global_load(f: &Func, s: StmtId) -> bool {
    let is_global = |load: &CodeRep| match load {
        CodeRep::Ivar { access, read_only, .. } => access.space == Space::Global && !read_only,
        _ => false,
    };
    f.stmts[s].op == StmtOp::Stid && is_global(f.codemap.get(f.stmts[s].kids[0]))
}

fn is_barrier(op: &StmtOp) -> bool {
    matches!(op, StmtOp::Intrinsic { intrinsic, .. } if intrinsic.class() == IntrinsicClass::Barrier)
}
