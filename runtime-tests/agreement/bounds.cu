// Indices kept within bounds in every way of writing it, and what looks like it, around the ends of int: where the other number would overflow the source does not
// compute it.

__device__ int edge(int k)
{
    const int edges[] = {-2147483647 - 1, -2147483647, -2147483646, -5, -1, 0, 1, 2, 7, 8, 2147483645, 2147483646, 2147483647};
    return edges[k];
}

__device__ unsigned mixed(unsigned h, int v) { return (h ^ (unsigned)v) * 16777619u; }

// Of arms that are no cheap trees.
__device__ int arms(int x, int n)
{
    int at = x;
    if (x >= n)
        at = n - 1;
    return at;
}

__device__ int arms_up(int x, int n)
{
    int at;
    if (x <= n)
        at = n + 1;
    else
        at = x;
    return at;
}

extern "C" __global__ void run(int *o, float *f, int n)
{
    unsigned h[16];
    for (int k = 0; k < 16; k++)
        h[k] = 2166136261u;
    const int lowest = -2147483647 - 1, highest = 2147483647;
    for (int i = 0; i < n + 8; i++) {
        for (int j = 0; j < n + 8; j++) {
            int x = edge(i), y = edge(j);
            unsigned u = (unsigned)y, v = (unsigned)x;
            if (y != lowest) {
                h[0] = mixed(h[0], x >= y ? y - 1 : x);
                h[1] = mixed(h[1], x < y ? x : y - 1);
                h[2] = mixed(h[2], y <= x ? y + -1 : x);
                h[3] = mixed(h[3], y > x ? x : y - 1);
                h[4] = mixed(h[4], x > y ? y - 1 : x);
                h[5] = mixed(h[5], arms(x, y));
            }
            if (y != highest) {
                h[6] = mixed(h[6], x <= y ? y + 1 : x);
                h[7] = mixed(h[7], x > y ? x : y + 1);
                h[8] = mixed(h[8], y >= x ? y + 1 : x);
                h[9] = mixed(h[9], y < x ? x : y + 1);
                h[10] = mixed(h[10], arms_up(x, y));
            }
            h[11] = mixed(mixed(h[11], v >= u ? u - 1 : v), v <= u ? u + 1 : v);
            h[12] = mixed(mixed(h[12], x >= 8 ? 7 : x), x < 8 ? x : 7);
            h[13] = mixed(mixed(h[13], x <= 7 ? 8 : x), x > -1 ? x : 0);
            h[14] = mixed(mixed(h[14], x < 0 ? 0 : x >= 8 ? 7 : x), x > 7 ? 7 : x < 0 ? 0 : x);
            h[15] = mixed(mixed(h[15], x >= y && y > 0 ? y - 1 : x), x >= 8 ? 8 : x);
            long long wide = (long long)x - y;
            o[40] = mixed(o[40], (wide >> 2) < 7) + ((wide >> 2) <= -3) + ((wide >> 1) >= 0x40000000) + ((x >> 3) > -2) + ((u >> 4) < 9u);
            o[41] = mixed(o[41], ((x >> 5 & 127) ^ 85) << 5 | (x & ~(127 << 5)));
            o[42] = mixed(o[42], ((u >> 16 ^ 0x8000u) << 16 | (u & 0xffffu)) + (((x >> 4) ^ 3) << 4) + ((((u >> 8) & 15) | 6) << 8 | (u & 0xff)));
            o[43] = mixed(o[43], __ffs(x) * 100 + __ffsll((long long)x << 13));
        }
    }
    for (int k = 0; k < 16; k++)
        o[k] = h[k];
}
