//! Loads, stores, atomics, address spaces, and the errors that accesses can end in.

use optx_emulator::{Device, DevicePtr, LaunchConfig, Module, RunError, RunErrorKind, launch};

use super::int::{value, wrap};
use super::kernel::{check, integers, pairs, triples};

#[test]
fn loads_extend() {
    let v = [integers(64, 100, 81)];
    for (ty, from) in [("u8", 8u32), ("s8", 8), ("u16", 16), ("s16", 16), ("u32", 32), ("s32", 32)]
    {
        for wide in [32u32, 64] {
            if wide < from {
                continue;
            }
            let body = format!(
                "{{ .reg .b{wide} %x; .local .align 8 .b8 m[8]; st.local.b64 [m], %a; ld.local.{ty} %x, [m]; mov.b{wide} %d, %x; }}"
            );
            check(&body, &format!("b{wide}"), &["b64"], &v, |v| wrap(wide, &value(ty, v[0])));
        }
    }
    let body = "{ .reg .b16 %x; .local .align 8 .b8 m[8]; st.local.b64 [m], %a; ld.local.s8 %x, [m+3]; mov.b16 %d, %x; }";
    check(body, "b16", &["b64"], &v, |v| wrap(16, &value("s8", v[0] >> 24)));
}

#[test]
fn stores_narrow() {
    let v = [integers(64, 60, 82)];
    for (ty, mask) in [("u8", 0xffu64), ("b16", 0xffff), ("u32", 0xffff_ffff)] {
        let n = ty[1..].parse::<u32>().unwrap().max(16);
        let body = format!(
            "{{ .reg .b64 %z; .reg .b{n} %y; .local .align 8 .b8 m[8]; mov.b64 %z, -1; st.local.b64 [m], %z; \
             cvt.u{n}.u64 %y, %a; st.local.{ty} [m], %y; ld.local.b64 %d, [m]; }}"
        );
        check(&body, "b64", &["b64"], &v, |v| (v[0] & mask) | !mask);
    }
}

#[test]
fn vectors() {
    let v = [integers(64, 60, 83), integers(64, 60, 84)];
    let body = "{ .reg .b32 %x<4>; .local .align 16 .b8 m[16]; st.local.v2.b64 [m], {%a, %b}; \
                ld.local.v4.u32 {%x0, %x1, %x2, %x3}, [m]; add.u32 %d, %x1, %x2; }";
    check(body, "u32", &["b64", "b64"], &v, |v| {
        ((v[0] >> 32) + (v[1] & 0xffff_ffff)) & 0xffff_ffff
    });
    let body = "{ .reg .b16 %x<4>; .local .align 16 .b8 m[16]; st.local.b64 [m+8], %a; \
                ld.local.v4.u8 {%x0, %x1, _, %x3}, [m+8]; mov.b16 %d, %x3; }";
    check(body, "b16", &["b64"], &v[..1], |v| v[0] >> 24 & 0xff);
}

#[test]
fn atomics() {
    for space in ["local_is_not_atomic", "shared"] {
        if space != "shared" {
            continue;
        }
        let go = |op: &str, ty: &str, part: &str, f: &dyn Fn(&[u64]) -> u64| {
            let n: u32 = ty[1..].parse().unwrap();
            let cas = op == "cas";
            let args = if cas {
                // Half of the comparisons hit.
                let mut t = triples(n, 85);
                for k in (0..t[0].len()).step_by(2) {
                    t[1][k] = t[0][k];
                }
                t
            } else {
                pairs(n, 85)
            };
            let operands = if cas { "%b, %c" } else { "%b" };
            let (reg, bytes) = (format!("b{n}"), n / 8);
            // Each thread has a word of its own.
            let body = format!(
                "{{ .reg .{reg} %o, %r; .reg .b32 %q; .shared .align 8 .b8 s[1024]; mov.u32 %q, s; \
                 mad.lo.u32 %q, %t, {bytes}, %q; st.shared.{reg} [%q], %a; \
                 atom.shared.{op}.{ty} %o, [%q], {operands}; ld.shared.{reg} %r, [%q]; mov.{reg} %d, {part}; }}"
            );
            let src = [ty, ty, ty];
            check(&body, ty, &src[..args.len()], &args, |v| f(v));
            if part == "%r" && !cas && op != "exch" {
                check(
                    &body.replace("atom.", "red.").replace("%o, [", "["),
                    ty,
                    &src[..2],
                    &args,
                    |v| f(v),
                );
            }
        };
        for (op, ty) in [
            ("add", "u32"),
            ("add", "s32"),
            ("add", "u64"),
            ("add", "s64"),
            ("min", "u32"),
            ("min", "s32"),
            ("min", "u64"),
            ("min", "s64"),
            ("max", "u32"),
            ("max", "s32"),
            ("max", "u64"),
            ("max", "s64"),
            ("and", "b32"),
            ("and", "b64"),
            ("or", "b32"),
            ("or", "b64"),
            ("xor", "b32"),
            ("xor", "b64"),
            ("exch", "b32"),
            ("exch", "b64"),
            ("inc", "u32"),
            ("dec", "u32"),
            ("cas", "b32"),
            ("cas", "b64"),
        ] {
            let n: u32 = ty[1..].parse().unwrap();
            go(op, ty, "%o", &|v| v[0]);
            go(op, ty, "%r", &|v| {
                let u = format!("u{n}");
                let t = if ty.starts_with('b') { u.as_str() } else { ty };
                let (a, b) = (value(t, v[0]), value(t, v[1]));
                match op {
                    "add" => wrap(n, &(a + b)),
                    "min" => wrap(n, &a.min(b)),
                    "max" => wrap(n, &a.max(b)),
                    "and" => v[0] & v[1],
                    "or" => v[0] | v[1],
                    "xor" => v[0] ^ v[1],
                    "exch" => v[1],
                    "inc" => {
                        if a >= b {
                            0
                        } else {
                            v[0] + 1
                        }
                    }
                    "dec" => {
                        if v[0] == 0 || a > b {
                            v[1]
                        } else {
                            v[0] - 1
                        }
                    }
                    _ => {
                        if v[0] == v[1] {
                            v[2]
                        } else {
                            v[0]
                        }
                    }
                }
            });
        }
    }
}

#[test]
fn float_atomics() {
    for f in [super::exact::F32, super::exact::F64] {
        let (ty, n) = (f.name, f.bits);
        let body = format!(
            "{{ .reg .{ty} %o; .reg .b32 %q; .shared .align 8 .b8 s[1024]; mov.u32 %q, s; \
             mad.lo.u32 %q, %t, {}, %q; st.shared.{ty} [%q], %a; atom.shared.add.{ty} %o, [%q], %b; \
             ld.shared.{ty} %d, [%q]; }}",
            n / 8
        );
        check(&body, ty, &[ty, ty], &f.pairs(86), |v| f.add(v[0], v[1], "rn"));
    }
}

#[test]
fn generic_addresses() {
    let v = [integers(32, 60, 87)];
    // Through a generic pointer into each space, by thread.
    let shared = "{ .reg .b64 %g, %h; .reg .b32 %q; .shared .align 4 .b8 s[512]; mov.u64 %g, s; \
                  cvta.shared.u64 %g, %g; mad.wide.u32 %g, %t, 4, %g; st.u32 [%g], %a; \
                  cvta.to.shared.u64 %h, %g; ld.shared.u32 %d, [%h]; }";
    check(shared, "u32", &["u32"], &v, |v| v[0]);
    let local = "{ .reg .b64 %g; .local .align 4 .b8 m[8]; mov.u64 %g, m; cvta.local.u64 %g, %g; \
                 st.u32 [%g+4], %a; ld.local.u32 %d, [m+4]; }";
    check(local, "u32", &["u32"], &v, |v| v[0]);
    let spaces = "{ .reg .b64 %g, %h; .reg .pred %x, %y, %z; .shared .b8 s[4]; .local .b8 m[4]; \
                  mov.u64 %g, s; cvta.shared.u64 %g, %g; mov.u64 %h, m; cvta.local.u64 %h, %h; \
                  isspacep.shared %x, %g; isspacep.local %y, %h; isspacep.global %z, %in; \
                  and.pred %x, %x, %y; and.pred %x, %x, %z; isspacep.shared %y, %h; isspacep.global %z, %g; \
                  or.pred %y, %y, %z; and.pred %d, %x, !%y; }";
    check(spaces, "pred", &["u32"], &v, |_| 1);
    let cluster = "{ .reg .b64 %g, %h; .reg .pred %x, %y, %z; .shared .b8 s[4]; .local .b8 m[4]; \
                   mov.u64 %g, s; cvta.shared.u64 %g, %g; mov.u64 %h, m; cvta.local.u64 %h, %h; \
                   isspacep.shared::cluster %x, %g; isspacep.shared::cluster %y, %h; isspacep.shared::cluster %z, %in; \
                   or.pred %y, %y, %z; and.pred %d, %x, !%y; }";
    check(cluster, "pred", &["u32"], &v, |_| 1);
}

#[test]
fn calls_pass_parameters() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n\
        .func (.param .b32 r) twice(.param .align 8 .b8 p[12]) { .reg .b32 %x, %y; \
          ld.param.u32 %x, [p]; ld.param.u32 %y, [p+8]; mad.lo.u32 %x, %x, 2, %y; st.param.b32 [r], %x; ret; }\n\
        .func (.reg .b32 r) plus(.reg .b32 a, .reg .b32 b) { .reg .pred %q; setp.gt.u32 %q, a, 20; mov.u32 r, 1000; @%q ret; add.u32 r, a, b; ret; }\n\
        .visible .entry k(.param .u64 out) { .reg .b64 %rd<4>; .reg .b32 %r<9>; .reg .pred %p; \
          ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; setp.lt.u32 %p, %r1, 30; mov.u32 %r5, 7; \
          { .param .align 8 .b8 p0[12]; .param .b32 r0; st.param.u32 [p0], %r1; st.param.u32 [p0+4], 0; st.param.u32 [p0+8], 5; \
            call.uni (r0), twice, (p0); ld.param.u32 %r4, [r0]; } \
          @%p call (%r5), plus, (%r1, 100); \
          add.u32 %r6, %r4, %r5; mad.wide.u32 %rd2, %r1, 4, %rd1; st.global.u32 [%rd2], %r6; ret; }\n";
    let m = Module::load(text).unwrap_or_else(|e| panic!("{e}"));
    let mut d = Device::new();
    let out = d.alloc(128, "out").unwrap();
    launch(&mut d, &m, "k", &LaunchConfig::default(), &[out.0.to_le_bytes().to_vec()]).unwrap();
    let got: Vec<u32> = d
        .read(out, 128)
        .unwrap()
        .chunks(4)
        .map(|c| u32::from_le_bytes(c.try_into().unwrap()))
        .collect();
    let want: Vec<u32> = (0..32u32)
        .map(|t| {
            let plus = if t >= 30 {
                7
            } else if t > 20 {
                1000
            } else {
                t + 100
            };
            2 * t + 5 + plus
        })
        .collect();
    assert_eq!(got, want);
}

#[test]
fn addresses_of_parameters() {
    // That of a function's parameter is one of local memory, that of a kernel's one of parameter space.
    let sum = |q: &str, load: &str| {
        format!(
            ".func (.param .b32 r) last(.param .align 8 .b8 p[12]) {{ .reg .b32 %x, %y; .reg .b64 %q; \
             {q} ld.param.u32 %y, [p]; {load} sub.s32 %x, %x, %y; st.param.b32 [r], %x; ret; }}"
        )
    };
    let functions = [
        sum("mov.b64 %q, p;", "ld.local.u32 %x, [%q+8];"),
        sum("mov.b64 %q, p+8;", "ld.param.u32 %x, [%q];"),
        sum("mov.b64 %q, p; cvta.local.u64 %q, %q;", "ld.u32 %x, [%q+8];"),
        sum(
            "mov.b64 %q, p; cvta.local.u64 %q, %q; cvta.to.local.u64 %q, %q;",
            "ld.local.u32 %x, [%q+8];",
        ),
    ];
    for function in functions {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n{function}\n\
            .visible .entry k(.param .u64 out, .param .u32 n) {{ .reg .b64 %rd<4>; .reg .b32 %r<9>; \
              mov.b64 %rd0, out; ld.param.u64 %rd1, [%rd0]; mov.b64 %rd2, n; cvta.param.u64 %rd2, %rd2; ld.u32 %r2, [%rd2]; \
              mov.u32 %r1, %tid.x; \
              {{ .param .align 8 .b8 p0[12]; .param .b32 r0; st.param.u32 [p0], %r1; st.param.u32 [p0+4], 0; st.param.u32 [p0+8], %r2; \
                call.uni (r0), last, (p0); ld.param.u32 %r4, [r0]; }} \
              mad.wide.u32 %rd2, %r1, 4, %rd1; st.global.u32 [%rd2], %r4; ret; }}\n"
        );
        let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let mut d = Device::new();
        let out = d.alloc(128, "out").unwrap();
        let given = [out.0.to_le_bytes().to_vec(), 100u32.to_le_bytes().to_vec()];
        launch(&mut d, &m, "k", &LaunchConfig::default(), &given)
            .unwrap_or_else(|e| panic!("{}\n{text}", e.message));
        let got = d.read(out, 128).unwrap().to_vec();
        let want: Vec<u8> = (0..32u32).flat_map(|t| (100 - t).to_le_bytes()).collect();
        assert_eq!(got, want, "{function}");
    }
}

/// Runs a body with one pointer %p to 64 bytes, %t the thread; gives the error's kind, message, line, thread.
fn fault(decl: &str, body: &str, block: u32) -> (RunErrorKind, String, u32, Option<[u32; 3]>) {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n{decl}\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .b64 %p, %q; .reg .b32 %r<4>, %t; .reg .pred %c;\nld.param.u64 %p, [p]; mov.u32 %t, %tid.x;\n\
         {body}\nret;\n}}\n"
    );
    let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut d = Device::new();
    let p = d.alloc(64, "data").unwrap();
    let c = LaunchConfig { block: [block, 1, 1], budget: 100_000, ..LaunchConfig::default() };
    let e = launch(&mut d, &m, "k", &c, &[p.0.to_le_bytes().to_vec()]).unwrap_err();
    (e.kind, e.message.clone(), e.place.ptx_line, e.place.thread)
}

#[test]
fn accesses_out_of_bounds() {
    let (kind, text, line, thread) =
        fault("", "mad.wide.u32 %q, %t, 4, %p;\nld.global.u32 %r0, [%q];", 32);
    assert_eq!((kind, line, thread), (RunErrorKind::OutOfBounds, 10, Some([16, 0, 0])));
    assert!(
        text.contains("load of 4 bytes")
            && text.contains("0 bytes past the end of `data` (64 bytes)"),
        "{text}"
    );
    let (kind, text, ..) = fault("", "st.global.u32 [%p+-4], %t;", 1);
    assert_eq!(kind, RunErrorKind::OutOfBounds);
    assert!(text.contains("store of 4 bytes") && text.contains("4 bytes before `data`"), "{text}");
    let (kind, text, ..) = fault("", "ld.global.u64 %q, [%p+60];", 1);
    assert_eq!(kind, RunErrorKind::Misaligned, "{text}");
    let s = ".global .align 16 .b8 s[40];";
    let (kind, text, ..) = fault(s, "st.global.v4.u32 [s+32], {%t, %t, %t, %t};", 1);
    assert_eq!(kind, RunErrorKind::OutOfBounds);
    assert!(text.contains("8 bytes before the end of `s` (40 bytes)"), "{text}");
    let (kind, text, ..) = fault("", "mov.u64 %q, 16; ld.u32 %r0, [%q];", 1);
    assert_eq!(kind, RunErrorKind::OutOfBounds);
    assert!(text.contains("outside every buffer"), "{text}");
    let (kind, text, ..) = fault(".shared .align 4 .b8 s[8];", "st.shared.u32 [s+8], %t;", 1);
    assert_eq!(kind, RunErrorKind::OutOfBounds);
    assert!(text.contains("shared memory, which has 8 bytes"), "{text}");
}

#[test]
fn places_name_the_source() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .b64 %q; .reg .b32 %r;\n\
                mov.u64 %q, 16;\n.loc 1 42 7\nld.global.u32 %r, [%q];\nret;\n}\n.file 1 \"dir/kernel.cu\"\n";
    let m = Module::load(text).unwrap();
    let e = launch(&mut Device::new(), &m, "k", &LaunchConfig::default(), &[]).unwrap_err();
    assert_eq!(e.place.source, Some(("dir/kernel.cu".to_string(), 42)));
    assert_eq!((e.place.ptx_line, e.place.block, e.place.kernel.as_str()), (9, Some([0; 3]), "k"));
    assert!(
        e.to_string().contains("PTX line 9 (dir/kernel.cu:42), block (0,0,0), thread (0,0,0)"),
        "{e}"
    );
}

#[test]
fn read_only_and_unwritten_memory() {
    let (kind, text, ..) = fault(
        ".const .align 4 .b8 c[8];",
        "mov.u64 %q, c; cvta.const.u64 %q, %q; st.u32 [%q], %t;",
        1,
    );
    assert_eq!(kind, RunErrorKind::ReadOnly);
    assert!(text.contains("`c`, which is constant memory"), "{text}");
    // Told where it is used, with the line of the load.
    let (kind, text, line, _) = fault(
        ".shared .align 4 .b8 s[8];",
        "st.shared.u8 [s], %t;\nld.shared.u32 %r0, [s];\nadd.u32 %r0, %r0, 256;\nst.global.u32 [%p], %r0;",
        1,
    );
    assert_eq!((kind, line), (RunErrorKind::Uninitialised, 12));
    let words = "comes from 3 bytes of shared memory at offset 0x1, loaded at PTX line 10";
    assert!(text.contains(words), "{text}");
    let load = "{ .local .align 4 .b8 m[8]; ld.local.u32 %r0, [m+4]; add.u32 %r0, %r0, 1; st.global.u32 [%p], %r0; }";
    let (kind, text, ..) = fault("", load, 1);
    assert_eq!(kind, RunErrorKind::Uninitialised);
    assert!(text.contains("4 bytes of local memory at offset 0x4"), "{text}");
}

/// That the host finds everything known in a range.
fn known(d: &Device, at: DevicePtr, bytes: u64) -> Result<(), RunError> {
    match d.unknown(at, bytes, 1).unwrap().first() {
        Some(u) => Err(RunError {
            kind: RunErrorKind::Uninitialised,
            message: format!("byte {}: {:?}", u.element, u.origin),
            place: Box::default(),
        }),
        None => Ok(()),
    }
}

/// A structure of a byte, padding and a word, of which the padding is unwritten.
const PADDED: &str = "{ .local .align 8 .b8 m[8], n[8]; .reg .b64 %v; .reg .b16 %h; .reg .b32 %w, %x;\n\
                      mov.u32 %x, 77; st.local.u8 [m], %x; st.local.u32 [m+4], %x;\n";

#[test]
fn unwritten_memory_may_be_copied() {
    let runs = |body: &str| {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.func f(.param .align 4 .b8 a[8], .param .b64 o) {{ .reg .b32 %r; .reg .b64 %d;\n\
             ld.param.u64 %d, [o]; ld.param.u8 %r, [a]; st.u32 [%d], %r; ld.param.u32 %r, [a+4]; st.u32 [%d+4], %r; ret; }}\n\
             .visible .entry k(.param .u64 p) {{ .reg .b64 %p; ld.param.u64 %p, [p];\n{PADDED}{body} }} ret; }}\n"
        );
        let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let mut d = Device::new();
        let p = d.alloc(8, "data").unwrap();
        let ran = launch(&mut d, &m, "k", &LaunchConfig::default(), &[p.0.to_le_bytes().to_vec()]);
        ran?;
        known(&d, p, 8)?;
        Ok::<_, RunError>(d.read(p, 8).unwrap())
    };
    // To another place and to a call's parameter, by the byte, by words and whole.
    let call = "call f, (a, o); }";
    for copy in [
        "ld.local.u64 %v, [m]; st.local.u64 [n], %v;",
        "ld.local.u32 %w, [m]; st.local.u32 [n], %w; ld.local.u32 %w, [m+4]; st.local.u32 [n+4], %w;",
    ] {
        let body = format!(
            "{copy} {{ .param .align 4 .b8 a[8]; .param .b64 o; st.param.b64 [o], %p;\n\
             ld.local.u8 %h, [n]; st.param.b8 [a], %h; ld.local.u8 %h, [n+1]; st.param.b8 [a+1], %h;\n\
             ld.local.u32 %w, [n+4]; st.param.b32 [a+4], %w; {call}"
        );
        let got = runs(&body).unwrap_or_else(|e| panic!("{e}\n{body}"));
        assert_eq!(got, [77, 0, 0, 0, 77, 0, 0, 0]);
    }
    // What was copied is as unwritten as it was, and what is overwritten is written.
    let copied = "ld.local.u64 %v, [m]; st.local.u64 [n], %v;";
    for (then, fine) in [
        ("ld.local.u32 %w, [n]; add.u32 %w, %w, 1; st.global.u32 [%p], %w;", false),
        (
            "st.local.u8 [n+1], %x; st.local.u8 [n+2], %x; st.local.u8 [n+3], %x; ld.local.u32 %w, [n]; add.u32 %w, %w, 1; st.global.u32 [%p], %w;",
            true,
        ),
        ("ld.local.u8 %h, [n]; cvt.u32.u16 %w, %h; st.global.u32 [%p], %w;", true),
        ("ld.local.u8 %h, [n+2]; cvt.u32.u16 %w, %h; st.global.u32 [%p], %w;", false),
        ("st.global.u64 [%p], %v;", false),
        (
            "ld.global.u64 %v, [%p]; st.local.u64 [n], %v; ld.local.u8 %h, [n+2]; cvt.u32.u16 %w, %h; st.global.u32 [%p], %w;",
            true,
        ),
        (
            "ld.local.s8 %w, [n+1]; st.local.u32 [m], %w; ld.local.u8 %h, [m+3]; cvt.u32.u16 %x, %h; st.global.u32 [%p], %x;",
            false,
        ),
    ] {
        let ran = runs(&format!("{copied} {then}"));
        match ran {
            Ok(_) => assert!(fine, "{then}"),
            Err(e) => assert!(!fine && e.kind == RunErrorKind::Uninitialised, "{then}: {e}"),
        }
    }
}

#[test]
fn unwritten_elements_of_vector_loads_are_errors_where_they_have_an_effect() {
    let runs = |body: &str| {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {{\n\
             .reg .b64 %p; .reg .b32 %a, %b, %c, %d, %x; .reg .pred %q; .local .align 16 .b8 m[16], n[16];\n\
             .shared .align 16 .b8 s[16];\n\
             ld.param.u64 %p, [p]; mov.u32 %x, 7; st.local.u32 [m], %x; st.local.u32 [m+8], %x; st.shared.u32 [s], %x;\n\
             {body} st.global.u32 [%p], %a; ret; }}\n"
        );
        let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let mut d = Device::new();
        let p = d.alloc(8, "data").unwrap();
        let ran = launch(&mut d, &m, "k", &LaunchConfig::default(), &[p.0.to_le_bytes().to_vec()]);
        ran?;
        known(&d, p, 8)?;
        Ok::<_, RunError>(d.read(p, 4).unwrap())
    };
    let load = "ld.local.v4.u32 {%a, %b, %c, %d}, [m];";
    for (body, fine) in [
        (String::from(load), true),
        (format!("{load} add.u32 %a, %a, %c; sub.u32 %a, %a, 7;"), true),
        ("ld.shared.v2.u32 {%a, %b}, [s];".to_owned(), true),
        // A use that is not executed, by a branch and by a guard.
        (format!("{load} setp.ne.u32 %q, %c, 7; @%q add.u32 %x, %d, 1;"), true),
        (format!("{load} setp.ne.u32 %q, %c, 7; @!%q bra $e; add.u32 %x, %d, 1; $e:"), true),
        (format!("{load} setp.eq.u32 %q, %c, 7; @%q add.u32 %a, %d, 1;"), false),
        (format!("{load} add.u32 %a, %b, 1;"), false),
        (format!("{load} setp.eq.u32 %q, %d, 1; @%q bra $e; $e:"), false),
        (format!("{load} setp.eq.u32 %q, %d, 1; selp.u32 %a, 7, 8, %q;"), false),
        // A use that comes to nothing.
        (format!("{load} add.u32 %x, %b, 1; setp.eq.u32 %q, %d, 1;"), true),
        (format!("{load} st.global.u32 [%p+4], %b;"), false),
        (format!("{load} st.global.v2.u32 [%p], {{%a, %b}};"), false),
        // A copy is as unwritten as what was copied; loaded again from what was written, it is not.
        (
            format!(
                "{load} st.local.v4.u32 [n], {{%a, %b, %c, %d}}; ld.local.v2.u32 {{%a, %b}}, [n];"
            ),
            true,
        ),
        (
            format!(
                "{load} st.local.v4.u32 [n], {{%a, %b, %c, %d}}; ld.local.u32 %x, [n+4]; add.u32 %a, %x, 1;"
            ),
            false,
        ),
        (format!("{load} ld.local.v2.u32 {{%b, %d}}, [m+8]; add.u32 %x, %b, 1;"), true),
        // What is written anew is written.
        (format!("{load} mov.u32 %d, 3; sub.u32 %a, %d, 3; add.u32 %a, %a, 7;"), true),
        // Of a scalar load, too.
        ("ld.local.u32 %b, [m+4]; add.u32 %b, %b, 1; mov.u32 %a, 7;".to_owned(), true),
        ("ld.local.u32 %a, [m+4];".to_owned(), false),
        ("ld.local.u32 %b, [m+4]; add.u32 %a, %b, 1;".to_owned(), false),
    ] {
        // `%a` is redefined by some, and may be: it is written.
        match runs(&body) {
            Ok(bytes) => assert!(fine && bytes == [7, 0, 0, 0], "{body}: {bytes:?}"),
            Err(e) => assert!(!fine && e.kind == RunErrorKind::Uninitialised, "{body}: {e}"),
        }
    }
}

#[test]
fn endless_loops_and_traps_end() {
    let (kind, ..) = fault("", "$l: bra $l;", 32);
    assert_eq!(kind, RunErrorKind::Budget);
    let (kind, _, line, thread) = fault("", "setp.eq.u32 %c, %t, 5;\n@%c trap;", 32);
    assert_eq!((kind, line, thread), (RunErrorKind::Trap, 10, Some([5, 0, 0])));
}
