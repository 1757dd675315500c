//! Through memory, and buffers that nobody wrote.

use super::*;

#[test]
fn through_local_and_shared_memory() {
    // A word whose low byte is known, and the rest is of a register that nothing wrote.
    for space in ["local.u32 [m]", "shared.u32 [s]"] {
        let (space, at) = space.split_once(' ').unwrap();
        let body =
            format!("shl.b32 %a, %u, 12; or.b32 %a, %a, 0x345; st.{space} {at}, %a; bar.sync 0;\n");
        let load = |ty: &str, d: &str| format!("ld.{} {d}, {at};", space.replace("u32", ty));
        known_and_not(&body, &load("u8", "%d"), |_| 0x45, &load("u16", "%d"));
        // Bits are followed there, too.
        let mask = |m: &str| format!("{} and.b32 %d, %d, {m};", load("u32", "%d"));
        known_and_not(&body, &mask("0xfff"), |_| 0x345, &mask("0x1fff"));
        let over = format!("{body} st.{space} {at}, %t; bar.sync 0;");
        if space.starts_with("local") {
            gives(&format!("{over} {} st.global.u32 [%o], %d;", load("u32", "%d")), |t| t);
        }
    }
    told(
        "st.local.u32 [m], %u;\nld.local.u32 %a, [m];\nst.global.u32 [%o], %a;",
        "st.global",
        &["`%u`", "read at PTX line {0}"],
    );
    // A field that is set in an unset word is set.
    let set = "ld.local.u32 %a, [m];\nand.b32 %b, %a, -16; or.b32 %c, %b, 5; st.local.u32 [m], %c;\nld.local.u32 %e, [m]; and.b32 %d, %e, 15;";
    gives(&format!("{set} st.global.u32 [%o], %d;"), |_| 5);
    told(
        &format!("{} st.global.u32 [%o], %d;", set.replace("%e, 15", "%e, 31")),
        "and.b32 %d",
        &["4 bytes of local memory at offset 0x0, loaded at PTX line {0} and never written"],
    );
}

#[test]
fn a_buffer_that_nobody_wrote() {
    silent("ld.global.u32 %a, [%no]; add.u32 %a, %a, 1;");
    told(
        "ld.global.u32 %a, [%no];\nadd.u32 %a, %a, 1;\nst.global.u32 [%o], %a;",
        "st.global",
        &["of buffer `n`, loaded at PTX line {0} and never written"],
    );
    told(
        "ld.global.v2.u32 {%a, %b}, [%n];\nst.global.u32 [%o], %b;",
        "st.global",
        &["byte 4 of buffer `n`"],
    );
    told("ld.u32 %a, [%no];\nsetp.eq.u32 %p, %a, 3;\n@%p bra $e;\n$e:", "bra", &["of buffer `n`"]);
    // Stores write it, each byte for itself.
    gives("st.global.u32 [%no], %t; ld.global.u32 %a, [%no]; st.global.u32 [%o], %a;", |t| t);
    let body = "st.global.u8 [%no+1], 7;\nld.global.u32 %a, [%no];";
    known_and_not(body, "bfe.u32 %d, %a, 8, 8;", |_| 7, "bfe.u32 %d, %a, 8, 9;");
    told("st.global.u32 [%no], %u;", "st.global", &["`%u`"]);
    // Atomics read it, but for an exchange, which writes.
    told("red.global.add.u32 [%no], 1;", "red", &["an atomic operation is on", "buffer `n`"]);
    told("atom.global.cas.b32 %a, [%no], 0, 1;", "atom", &["an atomic operation is on"]);
    gives(
        "atom.global.exch.b32 %a, [%no], %t; ld.global.u32 %b, [%no]; st.global.u32 [%o], %b;",
        |t| t,
    );
    told(
        "atom.global.exch.b32 %a, [%no], %t;\nst.global.u32 [%o], %a;",
        "st.global",
        &["buffer `n`"],
    );
}

#[test]
fn a_device_knows_which_bytes_nobody_wrote() {
    let unknown = |d: &Device, at, bytes, size| {
        let list = d.unknown(at, bytes, size).unwrap();
        assert!(list.iter().all(|u| u.origin.is_none()));
        list.iter().map(|u| u.element).collect::<Vec<usize>>()
    };
    let mut d = Device::new();
    let at = d.alloc_unwritten(8, "n").unwrap();
    let whole = d.alloc(8, "w").unwrap();
    assert_eq!(d.read(at, 8).unwrap(), [0xa5; 8]);
    assert_eq!(unknown(&d, at, 8, 1), (0..8).collect::<Vec<usize>>());
    d.write(DevicePtr(at.0 + 2), &[1, 2, 3]).unwrap();
    assert_eq!(unknown(&d, at, 8, 1), [0, 1, 5, 6, 7]);
    assert_eq!(unknown(&d, at, 8, 4), [0, 1]);
    assert_eq!(unknown(&d, DevicePtr(at.0 + 4), 2, 1), [1]);
    assert_eq!(unknown(&d, whole, 8, 1), Vec::<usize>::new());
    d.unknown(at, 9, 1).expect_err("outside");
}
