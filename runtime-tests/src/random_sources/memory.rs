//! Objects of the module, each thread's own part of them: read and written by name, and through what leads to them.

use super::expressions::{Expressions, Place, prec};
use super::random::Random;
use super::scalar::UNSIGNED;

const PLACES: [&str; 10] = [
    "ga[at]",
    "gb[at]",
    "sa[threadIdx.x]",
    "sb[threadIdx.x]",
    "*gp[at]",
    "*where(u, at)",
    "table[v & 1][at]",
    "sp[threadIdx.x][0]",
    "gt[at].x",
    "gt[at].next->x",
];

/// What the source has before the kernel. One thread touches one element, so that no schedule matters; pointers stand in
/// initial values, in arrays that functions fill, in parameters, results and references.
const MODULE: &str = "\
__device__ unsigned ga[96], gb[96] = {7, 8, 9};
__device__ unsigned *const table[2] = {ga, gb};
__device__ unsigned *gp[96];
struct Node { unsigned x; Node *next; };
__device__ Node gt[96];
__device__ Node *head = gt;
__shared__ unsigned sa[32], sb[32];
__shared__ unsigned *sp[32];
static __device__ CALL unsigned *where(unsigned w, int at) { return w & 2 ? w & 1 ? &ga[at] : &gb[at] : w & 1 ? &sa[at & 31] : &sb[at & 31]; }
static __device__ CALL void aim(unsigned w, int at) { gp[at] = w & 1 ? &ga[at] : &gb[at]; sp[at & 31] = w & 4 ? &sa[at & 31] : where(w, at); }
static __device__ CALL unsigned through(unsigned *p, unsigned &r, int at) { ga[at] += 1; sa[at & 31] += 2; *p += 3; r += 5; return ga[at] ^ sa[at & 31]; }
static __device__ CALL void link(Node *n, int at) { n->next = &head[at]; n->next->x += 2; }";

/// The module's lines; its functions are inlined or not.
pub fn lines(inlined: bool) -> Vec<String> {
    let word = if inlined { "" } else { "__noinline__" };
    MODULE.replace("CALL", word).lines().map(str::to_owned).collect()
}

/// What the kernel does first.
pub const START: &str =
    "  sa[threadIdx.x] = u; sb[threadIdx.x] = v; gt[at].x = u; gt[at].next = &gt[at]; aim(u, at);";

/// The places that expressions may name.
pub fn places() -> Vec<Place> {
    // `*p` is an operand of what stands right of it only in parentheses where that is postfix, which nothing is here.
    PLACES.iter().map(|text| Place::whole(text, UNSIGNED)).collect()
}

/// The lines that bring all of them into the result.
pub fn results() -> Vec<String> {
    PLACES.iter().map(|p| format!("  ul = ul * 31 + {p};")).collect()
}

/// A statement that reaches them by their addresses.
pub fn through_pointers(r: &mut Random, e: &Expressions) -> String {
    let value = e.quiet(r, 1);
    let (place, other) = (r.pick(&PLACES), r.pick(&PLACES));
    let alone = value.at(prec::ASSIGN);
    match r.next(6) {
        0 => format!("aim({alone}, at);"),
        1 => format!("u ^= through(&{place}, {other}, at);"),
        2 => format!("v += atomicAdd(&{place}, {alone});"),
        3 => format!("i ^= atomicExch(where(v, at), {alone});"),
        4 => "link(&gt[at], at);".to_owned(),
        _ => format!(
            "{{ unsigned &r = {place}; r ^= 9; {other} += {}; u += r; }}",
            value.at(prec::MULTIPLY)
        ),
    }
}
