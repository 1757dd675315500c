//! Places of nodes: what each access, call, intrinsic, division and branch covers in the source, found again in the source
//! itself.
//!
//! A place is shown as its text, and where that stands several times, which of them it is: `load x[i] #2`. What was
//! inlined goes on with its call: `load v[k] < get(v, 1) < twice(v)`.

use optx_frontend::{FrontendOptions, MemoryIncludes, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::verify::{AtLevel, verify_module};
use optx_whirl::{Loc, Module, Operator, Pu, SourcePlace, Wn, vho};

/// The files of a compilation: `t.cu`, and one to include.
struct Files<'a> {
    main: &'a str,
    header: &'a str,
}

impl Files<'_> {
    fn module(&self) -> Module {
        let include = MemoryIncludes::new().with("h.h", self.header);
        let options = FrontendOptions { include: &include, ..FrontendOptions::default() };
        let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
        let module = compile_to_whirl("t.cu", self.main, &options, &mut sm, &mut diags);
        let said: String = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
        let module = module.unwrap_or_else(|| panic!("{}\n{said}", self.main));
        assert_eq!(verify_module(&module, AtLevel::Vh), vec![]);
        module
    }

    fn lowered(&self) -> Module {
        let module = vho::lower(&self.module()).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(verify_module(&module, AtLevel::M), vec![]);
        module
    }

    /// The text that a place covers, and which of its kind it is where there are several.
    fn text(&self, module: &Module, place: &SourcePlace) -> String {
        let name = module.files[usize::from(place.file)].as_str();
        let source = match name {
            "t.cu" => self.main,
            "h.h" => self.header,
            other => panic!("the file {other}"),
        };
        let lines = source.split_inclusive('\n').take(place.line as usize - 1);
        let start = lines.map(str::len).sum::<usize>() + usize::from(place.column) - 1;
        let text = &source[start..start + usize::from(place.length)];
        let starts: Vec<usize> = source.match_indices(text).map(|(at, _)| at).collect();
        match starts.iter().position(|&at| at == start) {
            Some(_) if starts.len() == 1 => text.to_owned(),
            Some(number) => format!("{text} #{}", number + 1),
            // It overlaps itself.
            None => format!("{text} at {start}"),
        }
    }

    fn chain(&self, module: &Module, loc: Loc) -> String {
        let mut out = self.text(module, &module.locs.get(loc));
        let mut call = module.locs.inlined_at(loc);
        while !call.is_none() {
            out += &format!(" < {}", self.text(module, &module.locs.get(call)));
            call = module.locs.inlined_at(call);
        }
        out
    }

    /// What stands where in a function, in the order of the tree, of the nodes that have places of their own.
    fn shown(&self, module: &Module, name: &str) -> Vec<String> {
        let pu = module.functions.iter().find(|pu| pu.name == name);
        let pu = pu.unwrap_or_else(|| panic!("no function {name}"));
        let mut out = Vec::new();
        walk(module, pu, &mut |wn, around| {
            if let Some(kind) = kind(wn) {
                let loc = module.locs.of(wn.loc, around);
                out.push(format!("{kind} {}", self.chain(module, loc)));
            }
        });
        out
    }
}

/// Calls a function with each node and the place of the statement's node around it, in pre-order.
fn walk(module: &Module, pu: &Pu, f: &mut impl FnMut(&Wn, Loc)) {
    let mut stack = vec![(pu.body, Loc::NONE)];
    while let Some((id, around)) = stack.pop() {
        let wn = pu.tree.get(id);
        let around = if wn.opr.is_statement() { wn.loc } else { around };
        assert!(module.locs.holds(wn.loc));
        f(&wn, around);
        stack.extend(pu.tree.kids(id).iter().rev().map(|&kid| (kid, around)));
    }
}

fn kind(wn: &Wn) -> Option<&'static str> {
    Some(match wn.opr {
        Operator::Iload | Operator::Ildbits => "load",
        Operator::Ldid | Operator::Ldbits if wn.st.is_some_and(|st| !st.is_local()) => "load",
        Operator::Istore | Operator::Istbits => "store",
        Operator::Stid | Operator::Stbits if wn.st.is_some_and(|st| !st.is_local()) => "store",
        Operator::Call => "call",
        Operator::IntrinsicCall => "effect",
        Operator::Div | Operator::Rem => "division",
        Operator::TrueBr | Operator::FalseBr => "branch",
        _ => return None,
    })
}

#[track_caller]
fn check(files: &Files<'_>, module: &Module, name: &str, wanted: &[&str]) {
    let shown = files.shown(module, name);
    assert_eq!(shown, wanted, "{}", optx_whirl::print::print_module(module));
}

#[track_caller]
fn lowers_to(main: &str, wanted: &[&str]) {
    let files = Files { main, header: "" };
    check(&files, &files.lowered(), "k", wanted);
}

#[test]
fn each_access_of_a_sparse_product_has_its_own_text() {
    let main = "\
__global__ void k(const int *row, const int *col, const float *val, const float *x, float *y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n) {
    float sum = 0;
    for (int k = row[r]; k < row[r + 1]; ++k)
      sum += val[k] * x[col[k]];
    y[r] = sum;
  }
}
";
    lowers_to(
        main,
        &[
            "branch r < n",
            "load row[r]",
            "branch k < row[r + 1]",
            "load row[r + 1]",
            "load val[k]",
            "load x[col[k]]",
            "load col[k]",
            "branch k < row[r + 1]",
            "load row[r + 1]",
            "store y[r]",
        ],
    );
}

#[test]
fn other_operators_share_their_statements_place() {
    let main = "__global__ void k(int *p, int n) {\n  int i = n + 2;\n  p[i] = p[n] * 3 + i;\n}\n";
    let files = Files { main, header: "" };
    let module = files.module();
    let mut seen = 0;
    walk(&module, &module.functions[0], &mut |wn, around| {
        let loc = module.locs.of(wn.loc, around);
        let text = files.text(&module, &module.locs.get(loc));
        match wn.opr {
            Operator::Add | Operator::Mpy | Operator::Intconst if wn.rtype.is_signed() => {
                let wanted =
                    if module.locs.pos(loc).line == 2 { "i" } else { "p[i] = p[n] * 3 + i" };
                assert_eq!(text.split(" #").next(), Some(wanted), "{wn:?}");
                assert!(wn.loc.is_none() || wn.loc == module.locs.statement(around));
                seen += 1;
            }
            _ => {}
        }
    });
    assert!(seen >= 5, "{seen}");
    // Two statements, the body, the end, a load and a store: no entry for an operator.
    assert!(module.locs.len() <= 6, "{:?}", module.locs);
}

#[test]
fn calls_effects_and_divisions() {
    let main = "\
__device__ __noinline__ int f(int x) { return x % 7; }
__shared__ int s;
__device__ int g[4];
__global__ void k(int *p, float *q, int n) {
  p[0] = f(n) + f(n + 1) / n;
  q[1] = q[2] / 3.0f;
  p[3] %= 5;
  int old = atomicAdd(&p[1], __shfl_sync(~0u, n, 3)) + 1;
  __syncthreads();
  s = old;
  g[2] = s;
  __threadfence();
}
";
    let files = Files { main, header: "" };
    let module = files.lowered();
    check(&files, &module, "f", &["division x % 7"]);
    check(
        &files,
        &module,
        "k",
        &[
            "call f(n)",
            "call f(n + 1)",
            "store p[0]",
            "division f(n + 1) / n",
            "store q[1]",
            "division q[2] / 3.0f",
            "load q[2]",
            "store p[3]",
            "division p[3] %= 5",
            "load p[3]",
            "effect __shfl_sync(~0u, n, 3)",
            "effect atomicAdd(&p[1], __shfl_sync(~0u, n, 3))",
            "effect __syncthreads()",
            "store s #7",
            "store g[2]",
            "load s #8",
            "effect __threadfence()",
        ],
    );
}

#[test]
fn each_term_of_a_condition_is_a_branch_of_its_own() {
    let main = "\
__global__ void k(int *p, int n) {
  if (n > 0 && p[n] > 1 && !(p[1] > 2 || p[2])) p[3] = 1;
  int x = p[4] < 5 ? p[5] : p[6];
  while (p[7]) p[8]--;
  do { x++; } while (x < p[9]);
  switch (p[10]) { case 1: p[11] = x; }
}
";
    lowers_to(
        main,
        &[
            "branch n > 0",
            "branch p[n] > 1",
            "load p[n]",
            "branch p[1] > 2",
            "load p[1]",
            "branch p[2]",
            "load p[2]",
            "store p[3]",
            "branch p[4] < 5",
            "load p[4]",
            "load p[5]",
            "load p[6]",
            "branch p[7]",
            "load p[7]",
            "store p[8]",
            "load p[8]",
            "branch p[7]",
            "load p[7]",
            "branch x < p[9]",
            "load p[9]",
            "load p[10]",
            "branch p[10]",
            "store p[11]",
        ],
    );
}

#[test]
fn aggregates_and_bit_fields_are_accessed_where_they_are_named() {
    let main = "\
struct B { unsigned a : 3, b : 5; };
struct V { int x, y; };
__global__ void k(B *b, V *v, int i) {
  b[i].a = b[0].b;
  v[i] = v[0];
  v->y = v[2].x;
}
";
    lowers_to(
        main,
        &[
            "load b[0].b",
            "store b[i].a",
            "load b[i].a",
            "load v[0]",
            "load v[0]",
            // An assignment of a class is its `operator=`.
            "store v[i] = v[0]",
            "store v[i] = v[0]",
            "store v->y",
            "load v[2].x",
        ],
    );
}

#[test]
fn an_inlined_body_keeps_its_places_and_names_its_calls() {
    let main = "\
__device__ float get(const float *v, int i) { return v[i] / 3.0f; }
__device__ float both(const float *v, int i) { return get(v, i) + get(v, i + 1); }
__global__ void k(float *o, const float *v) {
  o[0] = both(v, 7);
  o[1] = both(v, 8) + get(v, 9);
}
";
    let files = Files { main, header: "" };
    let module = files.lowered();
    assert_eq!(module.functions.len(), 1);
    let mut wanted = Vec::new();
    let get =
        |calls: &str| [format!("division v[i] / 3.0f < {calls}"), format!("load v[i] < {calls}")];
    for first in ["get(v, i) < both(v, 7)", "get(v, i + 1) < both(v, 7)"] {
        wanted.extend(get(first));
    }
    wanted.push("store o[0]".to_owned());
    for next in ["get(v, i) < both(v, 8)", "get(v, i + 1) < both(v, 8)", "get(v, 9)"] {
        wanted.extend(get(next));
    }
    wanted.push("store o[1]".to_owned());
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    check(&files, &module, "k", &wanted);
    // The statement of what is inlined is the callee's, inlined at the same call.
    walk(&module, &module.functions[0], &mut |wn, _| {
        if wn.opr == Operator::Div {
            let statement = module.locs.statement(wn.loc);
            assert_eq!(files.text(&module, &module.locs.get(statement)), "return v[i] / 3.0f;");
            assert_eq!(module.locs.inlined_at(statement), module.locs.inlined_at(wn.loc));
        }
    });
}

#[test]
fn macros_are_placed_where_they_are_used() {
    let main = "\
#define AT(p, i) p[i]
#define TWICE(x) ((x) + INNER)
#define INNER q[2]
#define LAST ] = 1
__global__ void k(int *p, int *q, int n) {
  p[0] = TWICE(n);
  p[1] = AT(q, 3);
  AT(p, n) = q[4];
  q[5 LAST;
}
";
    lowers_to(
        main,
        &[
            "store p[0]",
            "load TWICE #2",
            "store p[1]",
            "load AT #2",
            "store AT #3",
            "load q[4]",
            "store q[5 LAST",
        ],
    );
}

#[test]
fn included_files_and_line_directives() {
    let header = "__device__ int in_header(int *h) {\n  return h[1] + h[2];\n}\n";
    let main = "\
#include \"h.h\"
__global__ void k(int *p) {
  p[0] = in_header(p);
}
";
    let files = Files { main, header };
    let wanted = &["load h[1] < in_header(p)", "load h[2] < in_header(p)", "store p[0]"];
    check(&files, &files.lowered(), "k", wanted);

    let renamed = Files {
        main: "__global__ void k(int *p) {\n#line 70 \"gen.y\"\n  p[0] = p[1];\n}\n",
        header,
    };
    let module = renamed.lowered();
    let mut seen = Vec::new();
    walk(&module, &module.functions[0], &mut |wn, _| {
        if kind(wn).is_some() {
            let p = module.locs.get(wn.loc);
            seen.push((module.files[usize::from(p.file)].clone(), p.line, p.column, p.length));
        }
    });
    assert_eq!(seen, [("gen.y".to_owned(), 70, 3, 4), ("gen.y".to_owned(), 70, 10, 4)]);
}

/// Places of every node, in order, whatever their numbers are.
fn places(module: &Module) -> Vec<Vec<SourcePlace>> {
    let mut out = Vec::new();
    for pu in &module.functions {
        walk(module, pu, &mut |wn, _| {
            let mut chain = Vec::new();
            let mut todo = vec![wn.loc];
            while let Some(loc) = todo.pop().filter(|l| !l.is_none()) {
                let SourcePlace { statement, inlined_at, .. } = module.locs.get(loc);
                let bare = SourcePlace {
                    statement: Loc::NONE,
                    inlined_at: Loc::NONE,
                    ..module.locs.get(loc)
                };
                chain.push(bare);
                chain.push(SourcePlace {
                    statement: Loc::NONE,
                    inlined_at: Loc::NONE,
                    ..module.locs.get(statement)
                });
                todo.push(inlined_at);
            }
            out.push(chain);
        });
    }
    out
}

#[test]
fn text_forms_keep_the_place_of_every_node() {
    let main = "\
#define AT(p, i) p[i]
__device__ int g[4];
__device__ __noinline__ int out(int *p) { return p[3] / g[1]; }
__device__ int in(int *p, int i) { return AT(p, i) + p[i + 1]; }
__device__ int deep(int *p) { return in(p, 1) * in(p, 2) + out(p); }
__global__ void k(int *p, int n) {
  for (int i = 0; i < p[n]; i++)
    if (p[i] && deep(p) > in(p, i)) atomicAdd(p, deep(p + 1));
  p[0] = out(p);
}
";
    let files = Files { main, header: "" };
    for module in [files.module(), files.lowered()] {
        let text = optx_whirl::print::print_module(&module);
        let again =
            optx_whirl::parse::parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(optx_whirl::print::print_module(&again), text);
        assert_eq!(again.locs.flaw(), None);
        let (before, after) = (places(&module), places(&again));
        assert_eq!(before, after, "{text}");
        assert!(before.iter().filter(|chain| !chain.is_empty()).count() > 20);
    }
}
