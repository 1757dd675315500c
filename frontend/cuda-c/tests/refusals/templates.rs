//! Templates and default arguments.

use crate::{held, held_on_device, kernel, said};

/// [temp.res] 3, [temp.local] 6, [temp.param] 11 and 12, [temp.class.spec] 8: what a template may not say.
#[test]
fn what_templates_may_not_say() {
    let a = "template <class T> struct A { typedef int t; };";
    let with = |rest: &str| format!("{a} {rest}");
    held(&[
        (
            "E0105",
            &with("template <class T> __device__ int f(T) { A<T>::t x = 1; return x; }"),
            "o[0] = f(1);",
        ),
        (
            "E0105",
            &with("template <class T> __device__ int f(T) { return (A<T>::t)1; }"),
            "o[0] = f(1);",
        ),
        (
            "E0105",
            &with("template <class T> struct B { A<T>::t x; };"),
            "B<int> b; o[0] = sizeof b;",
        ),
        (
            "",
            &with("template <class T> __device__ int f(T) { typename A<T>::t x = 1; return x; }"),
            "o[0] = f(1);",
        ),
        (
            "",
            &with("template <class T> __device__ int f(T) { A<int>::t x = 1; return x; }"),
            "o[0] = f(1);",
        ),
        (
            "",
            "template <class T> struct A { typedef int t; __device__ int f() { A<T>::t x = 1; A::t y = 2; return x + y; } };",
            "A<int> a; o[0] = a.f();",
        ),
        (
            "",
            "template <class T> struct A { struct t { int v; }; }; template <class T> struct B : A<T>::t {};",
            "B<int> b; b.v = 1; o[0] = b.v;",
        ),
        ("E0043", "template <class T> struct A { int T; };", "A<int> a; o[0] = sizeof a;"),
        ("E0043", "template <class T> struct A { typedef int T; };", "A<int> a; o[0] = sizeof a;"),
        (
            "E0043",
            "template <class T> struct A { __device__ int f() { int T = 1; return T; } };",
            "A<int> a; o[0] = a.f();",
        ),
        (
            "E0043",
            "template <class T> __device__ int f(T t) { int T = 1; return T; }",
            "o[0] = f(1);",
        ),
        ("E0043", "template <class T> __device__ int f(int T) { return T; }", "o[0] = f<int>(1);"),
        ("E0043", "template <int N> __device__ int f() { int N = 2; return N; }", "o[0] = f<1>();"),
        (
            "E0043",
            "template <class T, class T> __device__ int f(T t) { return 1; }",
            "o[0] = f<int, int>(1);",
        ),
        ("E0043", "template <class A> struct A {};", "A<int> a; o[0] = sizeof a;"),
        (
            "",
            "template <class T> struct A { int U; }; template <class U> struct B : A<U> {};",
            "B<int> b; b.U = 1; o[0] = b.U;",
        ),
        (
            "E0043",
            "template <class T = int> struct A; template <class T = int> struct A {};",
            "A<> a; o[0] = sizeof a;",
        ),
        (
            "E0105",
            "template <class T = int, class U> struct A {};",
            "A<int, int> a; o[0] = sizeof a;",
        ),
        (
            "",
            "template <class T = int, class U> __device__ int f(U u) { return sizeof(T); }",
            "o[0] = f('a');",
        ),
        (
            "E0105",
            "template <class T> struct A {}; template <class T> struct A<T> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "E0105",
            "template <class T> struct A {}; template <class T, class U> struct A<T *> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "E0105",
            "template <class T> struct A {}; template <class T = int> struct A<T *> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "",
            "template <class T> struct A {}; template <class T> struct A<T *> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
    ]);
}

/// [dcl.fct.default] 4: default arguments stand once, and at the end.
#[test]
fn default_arguments_in_their_places() {
    held(&[
        (
            "E0043",
            "__device__ int f(int a = 1); __device__ int f(int a = 1) { return a; }",
            "o[0] = f();",
        ),
        (
            "",
            "__device__ int f(int a, int b = 1); __device__ int f(int a = 1, int b) { return a + b; }",
            "o[0] = f();",
        ),
        ("E0034", "__device__ int f(int a = 1, int b) { return a; }", "o[0] = f(1, 2);"),
        (
            "E0034",
            "struct S { __device__ int f(int a = 1, int b) { return a; } };",
            "S s; o[0] = s.f(1, 2);",
        ),
        (
            "E0034",
            "struct S { int v; __device__ S(int a = 1, int b) : v(a) {} };",
            "S s(1, 2); o[0] = s.v;",
        ),
        (
            "E0043",
            "struct S { __device__ int f(int a = 1); }; __device__ int S::f(int a = 1) { return a; }",
            "S s; o[0] = s.f();",
        ),
        (
            "",
            "struct S { __device__ int f(int a); }; __device__ int S::f(int a = 1) { return a; }",
            "S s; o[0] = s.f();",
        ),
        (
            "E0034",
            "template <class T> __device__ int f(T a = 1, int b) { return a; }",
            "o[0] = f(1, 2);",
        ),
        (
            "E0043",
            "template <class T> __device__ int f(T a, int b = 1); template <class T> __device__ int f(T a, int b = 1) { return b; }",
            "o[0] = f(1);",
        ),
        (
            "E0034",
            "template <class T> __device__ int f(T t, int a) { return a; } \
             template <> __device__ int f(int t, int a = 3) { return a; }",
            "o[0] = f(1, 2);",
        ),
    ]);
}

/// [temp.spec] 5: an explicit specialisation is defined once.
#[test]
fn specialisations_defined_twice() {
    let t = "template <class T> struct A { int y; }; template <class T> __device__ int f(T) { return 1; } template <class T> struct C { typedef T t; template <class U> struct D {}; };";
    let with = |more: &str| format!("{t} {more}");
    for (wanted, more, body) in [
        (
            "E0043",
            "template <> struct A<int> { int x; }; template <> struct A<int> {};",
            "A<char> a; o[0] = sizeof a;",
        ),
        (
            "E0043",
            "template <class T> struct A<T *> {}; template <class U> struct A<U *> {};",
            "A<char> a; o[0] = sizeof a;",
        ),
        (
            "E0043",
            "template <> __device__ int f(int) { return 2; } template <> __device__ int f<int>(int) { return 3; }",
            "o[0] = f(1);",
        ),
        (
            "",
            "template <> struct A<int>; template <> struct A<int> { int x; }; template <class T> struct A<T *> {}; template <class U> struct A<const U *> {}; template <class T> struct A<T[2]> {}; template <class T> struct A<T[3]> {};",
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "",
            "template <> __device__ int f(int); template <> __device__ int f(int) { return 2; } template <> __device__ int f(char) { return 3; }",
            "o[0] = f(1) + f('a') + f(2.0);",
        ),
    ] {
        held(&[(wanted, &with(more), body)]);
    }
}

/// [temp.deduct.type] 2: a parameter that two arguments deduce differently fits neither, were one a base of the other.
#[test]
fn arguments_deduce_one_type() {
    let with = |rest: &str| {
        format!(
            "struct A {{ int v; }}; struct B : A {{ int w; }}; template<class T> struct X {{ T t; }}; \
             struct I : X<int> {{}}; struct C : X<char> {{}}; struct Two : I, C {{}}; {rest}"
        )
    };
    let f = with("template<class T> __device__ int f(T, T) { return 1; }");
    held(&[
        ("E0065", &f, "A a; B b; o[0] = f(a, b);"),
        ("E0065", &f, "A a; B b; o[0] = f(b, a);"),
        ("", &f, "A a; B b; o[0] = f(a, a) + f(b, b) + f<A>(a, b);"),
        (
            "E0065",
            &with("template<class T> __device__ int f(T *, T *) { return 1; }"),
            "A a; B b; o[0] = f(&a, &b);",
        ),
        (
            "E0065",
            &with("template<class T> __device__ int f(const T &, const T &) { return 1; }"),
            "A a; B b; o[0] = f(a, b);",
        ),
        (
            "E0065",
            &with("template<class T> __device__ int f(const X<T> &) { return 1; }"),
            "Two t; o[0] = f(t);",
        ),
    ]);
}

/// [temp.param] 4 and 7: the types of parameters, be the template used or not.
#[test]
fn types_of_template_parameters() {
    held_on_device(&[
        ("E0105 1:17", "template <float N> int f() { return 1; }"),
        ("E0105 1:18", "template <double N> struct A {};"),
        ("E0105 1:34", "struct P { int x; }; template <P N> int f() { return 1; }"),
        ("E0105 1:16", "template <void N> struct A {};"),
        ("E0105 1:28", "struct P {}; template <P &&N> struct A {};"),
        ("", "template <class T, T N> int f() { return N; }"),
        ("E0105 1:30", "typedef float F; template <F N> struct A {};"),
        (
            "",
            "struct P { int x; }; template <P *N> int f() { return N->x; } template <P &N> int g() { return N.x; } enum E { a }; template <E N, bool B, char C> struct A {};",
        ),
        ("E0041 1:11", "template <enum X N> struct A {};"),
    ]);
}

/// [temp.param] 12: a default stands once, in whichever declaration.
#[test]
fn defaults_of_template_parameters() {
    held_on_device(&[
        ("E0043 1:64", "template <class T = int> struct A {}; template <class T = int> struct A;"),
        (
            "E0043 1:65",
            "template <class T = int> T f(T = 3); template <class T = int> T f(T) { return 1; }",
        ),
        ("", "template <class T> struct A {}; template <class T = int> struct A; A<> a;"),
        ("", "template <class T = int> struct A; template <class T> struct A {}; A<> a;"),
        ("E0043 1:68", "template <class T = int> struct A; template <class T = int> struct A {};"),
    ]);
}

/// [temp.local] 6: nothing in a template's scope hides its parameters, be it used or not.
#[test]
fn template_parameters_hidden() {
    held_on_device(&[
        ("E0043 1:35", "template <class T> struct B { int T; };"),
        ("E0043 1:43", "template <class T> struct B { typedef int T; };"),
        ("E0043 1:35", "template <class T> struct B { int T(); };"),
        ("E0043 1:38", "template <class T> struct B { struct T {}; };"),
        ("E0043 1:38", "template <class T> struct B { enum { T }; };"),
        ("E0043 1:44", "template <int N> struct B { struct C { int N; }; };"),
        ("E0043 1:28", "template <class T> int f(T T) { return 1; }"),
        ("E0043 1:30", "template <class T> int f(int T);"),
        ("", "template <class T> struct B { T t; friend int T(int); };"),
        ("", "template <class T> struct B { T t; template <class U> U f(U u) { return u; } };"),
    ]);
}

/// [temp.class.spec] 5: specialisations of member templates stand in their class, behind the template, and once.
#[test]
fn specialisations_of_members() {
    let of = |rest: &str| format!("struct A {{ {rest} }};");
    let b = "template <class U> struct B { int v; };";
    for (wanted, members, body) in [
        (
            "",
            format!("{b} template <class U> struct B<U *> {{ char c; }};"),
            "A::B<int *> x; o[0] = sizeof x;",
        ),
        (
            "",
            format!("{b} template <> struct B<int> {{ char c; }};"),
            "A::B<int> x; o[0] = sizeof x;",
        ),
        (
            "E0043",
            format!(
                "{b} template <class U> struct B<U *> {{}}; template <class V> struct B<V *> {{}};"
            ),
            "A::B<int> x; o[0] = sizeof x;",
        ),
        (
            "E0105",
            format!("template <class U> struct B<U *> {{}}; {b}"),
            "A::B<int> x; o[0] = sizeof x;",
        ),
        ("E0043", format!("{b} {b}"), "A::B<int> x; o[0] = sizeof x;"),
        ("E0068", format!("{b} template <> struct B<int>;"), "A::B<int> x; o[0] = sizeof x;"),
        ("", format!("{b} template <> struct B<int>;"), "A::B<int> *x = 0; o[0] = x == 0;"),
    ] {
        held(&[(wanted, &of(&members), body)]);
    }
}

/// [temp.expl.spec] 9: a specialisation that is declared and not defined is an incomplete class.
#[test]
fn specialisations_declared_only() {
    let a = "template <class T> struct A { int v; }; template <> struct A<int>;";
    held(&[
        ("E0068", a, "A<int> a; o[0] = sizeof a;"),
        ("", a, "A<char> a; o[0] = sizeof a;"),
        (
            "",
            &format!("{a} template <> struct A<signed> {{ char c; }};"),
            "A<int> a; o[0] = sizeof a;",
        ),
        (
            "E0105",
            "template <> struct B<int>; template <class T> struct B {};",
            "B<char> b; o[0] = sizeof b;",
        ),
    ]);
}

/// [class.friend] 3: a friend that is named by its type is that type and no other.
#[test]
fn friends_by_their_types() {
    let b = "template <class T> struct B { friend T; private: int p; };";
    let get = |class: &str, of: &str| {
        format!("{b} struct {class} {{ __device__ int g(B<{of}> b) {{ return b.p; }} }};")
    };
    let m = "template <class T> class M { friend class M<T *>; T v; public: __device__ int g(M<int> &o) { return o.v; } };";
    held(&[
        ("", &get("C", "C"), "B<C> b; o[0] = C().g(b);"),
        ("E0080", &get("C", "int"), "B<int> b; o[0] = C().g(b);"),
        ("E0080", &get("T", "int"), "B<int> b; o[0] = T().g(b);"),
        ("", m, "M<int> i; M<int *> p; o[0] = p.g(i);"),
        ("E0080", m, "M<int> i; M<char> p; o[0] = p.g(i);"),
        (
            "E0080",
            "template <class T> struct B { friend T; __device__ int g(B<char> &b) { return b.p; } private: int p; };",
            "B<int> i; B<char> c; o[0] = i.g(c);",
        ),
    ]);
}

/// [temp.expl.spec] 6: a specialisation is declared before what would make the instance of the template.
#[test]
fn specialisations_behind_their_use() {
    let a = "template <class T> struct A { int v; __device__ int f() { return 1; } }; template <class T> struct W { A<T> a; }; template <class T> __device__ int t() { return sizeof(A<T>); } template <class T> __device__ int g(T) { return 1; }";
    let b = "template <> struct A<int> { char c; };";
    let f = "template <> __device__ int A<int>::f() { return 2; }";
    let g = "template <> __device__ int g(int) { return 2; }";
    for (wanted, uses, late) in [
        ("E0105", "A<int> a; return sizeof a;", b),
        ("E0105", "return sizeof(A<int>);", b),
        ("E0105", "W<int> w; return sizeof w;", b),
        ("", "A<int> *a = 0; return a == 0;", b),
        ("", "A<char> a; return sizeof a;", b),
        ("", "return t<int>();", b),
        ("E0105", "A<int> a; return a.f();", f),
        ("", "A<int> a; a.v = 1; return a.v;", f),
        ("", "A<char> a; return a.f();", f),
        ("E0105", "return g(1);", g),
        ("", "return g('a');", g),
    ] {
        let file = format!("{a} __device__ int first() {{ {uses} }} {late}");
        held(&[(wanted, &file, "o[0] = first();")]);
    }
    held(&[
        ("E0105", &format!("{a} __device__ A<int> x; {b}"), "o[0] = sizeof x;"),
        (
            "",
            &format!(
                "{a} template <> __device__ int g(int); __device__ int h() {{ return g(1); }} {g}"
            ),
            "o[0] = h();",
        ),
        (
            "",
            &format!(
                "{a} template <> __device__ int A<int>::f(); __device__ int h() {{ A<int> x; return x.f(); }} {f}"
            ),
            "o[0] = h();",
        ),
    ]);
}

/// [temp.dep] 3, [class.base.init] 2: a base that depends on the template's parameters is not known by its own name.
#[test]
fn dependent_bases_by_their_names() {
    let a = "template <class T> struct A { int x; __device__ A(int v) : x(v) {} }; struct P { int x; __device__ P(int v) : x(v) {} };";
    let b = |base: &str, of: &str, name: &str| {
        format!(
            "{a} template <class T> struct B : {base} {{ {of} __device__ B() : {name}(3) {{}} }};"
        )
    };
    held(&[
        ("E0105", &b("A<T>", "", "A"), "B<int> b; o[0] = b.x;"),
        ("", &b("A<T>", "", "A<T>"), "B<int> b; o[0] = b.x;"),
        ("", &b("A<T>", "", "A<T>::A"), "B<int> b; o[0] = b.x;"),
        ("", &b("A<T>", "typedef A<T> Base;", "Base"), "B<int> b; o[0] = b.x;"),
        ("", &b("A<T>", "using A = ::A<T>;", "A"), "B<int> b; o[0] = b.x;"),
        ("", &b("A<int>", "", "A"), "B<int> b; o[0] = b.x;"),
        ("", &b("T", "", "T"), "B<P> b; o[0] = b.x;"),
        ("", &b("T", "", "P"), "B<P> b; o[0] = b.x;"),
        ("E0105", &b("T", "", "A"), "B<A<int>> b; o[0] = b.x;"),
    ]);
}

/// [temp.param] 4, [temp.arg.nontype] 2: what becomes the argument of `auto *`, `auto &` and of a number.
#[test]
fn arguments_that_do_not_become_parameters() {
    let p = "template <auto *V> struct P {}; template <auto **V> struct PP {}; template <auto &V> struct R {}; template <int N> struct T {}; __device__ int g;";
    let s = "struct S { __host__ __device__ constexpr explicit operator int() const { return 1; } }; constexpr S s{};";
    let u = "struct U { __host__ __device__ constexpr operator char() const { return 1; } __host__ __device__ constexpr operator short() const { return 1; } }; constexpr U u{};";
    let with = |more: &str| format!("{p} {more}");
    held(&[
        ("", p, "P<&g> a; R<g> b; o[0] = sizeof a + sizeof b;"),
        ("E0105", p, "P<3> a; o[0] = sizeof a;"),
        ("E0105", p, "P<nullptr> a; o[0] = sizeof a;"),
        ("E0105", p, "PP<&g> a; o[0] = sizeof a;"),
        ("E0105", p, "R<&g> a; o[0] = sizeof a;"),
        ("E0105", &with(s), "T<s> a; o[0] = sizeof a;"),
        ("E0105", &with(u), "T<u> a; o[0] = sizeof a;"),
    ]);
}

/// [temp.names] 4: `template` stands before a member template of what depends on the template's parameters, unless that is
/// the class at hand.
#[test]
fn member_templates_of_dependent_names() {
    let a = "template <class T> struct A { template <class U> static __device__ int g() { return sizeof(U); } \
             template <class U> __device__ int h() { return 1; } template <class U> struct B { static __device__ int q() { return 2; } }; \
             __device__ int own() { return h<char>() + this->h<int>() + A<T>::g<long>() + A::g<int>() + A<T>::B<int>::q(); } };";
    let rows = [
        ("E0105", "class T", "T t", "return A<T>::g<char>();"),
        ("", "class T", "T t", "return A<T>::template g<char>();"),
        ("E0105", "class T", "A<T> t", "return t.h<char>();"),
        ("E0105", "class T", "A<T> &t", "return (&t)->own() + t.h<char>();"),
        ("", "class T", "A<T> t", "return t.template h<char>() + t.own();"),
        ("E0105", "class T", "T t", "return t.h<char>();"),
        ("", "class T", "T t", "return t.template h<char>();"),
        ("E0105", "class T", "T t", "typename A<T>::B<char> x; return sizeof x;"),
        ("", "class T", "T t", "typename A<T>::template B<char> x; return sizeof x;"),
        ("E0105", "class T", "T t", "return A<T>::B<char>::q();"),
        ("", "class T", "A<int> t", "return t.h<T>() + A<int>::g<T>() + A<int>::B<T>::q();"),
    ];
    for (wanted, params, list, body) in rows {
        let f = format!("{a} template <{params}> __device__ int f({list}) {{ {body} }}");
        let of = if list == "T t" { "A<int>" } else { "int" };
        held(&[(wanted, &f, &format!("A<int> a; o[0] = f<{of}>(a);"))]);
    }
}

/// [temp.inst] 1: a chain of instances that pointers and arguments name has no end and needs none; one of members has.
#[test]
fn endless_instances() {
    held(&[
        (
            "",
            "template <class T> struct A { A<T *> *next; };",
            "A<int> a; a.next = 0; o[0] = a.next == 0;",
        ),
        ("E0020", "template <class T> struct A { A<T *> next; };", "A<int> a; o[0] = sizeof a;"),
        (
            "",
            "template <class T> struct A {}; template <class T> struct C {}; template <class T, class U = A<T>> struct B; \
             template <class T, class U> struct B : C<B<U>> { friend __device__ int f(B) { return 1; } };",
            "B<int> b; o[0] = f(b);",
        ),
    ]);
}

/// [temp.over.link] 6: signatures that ask the same of the same parameter are of one template, whatever its parameter is called.
#[test]
fn traits_in_signatures() {
    let source = |first: &str, second: &str| {
        format!(
            "struct S {{}}; template <bool B> struct E {{ typedef int type; }};\n\
             template <class T> typename E<{first}>::type f(T);\n\
             template <class U> typename E<{second}>::type f(U) {{ return 1; }}\n\
             int g() {{ return f(S()); }}"
        )
    };
    held_on_device(&[
        ("", &source("__is_class(T)", "__is_class(U)")),
        ("", &source("__is_base_of(S, T)", "__is_base_of(S, U)")),
        ("E0049 4:18", &source("__is_class(T)", "__is_union(U)")),
        ("E0049 4:18", &source("__is_base_of(S, T)", "__is_base_of(U, S)")),
    ]);
}

/// What is wrong in an instance says which one it is, where it is asked for, and the way there, in six lines, however long that is.
#[test]
fn the_way_to_an_instance() {
    let mut file = String::from(
        "template <class T> struct A { T v; __device__ int get() { return v.nothing; } };\n",
    );
    file.push_str("template <class T> __device__ int f1(T t) { A<T> a{t}; return a.get(); }\n");
    for n in 2..9 {
        file.push_str(&format!(
            "template <class T> __device__ int f{n}(T t) {{ return f{}(t); }}\n",
            n - 1
        ));
    }
    let told = said(&kernel(&file, "o[0] = f8(1);"));
    let (_, notes) =
        told.split_once("note: in `A<int>::get`, which is asked for here").expect("a note");
    assert!(notes.lines().count() <= 6, "{told}");
    let way = "the way there: `f1<int>` from t.cu:3, `f2<int>` from t.cu:4, `f3<int>` from t.cu:5, 4 more, `f8<int>` from t.cu:11";
    assert!(notes.contains(way), "{told}");
    let one = said(&kernel(
        "template <class T> __device__ int f(T t) { return t.nothing; }",
        "o[0] = f(1);",
    ));
    assert!(
        one.contains("in `f<int>`, which is asked for here") && !one.contains("the way there"),
        "{one}"
    );
}

/// [temp.expl.spec] 6, [temp.class.spec]: what a specialisation of a variable template may not be.
#[test]
fn specialisations_of_variables() {
    let v = "template <class T> constexpr int v = 1;";
    let with = |rest: &str| format!("{v} {rest}");
    held(&[
        ("", &with("template <> constexpr int v<int> = 2;"), "o[0] = v<int> + v<char>;"),
        (
            "E0043",
            &with("template <> constexpr int v<int> = 2; template <> constexpr int v<int> = 3;"),
            "o[0] = v<int>;",
        ),
        (
            "E0105",
            &with("__device__ int f() { return v<int>; } template <> constexpr int v<int> = 2;"),
            "o[0] = f();",
        ),
        (
            "",
            &with("__device__ int f() { return v<char>; } template <> constexpr int v<int> = 2;"),
            "o[0] = f() + v<int>;",
        ),
        ("E0105", &with("template <class T> constexpr int v<T> = 2;"), "o[0] = v<int>;"),
        ("E0105", &with("template <class T, class U> constexpr int v<T *> = 2;"), "o[0] = v<int>;"),
        ("E0064", &with("template <> constexpr int v<int, int> = 2;"), "o[0] = v<int>;"),
        ("E0060", &with("template <> constexpr int v<3> = 2;"), "o[0] = v<int>;"),
        ("E0105", "template <> constexpr int v<int> = 2;", "o[0] = v<int>;"),
        (
            "E0049",
            "template <class T, class U> constexpr int v = 1; template <class T> constexpr int v<T, int> = 2; template <class T> constexpr int v<int, T> = 3;",
            "o[0] = v<int, int>;",
        ),
        (
            "E0064",
            "template <class T> struct A {}; template <> struct A<int, int> {};",
            "A<int> a;",
        ),
        ("E0060", "template <class T> struct A {}; template <> struct A<3> {};", "A<int> a;"),
    ]);
}
