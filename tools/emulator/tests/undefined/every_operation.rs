//! Every operation against all choices of what is unknown of its operands, through whole kernels.
//!
//! A form of an instruction is run once by 32 threads, each with another choice of five unknown bits of its operands, all of which are written. Bits of
//! the result that differ between them must be told where the bits are of shared memory that nothing wrote; where the rule is
//! exact all others must not.

use super::SCHEDULES;
use optx_emulator::{Device, LaunchConfig, Module, RunErrorKind, launch};

/// Instructions that make `%d` or `%D` of `%a %b %c`, `%A %B %C`, `%i %j %k` (the low bits of the same values), `%fa %fb %fc`, `%da %db %dc`
/// and `%p` (the lowest bit of the third); `%x %X %y %q %r` are free.
const EXACT: &[&str] = &[
    "add.u32 %d, %a, %b;",
    "sub.s32 %d, %a, %b;",
    "add.u64 %D, %A, %B;",
    "sub.u64 %D, %A, %B;",
    "add.u16 %h, %i, %j; cvt.u32.u16 %d, %h;",
    "sub.s16 %h, %i, %j; cvt.u32.u16 %d, %h;",
    "neg.s32 %d, %a;",
    "neg.s64 %D, %A;",
    "add.cc.u32 %x, %a, %b; addc.u32 %d, 0, 0;",
    "add.cc.u32 %d, %a, %b;",
    "sub.cc.u32 %x, %a, %b; subc.u32 %y, 0, 0; and.b32 %d, %y, 1;",
    "sub.cc.u64 %D, %A, %B;",
    "and.b32 %d, %a, %b;",
    "or.b64 %D, %A, %B;",
    "xor.b16 %h, %i, %j; cvt.u32.u16 %d, %h;",
    "not.b32 %d, %a;",
    "cnot.b32 %d, %a;",
    "lop3.b32 %d, %a, %b, %c, 0xe8;",
    "lop3.b32 %d, %a, %b, %c, 0x2d;",
    "brev.b64 %D, %A;",
    "shl.b32 %d, %a, 5;",
    "shr.s32 %d, %a, 3;",
    "shr.u64 %D, %A, 33;",
    "shr.s16 %h, %i, 9; cvt.u32.u16 %d, %h;",
    "shf.l.wrap.b32 %d, %a, %b, 37;",
    "shf.r.clamp.b32 %d, %a, %b, 40;",
    "bfe.s32 %d, %a, 3, 7;",
    "bfe.u64 %D, %A, 5, 40;",
    "bfi.b32 %d, %a, %b, 4, 9;",
    "bfi.b64 %D, %A, %B, 30, 20;",
    "prmt.b32 %d, %a, %b, 0x1f62;",
    "prmt.b32.rc16 %d, %a, %b, 1;",
    "selp.b32 %d, %a, %b, %p;",
    "selp.b64 %D, %A, %B, %p;",
    "slct.u32.s32 %d, 3, 4, %a;",
    "setp.lt.s32 %q, %a, %b; selp.u32 %d, 1, 0, %q;",
    "setp.eq.u32 %q, %a, %b; selp.u32 %d, 1, 0, %q;",
    "setp.ge.u64 %q, %A, %B; selp.u32 %d, 1, 0, %q;",
    "setp.ne.s16 %q, %i, %j; selp.u32 %d, 1, 0, %q;",
    "cvt.s32.s8 %d, %a;",
    "cvt.u64.u16 %D, %i;",
    "cvt.s64.s32 %D, %a;",
    "cvt.u32.u64 %d, %A;",
    "mov.b64 %D, {%a, %b};",
    "mov.b64 {%d, %x}, %A;",
    "mov.b32 %d, {%i, %j};",
    "mov.b64 %D, {%i, %j, %k, %i};",
    "mov.b32 {%h, %g}, %a; cvt.u32.u16 %d, %g;",
    "neg.f32 %fd, %fa; mov.b32 %d, %fd;",
    "abs.f64 %dd, %da; mov.b64 %D, %dd;",
    "copysign.f32 %fd, %fa, %fb; mov.b32 %d, %fd;",
    "copysign.f64 %dd, %da, %db; mov.b64 %D, %dd;",
];

/// Those whose rule may call more unknown than differs.
const CAREFUL: &[&str] = &[
    "mul.lo.u32 %d, %a, %b;",
    "mul.lo.u64 %D, %A, %B;",
    "mul.lo.s16 %h, %i, %j; cvt.u32.u16 %d, %h;",
    "mul.hi.s32 %d, %a, %b;",
    "mul.hi.u64 %D, %A, %B;",
    "mul.wide.s32 %D, %a, %b;",
    "mul.wide.u16 %d, %i, %j;",
    "mul24.lo.s32 %d, %a, %b;",
    "mul24.hi.u32 %d, %a, %b;",
    "mad.lo.s32 %d, %a, %b, %c;",
    "mad.hi.u32 %d, %a, %b, %c;",
    "mad.lo.u64 %D, %A, %B, %C;",
    "mad.lo.u16 %h, %i, %j, %k; cvt.u32.u16 %d, %h;",
    "mad.wide.s32 %D, %a, %b, %C;",
    "mad.wide.u16 %d, %i, %j, %c;",
    "mad24.lo.u32 %d, %a, %b, %c;",
    "mad24.hi.s32 %d, %a, %b, %c;",
    "add.cc.u32 %x, %a, %b; addc.cc.u32 %y, %b, %c; addc.u32 %d, %a, %y;",
    "sub.cc.u64 %X, %A, %B; subc.u64 %D, %B, %C;",
    "mad.lo.cc.u32 %x, %a, %b, %c; madc.hi.u32 %d, %a, %b, %x;",
    "mad.lo.cc.u64 %D, %A, %B, %C;",
    "mad.hi.cc.u32 %x, %a, %b, %c; addc.u32 %d, 0, 0;",
    "div.s32 %d, %a, %b;",
    "div.u64 %D, %A, %B;",
    "rem.u32 %d, %a, %b;",
    "rem.s16 %h, %i, %j; cvt.u32.u16 %d, %h;",
    "min.s32 %d, %a, %b;",
    "max.u64 %D, %A, %B;",
    "min.u16 %h, %i, %j; cvt.u32.u16 %d, %h;",
    "abs.s32 %d, %a;",
    "abs.s64 %D, %A;",
    "sad.s32 %d, %a, %b, %c;",
    "sad.u64 %D, %A, %B, %C;",
    "popc.b32 %d, %a;",
    "popc.b64 %d, %A;",
    "clz.b32 %d, %a;",
    "clz.b64 %d, %A;",
    "bfind.u32 %d, %a;",
    "bfind.shiftamt.s32 %d, %a;",
    "bfind.u64 %d, %A;",
    "add.sat.s32 %d, %a, %b;",
    "shl.b32 %d, %a, %b;",
    "shr.s64 %D, %A, %b;",
    "shf.l.wrap.b32 %d, %a, %b, %c;",
    "shf.r.clamp.b32 %d, %a, %b, %c;",
    "bfe.s32 %d, %a, %b, %c;",
    "bfi.b32 %d, %a, 0, %b, %c;",
    "prmt.b32 %d, %a, %b, %c;",
    "prmt.b32.f4e %d, %a, %b, %c;",
    "szext.wrap.s32 %d, %a, %b;",
    "bmsk.clamp.b32 %d, %a, %b;",
    "dp4a.s32.u32 %d, %a, %b, %c;",
    "dp2a.lo.u32.u32 %d, %a, %b, %c;",
    "slct.u64.f32 %D, %A, %B, %fc;",
    "slct.u32.s32 %d, %a, %b, %c;",
    "cvt.sat.u8.s32 %x, %a; and.b32 %d, %x, 255;",
    "cvt.rn.f32.s32 %fd, %a; mov.b32 %d, %fd;",
    "cvt.rzi.s32.f32 %d, %fa;",
    "cvt.f64.f32 %dd, %fa; mov.b64 %D, %dd;",
    "cvt.rn.f32.f64 %fd, %da; mov.b32 %d, %fd;",
    "cvt.rn.f16.f32 %h, %fa; cvt.u32.u16 %d, %h;",
    "cvt.f32.f16 %fd, %i; mov.b32 %d, %fd;",
    "cvt.rn.f16x2.f32 %d, %fa, %fb;",
    "add.f32 %fd, %fa, %fb; mov.b32 %d, %fd;",
    "mul.f64 %dd, %da, %db; mov.b64 %D, %dd;",
    "fma.rn.f32 %fd, %fa, %fb, %fc; mov.b32 %d, %fd;",
    "fma.rn.f64 %dd, %da, %db, %dc; mov.b64 %D, %dd;",
    "min.f32 %fd, %fa, %fb; mov.b32 %d, %fd;",
    "max.f64 %dd, %da, %db; mov.b64 %D, %dd;",
    "neg.ftz.f32 %fd, %fa; mov.b32 %d, %fd;",
    "abs.ftz.f32 %fd, %fa; mov.b32 %d, %fd;",
    "sqrt.rn.f32 %fd, %fa; mov.b32 %d, %fd;",
    "rcp.rn.f64 %dd, %da; mov.b64 %D, %dd;",
    "ex2.approx.f32 %fd, %fa; mov.b32 %d, %fd;",
    "setp.lt.f32 %q, %fa, %fb; selp.u32 %d, 1, 0, %q;",
    "setp.neu.and.f64 %q|%r, %da, %db, %p; selp.u32 %d, 1, 0, %r;",
    "setp.gt.or.s32 %q|%r, %a, %b, %p; selp.u32 %d, 1, 2, %r;",
    "setp.le.xor.u16 %q, %i, %j, !%p; selp.u32 %d, 1, 2, %q;",
    "set.ge.and.u32.s32 %d, %a, %b, %p;",
    "set.lt.f32.u32 %fd, %a, %b; mov.b32 %d, %fd;",
    "testp.normal.f32 %q, %fa; selp.u32 %d, 1, 0, %q;",
    "testp.subnormal.f64 %q, %da; selp.u32 %d, 1, 0, %q;",
    "setp.eq.u32 %q, %a, 0; and.pred %q, %q, %p; not.pred %r, %q; selp.u32 %d, 1, 0, %r;",
    "setp.eq.u32 %q, %a, 0; xor.pred %q, %q, %p; selp.u32 %d, 1, 0, %q;",
    "add.rn.f16x2 %d, %a, %b;",
    "fma.rn.f16 %h, %i, %j, %k; cvt.u32.u16 %d, %h;",
    "neg.f16x2 %d, %a;",
    "abs.bf16 %h, %i; cvt.u32.u16 %d, %h;",
    "min.f16x2 %d, %a, %b;",
    "setp.lt.f16x2 %q|%r, %a, %b; selp.u32 %d, 1, 0, %r;",
    "set.gt.f16x2.f16x2 %d, %a, %b;",
    "cvta.shared.u64 %D, %A;",
    "mov.u64 %X, s; cvta.shared.u64 %X, %X; shl.b64 %m, %A, 60; xor.b64 %X, %X, %m; isspacep.shared %q, %X; selp.u32 %d, 1, 0, %q;",
    "mov.u32 %d, %b; @%p mov.u32 %d, %a;",
    "mov.u64 %D, 5; @!%p add.u64 %D, %A, %B;",
];

/// A kernel of one thread or 32: operand k of a thread is word 8t + k of `v`, and where bits are set in word 3 + k unknown. It stores what word 6
/// of its result keeps.
fn module(form: &str) -> Module {
    let mut operands = String::new();
    for (k, name) in ["A", "B", "C"].iter().enumerate() {
        let (low, half) = (name.to_lowercase(), ["i", "j", "k"][k]);
        operands += &format!(
            "ld.global.u64 %{name}, [%v+{}]; ld.global.u64 %m, [%v+{}]; and.b64 %m, %m, %U; xor.b64 %{name}, %{name}, %m;\n\
             cvt.u32.u64 %{low}, %{name}; cvt.u16.u64 %{half}, %{name}; mov.b32 %f{low}, %{low}; mov.b64 %d{low}, %{name};\n",
            8 * k,
            24 + 8 * k
        );
    }
    let widen = if form.contains("%D") { "" } else { "cvt.u64.u32 %D, %d;" };
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 v, .param .u64 o)\n{{\n\
         .reg .b32 %a, %b, %c, %d, %x, %y, %t;\n.reg .b64 %A, %B, %C, %D, %X, %U, %m, %v, %o;\n.reg .b16 %i, %j, %k, %h, %g;\n\
         .reg .f32 %fa, %fb, %fc, %fd;\n.reg .f64 %da, %db, %dc, %dd;\n.reg .pred %p, %q, %r;\n.shared .align 8 .b8 s[8];\n\
         ld.param.u64 %v, [v];\nld.param.u64 %o, [o];\nmov.u32 %t, %tid.x;\nmad.wide.u32 %o, %t, 8, %o;\nmad.wide.u32 %v, %t, 64, %v;\n\
         ld.shared.u64 %U, [s];\n{operands}and.b64 %m, %C, 1; setp.ne.u64 %p, %m, 0;\n\
         {form}\n{widen}\nld.global.u64 %m, [%v+48]; and.b64 %D, %D, %m;\nst.global.u64 [%o], %D;\nret;\n}}\n"
    );
    Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// What threads store; `None` if an undefined value is told, or what they store is not known afterwards.
fn run(m: &Module, threads: &[[u64; 8]], schedule: usize) -> Option<Vec<u64>> {
    let mut d = Device::new();
    let words: Vec<u8> = threads.iter().flatten().flat_map(|w| w.to_le_bytes()).collect();
    let v = d.alloc(words.len() as u64, "v").unwrap();
    d.write(v, &words).unwrap();
    let o = d.alloc(8 * threads.len() as u64, "o").unwrap();
    let config = LaunchConfig {
        block: [threads.len() as u32, 1, 1],
        schedule: SCHEDULES[schedule % SCHEDULES.len()],
        ..LaunchConfig::default()
    };
    let args = [v.0.to_le_bytes().to_vec(), o.0.to_le_bytes().to_vec()];
    match launch(&mut d, m, "k", &config, &args) {
        Ok(_) if !d.unknown(o, 8 * threads.len() as u64, 8).unwrap().is_empty() => None,
        Ok(_) => {
            let bytes = d.read(o, 8 * threads.len() as u64).unwrap();
            Some(bytes.chunks(8).map(|c| u64::from_le_bytes(c.try_into().unwrap())).collect())
        }
        Err(e) => {
            assert_eq!(e.kind, RunErrorKind::Uninitialised, "{e}");
            assert!(
                e.message.contains("shared memory at offset 0x0, loaded at PTX line 18"),
                "{e}"
            );
            None
        }
    }
}

/// splitmix64
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Operands, and five bits of them.
fn operands(state: &mut u64) -> ([u64; 3], [(usize, u32); 5]) {
    let mut values = [0; 3];
    for v in &mut values {
        // Floats near one, small numbers, those near zero from below, and any.
        *v = match draw(state) % 6 {
            0 => 0x3f80_0000_3f80_0000 ^ draw(state) >> (draw(state) % 64),
            1 => draw(state) % 40,
            2 => !(draw(state) % 40),
            3 => draw(state) & draw(state) & draw(state),
            4 => 0,
            _ => draw(state),
        };
    }
    let widths = [8, 16, 24, 32, 64];
    let mut at = [(0, 0); 5];
    for k in 0..5 {
        at[k] = loop {
            let width = widths[(draw(state) % 5) as usize];
            let bit = if draw(state).is_multiple_of(4) { width - 1 } else { draw(state) % width };
            let place = ((draw(state) % 3) as usize, bit as u32);
            if !at[..k].contains(&place) {
                break place;
            }
        };
    }
    (values, at)
}

fn check(forms: &[&str], exact: bool, rounds: u64) {
    for form in forms {
        let m = module(form);
        let mut state = form.bytes().fold(1u64, |h, b| h.wrapping_mul(131) + u64::from(b));
        let mut told = 0;
        for round in 0..rounds {
            let (values, at) = operands(&mut state);
            let choice = |n: u64| {
                let mut v = values;
                for (k, &(operand, bit)) in at.iter().enumerate() {
                    v[operand] = v[operand] & !(1 << bit) | (n >> k & 1) << bit;
                }
                [v[0], v[1], v[2], 0, 0, 0, !0, 0]
            };
            let all: Vec<[u64; 8]> = (0..32).map(choice).collect();
            let results = run(&m, &all, round as usize).expect("all is written");
            let differs = results.iter().fold(0, |x, r| x | (r ^ results[0]));
            let masks = at.iter().fold([0; 3], |mut m, (operand, bit)| {
                m[*operand] |= 1 << bit;
                m
            });
            let keep =
                |bits| [values[0], values[1], values[2], masks[0], masks[1], masks[2], bits, 0];
            for bit in (0..64).filter(|bit| differs >> bit & 1 == 1) {
                let found = run(&m, &[keep(1 << bit)], 0);
                assert!(
                    found.is_none(),
                    "{form} of {values:x?}, {masks:x?}: bit {bit} is not told"
                );
                told += 1;
            }
            if exact {
                let found = run(&m, &[keep(!differs)], 0);
                let wanted = results[0] & !differs;
                assert_eq!(found, Some(vec![wanted]), "{form} of {values:x?}, {masks:x?}");
            }
        }
        let is_constant =
            !form.contains(['a', 'b', 'c'].map(|c| c)) || form.contains("setp.ltu.f32");
        assert!(told > 0 || is_constant, "{form}: nothing differs");
    }
}

#[test]
fn rules_that_are_exact() {
    check(EXACT, true, 150);
}

#[test]
fn rules_that_err_towards_unknown() {
    check(CAREFUL, false, 150);
}
