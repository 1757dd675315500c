//! What is measured of kernels whose truth is known, and that no claim is violated in random launches of the runtime kernels.

use optx::{DirectoryIncludes, NoIncludes, Options};
use optx_launch::LaunchFile;
use optx_precision::{Kernels, MissClass, Report, Request, Row, measure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn measured(source: &str, launch: Option<&str>, request: Request) -> Report {
    let options = Options::default();
    let kernels = Kernels { name: "k.cu", source, options: &options, include: &NoIncludes };
    let launch =
        launch.map(|text| (LaunchFile::parse(text).expect("a launch file"), Path::new(".")));
    measure(&kernels, launch, request, &mut |_| {}).expect("a kernel that runs")
}

const SMALL: Request = Request { launches: 40, further: 400, seed: 1, classify: true };

/// The misses of a row, by class.
fn classes(report: &Report, row: Row) -> Vec<MissClass> {
    report.misses.iter().filter(|m| m.row == row).map(|m| m.class).collect()
}

#[test]
fn what_is_known_is_no_miss() {
    let source = "extern \"C\" __global__ void k(int *p, const int *q, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) p[i] = q[n & 1023] + i;
    }";
    let report = measured(source, None, SMALL);
    assert_eq!(report.misses, vec![]);
    assert!(report.claims.holds() && report.claims.checks > 0);
    let total = report.total();
    assert!(total[&Row::UniformLoad].observed >= 4 && total[&Row::Affine].observed >= 3);
    assert_eq!(total[&Row::Affine].recall(), Some(100.0));
    assert_eq!(report.ended, [40, 0, 0]);
}

/// Blocks of a kernel that is compiled for one shape have it in all launches, none of which is refused, whether the launch file says another
/// or there is none; and what the shape makes so is known: that the thread's number, in rows of 8, by 32 is one a warp.
#[test]
fn a_kernel_for_one_shape_is_launched_with_it() {
    let source = "extern \"C\" __global__ void k(int *p, int n) {
        int t = threadIdx.y * 8 + threadIdx.x;
        int i = blockIdx.x * 64 + t;
        if (i < n) p[i] = t / 32;
    }";
    let launch = "[buffers.p]\ntype = \"i32\"\nlength = 640\n[[launch]]\nkernel = \"k\"\ngrid = [2]\nblock = [64]
        args = [\"&p\", { i32 = 120 }]\n";
    let (options, _) = Options::parse_args(&["--block-dim=8,8"]).expect("options");
    let kernels = Kernels { name: "k.cu", source, options: &options, include: &NoIncludes };
    for launch in [None, Some(launch)] {
        let launch =
            launch.map(|text| (LaunchFile::parse(text).expect("a launch file"), Path::new(".")));
        let report = measure(&kernels, launch, SMALL, &mut |_| {}).expect("a kernel that runs");
        assert_eq!(report.ended, [40, 0, 0]);
        assert!(report.claims.holds() && report.claims.checks > 0);
        assert_eq!(report.misses, vec![]);
    }
}

/// Nobody says how large a grid of blocks that count for 16 is, so the sum may wrap before it is widened: it does not in what was seen.
#[test]
fn what_ranges_make_so_is_told() {
    let source = "extern \"C\" __global__ void k(int *p) {
        int i = blockIdx.x * 16 + threadIdx.x;
        p[i] = 1;
    }";
    let report = measured(source, None, SMALL);
    let found = classes(&report, Row::Affine);
    assert!(!found.is_empty() && found.iter().all(|&c| c == MissClass::Range), "{found:?}");
}

/// A number that is rare among what is loaded: not once in one launch, in some of many.
#[test]
fn what_is_equal_by_chance_is_separated() {
    let source = "extern \"C\" __global__ void k(int *p, const int *q) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        p[i] = q[i] == 50000;
    }";
    let launch = "[buffers.p]\ntype = \"i32\"\nlength = 640\n[buffers.q]\ntype = \"i32\"\nlength = 640
        init = { uniform = [0, 99999] }\n[[launch]]\nkernel = \"k\"\ngrid = [2]\nblock = [64]\nargs = [\"&p\", \"&q\"]
        repeat = 8\n";
    let report = measured(source, Some(launch), Request { launches: 1, further: 4000, ..SMALL });
    let found = classes(&report, Row::Uniform);
    assert!(!found.is_empty() && found.iter().all(|&c| c == MissClass::EqualByData), "{found:?}");
    assert!(report.further > 0 && report.further < 4000);
    // Nobody runs further launches where nobody asks.
    let report = measured(source, Some(launch), Request { classify: false, launches: 1, ..SMALL });
    assert_eq!(classes(&report, Row::Uniform)[0], MissClass::Unknown);
    assert_eq!(report.further, 0);
}

/// Two parameters that are equal in each launch, and not always one number.
#[test]
fn what_a_relation_makes_so_is_told() {
    let source = "extern \"C\" __global__ void k(int *p, int m, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        int d = (int)threadIdx.x * m - (int)threadIdx.x * n;
        p[i] = d;
    }";
    // Scalars that are equal stay so where the launch's number says so: a seed is taken whose launches all do.
    let launch = "[buffers.p]\ntype = \"i32\"\nlength = 640\n[[launch]]\nkernel = \"k\"\ngrid = [2]\nblock = [64]
        args = [\"&p\", { i32 = 7 }, { i32 = 7 }]\nrepeat = 8\n";
    let found = (1..200).find_map(|seed| {
        let report = measured(
            source,
            Some(launch),
            Request { launches: 4, further: 0, seed, classify: true },
        );
        Some(classes(&report, Row::Uniform)).filter(|found| found.contains(&MissClass::Relational))
    });
    assert!(found.is_some(), "no seed keeps both equal");
}

/// A square less its parts is 0 for all threads, which takes algebra to see.
#[test]
fn what_nothing_explains_is_ours() {
    let source = "extern \"C\" __global__ void k(int *p, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        unsigned t = threadIdx.x, m = n;
        p[i] = (t + m) * (t + m) - t * t - 2 * t * m - m * m;
    }";
    let report = measured(source, None, Request { further: 50, ..SMALL });
    let found = classes(&report, Row::Uniform);
    assert!(found.contains(&MissClass::Ours), "{found:?}");
    assert!(report.to_text(source).contains("uniform not known, ours"));
}

/// What an arm that lost its branch computes for all threads is a function of what they share, and known to be: whether to bounce. What was
/// written under the guard differs, and nobody says that it does not.
#[test]
fn what_arms_without_a_branch_compute_of_shared_values_is_known() {
    let source = "extern \"C\" __global__ void k(float *p, int bounce, float low, float high) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        float place = p[2 * i], speed = p[2 * i + 1];
        if (place < low || place > high) {
            if (bounce) speed = -speed;
            place = place < low ? low : high;
        }
        p[2 * i] = place;
        p[2 * i + 1] = speed;
    }";
    let launch = "[buffers.p]\ntype = \"f32\"\nlength = 1280\ninit = { uniform = [-2.0, 2.0] }\n[[launch]]\nkernel = \"k\"
        grid = [2]\nblock = [64]\nargs = [\"&p\", { i32 = 1 }, { f32 = -1.0 }, { f32 = 1.0 }]\nrepeat = 8\n";
    let report = measured(source, Some(launch), SMALL);
    assert!(report.claims.holds() && report.claims.checks > 0);
    assert_eq!(classes(&report, Row::Uniform), vec![]);
    assert!(report.total()[&Row::Uniform].observed >= 1);
}

#[test]
fn what_cannot_be_launched_is_an_error() {
    let options = Options::default();
    for (source, says) in [
        (
            "struct S { int *p; }; extern \"C\" __global__ void k(S s) { *s.p = 1; }",
            "parameter of type `S`",
        ),
        ("extern \"C\" __global__ void k(int *p) { *p = q; }", "1 errors"),
    ] {
        let kernels = Kernels { name: "k.cu", source, options: &options, include: &NoIncludes };
        let error = measure(&kernels, None, SMALL, &mut |_| {}).expect_err("an error");
        assert!(error.to_string().contains(says), "{error}");
    }
}

/// The sources of a folder of the runtime tests, in order.
fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime-tests").join(folder);
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cu"))
        .collect();
    sources.sort();
    sources
}

/// Claims of the case files hold in launches that are made up from their parameters.
fn claims_hold_in_launches_made_up_for_the_case_files(level: &str) {
    let mut launched = 0;
    for path in &sources("cases") {
        let source = std::fs::read_to_string(path).expect("a source");
        let name = path.display().to_string();
        let (options, _) = Options::parse_args(&[level]).expect("options");
        let include = DirectoryIncludes::new(Vec::new());
        let kernels =
            Kernels { name: &name, source: &source, options: &options, include: &include };
        let request = Request { launches: 2, further: 0, seed: 3, classify: false };
        let report = measure(&kernels, None, request, &mut |_| {})
            .unwrap_or_else(|e| panic!("{name} {level}: {e}"));
        assert!(report.claims.holds(), "{name} {level}:\n{}", report.to_text(&source));
        launched += report.ended.iter().sum::<u64>();
    }
    assert!(launched > 100, "{launched}");
}

#[test]
fn claims_hold_in_launches_made_up_for_the_case_files_at_o0() {
    claims_hold_in_launches_made_up_for_the_case_files("-O0");
}

#[test]
fn claims_hold_in_launches_made_up_for_the_case_files_at_o1() {
    claims_hold_in_launches_made_up_for_the_case_files("-O1");
}

#[test]
fn claims_hold_in_launches_made_up_for_the_case_files_at_o2() {
    claims_hold_in_launches_made_up_for_the_case_files("-O2");
}

#[test]
fn claims_hold_in_launches_made_up_for_the_case_files_at_o3() {
    claims_hold_in_launches_made_up_for_the_case_files("-O3");
}

/// What is measured of a runtime kernel in launches with other data, scalars and shapes.
fn of_kernel(path: &Path) -> (String, Report) {
    let source = std::fs::read_to_string(path).expect("a source");
    let text = std::fs::read_to_string(path.with_extension("launch.toml")).expect("a launch file");
    let file = LaunchFile::parse(&text).expect("a launch file");
    let given: Vec<&str> = file.options.iter().map(String::as_str).collect();
    let (options, _) = Options::parse_args(&given).expect("options");
    let name = path.display().to_string();
    let kernels = Kernels { name: &name, source: &source, options: &options, include: &NoIncludes };
    let request = Request { launches: 100, further: 0, seed: 2, classify: false };
    let launch = Some((file, path.parent().unwrap_or(path)));
    let report = measure(&kernels, launch, request, &mut |_| {});
    let report = report.unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(report.claims.holds(), "{name}:\n{}", report.to_text(&source));
    (name, report)
}

/// Threads that measure the runtime kernels: the other tests are done long before.
const THREADS: usize = 2;

/// Claims of all runtime kernels hold, and how much of what was seen is known. The bars of recall
/// are those of the design; the numbers stand in docs/results/precision.md.
#[test]
fn claims_hold_in_random_launches_of_the_runtime_kernels() {
    let kernels = sources("kernels");
    let part = |k: usize| -> Vec<(String, Report)> {
        kernels.iter().skip(k).step_by(THREADS).map(|path| of_kernel(path)).collect()
    };
    let part = &part;
    let reports: BTreeMap<String, Report> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|k| scope.spawn(move || part(k))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a right kernel")).collect()
    });
    let mut all = Report::default();
    for (name, report) in reports {
        all.extend(&name, report);
    }
    let total = all.total();
    let recall = |row: Row| total[&row].recall().expect("values");
    assert!(recall(Row::Uniform) >= 85.0 && recall(Row::Affine) >= 80.0, "{}", all.table());
}
