//! Seeded mistakes fit the sources as they are: what each replaces stands there once. Whether kernels notice them is the program's
//! (`src/bin/unsound-variants.rs`), which builds the compiler for each.

use runtime_tests::allocator_mistakes::{mistakes, part, table};
use runtime_tests::suite::home;
use runtime_tests::unsound_variants::{Variant, variants};

#[test]
fn each_old_text_stands_once_in_its_file() {
    let (all, of_allocators) = (variants().unwrap(), mistakes().unwrap());
    assert!(all.len() >= 5 && of_allocators.len() >= 15, "{}", all.len());
    for variant in all.into_iter().chain(of_allocators) {
        let path = home().join("..").join(&variant.file);
        let source = std::fs::read_to_string(&path).unwrap();
        let changed = variant.apply(&source).unwrap();
        assert_ne!(changed, source, "{}", variant.name);
    }
}

/// The page's table of the allocator's mistakes says what their files say; whether that is so is the program's (`src/bin/allocator-mistakes.rs`).
#[test]
fn the_page_lists_the_mistakes_of_allocators() {
    part().check(&table(&mistakes().unwrap())).unwrap();
}

#[test]
fn a_text_that_is_gone_or_stands_twice_is_refused() {
    let text =
        "file: a.rs\nwhy: it is wrong\nnoticed: kernels/k -O3\n--- old\nif a {\n--- new\nif b {\n";
    let variant = Variant::parse("v", text).unwrap();
    assert_eq!(variant.apply("x\nif a {\n}").unwrap(), "x\nif b {\n}");
    assert!(variant.apply("if c {").is_err());
    assert!(variant.apply("if a { if a {").is_err());
    for wrong in [
        "file: a.rs\nwhy: b\nnoticed: c\n",
        "file: a\nwhy: b\n--- old\na\n--- new\nb\n",
        "why: b\nnoticed: c\n--- old\na\n--- new\nb\n",
        "file: a\nwhy: b\nnoticed: c\n--- old\na\n",
    ] {
        assert!(Variant::parse("v", wrong).is_err(), "{wrong}");
    }
}
