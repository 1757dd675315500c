//! The headers that declare what is asked for and not declared: said beside the error.

/// A header and what it declares: names, beginnings of names (`curand_*`), and namespaces (`thrust::`).
const HEADERS: &[(&str, &[&str])] = &[
    (
        "cuda_fp16.h",
        &[
            "half",
            "half2",
            "__half",
            "__half2",
            "__half_raw",
            "__float2half*",
            "__half2float",
            "__hadd*",
            "__hmul*",
            "__hfma*",
        ],
    ),
    (
        "cuda_bf16.h",
        &[
            "__nv_bfloat16",
            "__nv_bfloat162",
            "nv_bfloat16",
            "nv_bfloat162",
            "__float2bfloat16*",
            "__bfloat162float",
        ],
    ),
    ("cuda_fp8.h", &["__nv_fp8*", "__nv_cvt_*"]),
    ("cuda_fp6.h", &["__nv_fp6*"]),
    ("cuda_fp4.h", &["__nv_fp4*"]),
    ("cooperative_groups.h", &["cooperative_groups::", "cg::"]),
    ("mma.h", &["nvcuda::"]),
    ("curand_kernel.h", &["curand_*", "curandState*"]),
    ("cuComplex.h", &["cuComplex", "cuDoubleComplex", "cuFloatComplex", "make_cu*"]),
    ("cub/cub.cuh", &["cub::"]),
    ("thrust/device_vector.h", &["thrust::"]),
    ("cuda/atomic", &["cuda::atomic", "cuda::atomic_ref", "cuda::memory_order*"]),
    ("cuda/std/complex", &["cuda::std::"]),
    ("cfloat", &["FLT_*", "DBL_*"]),
    (
        "climits",
        &["INT_MAX", "INT_MIN", "UINT_MAX", "LONG_*", "ULONG_MAX", "CHAR_BIT", "SHRT_*", "LLONG_*"],
    ),
    ("cmath", &["M_PI*", "M_E", "HUGE_VAL", "INFINITY", "NAN"]),
    (
        "cstdint",
        &[
            "INT8_*",
            "INT16_*",
            "INT32_*",
            "INT64_*",
            "UINT8_MAX",
            "UINT16_MAX",
            "UINT32_MAX",
            "UINT64_MAX",
        ],
    ),
];

/// What is absent of a header that is built in: the names that NVIDIA's declares too, and those of members of its classes.
struct Absent {
    header: &'static str,
    names: &'static [&'static str],
    members: &'static [&'static str],
}

/// Source: CUDA C++ Programming Guide, "Cooperative Groups"; NVIDIA's headers of CUDA 13.
const ABSENT: &[Absent] = &[Absent {
    header: "cooperative_groups.h",
    names: &[
        "this_grid",
        "this_multi_grid",
        "this_cluster",
        "grid_group",
        "multi_grid_group",
        "cluster_group",
        "block_tile_memory",
        "labeled_partition",
        "binary_partition",
        "memcpy_async",
        "wait_prior",
        "reduce_store_async",
        "reduce_update_async",
        "inclusive_scan",
        "exclusive_scan",
        "invoke_one",
        "invoke_one_broadcast",
        "thread_group",
    ],
    members: &[
        "barrier_arrive",
        "barrier_wait",
        "dim_blocks",
        "block_rank",
        "block_index",
        "num_blocks",
        "cluster_rank",
        "get_type",
        "meta_group_rank",
        "meta_group_size",
        "map_shared_rank",
        "query_shared_rank",
        "group_dim",
        "group_index",
        "thread_index",
    ],
}];

fn included<'n>(headers: &'n [String]) -> impl Iterator<Item = &'static Absent> + 'n {
    ABSENT.iter().filter(|absent| headers.iter().any(|header| header == absent.header))
}

/// Whether one of the headers that are included declares a name, which is written so, but not here yet: one that is built in, or one that
/// is not at hand.
pub(crate) fn is_absent(name: &str, written: &str, headers: &[String], missing: &[String]) -> bool {
    included(headers).any(|absent| absent.names.contains(&name))
        || header_of(written).is_some_and(|header| is_one_of(header, missing))
}

/// Whether a header is among others; a library's is where any of its folder is.
fn is_one_of(header: &str, others: &[String]) -> bool {
    let folder = |name: &str| name.split_once('/').map(|(folder, _)| folder.to_owned());
    let of = folder(header);
    others.iter().any(|other| other == header || of.is_some() && folder(other) == of)
}

/// The same of a member of a class of the header.
pub(crate) fn is_absent_member(name: &str, headers: &[String]) -> bool {
    included(headers).any(|absent| absent.members.contains(&name))
}

/// What is said of a name that a header declares which is not included.
pub(crate) fn note(written: &str, included: &[String]) -> Option<String> {
    let header = header_of(written).filter(|header| !included.iter().any(|h| h == header))?;
    let rest = match crate::preprocess::headers::header(header) {
        Some(_) => "",
        None => ", which is not built in: `-I` says where headers are",
    };
    Some(format!("it is declared by `#include <{header}>`{rest}"))
}

/// The header that declares a name, as it is written: with its namespaces, or without.
fn header_of(written: &str) -> Option<&'static str> {
    let declares = |row: &&str| {
        if let Some(beginning) = row.strip_suffix('*') {
            return written.starts_with(beginning);
        }
        match row.ends_with("::") {
            true => written.starts_with(*row),
            false => written == *row,
        }
    };
    HEADERS.iter().find(|(_, rows)| rows.iter().any(declares)).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::header_of;

    #[test]
    fn headers_of_names() {
        for (written, header) in [
            ("half", Some("cuda_fp16.h")),
            ("halfway", None),
            ("cg::sync", Some("cooperative_groups.h")),
            ("cooperative_groups::this_thread_block", Some("cooperative_groups.h")),
            ("curand_init", Some("curand_kernel.h")),
            ("FLT_MAX", Some("cfloat")),
            ("sync", None),
            ("cub", None),
        ] {
            assert_eq!(header_of(written), header, "{written}");
        }
    }
}
