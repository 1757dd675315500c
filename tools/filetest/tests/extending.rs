//! The page on adding to optx names what is there: every path on it exists, and so does every table.

use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/extending.md")).expect("the page")
}

/// What stands between single backquotes.
fn quoted(page: &str) -> Vec<&str> {
    page.lines()
        .filter(|line| !line.trim_start().starts_with("```"))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .collect()
}

#[test]
fn every_path_exists() {
    let page = page();
    let mut paths = 0;
    for path in quoted(&page) {
        let is_path = path.contains('/') && !path.contains(' ') && !path.contains("NAME");
        if is_path {
            paths += 1;
            assert!(root().join(path).exists(), "{path} is not there");
        }
    }
    assert!(paths > 30, "only {paths} paths");
    for link in page.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
        let file = link.0.split('#').next().unwrap_or("");
        assert!(root().join("docs").join(file).exists(), "the link to {file} leads nowhere");
    }
}

#[test]
fn every_table_is_in_its_file() {
    for (file, table) in [
        ("wopt/opt/src/driver/pipeline/table.rs", "pub const TABLE"),
        ("wopt/opt/src/driver/pipeline/orders.rs", "pub const ORDERS"),
        ("wopt/opt/src/driver/print_analysis.rs", "pub const PRINTED"),
        ("cg/src/target.rs", "const TARGETS"),
        ("cg/src/lir/opcodes.rs", "pub const ROWS"),
        ("cg/src/pipeline.rs", "pub const ROWS"),
        ("cg/src/inline_ptx/table.rs", "pub const ROWS"),
        ("runtime-tests/tests/assembles.rs", "const TARGETS"),
        ("cg/src/target.rs", "pub const VERSIONS"),
        ("frontend/whirl/src/intrinsic.rs", "fn least_arch"),
    ] {
        let text = std::fs::read_to_string(root().join(file)).expect("a source");
        assert!(text.contains(table), "{file} has no `{table}`");
    }
}

#[test]
fn the_page_is_linked() {
    for (file, link) in
        [("README.md", "docs/extending.md"), ("docs/architecture.md", "extending.md")]
    {
        let text = std::fs::read_to_string(root().join(file)).expect("a page");
        assert!(text.contains(link), "{file} does not link the page");
    }
}
