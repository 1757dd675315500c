//! Functions that the driver provides: `vprintf` and `__assertfail`, called from PTX.

use optx_emulator::{Device, LaunchConfig, Module, RunErrorKind, Schedule, launch};

const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n\
    .extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n\
    .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n\
    .global .align 1 .b8 fmt[20] = {37, 100, 32, 37, 46, 49, 102, 32, 37, 115, 10, 0};\n\
    .global .align 1 .b8 word[3] = {104, 105, 0};\n";

/// Prints `%d %.1f %s` of tid, tid / 2 and "hi", and stores what vprintf returns.
const PRINTS: &str = ".entry k(.param .u64 p) { .local .align 8 .b8 buf[24]; .reg .b32 %r<5>; .reg .b64 %rd<9>; .reg .f64 %fd<3>; .reg .pred %p<2>;\n\
    mov.u32 %r1, %tid.x; mov.u64 %rd1, buf; cvta.local.u64 %rd2, %rd1; st.local.u32 [%rd1], %r1;\n\
    cvt.rn.f64.u32 %fd1, %r1; mul.f64 %fd1, %fd1, 0d3FE0000000000000; st.local.f64 [%rd1+8], %fd1;\n\
    mov.u64 %rd3, word; cvta.global.u64 %rd3, %rd3; st.local.u64 [%rd1+16], %rd3;\n\
    mov.u64 %rd4, fmt; cvta.global.u64 %rd4, %rd4; setp.ne.u32 %p1, %r1, 1; mov.u32 %r2, 99;\n\
    { .param .b64 a; st.param.b64 [a], %rd4; .param .b64 b; st.param.b64 [b], %rd2; .param .b32 r;\n\
    st.param.b32 [r], 77; @%p1 call.uni (r), vprintf, (a, b); ld.param.b32 %r2, [r]; }\n\
    ld.param.u64 %rd5, [p]; mad.wide.u32 %rd6, %r1, 4, %rd5; st.global.u32 [%rd6], %r2; ret; }\n";

fn run(text: &str, schedule: Schedule) -> (String, Vec<u8>, Result<(), optx_emulator::RunError>) {
    let module = Module::load(&format!("{HEAD}{text}")).unwrap_or_else(|e| panic!("{e}"));
    let mut device = Device::new();
    let out = device.alloc(64, "out").expect("memory");
    let config =
        LaunchConfig { grid: [2, 1, 1], block: [4, 1, 1], schedule, ..LaunchConfig::default() };
    let args = [out.0.to_le_bytes().to_vec()];
    let result = launch(&mut device, &module, "k", &config, &args).map(|_| ());
    let printed = String::from_utf8(device.take_printed()).expect("text");
    assert!(device.take_printed().is_empty());
    (printed, device.read(out, 16).expect("the buffer"), result)
}

#[test]
fn lanes_print_in_order_where_their_guard_is_on() {
    let (printed, results, ok) = run(PRINTS, Schedule::Lockstep);
    ok.expect("the kernel runs");
    let block = "0 0.0 hi\n2 1.0 hi\n3 1.5 hi\n";
    assert_eq!(printed, format!("{block}{block}"));
    // The number of arguments; the lane that did not call keeps what was in the variable.
    assert_eq!(results, [3u32, 77, 3, 3].map(u32::to_le_bytes).concat());
    let (mut lines, _, ok) = run(PRINTS, Schedule::Adversarial(3));
    ok.expect("the kernel runs");
    let mut sorted: Vec<&str> = lines.lines().collect();
    sorted.sort_unstable();
    lines = sorted.join("\n");
    assert_eq!(lines, "0 0.0 hi\n0 0.0 hi\n2 1.0 hi\n2 1.0 hi\n3 1.5 hi\n3 1.5 hi");
}

#[test]
fn output_is_bounded() {
    let text = ".entry k(.param .u64 p) { .reg .b64 %rd<3>; .reg .b32 %r<3>; .reg .pred %p<2>;\n\
        mov.u64 %rd1, word; cvta.global.u64 %rd1, %rd1; mov.u64 %rd2, 0; mov.u32 %r1, 0;\n\
        L: { .param .b64 a; st.param.b64 [a], %rd1; .param .b64 b; st.param.b64 [b], %rd2; .param .b32 r;\n\
        call.uni (r), vprintf, (a, b); }\n\
        add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 100000; @%p1 bra L; ret; }\n";
    let (printed, _, ok) = run(text, Schedule::Lockstep);
    ok.expect("the kernel runs");
    assert!(printed.len() < (1 << 20) + 100, "{} bytes", printed.len());
    assert!(printed.ends_with("(551424 more bytes were printed)\n"), "{}", &printed[1 << 20..]);
}

#[test]
fn a_failed_assertion_ends_the_kernel_with_its_message() {
    let text = ".entry k(.param .u64 p) { .reg .b64 %rd<3>; .reg .b32 %r<3>; .reg .pred %p<2>;\n\
        mov.u64 %rd1, word; cvta.global.u64 %rd1, %rd1; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 2;\n\
        { .param .b64 a; st.param.b64 [a], %rd1; .param .b64 b; st.param.b64 [b], %rd1; .param .b32 c; st.param.b32 [c], 12;\n\
        .param .b64 d; st.param.b64 [d], %rd1; .param .b64 e; st.param.b64 [e], 1;\n\
        @%p1 call.uni __assertfail, (a, b, c, d, e); } ret; }\n";
    let (_, _, result) = run(text, Schedule::Lockstep);
    let error = result.expect_err("the assertion fails");
    assert_eq!(error.kind, RunErrorKind::Assertion);
    assert_eq!(error.message, "hi:12: hi: block: [0,0,0], thread: [2,0,0] Assertion `hi` failed.");
}

#[test]
fn a_bad_format_pointer_is_an_access_outside() {
    let text =
        PRINTS.replace("mov.u64 %rd4, fmt; cvta.global.u64 %rd4, %rd4;", "mov.u64 %rd4, 64;");
    let (_, _, result) = run(&text, Schedule::Lockstep);
    assert_eq!(result.expect_err("no such buffer").kind, RunErrorKind::OutOfBounds);
    // A conversion that has no argument reads what was never written.
    let text = PRINTS.replace("st.local.u64 [%rd1+16], %rd3;", "");
    let (_, _, result) = run(&text, Schedule::Lockstep);
    assert_eq!(result.expect_err("nothing there").kind, RunErrorKind::Uninitialised);
    // One that nothing computed, and a pointer that nothing gave.
    for (from, to, words) in [
        (
            "st.local.u32 [%rd1], %r1;",
            "st.local.u32 [%rd1], %r4;",
            ["printf's read is of", "`%r4`"],
        ),
        ("st.param.b64 [a], %rd4;", "", ["an argument of this call is of", "local memory"]),
        (
            "st.param.b64 [a], %rd4;",
            "st.param.b64 [a], %rd8;",
            ["an argument of this call is of", "`%rd8`"],
        ),
    ] {
        let (_, _, result) = run(&PRINTS.replace(from, to), Schedule::Lockstep);
        let error = result.expect_err(to);
        assert_eq!(error.kind, RunErrorKind::Uninitialised);
        assert!(words.iter().all(|w| error.message.contains(w)), "{error}");
    }
}

#[test]
fn other_functions_without_a_body_are_refused() {
    for (declaration, call) in [
        (".extern .func (.param .b64 r) malloc(.param .b64 a);", "call.uni (r), malloc, (a);"),
        (".extern .func (.param .b64 r) vprintf(.param .b64 a);", "call.uni (r), vprintf, (a);"),
    ] {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n{declaration}\n\
             .entry k() {{ .param .b64 a; st.param.b64 [a], 8; .param .b64 r; {call} ret; }}"
        );
        Module::load(&text).expect_err("not built in");
    }
}
