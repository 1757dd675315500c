//! The bodies of the coverage-guided targets, on a stable compiler: whole sources, pieces of them, and no source.

use optx_fuzz::targets;

const TARGETS: [fn(&[u8]); 5] =
    [targets::preprocess, targets::parse, targets::check, targets::compile, targets::text_form];

#[test]
fn targets_take_any_bytes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime-tests/kernels");
    let mut texts: Vec<Vec<u8>> = vec![Vec::new(), vec![0], b"\xff\xfe(whirl 1".to_vec()];
    for entry in std::fs::read_dir(folder).expect("the kernels").take(20) {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_some_and(|e| e == "cu") {
            texts.push(std::fs::read(path).expect("a source"));
        }
    }
    assert!(texts.len() > 5);
    for text in &texts {
        for target in TARGETS {
            target(text);
            target(&text[text.len() / 2..]);
            target(&[b"\x01", text.as_slice()].concat());
        }
    }
}
