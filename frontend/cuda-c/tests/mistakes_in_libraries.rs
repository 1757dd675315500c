//! Programs with one mistake each, made with templates of four small libraries: the first error names the user's line, by its place or by its notes, and
//! needs six lines of notes at most to say how the library came to be used so.
//!
//! The programs are in `mistakes/programs.txt`; NVRTC 13.5 refuses each of them with `-default-device`.

use optx_frontend::{FrontendOptions, MemoryIncludes, compile_to_whirl};
use optx_source::{Diagnostic, Diagnostics, Severity, SourceMap};

const PROGRAMS: &str = include_str!("mistakes/programs.txt");

/// Where a kernel begins, in full.
const KERNEL: &str = "extern \"C\" __global__ void k(int *in, int *out) {";

/// Lines that a note takes: what it says, where, and the source above and below which nothing stands.
fn lines(d: &Diagnostic, from: usize) -> usize {
    d.notes[from..].iter().map(|n| if n.span.is_none() { 1 } else { 5 }).sum()
}

/// What is wrong with how the mistake is told, if anything is.
///
/// `line` is the one that uses the library.
fn complaint(sm: &SourceMap, diags: &Diagnostics, line: u32) -> Option<String> {
    let Some(first) = diags.list().iter().find(|d| d.severity == Severity::Error) else {
        return Some("nothing is told".to_owned());
    };
    let at = |span| {
        let pos = sm.pos(span);
        sm.file_name(pos.file) == "t.cu" && pos.line == line
    };
    let places = std::iter::once(first.span).chain(first.notes.iter().map(|n| n.span));
    let named = places.filter(|s| !s.is_none()).any(at);
    let from = format!(" from t.cu:{line}");
    let said = first.notes.iter().any(|n| {
        let mut ends = n.message.match_indices(&from).map(|(i, _)| &n.message[i + from.len()..]);
        ends.any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    if !named && !said {
        return Some("the user's line is not told".to_owned());
    }
    if first.is_absence() {
        return Some("the mistake is told as something absent".to_owned());
    }
    let way = first.notes.iter().position(|n| n.message.ends_with("which is asked for here"));
    (way.is_some_and(|way| lines(first, way) > 6) || first.notes.len() > 4)
        .then(|| "the notes are long".to_owned())
}

#[test]
fn a_hundred_mistakes() {
    let includes = MemoryIncludes::new()
        .with("vectors.cuh", include_str!("mistakes/vectors.cuh"))
        .with("boxes.cuh", include_str!("mistakes/boxes.cuh"))
        .with("lists.cuh", include_str!("mistakes/lists.cuh"))
        .with("ranges.cuh", include_str!("mistakes/ranges.cuh"));
    let options =
        FrontendOptions { default_device: true, include: &includes, ..FrontendOptions::default() };
    let programs: Vec<&str> = PROGRAMS.split("---- ").skip(1).collect();
    assert!(programs.len() >= 100, "{} programs", programs.len());
    for program in programs {
        let (head, text) = program.split_once('\n').expect("a head");
        let (library, _) = head.split_once(": ").expect("a library");
        let source = format!("#include \"{library}.cuh\"\n{}", text.replace("K {", KERNEL));
        let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
        let _ = compile_to_whirl("t.cu", &source, &options, &mut sm, &mut diags);
        let said: String = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
        let before = source.split(KERNEL).next().expect("what stands before the kernel");
        let line = before.matches('\n').count() as u32 + 1;
        assert_eq!(complaint(&sm, &diags, line), None, "{program}\n{said}");
    }
}
