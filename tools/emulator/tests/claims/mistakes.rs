//! Claims that cannot be read or do not fit.

use super::*;
use optx_emulator::RunErrorKind;

const BODY: &str = "add.u32 %a, %t, 1;\nsetp.eq.u32 %p, %t, 3;\n@%p bra $l;\n$l:\nbra $m;\nadd.u32 %b, %t, 1; // never\n$m:";

fn said(claim: Value) -> String {
    match check(BODY, &flat(32), Schedule::Lockstep, &[claim]) {
        Err(e) => {
            assert_eq!(e.kind, RunErrorKind::Claims);
            e.to_string()
        }
        Ok(r) => panic!("{}", r.to_text()),
    }
}

#[test]
fn what_does_not_fit_the_ptx() {
    let ok = || def("%a,", "%a", json!([1, 0, 0]), json!(1));
    let at = line(&kernel(BODY), "%a,");
    let cases = [
        (with(ok(), json!({ "ptx_line": 100_000 })), "has no instruction on this line"),
        (with(ok(), json!({ "ptx_line": 0 })), "has no instruction on this line"),
        // A line of a function.
        (with(ok(), json!({ "ptx_line": "add.u32 out" })), "has no instruction on this line"),
        (with(ok(), json!({ "reg": "%nope" })), "the kernel has no register `%nope`"),
        (with(ok(), json!({ "reg": "%b" })), "no instruction of this line defines it"),
        (with(ok(), json!({ "width": 64 })), "the register has 32 bits, not 64"),
        (with(ok(), json!({ "at": "live-in" })), "no label on this line"),
        (with(ok(), json!({ "at": "branch" })), "no branch of this line has it as its guard"),
        (with(ok(), json!({ "lane": { "reg": "%zz" } })), "no register `%zz`"),
        (
            with(
                ok(),
                json!({ "reg": "%t", "ptx_line": "%tid.x", "coef": [{ "reg": "%h" }, 0, 0] }),
            ),
            "`%h` has 16 bits: `extend`",
        ),
    ];
    for (claim, want) in cases {
        let text = said(claim.clone());
        assert!(text.contains(want), "{claim}: {text}");
        assert!(text.starts_with("claims: kernel `k`, claim 1 ("), "{text}");
    }
    assert!(
        said(with(ok(), json!({ "reg": "%b" }))).contains(&format!("(def of `%b`, PTX line {at})"))
    );
    let block = |line: Value| json!({ "at": "block", "ptx_line": line, "whole_warp": true });
    let cases = [
        (block(json!("bra $l")), "no block begins on this line"),
        (block(json!(1)), "the kernel has no label and no instruction on this line"),
        (block(json!("add.u32 out")), "the kernel has no label and no instruction on this line"),
    ];
    for (claim, want) in cases {
        let text = said(claim.clone());
        assert!(text.contains(want), "{claim}: {text}");
        assert!(text.starts_with("claims: kernel `k`, claim 1 (block, PTX line "), "{text}");
    }
    // What nothing leads to is claimed in vain.
    hold(
        BODY,
        &flat(32),
        &[
            ok(),
            block(json!("// never")),
            block(json!("$l:")),
            def("// never", "%b", json!([9, 9, 9]), json!(9)),
        ],
    );
}

#[test]
fn what_cannot_be_read() {
    let claim = def("%a,", "%a", json!([1, 0, 0]), json!(1));
    let one = |members| with(with(claim.clone(), json!({ "ptx_line": 3 })), members);
    let file =
        |c: Value| json!({ "version": 1, "kernels": [{ "name": "k", "claims": [c] }] }).to_string();
    let cases = [
        ("{".to_string(), "EOF"),
        ("[]".to_string(), "claims: "),
        (json!({ "kernels": [] }).to_string(), "missing field `version`"),
        (json!({ "version": 2, "kernels": 7 }).to_string(), "version 2 is not 1"),
        (json!({ "version": 1 }).to_string(), "missing field `kernels`"),
        (json!({ "version": 1, "kernels": [], "more": 1 }).to_string(), "unknown field `more`"),
        (file(json!(3)), "kernel `k`, claim 1: "),
        (
            file(one(json!({ "at": "use" }))),
            "claim 1: `at` is def, live-in, branch or block, not `use`",
        ),
        (file(one(json!({ "width": 8 }))), "a width is 1, 16, 32 or 64, not 8"),
        (file(one(json!({ "coef": [1, 2] }))), "claim 1: "),
        (file(one(json!({ "coef": [1, "n", 2] }))), "wants a number, null, or a register"),
        (file(one(json!({ "coef": [1.5, 0, 0] }))), "wants a number, null, or a register"),
        (
            file(one(json!({ "lane": { "reg": "%a", "extend": "q" } }))),
            "`extend` is \"s\" or \"z\"",
        ),
        (file(one(json!({ "base": "top" }))), "`base` is a number, \"uniform\" or null"),
        (file(one(json!({ "ptx_line": -1 }))), "claim 1: "),
        (file(one(json!({ "color": 1 }))), "unknown field `color`"),
    ];
    for (text, want) in cases {
        let e = Claims::parse(&text).map(|_| ()).unwrap_err().to_string();
        assert!(e.contains(want) && e.starts_with("claims: "), "{text}: {e}");
    }
    let block =
        |members| file(with(json!({ "at": "block", "ptx_line": 3, "whole_warp": true }), members));
    let cases = [
        (block(json!({ "reg": "%a" })), "claim 1: a claim of a block has no `reg`"),
        (block(json!({ "width": 32 })), "claim 1: a claim of a block has no `width`"),
        (block(json!({ "coef": [0, 0, 0] })), "claim 1: a claim of a block has no `coef`"),
        (block(json!({ "lane": 0 })), "claim 1: a claim of a block has no `lane`"),
        (block(json!({ "base": 1 })), "claim 1: a claim of a block has no `base`"),
        (block(json!({ "block_uniform": false })), "a block has no `block_uniform`"),
        (block(json!({ "warp_uniform": true })), "a block has no `warp_uniform`"),
        (block(json!({ "whole_warp": 1 })), "claim 1: "),
        (file(one(json!({ "whole_warp": true }))), "`whole_warp` is of a block, not of `def`"),
        (file(json!({ "at": "def", "ptx_line": 3, "width": 32 })), "missing field `reg`"),
        (file(json!({ "at": "def", "ptx_line": 3, "reg": "%a" })), "missing field `width`"),
        (
            file(json!({ "at": "def", "ptx_line": 3, "reg": "%a", "width": 32 })),
            "missing field `coef`",
        ),
    ];
    for (text, want) in cases {
        let e = Claims::parse(&text).map(|_| ()).unwrap_err().to_string();
        assert!(e.contains(want) && e.starts_with("claims: "), "{text}: {e}");
    }
    let claims = Claims::parse(&block(json!({ "src": ["f.cu", 3, 5] }))).unwrap();
    assert!(claims.of("k").all(|c| c.whole_warp && c.reg.is_empty()));
    assert_eq!(Claims::parse(&claims.to_json()).unwrap(), claims);
    let all = file(one(
        json!({ "coef": [null, { "reg": "%r5", "scale": 4, "extend": "s" }, -2], "base": 7 }),
    ));
    let claims = Claims::parse(&all).unwrap();
    assert_eq!(Claims::parse(&claims.to_json()).unwrap(), claims);
}

#[test]
fn other_kernels_do_not_matter() {
    let text = kernel(BODY);
    let m = Module::load(&text).unwrap();
    let claims = json!({ "version": 1, "kernels": [{ "name": "other", "claims": [def("%a", "%zz", json!([1, 1, 1]), json!(1))] }] });
    let claims = Claims::parse(&claims.to_string().replace("\"%a\"", "1")).unwrap();
    let mut report = ClaimReport::default();
    let args = [vec![0; 8], vec![0; 4]];
    let config = LaunchConfig::default();
    launch_checked(&mut Device::new(), &m, "k", &config, &args, &claims, &mut report).unwrap();
    assert_eq!(report.summary(), "0 claims, 0 violated");
    let wrong = LaunchConfig { block: [2000, 1, 1], ..config };
    assert!(
        launch_checked(&mut Device::new(), &m, "k", &wrong, &args, &claims, &mut report).is_err()
    );
}
