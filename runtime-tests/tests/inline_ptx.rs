//! The text of inline PTX: what is accepted assembles as a part of our PTX, and what is refused as naming nothing, or as leaving
//! a scope open, is refused by ptxas too, where the text stands alone in a kernel.

use libtest_mimic::Failed;
use optx_judge::ptxas::{Ptxas, check};
use optx_judge::{Tool, trials};

/// Texts for `asm(TEXT : "+r"(x) : "l"(p))` in a kernel with `p` a pointer and `x` an `int`.
const RIGHT: &[(&str, &str)] = &[
    ("special_registers", "mov.u32 %0, %%tid.x; mov.u32 %0, %%smid;"),
    ("one_percent", "mov.u32 %0, %laneid;"),
    (
        "clock64_in_a_register_of_its_own",
        "{ .reg .u64 t; mov.u64 t, %%clock64; cvt.u32.u64 %0, t; }",
    ),
    ("counters", "mov.u32 %0, %%pm0; mov.u32 %0, %%envreg31;"),
    ("registers_without_braces", ".reg .u32 t; mov.u32 t, %0; add.u32 %0, t, 1;"),
    ("registers_with_a_percent", "{ .reg .u32 %%t; mov.u32 %%t, %0; add.u32 %0, %%t, 1; }"),
    (
        "a_row_of_registers",
        "{ .reg .b32 t<3>; mov.b32 t0, %0; add.u32 t2, t0, t0; mov.b32 %0, t2; }",
    ),
    ("of_the_scope_around", "{ .reg .u32 t; { mov.u32 t, 5; } mov.u32 %0, t; }"),
    (
        "of_a_scope_hidden_by_an_inner_one",
        "{ .reg .u32 t; { .reg .u64 t; mov.u64 t, 5; } mov.u32 %0, t; }",
    ),
    (
        "a_guard",
        "{ .reg .pred p, q; setp.lt.s32 p|q, %0, 3; @p mov.u32 %0, 1; @!q mov.u32 %0, 2; }",
    ),
    (
        "labels",
        "{ .reg .pred p; again: setp.lt.s32 p, %0, 9; @!p bra done; add.s32 %0, %0, 1; bra again; done: }",
    ),
    (
        "a_label_of_the_scope_around",
        "{ .reg .pred p; setp.lt.s32 p, %0, 9; { @p bra out; add.s32 %0, %0, 1; } out: }",
    ),
    ("vectors", "{ .reg .b32 a, b; mov.b64 {a, b}, %1; add.u32 %0, a, b; }"),
    ("a_vector_register", "{ .reg .v2 .u32 v; mov.u32 v.x, %0; mov.u32 %0, v.x; }"),
    (
        "a_variable",
        "{ .local .align 4 .b32 m[4]; st.local.u32 [m+4], %0; ld.local.u32 %0, [m+4]; }",
    ),
    ("an_object_of_the_file", "ld.global.u32 %0, [counter];"),
    (
        "a_function_of_the_file",
        "{ .param .b32 r; .param .b32 a; st.param.b32 [a], %0; call (r), twice, (a); ld.param.b32 %0, [r]; }",
    ),
    (
        "a_function_that_nothing_else_calls",
        "{ .param .b32 r; .param .b32 a; st.param.b32 [a], %0; call.uni (r), thrice, (a); ld.param.b32 %0, [r]; }",
    ),
    ("an_object_declared_behind", "ld.const.u32 %0, [table+4];"),
    ("a_shared_object_that_nothing_else_names", "st.shared.u32 [buffer], %0;"),
    ("a_label_of_a_number_of_its_own", "bra L%=; mov.u32 %0, 7; L%=:"),
    ("constants", "{ .reg .f32 f; mov.f32 f, 0f3F800000; mov.u32 %0, WARP_SZ; }"),
    ("the_bit_bucket", "{ .reg .pred p; elect.sync _|p, -1; }"),
    ("comments", "// add it } ; bra nowhere\n add.s32 %0, %0, 1; /* } %%nothing */"),
    ("a_comment_at_the_end", "add.s32 %0, %0, 1; // and that is all"),
    ("a_comment_at_the_end_without_semicolon", "add.s32 %0, %0, 1 // and that is all"),
    ("no_semicolon", "add.s32 %0, %0, 1"),
    ("a_label_at_the_end", ".reg .pred p; setp.eq.s32 p, %0, 0; @p bra L; mov.u32 %0, 7; L:"),
    (
        "a_list_of_labels",
        "{ ts: .branchtargets A, B; brx.idx %0, ts; A: mov.u32 %0, 1; bra C; B: mov.u32 %0, 2; C: }",
    ),
    ("nothing", ""),
    ("a_lone_comment", "/* nothing */"),
    (
        "an_opcode_with_colons",
        "{ .reg .b64 t; mov.b64 t, %1; prefetch.global.L2::evict_last [t]; }",
    ),
];

/// As [`RIGHT`], with a part of what we say, and how the text stands in PTX of its own: `x` is `%r1`, `p` is `%rd1`.
const WRONG: &[(&str, &str, &str)] = &[
    ("a_register_of_the_compiler", "mov.u32 %0, %%r7;", "`%r7` is no special register"),
    ("a_misspelt_special_register", "mov.u32 %0, %%landid;", "did you mean `%%laneid`"),
    ("a_variable_of_c", "add.u32 %0, %0, x;", "`x` is nothing that the text declares"),
    ("a_register_of_a_closed_scope", "{ .reg .u32 t; } mov.u32 %0, t;", "`t` is nothing"),
    ("a_register_past_its_row", "{ .reg .b32 t<3>; mov.b32 %0, t3; }", "`t3` is nothing"),
    (
        "with_a_percent_that_it_does_not_have",
        "{ .reg .u32 t; mov.u32 %0, %%t; }",
        "`%t` is no special register",
    ),
    ("a_guard_that_nobody_declared", "@p mov.u32 %0, 1;", "`p` is nothing"),
    ("a_label_of_nobody", "bra out;", "`out` is no label"),
    ("a_label_of_a_closed_scope", "{ out: mov.u32 %0, 1; } bra out;", "`out` is no label"),
    ("a_label_of_the_compiler", "bra $L1;", "`$L1` is no label"),
    ("a_label_twice", "{ out: mov.u32 %0, 1; out: bra out; }", "a label twice"),
    ("a_register_twice", "{ .reg .u32 t; .reg .u32 t; mov.u32 t, 1; }", "declared twice"),
    ("an_open_scope", "{ mov.u32 %0, 1;", "is not closed"),
    ("a_closed_scope_too_many", "mov.u32 %0, 1; }", "closes nothing"),
    ("scopes_the_wrong_way_round", "} mov.u32 %0, 1; {", "closes nothing"),
    ("an_object_of_nobody", "ld.global.u32 %0, [_ZN1N1vE];", "`_ZN1N1vE` is nothing"),
    ("a_function_of_nobody", "call thri, ();", "`thri` is nothing"),
    ("a_variable_of_a_function", "st.shared.u32 [x], %0;", "`x` is nothing"),
    (
        "a_parameter_of_a_function",
        "ld.param.u64 %1, [again_param_1];",
        "`again_param_1` is nothing",
    ),
    ("an_open_comment", "mov.u32 %0, 1; /* and", "does not end"),
];

fn main() {
    let mut all = Vec::new();
    let needs = [Tool::Ptxas13];
    for &(name, text) in RIGHT {
        all.push(trials::trial(format!("right/{name}"), &needs, move || right(text)));
    }
    for &(name, text, says) in WRONG {
        all.push(trials::trial(format!("wrong/{name}"), &needs, move || wrong(text, says)));
    }
    trials::run(all);
}

fn say(e: impl std::fmt::Display) -> Failed {
    Failed::from(e.to_string())
}

/// The PTX of a kernel, and of a function that is inlined twice, with the text.
fn compiled(text: &str) -> Result<String, String> {
    let quoted: String = text.chars().flat_map(char::escape_default).collect();
    let source = format!(
        "extern \"C\" __device__ int counter;\nextern \"C\" __device__ int counter = 1;\n\
         extern \"C\" __device__ __noinline__ int twice(int a) {{ return a * 2; }}\n\
         __device__ void again(int &x, int *p) {{ asm volatile(\"{quoted}\" : \"+r\"(x) : \"l\"(p)); }}\n\
         extern \"C\" __shared__ int buffer[4];\n\
         __global__ void k(int *p) {{\n  int x = twice(p[1]);\n\
         asm volatile(\"{quoted}\" : \"+r\"(x) : \"l\"(p));\n  again(x, p); again(x, p + 1);\n  p[0] = x;\n}}\n\
         extern \"C\" __device__ int thrice(int a) {{ return a * 3; }}\n\
         extern \"C\" __constant__ int table[2] = {{4, 5}};\n"
    );
    let (options, _) = optx::Options::parse_args(&["-arch=sm_90"]).map_err(|e| e.to_string())?;
    let ptx = optx::compile(&source, &options).map_err(|e| e.to_string())?;
    Ok(ptx.text().to_owned())
}

fn right(text: &str) -> Result<(), Failed> {
    let ptx = compiled(text)?;
    let verdict = check(Ptxas::V13, "sm_90", &ptx).map_err(say)?;
    if verdict.accepted { Ok(()) } else { Err(format!("{}\n{ptx}", verdict.report).into()) }
}

fn wrong(text: &str, says: &str) -> Result<(), Failed> {
    match compiled(text) {
        Ok(ptx) => return Err(format!("it compiles:\n{ptx}").into()),
        Err(said) if !said.contains("E0095") || !said.contains(says) => return Err(said.into()),
        Err(_) => {}
    }
    let alone = text
        .replace("%%", "%\u{1}")
        .replace("%0", "%r1")
        .replace("%1", "%rd1")
        .replace('\u{1}', "");
    let ptx = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n\
         {alone}\nret;\n}}\n"
    );
    let verdict = check(Ptxas::V13, "sm_90", &ptx).map_err(say)?;
    if verdict.accepted { Err(format!("ptxas takes it:\n{ptx}").into()) } else { Ok(()) }
}
