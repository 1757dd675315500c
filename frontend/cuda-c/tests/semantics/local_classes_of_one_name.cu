// [basic.scope.hiding] a block's class hides those of its name around it, and may be declared ahead
// wrong: blocks-share-classes
struct U { int a; __device__ int h() { struct U { int q = 4; }; return U().q; } };
struct G { int g; };
template <class T> __device__ int f() { struct L { T t; __device__ int g() { struct L { char c; }; return sizeof(L); } }; return L().g() + sizeof(L); }
__device__ int o(int x) { return 1; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = U().h(); out[n++] = sizeof(U);
    struct V { int q = 4; };
    { struct V { int r = 5; char s[4]; }; out[n++] = V().r + sizeof(V); }
    out[n++] = V().q + sizeof(V);
    struct A; A *p = nullptr; struct A { int x; A *n; }; A a{1, p}; p = &a; out[n++] = p->x + (p->n == nullptr);
    { struct G; G *q = nullptr; struct G { char c[3]; }; out[n++] = sizeof(*q); out[n++] = sizeof(::G); struct G r{{7}}; out[n++] = r.c[0]; }
    out[n++] = sizeof(G); out[n++] = f<double>();
    { int o = 3; out[n++] = o; } out[n++] = o(1);
}
