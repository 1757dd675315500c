// [class.bit] bit-fields of a packed structure follow one another bit by bit, over the ends of words
// wrong: bit-fields-are-unsigned
struct __attribute__((packed)) G { unsigned a : 3; unsigned b : 30; char c; };
struct __attribute__((packed)) H { char c; int a : 7; long long b : 60; int d : 29; unsigned long long e : 64; signed char f : 5; };
#pragma pack(1)
struct S { int f0 : 15; int f1 : 29; };
struct T { char c; struct { int s : 1; int t : 20; } in; short z; bool b : 1; enum { X = -2, Y } e : 30; };
#pragma pack()
union U { H h; unsigned char raw[sizeof(H)]; };
__device__ S table[3] = {{1, -2}, {-16384, 0xfffffff}, {7, 8}};
__constant__ H fixed = {1, -5, -0x7ffffffffffffffll, 0xfffffff, 0xfedcba9876543210ull, -9};
__device__ int zero;
__device__ long long sum(H h) { return h.c + h.a + h.b + h.d + (long long)(h.e >> 8) + h.f; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    G g = {5, 1000000, 7};
    out[n++] = sizeof(G); out[n++] = g.a; out[n++] = g.b; out[n++] = g.c;
    g.b = 0x3fffffff; g.a = 2; out[n++] = g.a; out[n++] = g.b; out[n++] = g.c;
    out[n++] = sizeof(H); H h = {9, 63, 1ll << 58, -1, ~0ull, 15};
    out[n++] = h.c; out[n++] = h.a; out[n++] = h.b; out[n++] = h.d; out[n++] = h.e; out[n++] = h.f;
    h.b = -2; out[n++] = h.a; out[n++] = h.b; out[n++] = h.d; h.b -= 5; out[n++] = h.b++; out[n++] = ++h.b;
    h.d <<= 3; out[n++] = h.d; h.e = 0x0123456789abcdefull; out[n++] = h.e; out[n++] = h.d; out[n++] = h.f; h.a ^= 0x15; out[n++] = h.a; out[n++] = h.b;
    out[n++] = (h.d = 0x10000001); out[n++] = h.d; out[n++] = -1 < h.d; (0, h.e) += 1; out[n++] = h.e;
    out[n++] = sizeof(S); for (int i = zero; i < 3; i++) { out[n++] = table[i].f0; out[n++] = table[i].f1; }
    table[zero + 1].f1 = -77; out[n++] = table[1].f0; out[n++] = table[1].f1; out[n++] = table[2].f0;
    out[n++] = fixed.a; out[n++] = fixed.b; out[n++] = fixed.d; out[n++] = fixed.e; out[n++] = fixed.f; out[n++] = sum(fixed); out[n++] = sum(h);
    H copy = h; copy.b = 3; out[n++] = copy.b; out[n++] = h.b; h = copy; out[n++] = h.b; out[n++] = h.e;
    T t = {1, {-1, -300}, 5, true, T::X}; out[n++] = sizeof(T); out[n++] = t.in.s; out[n++] = t.in.t; out[n++] = t.z; out[n++] = t.b; out[n++] = t.e; t.e = T::Y; t.b = 0; out[n++] = t.e; out[n++] = t.b; out[n++] = t.z;
    U u; for (int i = 0; i < (int)sizeof(H); i++) u.raw[i] = 0; u.h.b = -1; for (int i = 0; i < (int)sizeof(H); i++) out[n++] = u.raw[i];
    S e[] = {{0, 9}, {1, 8}, {2, 7}}; out[n++] = e[zero + 1].f1; e[2].f1 = e[0].f1 * e[1].f1; out[n++] = e[2].f1; out[n++] = e[2].f0;
    volatile S v = {1, 1}; v.f0 = 3; v.f1 = -4; out[n++] = v.f0; out[n++] = v.f1; const S &r = e[2]; out[n++] = r.f1 + 1;
    constexpr S c = {-3, -70000}; static_assert(c.f1 == -70000, ""); out[n++] = c.f1; static S st = {4, 5}; out[n++] = st.f1;
}
