//! Searches of the checker end by a measure that falls: the ways to the bases of a class, the types that a type is made of,
//! the members of members, the aliases and specialisations that deduction goes through, and what default arguments and
//! initial values need. Each doubles with every step here, and is asked for in each way there is.

use crate::{codes, kernel};

/// Declarations of so many steps, each made of the one before it.
fn steps(n: usize, step: impl Fn(usize) -> String) -> String {
    (1..=n).map(step).collect()
}

/// What ends and is refused with E0020 or E0024 at many steps, and compiles at few.
#[track_caller]
fn ends(few: usize, text: impl Fn(usize) -> String) {
    let source = text(few);
    let (ok, said) = codes(&source);
    assert!(ok, "{few} steps: {said:?}\n{source}");
    for n in [24, 40, 60] {
        let (ok, said) = codes(&text(n));
        let limit = said.iter().any(|c| c == "E0020" || c == "E0024");
        assert!(!ok && limit, "{n} steps: {said:?}\n{source}");
    }
}

/// Specialisations of one template may derive from each other in circles of names.
#[test]
fn specialisations_that_differ_in_qualifiers() {
    let of = |q: &[&str]| -> String {
        q.iter().map(|q| format!("template <class T> struct A<{q} T> : A<T> {{}};\n")).collect()
    };
    let first = "template <class T> struct A { enum { N = 4 }; };\n";
    let all = ["volatile", "const", "const volatile"];
    for k in 1..=3 {
        let source =
            format!("{first}{}{}", of(&all[..k]), kernel("o[0] = A<volatile int>::N + A<int>::N;"));
        let (ok, said) = codes(&source);
        assert!(ok, "{said:?}\n{source}");
    }
    let quals = ["", "const", "volatile", "const volatile"];
    let mut many =
        String::from("template <class T, class U, class V> struct A { enum { N = 4 }; };\n");
    for i in 1..64 {
        let (a, b, c) = (quals[i % 4], quals[i / 4 % 4], quals[i / 16]);
        many.push_str(&format!(
            "template <class T, class U, class V> struct A<{a} T, {b} U, {c} V> : A<T, U, V> {{}};\n"
        ));
    }
    let (ok, said) = codes(&(many + &kernel("o[0] = A<const int, volatile int, int>::N;")));
    assert!(ok, "{said:?}");
    for circle in [
        "template <class T> struct A<const T> : A<volatile T> {}; template <class T> struct A<volatile T> : A<const T> {};",
        "template <class T> struct A<T *> : A<T *> {}; template <class T> struct A<T &> : A<T **> {};",
        "template <class T> struct A<const T> { enum { N = A<const T>::N }; };",
    ] {
        let body = "o[0] = A<const int>::N + A<int *>::N + A<int &>::N;";
        let (ok, said) = codes(&format!("{first}{circle}{}", kernel(body)));
        assert!(!ok, "{said:?}\n{circle}");
    }
}

#[test]
fn ways_to_bases() {
    let first = "template <class T> struct Q {}; struct D0 : Q<int> { int m; typedef int T; __device__ int f() { return m; } };\n\
                 template <class T> __device__ int g(Q<T> &) { return 1; } struct Z {}; __device__ int h(Z &) { return 1; } __device__ int h(...) { return 2; }\n";
    for body in [
        "D@ d; o[0] = sizeof d;",
        "D@ *d = 0; o[0] = d->m2;",
        "D@ *d = 0; o[0] = h(*d);",
        "D@ d; D@ e = d; e = d; o[0] = sizeof e;",
        "D@ *d = 0; o[0] = g2(*d);",
        "D@::E x = 1; o[0] = x;",
    ] {
        ends(3, |n| {
            let ladder = steps(n, |i| {
                let k = i - 1;
                format!(
                    "struct L{i} : D{k} {{}}; struct R{i} : D{k} {{}}; struct D{i} : L{i}, R{i} {{ int m2; typedef int E; }};\n"
                )
            });
            let own = "template <class T> __device__ int g2(T &) { return 1; }\n";
            first.to_string() + &ladder + own + &kernel(&body.replace('@', &n.to_string()))
        });
    }
    ends(3, |n| {
        let x = "template <int N, int M> struct X : X<N - 1, 0>, X<N - 1, 1> { int own; }; template <int M> struct X<0, M> { int m; };\n";
        x.to_string() + &kernel(&format!("X<{n}, 0> *x = 0; o[0] = x->own;"))
    });
}

#[test]
fn types_that_types_are_made_of() {
    let pair = "template <class A, class B> struct P {}; typedef int P0;\n";
    let more = |n| steps(n, |i| format!("typedef P<P{0}, P{0}> P{i};\n", i - 1));
    let f = "template <class T> __device__ int f(T) { return 1; } template <class T, class U> __device__ int g(P<T, U>) { return 1; }\n";
    for body in [
        "P@ *p = 0; o[0] = p != 0;",
        "P@ p; o[0] = f(p);",
        "P@ p; o[0] = g(p);",
        "o[0] = f<P@ *>(0);",
    ] {
        ends(4, |n| pair.to_string() + &more(n) + f + &kernel(&body.replace('@', &n.to_string())));
    }
    ends(4, |n| {
        let k =
            "template <class T> __global__ void kk(int *o, T *p) { o[0] = p != 0; }\n".to_string();
        pair.to_string()
            + &more(n)
            + &k
            + &format!("template __global__ void kk(int *, P{n} *);\n")
            + &kernel("")
    });
    // Aliases of aliases.
    let w = |n| steps(n, |i| format!("template <class A> using W{i} = W{0}<W{0}<A>>;\n", i - 1));
    ends(2, |n| {
        let first = "template <class A> using W0 = P<A, A>;\n";
        pair.to_string() + first + &w(n) + &kernel(&format!("W{n}<int> *p = 0; o[0] = p != 0;"))
    });
    let same = "template <class A> using W0 = A;\n";
    ends(3, |n| {
        let f = format!("template <class T> __device__ int f(W{n}<T> *) {{ return 1; }}\n");
        same.to_string() + &w(n) + &f + &kernel("o[0] = f(o);")
    });
    ends(3, |n| {
        let q = format!(
            "template <class T> struct Q {{ enum {{ v = 0 }}; }}; template <class T> struct Q<W{n}<T> *> {{ enum {{ v = 1 }}; }};\n"
        );
        same.to_string() + &w(n) + &q + &kernel("o[0] = Q<int *>::v;")
    });
    // What grows without doubling ends too, or compiles.
    for n in [24, 60] {
        let t = steps(n, |i| {
            format!(
                "template <class A> struct T{i} {{ typedef typename T{0}<typename T{0}<A>::t>::t t; }};\n",
                i - 1
            )
        });
        let first = "template <class A> struct T0 { typedef A t; };\n";
        codes(&(first.to_string() + &t + &kernel(&format!("T{n}<int>::t x = 1; o[0] = x;"))));
    }
}

#[test]
fn members_of_members() {
    for (first, step) in [
        ("struct S0 { char c; };", "struct S@ { S# a, b; };"),
        ("struct S0 {};", "struct S@ { S# a, b; };"),
        ("struct S0 {};", "struct S@ : S# { S# a; };"),
        ("struct S0 { char c = 1; };", "struct S@ { S# a, b; };"),
        ("struct S0 { char c; __device__ S0() : c(1) {} };", "struct S@ { S# a, b; };"),
        ("struct S0 { char c; };", "union S@ { S# a, b; };"),
        ("struct S0 { char c; };", "struct S@ { union { S# a; S# b; }; };"),
        ("struct S0 { char c; };", "struct S@ { S# a[2], b; };"),
    ] {
        for body in ["S@ *p = (S@ *)o; p[0] = p[1];", "S@ p = S@(); o[0] = *(char *)&p;"] {
            ends(4, |n| {
                let all = steps(n, |i| {
                    step.replace('@', &i.to_string()).replace('#', &(i - 1).to_string())
                });
                first.to_string() + &all + &kernel(&body.replace('@', &n.to_string()))
            });
        }
    }
}

#[test]
fn what_default_arguments_need() {
    let f = "__device__ int f0() { return 1; }\n";
    let more = |n| {
        steps(n, |i| {
            format!(
                "__device__ int f{i}(int a = f{0}(), int b = f{0}()) {{ return a + b; }}\n",
                i - 1
            )
        })
    };
    ends(4, |n| f.to_string() + &more(n) + &kernel(&format!("o[0] = f{n}();")));
    ends(4, |n| f.to_string() + &more(n) + &kernel(&format!("o[0] = sizeof(f{n}());")));
    for step in [
        "struct S@ { int u = S#{}.v + S#{}.v; int v = S#{}.v; };",
        "struct S@ { int v; __device__ S@(int x = S#().v, int y = S#().v) : v(x + y) {} };",
    ] {
        ends(4, |n| {
            let all =
                steps(n, |i| step.replace('@', &i.to_string()).replace('#', &(i - 1).to_string()));
            "struct S0 { int v = 1; };\n".to_string()
                + &all
                + &kernel(&format!("S{n} s{{}}; o[0] = s.v;"))
        });
    }
}
