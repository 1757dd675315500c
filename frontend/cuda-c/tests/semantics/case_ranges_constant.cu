// [GNU] a range of cases has its last value, however long it is, in constant expressions too
// wrong: wide-ranges-end-early
// host-only
__device__ constexpr int high(unsigned long x) { switch (x) { case 5 ... 0x8000000000000001ul: return 1; case 0xffffffffffffff00ul ... ~0ul: return 2; case 4: return 3; default: return 4; } }
__device__ constexpr int low(long x) { switch (x) { case -9223372036854775807L - 1 ... -7: return 1; case 0 ... 9223372036854775807L: return 2; } return 3; }
static_assert(high(5) == 1 && high(0x8000000000000001ul) == 1 && high(0x8000000000000002ul) == 4 && high(~0ul) == 2 && high(4) == 3, "");
static_assert(low(-8) == 1 && low(-7) == 1 && low(-6) == 3 && low(0) == 2 && low(9223372036854775807L) == 2, "");
template<int N> struct Of { static const int n = N; };
__device__ int last(int x) { switch (x) { case 0 ... 31: return 1; case 40 ... 72: return 2; case 100 ... 1000: return 3; default: return 4; } }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = Of<high(6)>::n; out[n++] = Of<low(-9223372036854775807L - 1)>::n;
    for (int i = 0; i < 4; i++) { const int t[] = {31, 72, 1000, 32}; out[n++] = last(t[i]); out[n++] = last(t[i] + 1); out[n++] = last(t[i] - 1); }
}
