// [basic.scope.hiding] within a local class its members hide the block's names, and bases' members a template's parameters
// wrong: blocks-hide-members
struct B0 { typedef char T; enum { W = 6 }; };
template <class T, int W> struct TB : B0 { __device__ int f() { return sizeof(T) + W; } T t; };
template <class T> struct TC { struct In : B0 { __device__ int f() { return sizeof(T); } }; __device__ int g() { return sizeof(T); } };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    typedef double I;
    enum { V = 3 };
    const int c = 30, s = 40;
    struct S1 {
        typedef char I;
        struct S2;
        enum { V = 4 };
        struct S3 { typedef I J; static __device__ int v() { return V; } __device__ int m() { return sizeof(I); } };
        static __device__ int w() { return V + sizeof(I); }
        int c;
        static __device__ int s() { return 5; }
        __device__ int cc() { return c + s(); }
        __device__ int own(int V) { enum { c = 100 }; return V + c; }
    };
    struct S1::S2 { typedef I J; int a[V]; };
    struct D : S1 { I x; static __device__ int u() { return V + sizeof(I); } __device__ int y() { return c + s(); } };
    struct E { static __device__ int z() { return V + sizeof(I) + c + s; } };
    out[n++] = sizeof(S1::S2::J); out[n++] = sizeof(S1::S3::J); out[n++] = S1::S3::v(); out[n++] = S1::S3().m(); out[n++] = sizeof(S1::S2); out[n++] = S1::w();
    S1 o{7}; out[n++] = o.cc(); out[n++] = o.own(1);
    out[n++] = D::u(); out[n++] = sizeof(D); D d; d.c = 8; out[n++] = d.y(); out[n++] = E::z();
    TB<long, 2> tb; out[n++] = tb.f(); out[n++] = sizeof(tb.t); out[n++] = TC<long>::In().f(); out[n++] = TC<long>().g();
}
