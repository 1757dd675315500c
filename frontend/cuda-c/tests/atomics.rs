//! Which atomics exist for which types and targets: as nvcc has them.

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};
use optx_whirl::CodeOptions;

/// What is said of `call` on `T *p, T v` for an architecture.
fn say(arch: u32, ty: &str, call: &str) -> String {
    let options = FrontendOptions {
        code: CodeOptions { target: format!("sm_{arch}"), ..CodeOptions::default() },
        ..FrontendOptions::default()
    };
    let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
    let source = format!("__global__ void k({ty} *p, {ty} v) {{ {call}; }}\n");
    compile_to_whirl("t.cu", &source, &options, &mut sm, &mut diags);
    diags.list().iter().map(|d| sm.resolve(d).to_string()).collect()
}

/// The table that NVRTC 13.5 has for sm_75: the operation, and its types.
const TABLE: &[(&str, &[&str])] = &[
    ("Add", &["int", "unsigned", "unsigned long long", "float", "double"]),
    ("Sub", &["int", "unsigned"]),
    ("Exch", &["int", "unsigned", "unsigned long long", "float"]),
    ("Min", &["int", "unsigned", "long long", "unsigned long long"]),
    ("Max", &["int", "unsigned", "long long", "unsigned long long"]),
    ("Inc", &["unsigned"]),
    ("Dec", &["unsigned"]),
    ("And", &["int", "unsigned", "long long", "unsigned long long"]),
    ("Or", &["int", "unsigned", "long long", "unsigned long long"]),
    ("Xor", &["int", "unsigned", "long long", "unsigned long long"]),
    ("CAS", &["int", "unsigned", "unsigned long long"]),
];

#[test]
fn forms_are_those_of_nvcc() {
    let all = [
        "int",
        "unsigned",
        "long long",
        "unsigned long long",
        "long",
        "unsigned long",
        "float",
        "double",
        "short",
        "char",
    ];
    for (op, types) in TABLE {
        for ty in all {
            for suffix in ["", "_block", "_system"] {
                let more = if *op == "CAS" { ", v" } else { "" };
                let said = say(75, ty, &format!("atomic{op}{suffix}(p, v{more})"));
                assert_eq!(said.is_empty(), types.contains(&ty), "{op}{suffix} {ty}: {said}");
            }
        }
    }
    assert_eq!(say(75, "unsigned short", "atomicCAS(p, v, v)"), "");
    assert!(say(75, "unsigned short", "atomicCAS_block(p, v, v)").contains("E0065"));
    assert!(say(75, "unsigned long", "atomicAdd(p, v)").contains("cast to `unsigned long long *`"));
}

#[test]
fn what_a_target_lacks_is_named() {
    for (arch, ty, call, wanted) in [
        (
            52,
            "double",
            "atomicAdd(p, v)",
            "`atomicAdd` on double needs sm_60, and the target is sm_52",
        ),
        (
            53,
            "int",
            "atomicAdd_block(p, v)",
            "`atomicAdd_block` needs sm_60, and the target is sm_53",
        ),
        (52, "unsigned", "atomicCAS_system(p, v, v)", "`atomicCAS_system` needs sm_60"),
        (61, "unsigned short", "atomicCAS(p, v, v)", "`atomicCAS` on unsigned short needs sm_70"),
    ] {
        let said = say(arch, ty, call);
        assert!(said.contains("E0097") && said.contains(wanted), "{said}");
    }
    assert_eq!(say(60, "double", "atomicAdd(p, v)"), "");
    assert_eq!(say(60, "int", "atomicAdd_block(p, v)"), "");
    assert_eq!(say(70, "unsigned short", "atomicCAS(p, v, v)"), "");
}

#[test]
fn a_program_may_bring_its_own_for_old_targets() {
    let own = "p[0] += 0; } __device__ double atomicAdd(double *a, double x) { return *a + x; }\n\
        __global__ void q(double *p, double v) { atomicAdd(p, v)";
    let source = own.to_owned();
    assert_eq!(say(52, "double", &source), "");
}
