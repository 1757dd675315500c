// References and pointers chosen between objects of a thread, read at once, later, after writes to either, in loops and nests, of members and elements.

template <class T> __device__ const T &larger(const T &a, const T &b) { return a < b ? b : a; }
template <class T> __device__ const T &smaller(const T &a, const T &b) { if (b < a) return b; return a; }
template <class T> __device__ T &first(T &a, T &b, bool c) { return c ? a : b; }

struct Pair { float x; short s[3]; unsigned char c; long long w; };
__device__ const Pair &nearer(const Pair &a, const Pair &b) { return a.x < b.x ? a : b; }
__device__ bool operator<(const Pair &a, const Pair &b) { return a.w < b.w; }

__device__ int by_parameter(int a, int b, int c)
{
    const int &r = larger(a, b);
    int before = r;
    a += c;
    b -= c;
    return before * 31 + r;
}

extern "C" __global__ void run(int *o, float *f, int n)
{
    int best = -1000, worst = 1000, kept = 0;
    for (int k = 0; k < 4 * n; k++) {
        int v = (k * 7919 + 13) % 101 - 50;
        best = larger(best, v);
        worst = smaller(worst, v);
        kept = larger(larger(kept, v / 2), smaller(v, k));
        o[0] = o[0] * 31 + best;
        o[1] = o[1] * 31 + worst;
        o[2] = o[2] * 31 + kept;
        o[3] = o[3] * 31 + by_parameter(v, k, n);
    }
    for (int k = 0; k < 9; k++) {
        Pair a = {k * 0.5f, {(short)k, (short)-k, 3}, (unsigned char)(k * 40), 1ll << (4 * k)};
        Pair b = {3.0f - k, {7, 8, (short)(k * 5000)}, 200, -5ll * k};
        const Pair &p = nearer(a, b);
        o[4] = o[4] * 31 + p.s[1] + p.c;
        a.s[1] = 100;
        b.c = 1;
        o[5] = o[5] * 31 + p.s[1] + p.c + p.s[2];
        Pair c = larger(a, b);
        o[6] = o[6] * 31 + c.s[0] + (int)(c.w >> 3);
        f[k] = p.x + c.x;
        first(a, b, k & 1).s[2] = 77;
        first(a.x, b.x, k & 2) += 1.0f;
        o[7] = o[7] * 31 + a.s[2] + 3 * b.s[2];
        f[16 + k] = a.x - b.x;
        int row[4] = {k, k + 1, k + 2, k + 3}, other[6] = {9, 8, 7, 6, 5, k};
        const int *q = k % 3 ? row : other + 1;
        row[2] = 40;
        o[8] = o[8] * 31 + q[2] + q[3];
        const int *r = k & 1 ? q + 1 : &other[2];
        other[3] = 50 + k;
        o[9] = o[9] * 31 + r[0] + r[1];
        volatile int x = k, y = 2 * k;
        const volatile int &z = k & 4 ? x : y;
        x = 5;
        o[10] = o[10] * 31 + z;
        unsigned char bytes[4] = {1, 2, 3, (unsigned char)k};
        const unsigned char *s = k & 2 ? bytes : (const unsigned char *)&row[1];
        o[11] = o[11] * 31 + s[0] + s[3];
        double d = larger((double)k, 4.5) + smaller(k * 1.5, (double)n);
        f[32 + k] = (float)d;
        o[12] = o[12] * 31 + (&larger(row[0], row[1]) == &row[1]) + (q == row);
    }
}
