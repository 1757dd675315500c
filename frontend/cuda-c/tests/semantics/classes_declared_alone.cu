// [basic.lookup.elab] `class X;` alone declares X in the scope where it stands, whatever X is further out; `class X *` names what is there
// wrong: classes-are-declared-outside
struct half { int a[5]; };
typedef struct half word;
namespace n {
struct half;
typedef struct half *p;
struct half { int a[2]; };
namespace m { typedef struct half *q; struct word; struct word { char c; }; }
}
namespace o { typedef struct half *q; }
namespace r { struct word; typedef word *w; __device__ int f(word *) { return 1; } __device__ int f(::word *) { return 2; } }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = sizeof(*(n::p)0); out[i++] = sizeof(n::half); out[i++] = sizeof(half); out[i++] = sizeof(*(n::m::q)0);
    out[i++] = sizeof(*(o::q)0); out[i++] = sizeof(n::m::word); out[i++] = sizeof(word);
    out[i++] = r::f((r::w)0); out[i++] = r::f((word *)0);
}
