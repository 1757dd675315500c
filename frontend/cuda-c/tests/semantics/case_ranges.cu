// [GNU] case a ... b takes all values from a to b of the switch's type, to the ends of that type
// wrong: ranges-are-signed
// host-only
#define MAX64 9223372036854775807L
__device__ int whole(long x) { switch (x) { case -MAX64 - 1 ... MAX64: return 1; default: return 2; } }
__device__ int upper(long x) { switch (x) { case 0L ... MAX64: return 1; case -5 ... -3: return 2; default: return 3; case -MAX64 - 1 ... -MAX64 + 9: return 4; } }
__device__ int all(unsigned long x) { switch (x) { case 0 ... ~0ul: return 1; } return 2; }
__device__ int high(unsigned long x) { switch (x) { case 5 ... 0x8000000000000001ul: return 1; case 0xffffffffffffff00ul ... ~0ul: return 2; case 4: return 3; default: return 4; } }
__device__ int word(int x) { switch (x) { case -2147483647 - 1 ... -100: return 1; case -99 ... 99: return 2; case 101 ... 2147483647: return 3; } return 4; }
__device__ int uword(unsigned x) { switch (x) { case 0 ... 2147483647: return 1; case 2147483648u ... 4294967294u: return 2; default: return 3; } }
__device__ int every(unsigned x) { switch (x) { case 0 ... 4294967295u: return 1; default: return 2; } }
__device__ int through(unsigned char x) { int r = 0; switch (x) { case 0 ... 99: r += 1; case 100: r += 10; break; case 101 ... 255: r += 100; } return r; }
enum E { a, b = 40, c = 100 };
__device__ int of_enum(E e) { switch (e) { case a ... b: return 1; case c: return 2; default: return 3; } }
__device__ int nested(long x, int y) { switch (x) { case 1 ... 1000: switch (y) { case 1 ... 500: return 1; default: break; } if (y < 0) { case 2000 ... 4000000000: return 2; } return 3; } return 4; }
__device__ int once(int *p, int x) { switch (++*p) { case 1 ... 70: return x; case 71 ... 200: return 2 * x; default: return 3 * x; } }
extern "C" __global__ void k(long long *out)
{
    int n = 0, t = 69;
    const long l[] = {-MAX64 - 1, -MAX64 + 9, -MAX64 + 10, -6, -5, -3, -2, -1, 0, 1, MAX64};
    for (int i = 0; i < 11; i++) { out[n++] = whole(l[i]) * 10 + upper(l[i]); out[n++] = all(l[i]) * 10 + high(l[i]); }
    const unsigned w[] = {0, 3, 99, 100, 101, 2147483647, 2147483648u, 4294967195u, 4294967196u, 4294967197u, 4294967294u, 4294967295u};
    for (int i = 0; i < 12; i++) out[n++] = word(w[i]) * 1000 + uword(w[i]) * 100 + every(w[i]) * 10 + (high(w[i] - 96));
    out[n++] = high(4); out[n++] = high(5); out[n++] = high(0x8000000000000001ul); out[n++] = high(0x8000000000000002ul);
    for (int i = 98; i < 103; i++) out[n++] = through(i);
    out[n++] = of_enum(a); out[n++] = of_enum(b); out[n++] = of_enum((E)41); out[n++] = of_enum(c); out[n++] = of_enum((E)39);
    out[n++] = nested(1, 1); out[n++] = nested(1000, 501); out[n++] = nested(5, -1); out[n++] = nested(4000000000, 1); out[n++] = nested(4000000001, 1); out[n++] = nested(1500, -1);
    for (int i = 0; i < 3; i++) out[n++] = once(&t, i + 1);
    t = 200; out[n++] = once(&t, 7); out[n++] = t;
}
