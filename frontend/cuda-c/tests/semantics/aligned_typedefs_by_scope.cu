// [GNU] an alignment is the declared typedef's own, not that of others of its name; other names of it carry it on
// wrong: member-typedefs-align-nothing
typedef int T;
struct S { typedef int T __attribute__((aligned(16))); T m; };
struct Plain { T a; T b; };
struct Derived : S { T d; };
struct Outer { struct In { char c; T x; }; typedef int T __attribute__((aligned(32))); struct Later { char c; T x; }; };
namespace n { typedef int T __attribute__((aligned(8))); struct A { char c; T x; }; }
namespace m { using n::T; struct A { char c; T x; }; }
namespace u { using namespace n; typedef n::T V; struct A { char c; V x; }; }
using ByAlias = S::T;
typedef S::T ByTypedef;
template<int N, class X = int> struct Of { typedef X T __attribute__((aligned(N))); T x; };
template<class X> struct Holder { char c; typename X::T x; };
struct UsesBase : private S { using S::T; char c; T e; };
typedef short Again __attribute__((aligned(64)));
typedef short Again;
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = alignof(T); out[n++] = alignof(S::T); out[n++] = sizeof(S); out[n++] = sizeof(Plain); out[n++] = alignof(Plain); out[n++] = sizeof(Derived);
    out[n++] = sizeof(Outer::In); out[n++] = sizeof(Outer::Later); out[n++] = alignof(Outer::T);
    out[n++] = alignof(n::T); out[n++] = sizeof(n::A); out[n++] = sizeof(m::A); out[n++] = alignof(m::T); out[n++] = sizeof(u::A); out[n++] = alignof(u::V);
    out[n++] = alignof(ByAlias); out[n++] = alignof(ByTypedef); out[n++] = alignof(Of<8>::T); out[n++] = sizeof(Of<128>); out[n++] = sizeof(Of<4>);
    out[n++] = sizeof(Holder<S>); out[n++] = alignof(Holder<Of<64>>); out[n++] = sizeof(UsesBase); out[n++] = alignof(UsesBase::T); out[n++] = alignof(Again);
    {
        typedef int T __attribute__((aligned(4096)));
        struct L { char c; T x; };
        out[n++] = alignof(T); out[n++] = sizeof(L); out[n++] = alignof(::T); out[n++] = alignof(S::T);
        { typedef int T; struct L { char c; T x; }; out[n++] = alignof(T); out[n++] = sizeof(L); }
        { using T = S::T; struct L { char c; T x; }; T v; out[n++] = alignof(T); out[n++] = sizeof(L); out[n++] = alignof(v); }
        { using n::T; T v; out[n++] = alignof(T); out[n++] = alignof(v); }
    }
    T x; S::T y; Of<32>::T z;
    out[n++] = alignof(x); out[n++] = alignof(y); out[n++] = alignof(z);
}
