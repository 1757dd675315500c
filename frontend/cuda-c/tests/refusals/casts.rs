//! Casts, and operators whose operands they made ([expr.static.cast], [expr.reinterpret.cast], [expr.add], [expr.cond]).

use super::held;

const TYPES: &str = "enum class EC : short { c0 = 1 }; struct A { int x; }; struct B : A { int y; }; struct C : B {};
    class PB : A { int z; }; struct A2 : A {}; struct AM : A2, B {}; typedef int &IR; typedef decltype(nullptr) NP;
    __device__ int fa(A a) { return a.x; } __device__ void vf() {} template <class T> __device__ int cf(const T &) { return 1; }
    __device__ int fi(int) { return 1; }";

fn all(wanted: &str, statements: &[&str]) {
    for s in statements {
        let body = format!(
            "int a[3] = {{1, 2, 3}}; int *p = a; const int ca[3] = {{}}; A xa{{5}}; volatile A va{{}}; PB *pb = 0; AM am; \
             AM *pam = &am; int i = 4; bool z = i == 4; C c{{}}; EC e = EC::c0; {s};"
        );
        held(&[(wanted, TYPES, &body)]);
    }
}

/// [expr.add] 1, [expr.sub]: a scoped enumeration is no integer there.
#[test]
fn scoped_enumerations_are_added_to_nothing() {
    all("E0061", &["p + EC::c0", "EC::c0 + p", "p - EC::c0", "p += EC::c0", "+nullptr"]);
    all("E0073", &["p[EC::c0]", "EC::c0[p]"]);
    all("", &["p + (int)EC::c0", "p[(int)e]", "+p", "z ? nullptr : 0"]);
}

/// [expr.cond] 4: what no copy can be made of, and a base that lies in a class twice.
#[test]
fn choices_need_one_base() {
    all("E0049", &["z ? xa : am"]);
    all("", &["z ? xa : c", "(z ? xa : c).x = 1"]);
}

/// [class.access.base] 4, [class.member.lookup]: neither private nor ambiguous bases are converted to.
#[test]
fn bases_out_of_reach() {
    all("E0080", &["fa(*pb)", "xa = *pb", "(void)static_cast<A>(*pb)"]);
    all(
        "E0049",
        &[
            "static_cast<A &>(am)",
            "(A &)am",
            "static_cast<A *>(pam)",
            "(A *)pam",
            "static_cast<AM *>(&xa)",
            "(AM *)&xa",
        ],
    );
    all("", &["static_cast<B &>(am)", "(A2 *)pam", "static_cast<AM *>((B *)pam)", "fa(c)"]);
}

/// [expr.static.cast] 3: an xvalue becomes no lvalue, and nothing loses its qualifiers.
#[test]
fn static_casts_of_objects() {
    all(
        "E0070",
        &[
            "static_cast<int &>(static_cast<int &&>(i))",
            "static_cast<A &>(static_cast<A &&>(xa))",
            "static_cast<C &>(static_cast<B &&>(c))",
            "static_cast<int (&)[3]>(ca)",
            "static_cast<NP>(i)",
            "(void)NP(i)",
            "(NP)z",
            "static_cast<NP>(e)",
        ],
    );
    all(
        "",
        &[
            "static_cast<const int &>(static_cast<int &&>(i))",
            "static_cast<int &&>(static_cast<int &&>(i))",
            "static_cast<C &&>(static_cast<B &&>(c))",
            "static_cast<B &&>(static_cast<A>(xa))",
            "(B &&)A()",
            "const_cast<A &&>(A{3}).x",
            "static_cast<const int (&)[3]>(a)",
            "static_cast<NP>(nullptr)",
            "static_cast<NP>(0)",
            "(NP)0",
        ],
    );
}

/// [expr.reinterpret.cast] 2 to 10.
#[test]
fn reinterpretations() {
    all(
        "E0070",
        &[
            "reinterpret_cast<float>(1.f)",
            "reinterpret_cast<A>(xa)",
            "reinterpret_cast<NP>(nullptr)",
            "reinterpret_cast<int *>(nullptr)",
            "reinterpret_cast<NP>(p)",
            "reinterpret_cast<int *>(ca)",
            "reinterpret_cast<void *>(ca)",
        ],
    );
    all(
        "",
        &[
            "reinterpret_cast<int>(i)",
            "reinterpret_cast<EC>(e)",
            "reinterpret_cast<int *>(p)",
            "reinterpret_cast<long>(nullptr)",
            "reinterpret_cast<const void *>(ca)",
            "reinterpret_cast<char *>(a)",
            "reinterpret_cast<float &>(i)",
        ],
    );
}

/// [temp.deduct.call], [basic.types] 5: nothing is void.
#[test]
fn nothing_is_no_argument() {
    all("E0065", &["cf(vf())"]);
    all("E0060", &["fi(vf())"]);
}
