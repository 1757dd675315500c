//! The list is well-formed, its launch files are there and parse, and the page says what it is made of. Needs nothing fetched.

use optx_launch::spec::Input;
use optx_public_kernels::list::{List, folder};
use optx_public_kernels::report;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn each_kernel_has_a_launch_file_that_launches_it_and_no_other_is_there() {
    let list = List::load().unwrap();
    let mut expected = BTreeSet::new();
    for kernel in &list.kernels {
        let launch = kernel.launch().unwrap();
        let source = Input::Source(format!("{}.cu", kernel.id));
        assert_eq!(launch.input, Some(source), "{}", kernel.id);
        for one in &launch.launches {
            assert_eq!(one.kernel, kernel.kernel, "{}", kernel.id);
        }
        // What is expected is what NVRTC's PTX leaves.
        assert!(launch.expects.is_empty(), "{}", kernel.id);
        assert!(!launch.options.iter().any(|o| o.starts_with("-O")), "{}", kernel.id);
        expected.insert(format!("{}.toml", kernel.id));
    }
    let files = std::fs::read_dir(folder().join("launches")).unwrap();
    let there: BTreeSet<String> =
        files.map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(there, expected);
}

#[test]
fn the_list_is_drawn_as_its_head_says() {
    let list = List::load().unwrap();
    let taken = list.kernels.iter().filter(|k| k.refused.is_none()).count();
    assert!(taken >= 60, "{taken} kernels");
    assert!(list.sources.len() >= 12, "{} projects", list.sources.len());
    // Those of the census have its prelude.
    let mut of: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for kernel in &list.kernels {
        let counted = kernel.prelude.iter().any(|p| p == "census");
        assert!(kernel.heavy || !counted, "{}", kernel.id);
        *of.entry((counted, &kernel.source)).or_default() += 1;
    }
    let most = |counted| if counted { 4 } else { 8 };
    assert!(of.iter().all(|(&(counted, _), &n)| n <= most(counted)), "{of:?}");
}

#[test]
fn the_heavy_list_is_long_enough_to_judge_by() {
    let list = List::load().unwrap();
    let heavy = list.kernels.iter().filter(|k| k.heavy && k.refused.is_none()).count();
    assert!(heavy >= 36, "{heavy} kernels");
}

#[test]
fn the_page_says_what_the_list_is_made_of() {
    report::made_of().check(&report::sources(&List::load().unwrap())).unwrap();
}

const SOURCE: &str = "[[source]]\nname = 's'\nupstream = 'u'\nrelease = '1'\nlicence = 'MIT'\narchive = 'pypi:s==1'\nfile = 's-1.tar.gz'\nfolder = 's-1'\nsize = 1\nsha256 = 'SUM'\n";
const KERNEL: &str = "[[kernel]]\nid = 'k'\nsource = 's'\nkernel = 'f'\ncut = [{ file = 'a/b.cu', lines = [1, 2] }]\n";

fn said(source: &str, kernel: &str) -> String {
    let source = source.replace("SUM", &"0".repeat(64));
    match List::parse(&format!("{source}{kernel}")) {
        Ok(_) => "good".to_owned(),
        Err(message) => message,
    }
}

#[test]
fn an_error_names_the_row_and_what_is_near() {
    assert_eq!(said(SOURCE, KERNEL), "good");
    let cases = [
        (
            KERNEL.replace("kernel = 'f'", "kernal = 'f'"),
            "[[kernel]] 1 `k`: unknown field `kernal`",
        ),
        (KERNEL.replace("kernel = 'f'\n", ""), "[[kernel]] 1 `k`: missing field `kernel`"),
        (
            KERNEL.replace("'s'", "'z'"),
            "[[kernel]] `k`: there is no source `z`; the nearest is `s`",
        ),
        (
            KERNEL.replace("a/b.cu", "../b.cu"),
            "[[kernel]] `k`: `../b.cu` is no path within the archive",
        ),
        (
            KERNEL.replace("[1, 2]", "[3, 2]"),
            "[[kernel]] `k`: `cut`: a/b.cu: lines 3 to 2 are none",
        ),
        (
            KERNEL.replace("[{ file = 'a/b.cu', lines = [1, 2] }]", "[]"),
            "[[kernel]] `k`: `cut` names no lines",
        ),
        (KERNEL.replace("'k'", "'K'"), "[[kernel]] `K`: an id is lower-case letters"),
        (format!("{KERNEL}prelude = ['p']\n"), "[[kernel]] `k`: there is no prelude `p`"),
        (format!("{KERNEL}within = 0.5\n"), "[[kernel]] `k`: `within` is more than 0"),
        (format!("{KERNEL}{KERNEL}"), "[[kernel]] `k` is there twice"),
    ];
    for (kernel, message) in cases {
        let said = said(SOURCE, &kernel);
        assert!(said.starts_with(message), "{said}");
    }
    let cases = [
        (SOURCE.replace("SUM", "12"), "[[source]] `s`: `sha256` is 64 hexadecimal digits"),
        (SOURCE.replace("s==1", "s"), "[[source]] `s`: `archive` is `pypi:NAME==VERSION`"),
        (SOURCE.replace("'s-1'", "'/s'"), "[[source]] `s`: `/s` is no path within the archive"),
        (
            format!("{SOURCE}{}", SOURCE.replace("name = 's'", "name = 't'")),
            "[[source]] `t`: no kernel is of it",
        ),
    ];
    for (source, message) in cases {
        let said = said(&source, KERNEL);
        assert!(said.starts_with(message), "{said}");
    }
}
