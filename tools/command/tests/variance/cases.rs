//! A dozen of the case kernels.

use super::{at, json, root};
use serde_json::Value;

/// What is expected of a statement.
enum Is {
    /// One value a block.
    Uniform,
    /// It varies on these axes.
    Varies(&'static str),
    /// That times `threadIdx.x`, and something that the block shares.
    TimesX(i64),
    /// Not one value a warp either.
    Mixed,
}
use Is::{Mixed, TimesX, Uniform, Varies};

type Row = (u64, &'static str, &'static str, Is);

fn case(name: &str) -> Value {
    let path = root().join(format!("runtime-tests/cases/{name}.cu"));
    json(&path.to_string_lossy(), &["-D__OPTX__"])
}

fn check(name: &str, rows: &[Row]) {
    let document = case(name);
    for (line, kind, target, is) in rows {
        for statement in at(&document, "k", (*line, kind, target)) {
            let value = &statement["value"];
            let told = format!("{name}: {kind} {target}: {value}");
            match is {
                Uniform => {
                    assert_eq!(value["block_uniform"], true, "{told}");
                    assert_eq!(value["warp_uniform"], true, "{told}");
                    assert_eq!(value["mask"], "", "{told}");
                }
                Varies(axes) => assert_eq!(value["mask"], *axes, "{told}"),
                TimesX(times) => {
                    assert_eq!(
                        (&value["x"], &value["mask"]),
                        (&(*times).into(), &"x".into()),
                        "{told}"
                    );
                    assert_eq!((&value["y"], &value["z"]), (&0.into(), &0.into()), "{told}");
                }
                Mixed => {
                    assert_eq!(value["block_uniform"], false, "{told}");
                    assert_eq!(value["warp_uniform"], false, "{told}");
                }
            }
        }
    }
}

#[test]
fn uniform_branch_and_divergent_data() {
    check(
        "U01",
        &[
            (6, "assign", "tid", TimesX(1)),
            (8, "branch", "n < 0", Uniform),
            (8, "assign", "c", TimesX(1)),
            (9, "store", "out[0]", TimesX(1)),
        ],
    );
    let document = case("U01");
    let store = at(&document, "k", (9, "store", "out[0]"))[0];
    // All threads store to one place.
    assert_eq!(
        (&store["address"]["lane"], &store["address"]["block_uniform"]),
        (&0.into(), &true.into())
    );
    assert_eq!((&store["control"], &store["column"]), (&"".into(), &3.into()));
    let tid = at(&document, "k", (6, "assign", "tid"))[0];
    assert_eq!((&tid["value"]["base"], &tid["value"]["lane"]), (&0.into(), &1.into()));
    assert_eq!(tid["address"], Value::Null);
}

#[test]
fn nested_branches() {
    check(
        "U03",
        &[
            (7, "branch", "(int)threadIdx.z >= 5", Varies("z")),
            (8, "branch", "n < 0", Uniform),
            (9, "store", "out[0]", Uniform),
            (12, "store", "out[1]", Varies("z")),
        ],
    );
}

/// Who runs what: the arm of a divergent branch is reached by some, what stands behind it by all.
#[test]
fn who_comes_to_an_arm() {
    let document = case("U03");
    let control =
        |line, kind, target| at(&document, "k", (line, kind, target))[0]["control"].clone();
    assert_eq!(control(9, "store", "out[0]"), "z");
    assert_eq!(control(8, "branch", "n < 0"), "z");
    assert_eq!(control(12, "store", "out[1]"), "");
}

#[test]
fn equal_values_of_both_arms() {
    check("U05", &[(8, "branch", "a < 0", Uniform), (9, "store", "out[0]", Uniform)]);
}

#[test]
fn long_arms() {
    check(
        "U07",
        &[
            (9, "branch", "tid == 0", Mixed),
            (9, "branch", "a", Uniform),
            (11, "store", "out[0]", Mixed),
            (11, "store", "out[1]", Mixed),
            (11, "store", "out[2]", Mixed),
        ],
    );
}

#[test]
fn a_side_entry() {
    check(
        "U09",
        &[
            (7, "branch", "a == 0", Uniform),
            (7, "branch", "tid == 0", Varies("x")),
            (11, "store", "out[0]", Varies("x")),
        ],
    );
}

#[test]
fn threads_leave_a_loop_in_different_rounds() {
    check(
        "L01",
        &[
            (6, "assign", "i", Uniform),
            (6, "branch", "i < lane", Mixed),
            (7, "store", "out[0]", Mixed),
        ],
    );
    check(
        "L03",
        &[
            (8, "assign", "i", Uniform),
            (8, "branch", "i < tid", Varies("x")),
            (9, "store", "out[0]", Varies("x")),
            (9, "assign", "g", Uniform),
            (9, "branch", "g < n", Uniform),
            (10, "store", "out[1]", Uniform),
        ],
    );
    check("L05", &[(8, "store", "out[0]", Varies("x")), (8, "branch", "g < n", Uniform)]);
}

#[test]
fn exits_of_a_loop() {
    check(
        "L07",
        &[
            (7, "branch", "i >= n", Uniform),
            (7, "branch", "tid == 0", Varies("x")),
            (8, "store", "out[0]", Uniform),
        ],
    );
    check(
        "L09",
        &[
            (7, "branch", "n >= 3", Uniform),
            (7, "branch", "tid == 0", Varies("x")),
            (8, "store", "out[1]", Varies("x")),
        ],
    );
}

#[test]
fn updates_under_a_divergent_branch() {
    check(
        "L11",
        &[
            (8, "branch", "x < 42", Uniform),
            (8, "assign", "y", Uniform),
            (9, "store", "out[0]", Uniform),
        ],
    );
}

#[test]
fn volatile_loads_in_a_loop_without_an_exit() {
    check(
        "L13",
        &[
            (6, "load", "p[tid]", Mixed),
            (6, "branch", "p[tid] < 0.0f", Mixed),
            (7, "load", "p[tid + 1]", Mixed),
            (8, "load", "p[tid]", Mixed),
        ],
    );
    let document = case("L13");
    let address = &at(&document, "k", (7, "load", "p[tid + 1]"))[0]["address"];
    assert_eq!((&address["x"], &address["lane"]), (&4.into(), &4.into()));
}
