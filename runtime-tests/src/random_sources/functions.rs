//! Functions as constants: arguments of templates, tables, what constants choose; and packs of types, values and functions.
//!
//! What has an effect stands where its order is said: in braces, or before the operators `,`, `&&` and `||`.

use super::probes::Prober;
use super::random::Random;
use super::scalar;
use super::types::Base;
use super::world::World;

/// Types of functions: the name of each, its result, its parameters, what calls it and how many there are.
const KINDS: [Kind; 4] = [
    Kind { name: "Fn0", result: "int", parameters: "int a, int b", value: "(a * 3 + b) & 255" },
    Kind { name: "Fn1", result: "unsigned", parameters: "unsigned a", value: "(a ^ 5u) & 63u" },
    Kind {
        name: "Fn2",
        result: "float",
        parameters: "float a, int b",
        value: "a * 0.5f + (b & 3)",
    },
    Kind { name: "Fn3", result: "void", parameters: "int &a, const int b", value: "" },
];

/// A type of functions.
struct Kind {
    name: &'static str,
    result: &'static str,
    parameters: &'static str,
    /// What one gives back.
    value: &'static str,
}

/// Forms of a pack of parameters: the head, and the parameters.
const PACKS: [(&str, &str); 9] = [
    ("class... T", "T... p"),
    ("class... T", "const T &...p"),
    ("class... T", "T &&...p"),
    ("class... T", "T *...p"),
    ("class H, class... T", "H h, T... p"),
    ("class H, class... T", "const H &h, const T &...p"),
    ("class T", "T h"),
    ("class T, class U", "T h, U k"),
    ("class... T", "Box<T>... p"),
];

/// Operators of folds that sequence their operands, or whose operands have no effect.
const FOLDS: [&str; 12] = [
    "(int(sizeof(T)) + ... + 0)",
    "(0 - ... - int(sizeof(T)))",
    "(int(sizeof(T)) - ... - 1)",
    "(1 * ... * int(sizeof(T) & 3))",
    "(int(sizeof(T)) | ... | 0)",
    "(9 ^ ... ^ int(sizeof(T)))",
    "((sizeof(T) > 2) && ...)",
    "((sizeof(T) > 4) || ...)",
    "int(sizeof...(T))",
    "int(sizeof...(p) * 2)",
    "(int(Category<T>::get()) + ... + 3)",
    "Types<T...>::count + Types<T *..., int>::count",
];

/// How many functions each type has.
const EACH: usize = 4;

/// The declarations.
pub fn declarations(r: &mut Random, world: &mut World) -> Vec<String> {
    let mut lines = Vec::new();
    for (k, kind) in KINDS.iter().enumerate() {
        functions(r, world, k, kind, &mut lines);
    }
    lines.extend(GIVEN.lines().map(|l| l.replace("MARK", &world.mark())));
    for number in 0..2 {
        packs(r, world, number, &mut lines);
    }
    lines
}

/// Functions of one type, of which one is a template and one has a namesake; its tables.
fn functions(r: &mut Random, world: &mut World, k: usize, kind: &Kind, lines: &mut Vec<String>) {
    let Kind { name, result, parameters, value } = kind;
    lines.push(format!("typedef {result} {name}({parameters});"));
    for j in 0..EACH {
        let word = r.pick(&["", "", "__noinline__ "]);
        let body = match *result {
            "void" => format!("{} a = (a * {} + b) & 127;", world.mark(), j + 2),
            _ => format!("{} a += {j}; return {value};", world.mark()),
        };
        let text = format!("__device__ {word}{result} f{k}_{j}({parameters}) {{ {body} }}");
        lines.push(if r.chance(30) { text } else { format!("static {text}") });
    }
    let mark = world.mark();
    lines.push(format!(
        "static __device__ {result} over({parameters}) {{ {mark} return {result}({}); }}",
        if *result == "void" { "" } else { "a" }
    ));
    let count = 2 + r.next(4);
    let list: Vec<String> =
        (0..count).map(|_| format!("{}f{k}_{}", r.pick(&["", "&"]), r.next(EACH))).collect();
    let last = r.pick(&["over", "&over"]);
    let word = r.pick(&["static constexpr", "constexpr"]);
    lines.push(format!(
        "__device__ {word} {name} *const table{k}[] = {{{}, {last}}};",
        list.join(", ")
    ));
    lines.push(format!("struct Held{k} {{ {name} *f; int n; }};"));
    lines.push(format!(
        "__device__ constexpr Held{k} held{k}[2] = {{{{{}, 1}}, {{{last}, 2}}}};",
        list[0]
    ));
}

/// Templates that are given functions, and classes of packs, in every program.
const GIVEN: &str = "\
template <Fn0 *F> static __device__ int call0(int n) { MARK return F(n, 3); }
template <Fn0 &F> static __device__ int refer0(int n) { MARK return F(n, 4); }
template <Fn1 *F = f1_0> static __device__ unsigned call1(unsigned n) { MARK return F(n); }
template <auto F, class... A> static __device__ auto any(A... a) -> decltype(F(a...)) { MARK return F(a...); }
template <class R, class... A> static __device__ R through(R (*f)(A...), A... a) { MARK mark(sizeof...(A)); return f(a...); }
template <class F> static __device__ int by(F f, int n) { MARK return int(f(n, 2)); }
template <class F> static __device__ int of(F &f, int n) { MARK return int(f(n, 2)); }
template <Fn0 *F> struct Op { static constexpr int kind = 1; static constexpr Fn0 *held = F; __device__ int operator()(int a, int b) const { MARK return F(a, b); } static __device__ int go(int n) { return F(n, n); } };
template <> struct Op<f0_1> { static constexpr int kind = 2; __device__ int operator()(int a, int) const { MARK return a; } };
template <Fn0 *F> static __device__ void note(const Op<F> &) { mark(Op<F>::kind); }
template <class... T> struct Types { static constexpr int count = sizeof...(T); };
template <class T, class... R> struct Types<T, T, R...> { static constexpr int count = 50 + Types<R...>::count; };
template <int... N> struct Numbers { static constexpr int sum = (N + ... + 0); static constexpr int count = sizeof...(N); };
template <int N, int... R> struct Numbers<7, N, R...> { static constexpr int sum = 70 + N; static constexpr int count = -1; };
template <int... N> static __device__ void note(Numbers<N...>) { MARK mark(Numbers<N...>::sum); (mark(N), ...); }
template <class... T> struct Tuple {};
template <class H, class... T> struct Tuple<H, T...> : Tuple<T...> { H h; __device__ Tuple(const H &x, const T &...y) : Tuple<T...>(y...), h(x) { MARK } };
static __device__ void note(const Tuple<> &) { MARK }
template <class H, class... T> static __device__ void note(const Tuple<H, T...> &t) { MARK note(t.h); note(static_cast<const Tuple<T...> &>(t)); }
template <class... T> static __device__ Tuple<T...> tie(const T &...p) { return Tuple<T...>(p...); }
template <Fn0 *...F> static __device__ int chain(int n) { MARK ((n = F(n, 1)), ...); return n + int(sizeof...(F)); }
template <Fn0 *...F> static __device__ int nth(int n) { constexpr Fn0 *all[] = {F..., over}; return all[sizeof...(F) / 2](n, 2); }
template <int... N> static __device__ int picked(int n) { MARK ((n = table0[N & 1](n, N)), ...); return n; }
template <int... I> static __device__ int gather(const int *p, Numbers<I...>) { MARK return (p[I & 3] + ... + 0); }
template <template <class...> class C, class... T> static __device__ int inside(const C<T...> &) { MARK return int(sizeof...(T)) + int(Types<T...>::count); }
template <class T, T... V> static __device__ int values() { MARK int all[] = {int(V)..., 9}; note(all[0]); return (int(V) + ... + 0) + int(sizeof(T)); }
template <class... T> static __device__ int listed(const T &...p) { MARK int all[] = {val(p)..., 3}; for (int x : all) mark(x); return sizeof all; }
template <class... T> static __device__ int forwarded(T &&...p) { MARK return listed(static_cast<T &&>(p)...); }";

/// A set of functions of one name with packs of parameters.
fn packs(r: &mut Random, world: &mut World, number: usize, lines: &mut Vec<String>) {
    let mut seen: Vec<&str> = Vec::new();
    for _ in 0..1 + r.next(4) {
        let (head, parameters) = r.pick(&PACKS);
        if seen.contains(&parameters) {
            continue;
        }
        seen.push(parameters);
        let packed = parameters.contains('p');
        let mut body = world.mark();
        for (name, text) in [("h", "note(h);"), ("k", "note(k);")] {
            let named = parameters.split([',', ' ', '&']).any(|w| w == name);
            body.push_str(if named { text } else { "" });
        }
        if packed {
            body.push_str(r.pick(&[
                "(note(p), ...);",
                "(..., note(p));",
                "(mark(sizeof(p)), ...);",
            ]));
        }
        let value = if packed { r.pick(&FOLDS) } else { "8" };
        lines.push(format!("template <{head}> static __device__ int v{number}({parameters}) {{ {body} return {value}; }}"));
    }
    if r.chance(30) {
        lines.push(format!(
            "static __device__ int v{number}(int h, ...) {{ {} return h & 7; }}",
            world.mark()
        ));
    }
}

/// A statement that uses them, valid or not.
pub fn statement(p: &mut Prober<'_>, number: usize) -> String {
    let e = expression(p);
    match p.r.next(5) {
        0 => format!("auto y{number} = {e}; note(y{number});"),
        1 => format!("if ({e}) mark(3); else mark(4);"),
        2 => pointer(p, number),
        _ => format!("note({e});"),
    }
}

/// A variable that is a function, and its call.
fn pointer(p: &mut Prober<'_>, number: usize) -> String {
    let k = p.r.next(KINDS.len());
    let f = function(p, k);
    let arguments = arguments(p, k);
    let name = KINDS[k].name;
    let declared = match p.r.next(7) {
        0 => format!("constexpr {name} *z{number} = {f};"),
        1 => format!("{name} *const z{number} = {f};"),
        2 => format!("{name} &z{number} = {f};"),
        3 => format!("auto z{number} = {f};"),
        4 => format!("auto &z{number} = {f};"),
        5 => format!("static constexpr {name} *z{number} = {f};"),
        _ => format!("{name} *z{number} = {f};"),
    };
    let called = match p.r.next(3) {
        0 => format!("(*z{number})({arguments})"),
        _ => format!("z{number}({arguments})"),
    };
    match k {
        3 => format!("{declared} {called};"),
        _ => format!("{declared} note({called}); mark(z{number} == {});", function(p, k)),
    }
}

/// A function of a type, or one that is none.
fn function(p: &mut Prober<'_>, k: usize) -> String {
    let k = if p.r.chance(6) { p.r.next(KINDS.len()) } else { k };
    match p.r.next(12) {
        0 => "over".to_owned(),
        1 => "&over".to_owned(),
        2 => format!("table{k}[{}]", p.r.next(4)),
        3 => format!("held{k}[{}].f", p.r.next(2)),
        4 => format!("(true ? f{k}_1 : f{k}_2)"),
        5 if k == 0 => "Op<f0_2>::held".to_owned(),
        6 if p.r.chance(30) => "nullptr".to_owned(),
        _ => format!("{}f{k}_{}", p.r.pick(&["", "", "&", "*"]), p.r.next(EACH)),
    }
}

/// Arguments of a function of a type: no more than one has an effect.
fn arguments(p: &mut Prober<'_>, k: usize) -> String {
    let base = if p.r.chance(80) { Base::Scalar(scalar::INT) } else { p.base() };
    match k {
        0 => format!("{}, {}", small(p), p.r.next(9)),
        1 => small(p),
        2 => format!("{}.5f, n", p.r.next(9)),
        _ => format!("{}, n", p.variable(base)),
    }
}

fn small(p: &mut Prober<'_>) -> String {
    match p.r.next(3) {
        0 => p.r.next(9).to_string(),
        1 => "n".to_owned(),
        _ => p.variable(Base::Scalar(scalar::INT)),
    }
}

/// Any number of arguments, the first of which may have an effect.
fn several(p: &mut Prober<'_>) -> String {
    let mut all = Vec::new();
    for k in 0..p.r.next(5) {
        let base = p.base();
        all.push(match p.r.next(6) {
            0 if k == 0 => p.any(1).at(2),
            1 => format!("&{}", p.variable(base)),
            2 => {
                let s = p.r.pick(&[6, 7, 10, 12, 13]);
                p.literal(s)
            }
            3 => format!("Number<{}>{{}}", 2 + p.r.next(3)),
            _ => p.variable(base),
        });
    }
    all.join(", ")
}

/// Several functions of the first type.
fn functions_of_packs(p: &mut Prober<'_>) -> String {
    let all: Vec<String> = (0..p.r.next(4)).map(|_| function(p, 0)).collect();
    all.join(", ")
}

fn numbers(p: &mut Prober<'_>) -> String {
    let all: Vec<String> = (0..p.r.next(5))
        .map(|_| p.r.pick(&["0", "1", "7", "3 + 4", "-2", "sizeof(int)", "'a'"]).to_owned())
        .collect();
    all.join(", ")
}

fn types(p: &mut Prober<'_>) -> String {
    let all: Vec<String> = (0..p.r.next(4)).map(|_| p.base().name()).collect();
    all.join(", ")
}

fn expression(p: &mut Prober<'_>) -> String {
    let k = p.r.next(3);
    match p.r.next(22) {
        0 => format!("call0<{}>({})", function(p, 0), small(p)),
        1 => format!("refer0<{}>({})", function(p, 0), small(p)),
        2 if p.r.chance(50) => format!("call1<>({})", small(p)),
        2 => format!("call1<{}>({})", function(p, 1), small(p)),
        3 => format!("any<{}>({})", function(p, k), arguments(p, k)),
        4 => format!("through({}, {})", function(p, k), arguments(p, k)),
        5 => format!("by({}, {})", function(p, 0), small(p)),
        6 => format!("of({}, {})", function(p, 0), small(p)),
        7 => format!("by(Op<{}>{{}}, {})", function(p, 0), small(p)),
        8 => format!("Op<{}>::go({})", function(p, 0), small(p)),
        9 => format!("table{k}[{}]({})", p.r.next(4), arguments(p, k)),
        10 => format!("held{k}[{}].f({})", p.r.next(2), arguments(p, k)),
        11 => format!("(n & 0 ? {} : {})({})", function(p, k), function(p, k), arguments(p, k)),
        12 => format!("chain<{}>({})", functions_of_packs(p), small(p)),
        13 => format!("nth<{}>({})", functions_of_packs(p), small(p)),
        14 => format!("picked<{}>({})", numbers(p), small(p)),
        15 => {
            let list = p.r.pick(&["1, 2, 3, 4", "5, 6, 7, 8"]);
            let object = p.local_array(list);
            format!("gather({object}, Numbers<{}>{{}})", numbers(p))
        }
        16 => format!("Numbers<{}>{{}}", numbers(p)),
        17 => format!("Types<{}>::count", types(p)),
        18 => {
            let (word, list) = (p.r.pick(&["tie", "inside(tie"]), several(p));
            format!("{word}({list}){}", if word == "tie" { "" } else { ")" })
        }
        19 => format!("{}({})", p.r.pick(&["listed", "forwarded"]), several(p)),
        20 => format!(
            "values<{}, {}>()",
            p.r.pick(&["int", "char", "bool", "unsigned"]),
            p.r.pick(&["1, 2", "0", "'a', 1"])
        ),
        _ => {
            let stated = if p.r.chance(25) { format!("<{}>", types(p)) } else { String::new() };
            format!("v{}{stated}({})", p.r.next(2), several(p))
        }
    }
}
