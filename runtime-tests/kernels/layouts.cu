// Sizes, alignments and offsets as the C++ ABI of x86-64 has them.

struct Empty {};
struct A { char c; int i; };
struct B { char c; double d; char e; };
struct C { A a[2]; char c; };
union U { char c[5]; short s; };
struct D { unsigned a : 3; unsigned b : 30; char c; };
struct E { char c; long long l : 40; int i : 3; };
struct __attribute__((packed)) P { char c; double d; short s; };
struct __align__(32) W { int i; };
struct F { char c; W w; };
enum Small { one, two };
struct G { Small s; bool b; P p; U u; };
struct H { float3 f; char c; float2 g; uchar3 u; short4 s; };

extern "C" __global__ void layouts(int *out)
{
    const int all[] = {
        (int)sizeof(Empty), (int)sizeof(A), (int)alignof(A), (int)sizeof(B), (int)sizeof(C), (int)sizeof(U),
        (int)alignof(U), (int)sizeof(D), (int)sizeof(E), (int)sizeof(P), (int)alignof(P), (int)sizeof(W),
        (int)sizeof(F), (int)alignof(F), (int)sizeof(G), (int)sizeof(H), (int)alignof(H),
    };
    G g;
    H h;
    F f;
    int n = sizeof all / sizeof all[0];
    if (threadIdx.x < n)
        out[threadIdx.x] = all[threadIdx.x];
    if (threadIdx.x == 0) {
        out[n] = (int)((char *)&g.b - (char *)&g);
        out[n + 1] = (int)((char *)&g.p - (char *)&g);
        out[n + 2] = (int)((char *)&g.p.s - (char *)&g);
        out[n + 3] = (int)((char *)&g.u - (char *)&g);
        out[n + 4] = (int)((char *)&h.g - (char *)&h);
        out[n + 5] = (int)((char *)&h.u - (char *)&h);
        out[n + 6] = (int)((char *)&h.s - (char *)&h);
        out[n + 7] = (int)((char *)&f.w - (char *)&f);
    }
}
