//! What kernels store of what was never written: told where the launch file looks at it, by its elements.

use std::path::Path;

use optx_launch::{Emulator, LaunchFile, NoReferences, Outcome, run};

/// Stores a structure of a byte and a word with the gap between.
const PTX: &str = include_str!("undefined.ptx");

/// Two threads, and a buffer of a type.
fn go(ty: &str, length: usize, expect: &str) -> Outcome {
    let text = format!(
        "[buffers.o]\ntype = \"{ty}\"\nlength = {length}\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 2\nargs = [\"&o\"]\n{expect}"
    );
    let file = LaunchFile::parse(&text).unwrap();
    run(&file, PTX, &mut Emulator::default(), &NoReferences, Path::new(".")).unwrap()
}

const ORIGIN: &str = "3 bytes of local memory at offset 0x1, loaded at PTX line 12 and never written; `k` stored it to buffer `o` at PTX line 13";

#[test]
fn an_element_of_which_bits_are_unknown_agrees_with_nothing() {
    let expect = "[[expect]]\nbuffer = \"o\"\nvalues = [5, 9, 5, 9]\nabs = 4294967295.0\n";
    let ran = go("u32", 4, expect);
    let told = ran.difference().unwrap();
    let wanted = format!("element 0 is undefined: it comes from {ORIGIN}, expected 5");
    assert!(told.starts_with("buffer `o`: 2 of 4 elements differ"), "{told}");
    assert!(told.ends_with(&wanted), "{told}");
}

#[test]
fn elements_are_those_of_the_buffers_type() {
    for (ty, length, unknown) in
        [("u8", 16, &[1, 2, 3, 9, 10, 11][..]), ("u32", 5, &[0, 2]), ("i64", 4, &[0, 1])]
    {
        let ran = go(ty, length, "");
        let found: Vec<usize> = ran.unknown["o"].iter().map(|u| u.element).collect();
        assert_eq!(found, unknown, "{ty}");
        assert_eq!(ran.unknown["o"][0].origin.as_deref(), Some(ORIGIN));
        assert!(ran.agrees());
    }
}
