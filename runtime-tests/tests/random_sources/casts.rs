//! Casts behind which nothing is defined, though no sanitiser stops at them: clang's syntax tree says where they are.
//!
//! A program may write `(C1 &&)s` of a short, which no conversion makes a `C1` and so reinterprets it, or
//! `static_cast<const C4 &>(c)` of a `C0` from which `C4` derives, and read fields that lie outside the object. Of 2,734 programs
//! that NVRTC, clang and optx agreed on 67 had such casts, and six of those gave something else on an H100. clang's address sanitiser
//! wants a library that is not part of the tools here, the one for classes asks tables of virtual functions, which there are none of,
//! and a generator without such casts would make other programs of all seeds.

use std::path::Path;

use runtime_tests::host_build;
use runtime_tests::random_sources::{Lines, Program};

/// The probes in which an object is taken for one of another class: a cast that reinterprets an lvalue, as `(C1 &)s` of a short, or one
/// from a base to a class derived from it. Nothing where clang does not take the text.
///
/// A cast to a derived class is right where the object is one. Programs come to that by chance only, so little is lost.
pub fn reinterpreting(program: &Program, path: &Path, without: &Lines) -> Option<Lines> {
    std::fs::write(path, program.text(without)).ok()?;
    let tree = host_build::tree(path, "probe").ok()?;
    let mut found = Lines::new();
    let mut probe = None;
    for line in tree.lines() {
        if let Some(name) = line.strip_prefix("Dumping probe") {
            probe = name.trim_end_matches(':').parse::<usize>().ok();
        } else if line.contains("<LValueBitCast>") || line.contains("<BaseToDerived") {
            found.insert(program.probes.get(probe?)? + 1);
        }
    }
    Some(found)
}

/// Which of five probes are found, as a program of its own.
pub fn check() {
    let mut program = Program::default();
    program.push("struct C0 { int a; };");
    program.push("struct C1 : C0 { int b; };");
    program.push("struct C2 { int a; __device__ C2(int n) : a(n) {} };");
    for body in [
        "short s = n; n = ((C0 &&)s).a;",
        "C0 c = {n}; n = static_cast<const C1 &>(c).b;",
        // To a base, to what is not constant, by a constructor.
        "C1 c = {}; n = ((C0 &)c).a + static_cast<C0 &&>(c).a;",
        "const C0 c = {n}; n = ((C0 &)c).a;",
        "short s = n; n = ((C2 &&)s).a + ((const C2 &)s).a;",
    ] {
        program.probe(body);
    }
    let path = crate::judge::file("casts");
    let found = reinterpreting(&program, &path, &Lines::new());
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&path);
    assert_eq!(found, Some(Lines::from([4, 5])));
}
