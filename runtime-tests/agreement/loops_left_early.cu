// Loops with ways out in their midst, of every small count, up and down, by every comparison, to bounds at the ends of their types.

template <class T> static __device__ __forceinline__ int up(const int *p, T from, T to, int stop, int &steps)
{
    int s = 0;
    for (T i = from; i < to; i++) {
        int v = p[(int)i & 15];
        if (v == stop) return s * 2 + 1;
        s = s * 3 + v;
        steps++;
    }
    return s;
}
template <class T> static __device__ __forceinline__ int down(const int *p, T from, T to, int stop, int &steps)
{
    int s = 0;
    for (T i = from; i > to; --i) {
        int v = p[(int)i & 15];
        if (v == stop) break;
        s = s * 5 - v;
        if (s == 77777) continue;
        steps++;
    }
    return s;
}
template <class T> static __device__ __forceinline__ int until(const int *p, T from, T to, int stop)
{
    int s = 0;
    T i = from;
    do {
        s ^= p[(int)i & 15] + (int)(i & 7);
        if (s == stop) { s += 1000; break; }
        i++;
    } while (i != to);
    return s * 16 + (int)(i & 15);
}

extern "C" __global__ void run(int *o, float *f, int n)
{
    int *p = o + 100;
    for (int k = 0; k < 16; k++) p[k] = (k * 5 + n) % 16;
    int at = 0, steps = 0;
    for (int count = -2; count < 13; count++) {
        int c = count + p[11] - p[11], a = p[3] - p[3];
        int s = 0;
        for (int stop = -1; stop < 16; stop += 4) {
            s = s * 7 + up<int>(p, a, c, stop, steps);
            s = s * 7 + up<int>(p, c, c + 5, stop, steps);
            s = s * 7 + down<int>(p, c, a, stop, steps);
            s = s * 7 + down<int>(p, a + 3, c - 9, stop, steps);
            if (c > 0) {
                s = s * 7 + up<unsigned>(p, a + 1u, c + 2u, stop, steps);
                s = s * 7 + up<unsigned>(p, 0xfffffffeu - c, 0xfffffffeu, stop, steps);
                s = s * 7 + down<unsigned>(p, c + 4u, 3u + a, stop, steps);
                s = s * 7 + up<int>(p, 0x7fffffff - c, 0x7fffffff, stop, steps);
                s = s * 7 + down<int>(p, -0x7fffffff + c, -0x7fffffff, stop, steps);
                s = s * 7 + until<unsigned>(p, 5u + a, 5u + c, stop);
                s = s * 7 + until<unsigned>(p, 0u - c, 0u + a, stop);
                s = s * 7 + until<int>(p, a - 3, c - 3, stop);
            }
            s = s * 7 + up<long long>(p, (long long)a, (long long)c, stop, steps);
            s = s * 7 + down<long long>(p, (long long)c - (1LL << 40), -(1LL << 40) - 3, stop, steps);
        }
        o[at++] = s;
    }
    o[at++] = steps;
    float x = 0.25f, y = 0.5f;
    int rounds = 0;
    for (; rounds < n * 7; rounds++) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f) break;
        y = 2.0f * x * y + 0.6f;
        x = xx - yy + 0.3f;
    }
    f[0] = x; f[1] = y; o[at++] = rounds;
    __shared__ int block[4];
    for (int k = 0; k < 4; k++) block[k] = -k;
    for (int k = 0; k < n; k++) {
        block[k & 3] = k;
        __syncthreads();
        if (block[(k + 1) & 3] == 3 && k > 2) { o[at + 1] = k; break; }
        __syncthreads();
        o[at] = o[at] * 3 + block[k & 3];
    }
}
