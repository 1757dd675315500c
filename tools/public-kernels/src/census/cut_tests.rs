//! Kernels are found, and cut with what they name.

use super::*;

fn files(all: &[(&str, &str)]) -> Files {
    all.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

fn lines(piece: &Piece) -> Vec<(&str, [usize; 2])> {
    piece.cut.iter().map(|c| (c.file.as_str(), c.lines)).collect()
}

const HEADER: &str = "#pragma once\n#define HD __host__ __device__\n#define N 3\n#define M 4\nstruct Vec3 {\n  float a[N];\n};\nstruct Wide { int b; };\nHD Vec3 operator+(Vec3 a, Vec3 b) { return a; }\nHD Wide operator-(Wide a, Wide b) { return a; }\n";
const SOURCE: &str = "#include \"../inc/v.h\"\n#include <vector>\nvoid host() { f(1); }\nnamespace q {\n__device__ int f(int a) { return a; }\ntemplate <typename T>\n__global__ void k(Vec3 *v, T *t) {\n  t[0] = q::f(1);\n}\n}\n__global__ void declared(int *);\n";

#[test]
fn a_kernel_is_cut_with_what_it_names_and_no_more() {
    let files = files(&[("p/inc/v.h", HEADER), ("p/src/k.cu", SOURCE)]);
    let found = pieces(&files, &Marks::of(&files), "p/src/k.cu");
    assert_eq!(found.len(), 1, "{found:?}");
    let piece = &found[0];
    assert_eq!((piece.kernel.as_str(), piece.lines), ("k", [6, 9]));
    let header = "p/inc/v.h";
    assert_eq!(
        lines(piece),
        [(header, [2, 3]), (header, [5, 7]), (header, [9, 9]), ("p/src/k.cu", [5, 9])]
    );
    assert_eq!(piece.replace, [["q::".to_owned(), String::new()]]);
    assert!(piece.text.contains("t[0] = f(1);"), "{}", piece.text);
    assert_eq!(piece.after[0], "template __global__ void k<float>(Vec3 *v, float *t);");
}

#[test]
fn a_macro_may_mark_kernels_and_files_may_include_each_other() {
    let header = "#include \"k.cu\"\n#define KERNEL extern \"C\" __global__\n";
    let files = files(&[
        ("a.h", header),
        ("k.cu", "#include \"a.h\"\nKERNEL void k() { }\n"),
        ("b.cu", "}{\n"),
    ]);
    let marks = Marks::of(&files);
    assert_eq!(pieces(&files, &marks, "k.cu").len(), 1);
    assert!(pieces(&files, &marks, "b.cu").is_empty());
    assert!(pieces(&files, &marks, "none.cu").is_empty());
}
