//! Inputs that once broke the compiler, as the fuzzer made them or smaller. Each ends in a diagnostic, or compiles.

use optx::{Emit, Input, Options, compile};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

fn refused(text: &str, input: Input, why: &str) {
    let said = compile(text, &Options { input, ..Options::default() })
        .expect_err("it is refused")
        .to_string();
    assert!(said.contains(why), "{said}");
}

#[test]
fn a_form_that_its_place_in_the_pipeline_does_not_have() {
    let text = |form: &str, at: &str| {
        format!(
            "(ssa 1 (type t0 scalar U4) (func {form} \"k\" \"k\" @0:0:0 at={at} (bb bb0 (return @0:5:1))))"
        )
    };
    for at in ["", "no-such-pass", "memory-spaces", "leave-ssa"] {
        refused(&text("ssa", at), Input::Ssa, "no form");
    }
    refused(&text("cfg", "placement"), Input::Ssa, "no form cfg");
}

/// Each of the millions of tokens was printed with its place, found through fifty expansions.
#[test]
fn a_macro_bomb_is_refused_before_its_tokens_are_printed() {
    let mut text = String::from("#define A0 x\n");
    for k in 1..=300 {
        let _ = writeln!(text, "#define A{k} A{0} A{0}", k - 1);
    }
    text.push_str("__global__ void k() { A300; }\n");
    for emit in [Emit::Tokens, Emit::Ast, Emit::Ptx] {
        let from = Instant::now();
        let said = compile(&text, &Options { emit, ..Options::default() }).expect_err("a bomb");
        assert!(said.to_string().contains("E0022"), "{said}");
        // Half a second in a release build, where printing took five.
        assert!(from.elapsed() < Duration::from_secs(30), "{emit:?} took {:?}", from.elapsed());
    }
}

/// The inner definition completed the outer type, which then held itself.
#[test]
fn a_struct_that_is_defined_within_itself() {
    for kind in ["struct", "union"] {
        let inside = format!("__global__ void k() {{ {kind} S {{ {kind} S {{ }} s; }} s; }}");
        refused(&inside, Input::Cu, "within its own definition");
        let _ = compile(
            &format!("{kind} S {{ {kind} S {{ }} s; }}; __global__ void k(S *p) {{ }}"),
            &Options::default(),
        );
    }
}

/// A declaration's expressions nest within the limit, and so does the chain of declarations, but one stood in the other.
#[test]
fn deep_expressions_in_a_chain_of_declarations() {
    on_a_main_stack(|| {
        let mut text = String::from("typedef int T0;\n");
        for k in 1..=90 {
            let _ = writeln!(text, "typedef int T{k}[{}sizeof(T{}) - 3];", "- ".repeat(250), k - 1);
        }
        text.push_str("__global__ void k(int *p) { *p = sizeof(T90); }\n");
        refused(&text, Input::Cu, "nest too deep");
    });
}

/// On a thread with the stack that a program's main thread has.
fn on_a_main_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// ptxas knows no name before its declaration, no minus before an offset alone, no lone semicolon. (What it does know
/// is held by the runtime kernels `string_tables`, `pointer_walks` and `ptx_inside`.)
#[test]
fn text_that_only_ptxas_refused() {
    let text = "__device__ const char *const names[] = {\"a\", \"b\"};\n\
                __global__ void k(long long *p, int n) { p += n; p[0] = p[-1] + names[n][0]; asm volatile(\"\" ::: \"memory\"); }\n";
    let ptx = compile(text, &Options::default()).expect("it compiles");
    let place =
        |what: &str| ptx.text().find(what).unwrap_or_else(|| panic!("{what}: {}", ptx.text()));
    assert!(place("$str1[") < place("names["));
    assert!(place("+-8]") > 0 && !ptx.text().contains("{ ; }"));
}

#[test]
fn a_template_that_calls_itself() {
    let text = "template <int N> __device__ int power(int x) { return x * power<N - 1>(x); }\n\
                template <> __device__ int power<0>(int) { return 1; }\n\
                __global__ void k(int *p) { *p = power<3>(*p); }\n";
    let ptx = compile(text, &Options::default()).expect("it compiles");
    assert_eq!(ptx.text().matches("mul.lo").count(), 2, "{}", ptx.text());
}

/// The description of a type went round for ever, or off the table.
#[test]
fn pointers_in_text_forms_that_lead_nowhere() {
    let whirl = |types: &str| {
        format!(
            "(whirl 1 {types} (function =0 kernel \"k\" \"k\" @0:1:7 (local %0 \"p\" t1 param align=8 =0) (BLOCK @0:1:1)))"
        )
    };
    let ssa = |types: &str| {
        format!(
            "(ssa 1 {types} (func ssa \"k\" \"k\" @0:1:7 at=ssa (local %0 \"p\" t1 param align=8 =0) (bb bb0 (return @0:1:1))))"
        )
    };
    for (types, why) in [
        ("(type t0 scalar F4) (type t1 pointer t1)", "points to itself"),
        ("(type t0 pointer t2) (type t1 array t0 4) (type t2 pointer t1)", "points to itself"),
        ("(type t0 scalar F4) (type t1 pointer t255)", "t255"),
    ] {
        refused(&whirl(types), Input::Whirl, why);
        refused(&ssa(types), Input::Ssa, why);
    }
}

/// Selection took the operands that an intrinsic has without asking.
#[test]
fn an_intrinsic_that_lacks_operands() {
    let source = "__global__ void k(int *p) { p[0] = __shfl_xor_sync(~0u, p[1], 3); }\n";
    let form =
        compile(source, &Options { emit: Emit::Regs, ..Options::default() }).expect("it compiles");
    let (before, after) = form.text().split_once("shfl").expect("a shuffle");
    let (line, rest) = after.split_once('\n').expect("a line's end");
    // The last operand goes.
    let short = line.trim_end_matches(')').rsplit_once(' ').expect("operands").0;
    let closing = line.len() - line.trim_end_matches(')').len();
    let text = format!("{before}shfl{short}{}\n{rest}", ")".repeat(closing));
    refused(&text, Input::Ssa, "operands");
}

/// Selection took the result of a volatile load, the operands of an operation and the table's entry of inline PTX
/// without asking.
#[test]
fn statements_of_another_shape_in_text_forms() {
    let text = |statement: &str| {
        format!(
            "(ssa 1 (type t0 scalar I4) (func regs \"k\" \"k\" @0:1:1 at=leave-ssa (aux v0 register U8 \"p\" 1) \
             (aux v1 register F4 \"f\" 1) (bb bb0 {statement} (return @0:5:1))))"
        )
    };
    for (statement, why) in [
        ("(volatile-load @0:2:1 I4 shared 0 () v0)", "1 results"),
        ("(stid @0:2:1 (v1) (F4F4INTRINSIC_OP ~copysign))", "wants 2 operands"),
        ("(asm @0:2:1 =0 ())", "not in the table"),
    ] {
        refused(&text(statement), Input::Ssa, why);
    }
}

/// A syntax tree of a million such declarations took 449 MiB before the checker refused the first.
#[test]
fn a_block_that_declares_one_name_again_and_again() {
    let kernel = |body: &str| format!("__global__ void k(int *p) {{ {body} }}\n");
    let text = kernel(&"int a; ".repeat(70_000));
    refused(&text, Input::Cu, "declared again and again");
    // Many names, and a name in many blocks, are well.
    let mut names = String::from("int z = 0;");
    for k in 0..70_000 {
        let _ = write!(names, "int a{k};");
    }
    compile(&kernel(&names), &Options::default()).expect("it compiles");
    compile(&kernel(&"{ int a; }".repeat(70_000)), &Options::default()).expect("it compiles");
}

/// An access of alignment 3 was taken apart without end; a structure that holds itself has no size.
#[test]
fn alignments_and_types_of_text_forms() {
    let whirl = |local: &str, store: &str| {
        format!(
            "(whirl 1 (type t0 scalar I4) (type t1 pointer t0) (function =0 kernel \"k\" \"k\" @0:1:7 \
             (local %0 \"p\" t1 param {local} =0) (BLOCK @0:1:1 (I4ISTORE @0:2:1 {store} (I4INTCONST =1) (U8U8LDID %0)))))"
        )
    };
    assert!(
        compile(
            &whirl("align=8", "align=4"),
            &Options { input: Input::Whirl, ..Options::default() }
        )
        .is_ok()
    );
    refused(&whirl("align=3", "align=4"), Input::Whirl, "alignment 3");
    refused(&whirl("align=8", "align=3"), Input::Whirl, "`align=3`");
    let ssa = |types: &str, align: u32| {
        format!(
            "(ssa 1 (type t0 scalar I4) {types} (func regs \"k\" \"k\" @0:1:7 at=leave-ssa \
             (local %0 \"p\" t0 param align={align} =0) (bb bb0 (return @0:1:1))))"
        )
    };
    refused(&ssa("", 3), Input::Ssa, "alignment 3");
    refused(&ssa("(type t1 struct \"S\" 4 4 (\"a\" t1 0))", 4), Input::Ssa, "t1");
}

/// Each buffer of a `printf` had a version of its own at every other's call: 700 MiB.
#[test]
fn many_objects_that_others_can_reach() {
    let mut text = String::from("#include <stdio.h>\n__global__ void k(int n) {\n");
    text.push_str(&"printf(\"%d\\n\", n);\n".repeat(1000));
    text.push('}');
    let options = Options { emit: Emit::Ssa, ..Options::default() };
    let form = compile(&text, &options).expect("it compiles");
    assert!(form.text().len() < 2 << 20, "{}", form.text().len());
}

/// ptxas takes parameters of more than 4 KiB from sm_70 and PTX 8.1 on, up to 32764 bytes.
#[test]
fn parameters_that_take_much_room() {
    let text = |bytes: usize| {
        format!(
            "struct S {{ char v[{bytes}]; }}; __global__ void k(S s, char *o, int i) {{ *o = s.v[i]; }}\n"
        )
    };
    let on = |arch: &str, bytes: usize| {
        let mut options = Options::default();
        options.code.target = arch.to_owned();
        compile(&text(bytes), &options).map(|ptx| ptx.text().contains("\n.version 8.1\n"))
    };
    // The pointer and the number take 12 bytes.
    assert_eq!(on("sm_75", 4096 - 16).ok(), Some(false));
    assert_eq!(on("sm_75", 4096).ok(), Some(true));
    assert_eq!(on("sm_75", 32752 - 8).ok(), Some(true));
    assert!(on("sm_75", 32764).is_err_and(|e| e.to_string().contains("32764 at most")));
    assert!(on("sm_61", 4096).is_err_and(|e| e.to_string().contains("sm_61 takes 4096")));
}

/// Each part of a value that a call passes was a statement and an operand: gigabytes for a struct of 16 MB, 11 MB of PTX
/// for one of 256 KiB.
#[test]
fn values_too_large_to_be_passed() {
    let head = "struct S { int v[1 << 16]; };\n";
    let kernel = format!("{head}__global__ void k(S s, int *o) {{ *o = s.v[*o]; }}\n");
    refused(&kernel, Input::Cu, "E0024");
    let function = |word: &str| {
        format!(
            "{head}__device__ {word} void f(S s, int *o) {{ *o += s.v[*o]; }}\n\
             __global__ void k(S *s, int *o) {{ f(*s, o); f(*s, o); }}\n"
        )
    };
    for (level, word) in
        [("-O0", "__noinline__"), ("-O3", "__noinline__"), ("-O3", "__forceinline__")]
    {
        let (options, _) = Options::parse_args(&[level]).expect("valid options");
        let ptx = compile(&function(word), &options).expect("it is copied by loops");
        assert!(ptx.text().len() < 8 << 10, "{} bytes of PTX", ptx.text().len());
    }
    let passed = "struct B { int a[1 << 14]; };\n\
                  __device__ __noinline__ B f(B b, int i) { b.a[i] += i; return b; }\n\
                  __global__ void k(int *o, const B *p) { B x = *p, y; y = f(x, o[1]); x = y; *o = x.a[o[2]]; }\n";
    for level in ["-O0", "-O3"] {
        let (options, _) = Options::parse_args(&[level]).expect("valid options");
        let ptx = compile(passed, &options).expect("it is copied by loops");
        assert!(ptx.text().len() < 16 << 10, "{} bytes of PTX", ptx.text().len());
    }
    // And what is more than a thread can keep is refused, as fast.
    for word in ["__noinline__", "__forceinline__"] {
        let source = function(word).replace("1 << 16", "1 << 22");
        refused(&source, Input::Cu, "E0121");
    }
}

/// What a WHIRL text says of types was believed until ptxas, or a later phase as a bug of ours, refused what came of it.
#[test]
fn types_of_whirl_texts_that_do_not_fit() {
    let whirl = |value: &str, out: &str| {
        format!(
            "(whirl 1 m\n (type t0 scalar I4)\n (type t1 pointer t0)\n (function =0 kernel \"k\" \"k\" @0:1:7\n \
             (local %0 \"p\" t1 param align=8 =0) (local %1 \"x\" t0 auto align=4) \
             (asm =0 \"mov.u32 %0, 1;\" (out {out} r)) (BLOCK @0:1:1 (ASM_STMT @0:1:1 =0) \
             (I4ISTORE @0:2:1 {value} (U8U8LDID %0)) (RETURN @0:3:1))))"
        )
    };
    let options = Options { input: Input::Whirl, ..Options::default() };
    let (number, one) = ("(I4I4LDID %1)", "(I4INTCONST =1)");
    let compiled = compile(&whirl(number, "%1"), &options);
    assert!(compiled.is_ok(), "what the others are but for a word");
    for (value, out, why) in [
        (number.to_owned(), "%0", "no variable of class `r`"),
        (format!("(I4SELECT (BI1EQ {number} {one}) {one} {number})"), "%1", "EQ does not exist"),
    ] {
        let said = compile(&whirl(&value, out), &options).expect_err("it is refused").to_string();
        assert!(said.contains("E0120") && !said.contains("E0129"), "{said}");
        assert!(said.contains(why), "{said}");
        assert!(said.contains(":4:1"), "at the function's begin: {said}");
    }
}

/// What walks trees and types recurses: a text of tens of thousands of levels ended the process.
#[test]
fn texts_that_nest_deep() {
    let blocks = |n: usize| {
        format!(
            "(whirl 1 (function =0 kernel \"k\" \"k\" @0:1:1 {} (RETURN @0:1:1) {}))",
            "(BLOCK @0:1:1 ".repeat(n),
            ")".repeat(n)
        )
    };
    let types = |n: usize| {
        let chain: String = (1..=n).map(|k| format!("(type t{k} pointer t{})", k - 1)).collect();
        format!(
            "(whirl 1 (type t0 scalar I4) {chain} (function =0 kernel \"k\" \"k\" @0:1:1 \
             (local %0 \"p\" t{n} param align=8 =0) (BLOCK @0:1:1 (RETURN @0:1:1))))"
        )
    };
    on_a_main_stack(move || {
        let options = Options { input: Input::Whirl, ..Options::default() };
        assert!(
            compile(&types(1000), &options).is_ok() && compile(&blocks(1000), &options).is_ok()
        );
        refused(&blocks(100_000), Input::Whirl, "nested too deeply");
        refused(&types(100_000), Input::Whirl, "nested too deeply");
    });
}

/// Names went into PTX as they stood; ptxas takes ASCII alone.
#[test]
fn names_that_are_not_ascii() {
    refused("extern \"C\" __global__ void größe(int *p) { *p = 1; }", Input::Cu, "no name in PTX");
    refused(
        "__device__ __noinline__ int ü(int i) { return i; } __global__ void k(int *p) { *p = ü(*p); }",
        Input::Cu,
        "no name in PTX",
    );
    let form = "(ssa 1 (func cfg \"k\" \"{ .param a;\" @0:1:1 at=build (bb bb0 (return @0:1:1))))";
    refused(form, Input::Ssa, "no name in PTX");
    let text = "#line 5 \"gr\u{f6}\u{df}e \\x01.h\"\n__device__ int zähl; __global__ void k(int *p) { *p = zähl; }\n";
    let (options, _) = Options::parse_args(&["-lineinfo"]).expect("valid options");
    let ptx = compile(text, &options).expect("it compiles");
    assert!(ptx.text().is_ascii(), "{}", ptx.text());
    assert!(ptx.text().contains("\"gr\\303\\266\\303\\237e "), "{}", ptx.text());
}

/// A local that the text puts on the stack twice was declared twice.
#[test]
fn a_local_that_is_on_the_stack_twice() {
    let source =
        "__global__ void k(int *p, int i) { int a[9]; a[i] = 3; a[p[0]] = 4; p[1] = a[p[2]]; }\n";
    let form =
        compile(source, &Options { emit: Emit::Ssa, ..Options::default() }).expect("it compiles");
    let at = form.text().find("  (stack").expect("an array on the stack");
    let line = form.text()[at..].split_inclusive('\n').next().expect("a line");
    let twice = format!("{}{line}{}", &form.text()[..at], &form.text()[at..]);
    refused(&twice, Input::Ssa, "in memory twice");
}

/// Another type of a parameter made a call that passes what the function does not take: a bug of ours said selection.
#[test]
fn calls_of_whirl_texts_that_pass_other_parts() {
    let source = "struct S { int a; float b; };\n\
                  __device__ __noinline__ int f(S s, int x) { return s.a + x; }\n\
                  __global__ void k(S *s, int *p) { *p = f(*s, *p); }\n";
    let form = compile(source, &Options { emit: Emit::WhirlVh, ..Options::default() })
        .expect("it compiles");
    let local = |ty: &str| format!("\"x\" {ty} param");
    let types = || form.text().lines().filter_map(|l| l.trim().strip_prefix("(type "));
    let number = |kind: &str| {
        let line = types().find(|l| l.ends_with(kind)).expect("the type");
        line.split(' ').next().unwrap_or_default().to_owned()
    };
    let text = form.text().replace(&local(&number(" scalar I4)")), &local(&number(" scalar F4)")));
    assert_ne!(text, form.text());
    refused(&text, Input::Whirl, "E0120");
}

/// What the target lacks had no place where the input was a text form, whose source is not at hand.
#[test]
fn what_is_wrong_with_a_text_form_has_its_place() {
    let source = "struct S { int a[3000]; };\n__global__ void k(int *p) { *p = 1; }\n\
                  __global__ void big(S s, int *p) { *p = s.a[5]; }\n\
                  __device__ __noinline__ int f(int n) { return n; }\n\
                  __global__ void m(int *p) { *p = __reduce_add_sync(1, f(*p)); }\n";
    let form = |input, emit, text: &str| {
        let (options, _) = Options::parse_args(&["-arch=sm_80"]).expect("valid options");
        compile(text, &Options { input, emit, ..options }).expect("it compiles").text().to_owned()
    };
    for (input, emit) in [(Input::Whirl, Emit::WhirlVh), (Input::Ssa, Emit::Ssa)] {
        let text = form(Input::Cu, emit, source);
        let begin = |name: &str| {
            let quoted = format!("\"{name}\"");
            let at = text.lines().position(|l| l.contains("(func") && l.contains(&quoted));
            at.expect("the function's line") + 1
        };
        let said = |text: &str| {
            let (options, _) = Options::parse_args(&["-arch=sm_60"]).expect("valid options");
            let said = compile(text, &Options { input, ..options }).expect_err("it is refused");
            let lines = said.list().iter().map(|d| {
                (d.code.0, d.place.as_ref().map_or(0, |p| p.line as usize), d.message.clone())
            });
            lines.collect::<Vec<_>>()
        };
        for (text, from) in
            [(text.clone(), begin("m")), (text.replace("@0:3:17", "@0:0:0"), begin("m"))]
        {
            let said = said(&text);
            let [(first, line, big), (second, inside, reduce)] = &said[..] else {
                panic!("{said:?}")
            };
            assert_eq!((*first, *second), ("E0121", "E0121"), "{said:?}");
            assert!(*line == begin("big") && big.contains("12008 bytes"), "{said:?}\n{text}");
            let at = text.lines().nth(inside - 1).unwrap_or_default();
            assert!(*inside > from && at.contains("0:5:"), "{reduce} {at}\n{text}");
        }
    }
}
