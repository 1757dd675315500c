//! `runtime-tests overwritten` counts stores that their own thread overwrites before anybody could have seen them: of texts whose
//! counts follow from their lines.

use optx_launch::LaunchFile;
use runtime_tests::overwritten::{Counted, count_in};
use runtime_tests::suite::Case;

/// What one warp does with `body`; `%r1` is its lane, `%rd1` a lane's own place in a buffer.
fn counted(body: &str) -> Counted {
    let ptx = format!(
        ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.local .align 8 .b8 own[8];\n.shared .align 4 .b8 all[256];\n\
         ld.param.u64 %rd0, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd1, %r1, 8;\nadd.s64 %rd1, %rd1, %rd0;\n\
         setp.lt.u32 %p1, %r1, 8;\n{body}\nret;\n}}\n"
    );
    let launch = "source = \"k.cu\"\n[buffers.p]\ntype = \"u32\"\nlength = 64\ninit = { fill = 0 }\n\
                  [[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [32]\nargs = [\"&p\"]\n";
    let launch = LaunchFile::parse(launch).expect("the launch file");
    let case = Case { name: "k".into(), source: "k.cu".into(), launch };
    count_in(&case, &ptx).expect("a run")
}

#[track_caller]
fn check(body: &str, stores: u64, overwritten: u64) {
    let found = counted(body);
    assert_eq!((found.stores, found.overwritten), (stores, overwritten), "{body}");
}

#[test]
fn a_store_that_its_thread_overwrites_is_counted() {
    check("st.global.u32 [%rd1], 1;\nst.global.u32 [%rd1], 2;", 2, 1);
    check("st.global.u32 [%rd1], 1;\nst.global.v2.u32 [%rd1], {2, 3};", 2, 1);
    check("st.global.u32 [%rd1], 1;\nst.global.u32 [%rd1], 2;\nst.global.u32 [%rd1], 3;", 3, 2);
}

#[test]
fn so_is_one_of_which_no_lane_and_no_byte_is_left() {
    check("st.global.u32 [%rd1], 1;\n@%p1 st.global.u32 [%rd1], 2;", 2, 0);
    check("@%p1 st.global.u32 [%rd1], 1;\nst.global.u32 [%rd1], 2;", 2, 1);
    check("st.global.u32 [%rd1], 1;\nst.global.u16 [%rd1], 2;", 2, 0);
    check("st.global.u32 [%rd1], 1;\nst.global.u16 [%rd1], 2;\nst.global.u16 [%rd1+2], 2;", 3, 1);
}

#[test]
fn what_somebody_could_have_seen_is_not() {
    let between =
        |seen: &str| format!("st.global.u32 [%rd1], 1;\n{seen}\nst.global.u32 [%rd1], 2;");
    check(&between("ld.global.u32 %r2, [%rd1];"), 2, 0);
    check(&between("ld.u32 %r2, [%rd1];"), 2, 0);
    check(&between("ld.global.u32 %r2, [%rd0];"), 2, 0);
    check(&between("ld.global.u32 %r2, [%rd0+4];"), 2, 1);
    check(&between("bar.sync 0;"), 2, 0);
    check(&between("membar.gl;"), 2, 0);
    check(&between("red.global.add.u32 [%rd1+4], 1;"), 2, 0);
    check(&between("ld.volatile.global.u32 %r2, [%rd1+4];"), 2, 0);
    check(&between("st.volatile.global.u32 [%rd1+4], 3;"), 2, 0);
}

#[test]
fn other_threads_overwrite_nothing() {
    // All lanes write one place twice: which of them wrote it last before another does is not said.
    check("st.global.u32 [%rd0], 1;", 1, 0);
    check(
        "mov.u32 %r2, all;\nmad.lo.u32 %r3, %r1, 4, %r2;\nst.shared.u32 [%r3], 1;\nst.shared.u32 [%r3+4], 2;",
        2,
        0,
    );
}

#[test]
fn a_threads_own_memory_ends_with_it() {
    check("st.local.u32 [own], 1;", 1, 1);
    check("st.local.u32 [own], 1;\nld.local.u32 %r2, [own];", 1, 0);
    check("st.local.u32 [own], 1;\ncvta.local.u64 %rd2, own;\nld.u32 %r2, [%rd2];", 1, 0);
    check("st.global.u32 [%rd1], 1;", 1, 0);
}
