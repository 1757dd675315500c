//! The forms: an initialiser of each kind, for each type, from each expression.

/// A class of `classes.cu` and what makes one.
const CLASSES: [(&str, &str); 47] = [
    ("A", "A(1)"),
    ("B", "B(2)"),
    ("C", "C(A(3))"),
    ("D", "D{4}"),
    ("E", "E{5}"),
    ("F", "F{6}"),
    ("G", "G{7}"),
    ("H", "H{8, 9}"),
    ("I", "I{A(10), 11}"),
    ("J", "J(12)"),
    ("K", "K(13)"),
    ("L", "L(14)"),
    ("M", "M(15)"),
    ("N", "N{16}"),
    ("O", "O{A(17), 18}"),
    ("P", "P{A(19), 20}"),
    ("Q", "Q(21l)"),
    ("R", "R(22)"),
    ("S", "S(1)"),
    ("T", "T{24}"),
    ("W", "W{27}"),
    ("X", "X()"),
    ("Y", "Y{{28, 29}, 30}"),
    ("Z", "Z{1, 2}"),
    ("AA", "AA{41}"),
    ("AB", "AB{A(42), 43}"),
    ("AC", "AC{44, 45}"),
    ("AD", "AD{46}"),
    ("AE", "AE{J(47), 48}"),
    ("AF", "AF{{49}}"),
    ("AG", "AG{0, 50}"),
    ("AI", "AI(51)"),
    ("AJ", "AJ(52)"),
    ("AK", "AK(53)"),
    ("AL", "AL{54}"),
    ("AM", "AM(55)"),
    ("AN", "AN(A(56))"),
    ("AO", "AO{A(57), 58}"),
    ("AP", "AP{A(59), 60}"),
    ("AQ", "AQ{A(61), 62}"),
    ("AR", "AR(63)"),
    ("AS", "AS(64)"),
    ("AT", "AT{65}"),
    ("AU", "AU{AS(66), 67}"),
    ("AV", "AV{&c.as, 68}"),
    ("AW", "AW{3, 70, 71}"),
    ("AX", "AX(72)"),
];

const SCALARS: [&str; 13] = [
    "int",
    "long",
    "double",
    "bool",
    "char",
    "U",
    "V",
    "const int *",
    "float",
    "short",
    "unsigned",
    "A *",
    "const void *",
];

const VALUES: [&str; 24] = [
    "3",
    "0",
    "2.5",
    "c.in",
    "q.in",
    "'x'",
    "true",
    "nullptr",
    "U1",
    "V::V1",
    "c.u",
    "q.v",
    "5l",
    "\"s\"",
    "c.ip",
    "q.db",
    "c.bo",
    "c.ch",
    "c.aw.v",
    "q.aw.w",
    "c.aw.x",
    "AW{4, 5, 6}.v",
    "AW{4, 5, 6}.w",
    "static_cast<AW &&>(c.aw).x",
];

const LISTS: [&str; 24] = [
    "{}",
    "{1}",
    "{1, 2}",
    "{{}}",
    "{{1}}",
    "{{1}, 2}",
    "{{1, 2}, 3}",
    "{c.a}",
    "{c.e}",
    "{q.f}",
    "{c.f, 1}",
    "{{c.d}}",
    "{{c.a}}",
    "{2.5}",
    "{U1}",
    "{c.d}",
    "{c.n}",
    "{{c.a, 3}}",
    "{nullptr}",
    "{c.j}",
    "{c.h}",
    "{A(3)}",
    "{q.o}",
    "{c.t}",
];

/// Initialisations of a `#` by an expression `@`.
const BY_EXPRESSION: [&str; 15] = [
    "# z = @; note(z);",
    "# z(@); note(z);",
    "# z{@}; note(z);",
    "# z = {@}; note(z);",
    "note(static_cast<#>(@));",
    "note((#)(@));",
    "const # &z = @; note(z);",
    "# &z = @; note(z);",
    "# &&z = @; note(z);",
    "# z[2] = {@, @}; note(z[1]);",
    "struct L { # z; int y; }; L z = {@, 1}; note(z.z);",
    "struct L { # z; __device__ L(Ctx &c, const Ctx &q) : z(@) {} }; L z(c, q); note(z.z);",
    "struct L { static __device__ void f(# z) { note(z); } }; L::f(@);",
    "struct L { static __device__ void f(const # &z) { note(z); } }; L::f(@);",
    "struct L { static __device__ # f(Ctx &c, const Ctx &q) { return @; } }; note(L::f(c, q));",
];

/// Initialisations of a `#` by a list `@`.
const BY_LIST: [&str; 11] = [
    "# z = @; note(z);",
    "# z@; note(z);",
    "# z(@); note(z);",
    "# z[2] = {@, @}; note(z[1]);",
    "struct L { # z; int y; }; L z = {@, 1}; note(z.z);",
    "struct L { static __device__ void f(# z) { note(z); } }; L::f(@);",
    "struct L { static __device__ void f(const # &z) { note(z); } }; L::f(@);",
    "struct L { static __device__ # f(Ctx &c, const Ctx &q) { return @; } }; note(L::f(c, q));",
    "struct L { # z; __device__ L(Ctx &c, const Ctx &q) : z@ {} }; L z(c, q); note(z.z);",
    "const # &z = @; note(z);",
    "# &&z = @; note(z);",
];

/// All forms, each the body of a function of the objects `c` and the constant ones `q`.
pub fn all() -> Vec<String> {
    let objects = CLASSES.iter().flat_map(|(class, made)| {
        let field = class.to_lowercase();
        let moved = format!("static_cast<{class} &&>(c.{field})");
        [format!("c.{field}"), format!("q.{field}"), moved, (*made).to_owned()]
    });
    let expressions: Vec<String> = objects.chain(VALUES.iter().map(|v| (*v).to_owned())).collect();
    let targets = CLASSES.iter().map(|c| c.0).chain(SCALARS);
    let mut forms = Vec::new();
    for target in targets {
        let form = |text: &str, e: &str| text.replace('#', target).replace('@', e);
        for e in &expressions {
            forms.extend(BY_EXPRESSION.iter().map(|f| form(f, e)));
        }
        for e in LISTS {
            forms.extend(BY_LIST.iter().map(|f| form(f, e)));
        }
    }
    for (class, made) in CLASSES {
        let field = class.to_lowercase();
        for e in expressions.iter().map(String::as_str).chain(LISTS) {
            forms.push(format!("c.{field} = {e}; note(c.{field});"));
            if !e.starts_with('{') {
                forms.push(format!("note(true ? c.{field} : {e});"));
                forms.push(format!("note(c.bo ? {e} : {made});"));
            }
        }
    }
    forms
}
