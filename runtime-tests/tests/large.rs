//! The launch files of sizes that fill a GPU: every kernel has a template; at small sizes, one of them odd, it runs on the
//! emulator as its references say; at the large one it fills a GPU and fits it.

use std::collections::BTreeSet;
use std::fmt::Display;

use optx_launch::spec::{Expect, Expected, Init, Input};
use optx_launch::{LaunchFile, Schedule};
use runtime_tests::large::Large;
use runtime_tests::suite::{ARCH, Case, cases, home, judge, mixed_cases, optx};

/// Threads that an H100 has room for: 2048 on each of 132 multiprocessors.
const FULL: u64 = 132 * 2048;

/// What is added to a template's own test size for a second one.
const ODD: u64 = 37;

/// Every kernel with its launch file, and its template.
fn templates() -> Vec<(Case, Large)> {
    let kernels = cases().expect("kernels").into_iter().chain(mixed_cases().expect("programs"));
    kernels
        .map(|case| {
            let file = home().join("large").join(format!("{}.launch.toml", case.name));
            let text = std::fs::read_to_string(&file).unwrap_or_else(|e| {
                panic!("{} has no template: {}: {e}", case.name, file.display())
            });
            let large = Large::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            (case, large)
        })
        .collect()
}

/// Runs a check on all templates; all that fail are listed.
fn all(check: impl Fn(&Case, &Large) -> Result<(), String>) {
    let failed: Vec<String> = templates()
        .iter()
        .filter_map(|(case, large)| check(case, large).err().map(|e| format!("{}: {e}", case.name)))
        .collect();
    assert!(failed.is_empty(), "{} templates fail:\n{}", failed.len(), failed.join("\n"));
}

/// Compiles a kernel at a level and runs it at a size on the emulator.
fn agrees(case: &Case, large: &Large, level: &str, n: u64) -> Result<(), String> {
    let wrong = |e: &dyn Display| format!("{level}, n = {n}: {e}");
    let launch = large.launch_file(n).map_err(|e| wrong(&e))?;
    let ptx = optx(&case.source, &launch.options, level, ARCH).map_err(|e| wrong(&e))?;
    judge(&Case { launch, ..case.clone() }, &ptx, Schedule::Lockstep).map_err(|e| wrong(&e))
}

#[test]
fn every_template_has_its_kernel() {
    let kernels: BTreeSet<String> = templates().into_iter().map(|(case, _)| case.name).collect();
    assert!(kernels.len() > 60, "only {} kernels were found", kernels.len());
    let files = std::fs::read_dir(home().join("large")).expect("a folder");
    for file in files.map(|f| f.expect("a file").file_name().to_string_lossy().into_owned()) {
        let kernel = file.strip_suffix(".launch.toml");
        assert!(kernel.is_some_and(|k| kernels.contains(k)), "large/{file} has no kernel");
    }
}

#[test]
fn optimised_kernels_agree_at_the_test_size() {
    all(|case, large| agrees(case, large, "-O3", large.test_n));
}

#[test]
fn optimised_kernels_agree_at_a_second_size() {
    all(|case, large| agrees(case, large, "-O3", large.test_n + ODD));
}

#[test]
fn kernels_that_are_not_optimised_agree() {
    all(|case, large| agrees(case, large, "-O0", large.test_n));
}

/// What an expectation is about, and where it is computed.
fn about(e: &Expect) -> (String, String) {
    let from = match &e.from {
        Expected::Reference(name) => name.clone(),
        Expected::Values(_) | Expected::File(_) => String::new(),
    };
    (e.buffer.clone(), from)
}

/// At the test size a template has the source, the options, the kernels and the expectations of the kernel's own launch
/// file.
#[test]
fn templates_are_those_of_their_kernels() {
    all(|case, large| {
        let own = &case.launch;
        let file = large.launch_file(large.test_n)?;
        let folder = case.source.parent().and_then(|f| f.file_name()).ok_or("no folder")?;
        let source = format!("../{}/{}.cu", folder.to_string_lossy(), case.name);
        if file.input != Some(Input::Source(source.clone())) {
            return Err(format!("the source is not {source}"));
        }
        if file.options != own.options {
            return Err("the options are others".to_owned());
        }
        let kernels = |f: &LaunchFile| {
            f.launches.iter().map(|l| l.kernel.clone()).collect::<BTreeSet<String>>()
        };
        if kernels(&file) != kernels(own) {
            return Err("the kernels that are launched are others".to_owned());
        }
        if file.printed != own.printed {
            return Err("what is printed is another text".to_owned());
        }
        let abouts = |f: &LaunchFile| f.expects.iter().map(about).collect::<BTreeSet<_>>();
        let (found, wanted) = (abouts(&file), abouts(own));
        if found != wanted {
            return Err(format!("expectations are {found:?}, not {wanted:?}"));
        }
        Ok(())
    });
}

/// What is wrong with a launch file at the large size.
fn fits(file: &LaunchFile, small: bool) -> Result<(), String> {
    let mut most = 0;
    for l in &file.launches {
        let threads: u64 = l.block.iter().map(|&d| u64::from(d)).product();
        let blocks: u64 = l.grid.iter().map(|&d| u64::from(d)).product();
        if l.grid[0] >= 1 << 31 || l.grid[1] >= 1 << 16 || l.grid[2] >= 1 << 16 {
            return Err(format!("the grid {:?} of `{}` is too large", l.grid, l.kernel));
        }
        if threads > 1024 || l.block[2] > 64 {
            return Err(format!("the block {:?} of `{}` is too large", l.block, l.kernel));
        }
        if l.repeat != 1 {
            return Err(format!("`{}` is repeated", l.kernel));
        }
        most = most.max(blocks * threads);
    }
    for b in &file.buffers {
        if let Init::Sums(_, high) = b.init
            && b.length as i128 * i128::from(high) > b.ty.range().1
        {
            return Err(format!("`sums` of `{}` may not fit {}", b.name, b.ty));
        }
    }
    let bytes: u64 = file.buffers.iter().map(|b| b.length as u64 * b.ty.size() as u64).sum();
    if bytes >= 2 << 30 {
        return Err(format!("the buffers have {bytes} bytes"));
    }
    match (most >= FULL, small) {
        (false, false) => Err(format!("{most} threads do not fill a GPU")),
        (true, true) => Err(format!("{most} threads are not small")),
        _ => Ok(()),
    }
}

#[test]
fn large_sizes_fit_a_gpu_and_fill_it() {
    all(|_, large| fits(&large.launch_file(large.n)?, large.small.is_some()));
}

#[test]
fn what_does_not_fit_is_noticed() {
    let file = |grid: &str, block: &str, length: u64| {
        LaunchFile::parse(&format!(
            "[buffers.x]\ntype = \"f64\"\nlength = {length}\n\
             [[launch]]\nkernel = \"k\"\ngrid = {grid}\nblock = {block}\n"
        ))
        .expect("a launch file")
    };
    assert_eq!(fits(&file("[264]", "[32, 32]", 1), false), Ok(()));
    assert_eq!(fits(&file("[263]", "[32, 32]", 1), true), Ok(()));
    for (grid, block, length, small, told) in [
        ("[263]", "[1024]", 1, false, "269312 threads do not fill"),
        ("[264]", "[1024]", 1, true, "270336 threads are not small"),
        ("[264]", "[1025]", 1, false, "the block [1025, 1, 1] of `k`"),
        ("[264]", "[2, 2, 65]", 1, false, "the block"),
        ("[2147483648]", "[1]", 1, false, "the grid"),
        ("[1, 65536]", "[1]", 1, false, "the grid"),
        ("[264]", "[1024]", 1 << 28, false, "the buffers have 2147483648 bytes"),
    ] {
        let error = fits(&file(grid, block, length), small).expect_err("it does not fit");
        assert!(error.contains(told), "{error}");
    }
    let rows = LaunchFile::parse(
        "[buffers.row]\ntype = \"i32\"\nlength = 3000000\ninit = { sums = [0, 800] }\n\
         [[launch]]\nkernel = \"k\"\ngrid = 264\nblock = 1024\n",
    )
    .expect("a launch file");
    assert_eq!(fits(&rows, false), Err("`sums` of `row` may not fit i32".to_owned()));
}
