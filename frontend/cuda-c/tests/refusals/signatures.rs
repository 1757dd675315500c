//! [temp.over.link] 4 to 6: two declarations are of one function template where their signatures are written alike but for the
//! names of the parameters, whatever they come to for some arguments.

use crate::held;

/// A declaration and a definition whose results are written with two forms, of which near ones differ in little, `T` and `N`
/// being their parameters: the call finds one template where the forms are one, else two that fit.
#[track_caller]
fn apart(around: &str, result: &str, forms: &[&str]) {
    for (i, first) in forms.iter().enumerate() {
        for (k, second) in forms.iter().enumerate().filter(|(k, _)| k.abs_diff(i) < 3) {
            // Other names in the definition: U for T, M for N.
            let renamed: String = second
                .split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .map(|word| {
                    let name =
                        word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                    let new = match name {
                        "T" => "U",
                        "N" => "M",
                        other => other,
                    };
                    format!("{new}{}", &word[name.len()..])
                })
                .collect();
            let of = |form: &str| result.replace('@', form);
            let source = format!(
                "{around} template <class T, int N> __device__ {} f(T, A<N>); \
                 template <class U, int M> __device__ {} f(U, A<M>) {{ return 1; }}",
                of(first),
                of(&renamed)
            );
            let wanted = if i == k { "" } else { "E0049" };
            held(&[(wanted, &source, "o[0] = f(S(), A<3>());")]);
        }
    }
}

const AROUND: &str = "struct S { int x; }; template <int N> struct A {}; template <class T> struct V { typedef int type; typedef int other; static constexpr int value = 2, more = 2; }; \
     template <class T> struct W { typedef int type; static constexpr int value = 2; }; template <long N> struct E { typedef int type; }; template <class T, int N> struct P { typedef int type; }; \
     __device__ constexpr int g(int x) { return x + 2; } __device__ constexpr int h(int x) { return x + 4; } \
     template <class T> __device__ constexpr int t(int x) { return x + 6; } template <int N> __device__ constexpr int t(int x) { return x + 8; } \
     constexpr int list[4] = {4, 3, 2, 1}; constexpr int c = 5; namespace X { constexpr int c = 7; }";

#[test]
fn types_in_signatures() {
    let forms = [
        "V<T>",
        "W<T>",
        "V<T *>",
        "V<T **>",
        "V<const T *>",
        "V<T *const>",
        "V<const T>",
        "V<volatile T>",
        "V<T &>",
        "V<T &&>",
        "V<T[2]>",
        "V<T[3]>",
        "V<T[N]>",
        "V<T[]>",
        "V<V<T>>",
        "V<W<T>>",
        "V<A<N>>",
        "V<P<T, N>>",
        "V<P<T, 3>>",
        "V<P<int, N>>",
        "V<typename V<T>::type>",
        "V<typename V<T>::other>",
        "V<typename W<T>::type>",
        "P<T, N>",
        "P<T, 3>",
        "P<S, N>",
        "P<T *, N>",
    ];
    apart(AROUND, "typename @::type", &forms);
}

#[test]
fn expressions_in_signatures() {
    let forms = [
        "N",
        "-N",
        "!N",
        "~N",
        "N + 1",
        "N + 2",
        "N - 1",
        "N + c",
        "N + X::c",
        "N == true",
        "N == false",
        "sizeof(T)",
        "sizeof(T *)",
        "sizeof(V<T>)",
        "alignof(T)",
        "__is_class(T)",
        "__is_union(T)",
        "__is_base_of(S, T)",
        "__is_base_of(T, S)",
        "V<T>::value",
        "V<T>::more",
        "W<T>::value",
        "V<T *>::value",
        "g(N)",
        "h(N)",
        "g(N + 1)",
        "(char)N",
        "(short)N",
        "unsigned(N)",
        "(unsigned short)N",
        "N ? 1 : 2",
        "N ? 1 : 3",
        "N ? 3 : 2",
        "-N ? 3 : 2",
        "N + 'a'",
        "N + 'b'",
        "N + u'a'",
        "int(N * 2.5)",
        "int(N * 2.5f)",
        "int(N * 3.5)",
        "t<T>(N)",
        "t<N>(N)",
        "t<T *>(N)",
        "list[N]",
        "list[N - 1]",
        "alignof(V<T>)",
    ];
    apart(AROUND, "typename E<(@)>::type", &forms);
}
