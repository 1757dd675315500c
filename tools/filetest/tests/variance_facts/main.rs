//! What is known of kernels' values, asked of sources.

mod lanes;
mod trust;

use optx::{Emit, NoIncludes, Options};
use optx_ir::{CodeRep, CrId, Func, StmtOp};
use optx_whirl::Module;
use optx_wopt::analysis::variance::views::At;
use optx_wopt::{NoBackend, RunOptions};

/// The one kernel of a source behind the construction of SSA, closed.
fn kernel(body: &str) -> (Module, Func) {
    let text = format!(
        "extern \"C\" __global__ void k(int *out, int n, volatile int *flag) {{ \
         __shared__ int s[64]; int t = threadIdx.x; {body} }}"
    );
    let options = Options { emit: Emit::Cfg, ..Options::default() };
    let found = optx::compile_with("k.cu", &text, &options, &NoIncludes);
    let cfg = found.unwrap_or_else(|e| panic!("{e}")).text().to_owned();
    let (module, mut funcs) = optx_ir::parse::parse_module(&cfg).expect("the text form");
    let options =
        RunOptions { stop_after: Some("propagate-2".to_owned()), ..RunOptions::default() };
    optx_wopt::resume(&module, &mut funcs, &options, &mut NoBackend);
    (module, funcs.remove(0))
}

/// The values stored to global memory, in order, each with where it is read.
fn stored(f: &Func) -> Vec<(CrId, At)> {
    let stmts = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).map(|&s| &f.stmts[s]);
    let global = |target: CrId| match f.codemap.get(target) {
        CodeRep::Ivar { access, .. } => access.space == optx_ir::Space::Global,
        _ => false,
    };
    stmts
        .filter(|stmt| stmt.op == StmtOp::Istore && global(stmt.results[0]))
        .map(|stmt| (stmt.kids[0], At::Block(stmt.bb)))
        .collect()
}
