//! Unknown bits in buffers: copies are stored in silence and told where they are used, now or in a later launch, or by the host.

use super::*;

/// Launches bodies one after another on one device, and gives it with the first buffer.
fn launches(bodies: &[&str], schedule: Schedule) -> Result<(Device, DevicePtr), RunError> {
    let mut d = Device::new();
    let g = d.alloc(256, "g").unwrap();
    let n = d.alloc_unwritten(128, "n").unwrap();
    let args = [g.0.to_le_bytes().to_vec(), n.0.to_le_bytes().to_vec()];
    for body in bodies {
        let m = Module::load(&kernel(body)).unwrap();
        let config = LaunchConfig { schedule, ..LaunchConfig::default() };
        launch(&mut d, &m, "k", &config, &args)?;
    }
    Ok((d, g))
}

/// The elements of the first buffer that are not known.
fn unknown(d: &Device, g: DevicePtr, bytes: u64, size: usize) -> Vec<usize> {
    d.unknown(g, bytes, size).unwrap().iter().map(|u| u.element).collect()
}

/// A structure of a byte and a word with the gap between, moved whole by one thread.
const PADDED: &str = "setp.ne.u32 %p, %t, 0;\n@%p bra $e;\nst.local.u8 [m], 5; st.local.u32 [m+4], 9;\n\
    ld.local.u64 %A, [m];\nst.global.u64 [%g], %A;\n$e:";

#[test]
fn a_structure_that_is_moved_whole() {
    for schedule in SCHEDULES {
        let (d, g) = launches(&[PADDED], schedule).unwrap();
        assert_eq!(unknown(&d, g, 256, 1), [1, 2, 3]);
        assert_eq!(unknown(&d, g, 256, 4), [0]);
        let told = d.unknown(g, 8, 8).unwrap();
        let words = told[0].origin.as_deref().unwrap();
        let wanted = "3 bytes of local memory at offset 0x1, loaded at PTX line 26 and never written; `k` stored it to buffer `g` at PTX line 27";
        assert_eq!(words, wanted);
        // Members are known to later launches, in whatever way they are read, and the gap is not.
        let member = "ld.global.u64 %A, [%g]; cvt.u32.u64 %a, %A; and.b32 %a, %a, 255; setp.ne.u32 %p, %a, 5;\n@%p trap;\nld.global.u32 %b, [%g+4]; st.global.u32 [%g+8], %b;";
        let (d, g) = launches(&[PADDED, member], schedule).unwrap();
        assert_eq!(unknown(&d, g, 256, 1), [1, 2, 3]);
        let gap = "ld.global.u8 %a, [%g+1]; setp.eq.u32 %p, %a, 5;\n@%p bra $e;\n$e:";
        let e = launches(&[PADDED, member, gap], schedule).unwrap_err();
        assert!(e.message.starts_with("a branch is decided by an undefined value"), "{e}");
        assert!(e.message.contains(wanted.trim_start_matches("3 bytes")), "{e}");
        // A copy of it has its origin, until something known is stored over it.
        let copy = "ld.global.v2.u32 {%a, %b}, [%g]; st.global.v2.u32 [%g+16], {%a, %b};";
        let (d, g) = launches(&[PADDED, copy], schedule).unwrap();
        assert_eq!(unknown(&d, g, 256, 1), [1, 2, 3, 17, 18, 19]);
        assert_eq!(d.unknown(g, 24, 8).unwrap()[1].origin.as_deref(), Some(wanted));
        let over = "st.global.u16 [%g+2], 7; st.global.u8 [%g+17], 3;";
        let (d, g) = launches(&[PADDED, copy, over], schedule).unwrap();
        assert_eq!(unknown(&d, g, 256, 1), [1, 18, 19]);
    }
}

#[test]
fn what_is_stored_in_silence_and_what_is_not() {
    let halves = "ld.local.u16 %i, [m]; mov.b32 %a, {%i, %i};";
    for copies in [
        // Padding may be a whole element, and come in parts that are put together.
        "ld.shared.u32 %a, [s]; st.global.u32 [%o], %a;",
        "ld.shared.v4.u8 {%i, %j, %i, %j}, [s]; st.global.v2.u8 [%o], {%i, %j};",
        "ld.shared.u8 %a, [s]; ld.shared.u8 %b, [s+1]; shl.b32 %b, %b, 8; or.b32 %a, %a, %b; st.global.u16 [%o], %a;",
        &format!("{halves} prmt.b32 %a, %a, %a, 0x1032; st.global.u32 [%o], %a;"),
        "ld.global.u32 %a, [%no]; st.global.u32 [%o], %a;",
        // A field of a word, by masks, by an insertion and by a sum.
        "and.b32 %a, %u, 0xffffff00; or.b32 %a, %a, %t; st.global.u32 [%o], %a;",
        "bfi.b32 %a, %t, %u, 3, 6; st.global.u32 [%o], %a;",
        "ld.local.u32 %a, [m]; bfi.b32 %a, 1, %a, 24, 8; add.u32 %a, %a, 0x1000000; st.global.u32 [%o], %a;",
        "ld.local.u32 %a, [m]; mul.lo.u32 %a, %a, 256; st.global.u32 [%o], %a;",
        "and.b32 %a, %u, 0xffff00; add.u32 %a, %a, %t; sub.u32 %a, %a, %t; xor.b32 %a, %a, 255; lop3.b32 %a, %a, 7, 7, 0x3c; st.global.u32 [%o], %a;",
        "ld.local.u8 %a, [m]; mad.lo.u32 %a, %t, 256, %a; st.global.u32 [%o], %a;",
        // Words at another offset, as what is not aligned is copied.
        "ld.shared.v2.u32 {%a, %b}, [s]; shf.r.wrap.b32 %a, %a, %b, 24; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; shl.b32 %a, %a, 8; st.global.u32 [%o], %a;",
        // What is beside a field: moved away and back, also through memory and another lane.
        "ld.shared.u32 %a, [s]; shr.u32 %a, %a, 5; bfi.b32 %a, %a, %t, 5, 27; st.global.u32 [%o], %a;",
        "and.b32 %a, %u, -8; or.b32 %a, %a, 5; bfe.u32 %b, %a, 3, 5; shl.b32 %b, %b, 3; mov.u32 %a, 3; add.u32 %a, %a, %b; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; shl.b32 %a, %a, 3; st.local.u32 [m], %a; ld.local.u32 %b, [m]; shr.u32 %b, %b, 3; st.global.u32 [%o], %b;",
        "ld.shared.u32 %a, [s]; shl.b32 %a, %a, 3; shfl.sync.bfly.b32 %b, %a, 1, 31, -1; shr.u32 %b, %b, 3; st.global.u32 [%o], %b;",
        "ld.shared.u32 %a, [s]; brev.b32 %a, %a; brev.b32 %a, %a; st.global.u32 [%o], %a;",
        // Parts of two words that nobody set.
        "ld.shared.u32 %a, [s]; ld.local.u32 %b, [m]; lop3.b32 %a, %a, 0xff00, %b, 0xe2; st.global.u32 [%o], %a;",
        // A constant over some of the bits is a write of fields, `v | 5` of two of one bit each.
        "ld.shared.u32 %a, [s]; or.b32 %a, %a, 5; st.global.u32 [%o], %a;",
    ] {
        for schedule in SCHEDULES {
            let ran = launches(&[copies], schedule);
            let (d, g) = ran.unwrap_or_else(|e| panic!("{schedule:?}: {copies}\n{e}"));
            assert_eq!(unknown(&d, g, 128, 4), (0..32).collect::<Vec<usize>>(), "{copies}");
        }
    }
    for computed in [
        "st.global.u32 [%o], %u;",
        "mov.b32 %a, %u; st.global.u32 [%o], %a;",
        "st.global.v2.u32 [%g], {%t, %u};",
        "st.global.u8 [%o], %u;",
        "ld.shared.u32 %a, [s]; add.u32 %a, %a, 1; st.global.u32 [%o], %a;",
        "st.shared.u8 [s], 0; ld.shared.u32 %a, [s]; add.u32 %a, %a, 256; st.global.u32 [%o], %a;",
        "st.shared.u8 [s], 0; ld.shared.u32 %a, [s]; mul.lo.u32 %a, %a, 3; st.global.u32 [%o], %a;",
        "st.shared.u8 [s], 0; ld.shared.u32 %a, [s]; xor.b32 %a, %a, 256; st.global.u32 [%o], %a;",
        "st.shared.u8 [s], 0; ld.shared.u32 %a, [s]; sub.u32 %a, 0, %a; st.global.u32 [%o], %a;",
        "ld.shared.u8 %a, [s]; add.u32 %a, %a, 1; st.global.u32 [%o], %a;",
        "ld.shared.s8 %a, [s]; st.global.u32 [%o], %a;",
        "ld.shared.u8 %a, [s]; cvt.s32.s8 %a, %a; st.global.u32 [%o], %a;",
        "ld.shared.f32 %fa, [s]; neg.f32 %fa, %fa; st.global.f32 [%o], %fa;",
        "ld.shared.u32 %a, [s]; setp.eq.u32 %p, %a, 3; selp.u32 %a, 1, 0, %p; st.global.u32 [%o], %a;",
        "selp.u32 %a, 1, 0, %q; st.global.u32 [%o], %a;",
        // Also where it went through memory.
        "ld.shared.u32 %a, [s]; add.u32 %a, %a, 1; st.shared.u32 [s], %a; ld.shared.u32 %b, [s]; st.global.u32 [%o], %b;",
        "shfl.sync.idx.b32 %a, %u, 3, 31, -1; st.global.u32 [%o], %a;",
        // Bits that have another place in their byte, by a shift or what stands for one, and a field that is read.
        "ld.shared.u32 %a, [s]; shl.b32 %a, %a, 2; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; shr.u32 %a, %a, 7; st.global.u32 [%o], %a;",
        "ld.shared.u64 %A, [s]; shl.b64 %A, %A, 12; st.global.u64 [%g], %A;",
        "ld.shared.u16 %i, [s]; shr.u16 %i, %i, 1; st.global.u16 [%o], %i;",
        "ld.shared.u32 %a, [s]; mul.lo.u32 %a, %a, 4; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; mad.lo.u32 %a, %a, 16, %t; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; mul.wide.u32 %A, %a, 8; st.global.u64 [%g], %A;",
        "ld.shared.u32 %a, [s]; shf.l.wrap.b32 %a, %a, %a, 5; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; brev.b32 %a, %a; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; bfe.u32 %a, %a, 3, 5; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; bfe.s32 %a, %a, 27, 5; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; bfi.b32 %a, %a, %t, 3, 5; st.global.u32 [%o], %a;",
        "ld.global.u32 %a, [%no]; add.u32 %a, %a, %a; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; shl.b32 %a, %a, 2; shfl.sync.bfly.b32 %b, %a, 1, 31, -1; st.global.u32 [%o], %b;",
        "ld.shared.u32 %a, [s]; shl.b32 %a, %a, 2; st.local.u32 [m], %a; ld.local.u32 %b, [m]; st.global.u32 [%o], %b;",
        // One bit of two that nobody set; an amount that nobody set.
        "ld.shared.v2.u32 {%a, %b}, [s]; and.b32 %a, %a, %b; st.global.u32 [%o], %a;",
        "ld.shared.v2.u32 {%a, %b}, [s]; or.b32 %a, %a, %b; st.global.u32 [%o], %a;",
        "ld.shared.v2.u32 {%a, %b}, [s]; lop3.b32 %a, %a, %b, %t, 0xe8; st.global.u32 [%o], %a;",
        "ld.shared.v2.u32 {%a, %b}, [s]; shl.b32 %a, %a, %b; st.global.u32 [%o], %a;",
        "ld.shared.v2.u32 {%a, %b}, [s]; shr.s32 %a, %a, %b; st.global.u32 [%o], %a;",
    ] {
        for schedule in SCHEDULES {
            let e = launches(&[computed], schedule).expect_err(computed);
            assert!(e.message.contains("to global memory has an undefined value"), "{e}");
        }
    }
}

#[test]
fn atomics_on_what_is_partly_known() {
    let add = "red.global.add.u32 [%g], 1;";
    for schedule in SCHEDULES {
        let e = launches(&[PADDED, add], schedule).unwrap_err();
        assert!(e.message.starts_with("an atomic operation is on an undefined value"), "{e}");
        assert!(e.message.contains("stored it to buffer `g`"), "{e}");
        // An exchange gives it on.
        let exchange = "setp.ne.u32 %p, %t, 0;\n@%p bra $e;\natom.global.exch.b32 %a, [%g], 1; st.global.u32 [%g+8], %a;\n$e:";
        let (d, g) = launches(&[PADDED, exchange], schedule).unwrap();
        assert_eq!(unknown(&d, g, 256, 1), [9, 10, 11]);
    }
}

#[test]
fn what_the_host_writes_is_known() {
    let (mut d, g) = launches(&[PADDED], Schedule::Lockstep).unwrap();
    let before = d.read(g, 8).unwrap();
    d.write(DevicePtr(g.0 + 2), &before[2..]).unwrap();
    assert_eq!(unknown(&d, g, 256, 1), [1]);
    d.write(g, &before).unwrap();
    assert_eq!(unknown(&d, g, 256, 1), Vec::<usize>::new());
}

#[test]
fn lanes_that_store_to_one_place() {
    // The last lane's is there, which stores what is known.
    let body = "ld.local.u32 %a, [m]; setp.eq.u32 %p, %t, 31; selp.u32 %a, 7, %a, %p; st.global.u32 [%g], %a;";
    let (d, g) = launches(&[body], Schedule::Lockstep).unwrap();
    assert_eq!(unknown(&d, g, 256, 1), Vec::<usize>::new());
    assert_eq!(d.read(g, 1).unwrap(), [7]);
    let first = body.replace("31", "0");
    let (d, g) = launches(&[&first], Schedule::Lockstep).unwrap();
    assert_eq!(unknown(&d, g, 256, 4), [0]);
    let shared = body.replace("st.global.u32 [%g], %a;", "st.shared.u32 [s], %a; bar.sync 0; ld.shared.u32 %b, [s]; add.u32 %b, %b, %b; st.global.u32 [%o], %b;");
    launches(&[&shared], Schedule::Lockstep).unwrap();
}
