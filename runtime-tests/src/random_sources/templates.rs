//! Templates: of classes with partial and explicit specialisations, and sets of function templates that deduce by every
//! form of parameter.

use super::random::Random;
use super::types::Base;
use super::world::World;

/// Parameter lists of function templates, each with its head.
const SHAPES: [(&str, &str); 12] = [
    ("class T", "T p0"),
    ("class T", "T &p0"),
    ("class T", "const T &p0"),
    ("class T", "T &&p0"),
    ("class T", "T *p0"),
    ("class T", "const T *p0"),
    ("class T, int N", "T (&p0)[N]"),
    ("class T", "const Box<T> &p0"),
    ("class T", "Box<T> p0"),
    ("class T, class U", "const T &p0, U p1"),
    ("class T", "T p0, T p1"),
    ("int N", "const Number<N> &p0"),
];

/// The class templates: `Box<T>`, with specialisations, `Row<T, N>` and `Number<N>`.
pub fn classes(r: &mut Random, world: &mut World) -> Vec<String> {
    let mut lines = Vec::new();
    let mut push = |text: String| lines.push(text);
    push("template <class T> struct Box {".to_owned());
    push("  T v;".to_owned());
    let explicit = if r.chance(40) { "explicit " } else { "" };
    push(format!("  __device__ {explicit}Box(const T &x) : v(x) {{ {} note(x); }}", world.mark()));
    if r.chance(50) {
        push(format!(
            "  template <class U> __device__ Box(const Box<U> &o) : v(T(val(o.v))) {{ {} }}",
            world.mark()
        ));
    }
    if r.chance(50) {
        push(format!("  __device__ Box(const Box &o) : v(o.v) {{ {} }}", world.mark()));
    }
    if r.chance(50) {
        push(format!("  __device__ operator T() const {{ {} return v; }}", world.mark()));
    }
    let constant = r.pick(&["", " const"]);
    push(format!(
        "  __device__ Box operator+(const Box &o){constant} {{ {} return Box(T(val(v) + val(o.v))); }}",
        world.mark()
    ));
    push(format!(
        "  template <class U> __device__ int with(const U &x) const {{ {} note(x); return sizeof(U) + sizeof(T); }}",
        world.mark()
    ));
    push("  static constexpr int kind = 1;".to_owned());
    push("};".to_owned());
    if r.chance(60) {
        let text = format!(
            "struct Box<T *> {{ T *v; __device__ Box(T *x) : v(x) {{ {} }} static constexpr int kind = 2; }};",
            world.mark()
        );
        push(format!("template <class T> {text}"));
    }
    if r.chance(60) {
        let base = world.base(r, 20).name();
        let text = format!(
            "struct Box<{base}> {{ int v; __device__ Box(const {base} &x) : v(val(x) + 1) {{ {} }} static constexpr int kind = 3; }};",
            world.mark()
        );
        push(format!("template <> {text}"));
    }
    push(
        "template <class T> static __device__ int val(const Box<T> &b) { return val(b.v); }"
            .to_owned(),
    );
    push(format!(
        "template <class T> static __device__ void note(const Box<T> &b) {{ {} note(b.v); mark(Box<T>::kind); }}",
        world.mark()
    ));
    push("template <class T, int N> struct Row {".to_owned());
    push("  T v[N];".to_owned());
    push("  __device__ T *begin() { return v; }".to_owned());
    push("  __device__ T *end() { return v + N; }".to_owned());
    push(format!("  __device__ T &operator[](int i) {{ {} return v[i % N]; }}", world.mark()));
    push(format!(
        "  __device__ const T &operator[](int i) const {{ {} return v[i % N]; }}",
        world.mark()
    ));
    push("};".to_owned());
    push("template <int N> struct Number { static constexpr int value = N; __device__ operator int() const { return N; } };".to_owned());
    push(
        "template <> struct Number<3> { static constexpr int value = 33; short s = 2; };"
            .to_owned(),
    );
    push(format!(
        "template <int N> static __device__ void note(const Number<N> &) {{ {} mark(Number<N>::value); }}",
        world.mark()
    ));
    push(
        "template <int N> static __device__ int val(const Number<N> &) { return N & 15; }"
            .to_owned(),
    );
    // A base that is given the class derived from it.
    push("template <class D> struct Crtp {".to_owned());
    push(format!(
        "  __device__ int twice() const {{ {} return val(static_cast<const D &>(*this)) * 2; }}",
        world.mark()
    ));
    push(format!(
        "  __device__ friend bool operator==(const D &a, const D &b) {{ {} return val(a) == val(b); }}",
        world.mark()
    ));
    push("};".to_owned());
    let base = world.base(r, 40);
    push("struct Own;".to_owned());
    push("static __device__ int val(const Own &);".to_owned());
    push(format!(
        "struct Own : Crtp<Own> {{ {} v; __device__ Own(int n) : v({}) {{ {} }} }};",
        base.name(),
        base.of("n"),
        world.mark()
    ));
    push("static __device__ int val(const Own &o) { return val(o.v); }".to_owned());
    push("static __device__ void note(const Own &o) { note(o.v); }".to_owned());
    lines
}

/// A set of function templates and functions of one name; the number of its name.
pub fn functions(r: &mut Random, world: &mut World, number: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for _ in 0..1 + r.next(4) {
        let (head, parameters) = r.pick(&SHAPES);
        if seen.contains(&parameters) {
            continue;
        }
        seen.push(parameters);
        let second = if parameters.contains("p1") { "note(p1); " } else { "" };
        let size = if head.contains("class T") { " mark(sizeof(T));" } else { "" };
        let array = if head.contains("T, int N") { "note(p0[N - 1]);" } else { "note(p0);" };
        let kind = if parameters == "T &&p0" { " mark(Category<T>::get());" } else { "" };
        let result = r.pick(&[6, 4, 13, 7]);
        let value = Base::Scalar(result).of("5");
        let name = super::scalar::name(result);
        lines.push(format!(
            "template <{head}> static __device__ {name} t{number}({parameters}) {{ {} {array} {second}{size}{kind} return {value}; }}",
            world.mark()
        ));
    }
    // A function that is no template is preferred where it fits as well.
    if r.chance(40) {
        let base = world.base(r, 40);
        let form = r.pick(&["", "const &"]);
        let (constant, amp) = if form.is_empty() { ("", "") } else { ("const ", "&") };
        lines.push(format!(
            "static __device__ int t{number}({constant}{} {amp}p0) {{ {} note(p0); return 9; }}",
            base.name(),
            world.mark()
        ));
    }
    if seen == ["const T &p0"] || seen == ["T p0"] {
        let base = world.base(r, 40).name();
        let text =
            if seen[0] == "T p0" { format!("{base} p0") } else { format!("const {base} &p0") };
        let first = lines[0].split(" t").next().unwrap_or_default();
        let result = first.rsplit("__device__ ").next().unwrap_or_default().to_owned();
        lines.push(format!("template <> __device__ {result} t{number}<{base}>({text}) {{ {} note(p0); return 3; }}", world.mark()));
    }
    lines
}
