// What one way behind a branch alone reads: past stores that alias, through parts of objects, out of loops, into nested arms.

struct Node { int key; short tag; Node *next; };
__device__ int global_word[4] = {5, 6, 7, 8};

static __device__ __noinline__ int touch(int *p, int k) { p[k] += 10; return p[k]; }

extern "C" __global__ void run(int *o, float *f, int n)
{
    __shared__ int block[8];
    int at = 0;
    int *p = o + 64;
    for (int k = 0; k < 16; k++) p[k] = k * k + n;
    for (int k = 0; k < 8; k++) block[k] = k - n;
    int *alias = n == 5 ? p + 1 : p + 2;
    int v = p[1];
    *alias = 1000;
    if (n > 3) { o[at] = v; o[at + 1] = v * p[1]; }
    at += 2;
    int w = block[2];
    block[n & 3] = 55;
    __syncthreads();
    int x = block[1];
    if (n > 2) { block[1] = 7; o[at] = w + x; o[at + 1] = x * w; }
    at += 2;
    int y = global_word[2], z = p[5] / (n - 4);
    int got = touch(global_word, 2) + touch(p, 5);
    if (got > 0) { o[at] = y; o[at + 1] = z + got; }
    at += 2;
    Node a = {1, 2, 0}, b = {3, 4, &a};
    Node *q = n & 1 ? &b : &a;
    int key = q->key; short tag = q->tag;
    b.key = 99; a.tag = -7;
    if (q->next) { o[at] = key * 10 + tag; o[at + 1] = q->next->tag; }
    at += 2;
    unsigned quotient = (unsigned)p[7] / (unsigned)(n + 3), rest = (unsigned)p[7] % (unsigned)(n + 3);
    if (n != 5 && p[3] > 2 || n == 5 && quotient > 3) o[at] = quotient * rest;
    else if (n > 7) o[at] = rest;
    else o[at + 1] = quotient;
    at += 2;
    int s = 0, last = 0;
    for (int i = 0; i < n; i++) {
        int t = p[i] * 7 + i, u = t / 3;
        if (i & 1) s += u;
        last = t ^ i;
        if (i == 3) { s -= t; continue; }
        s ^= i;
    }
    int behind = last * 5 + s;
    if (n > 4) o[at] = behind;
    o[at + 1] = s;
    at += 2;
    int first = -1, found = 0;
    for (int i = 0; i < 16; i++) {
        int c = p[i] * 3 - 40;
        if (c > 20) { first = c; found = i; break; }
    }
    o[at++] = first; o[at++] = found;
    float e = (float)p[2] * 0.25f, g = e / (float)(n - 5), h = sqrtf(e);
    if (n != 5) f[0] = g;
    else { f[0] = e; if (e > 2.0f) f[1] = h; }
    f[2] = n > 100 ? g : -0.0f;
    volatile int *vol = o + 120;
    int before = vol[0];
    vol[0] = 3;
    if (n > 1) o[at] = before + vol[0];
    at++;
    int old = atomicAdd(p + 9, 4), now = p[9];
    if (n > 1) { o[at] = old; o[at + 1] = now; }
    at += 2;
    int phi = n * 31 + p[4], other = n / 2;
    if (p[0] > 2) { if (p[1] > 3) phi = other; else other = phi; p[8] = 1; }
    o[at++] = phi; o[at++] = other;
    long long wide = (long long)p[6] * p[7] * p[8] + n;
    switch (n) {
    case 1: o[at] = (int)wide; break;
    case 5: o[at] = (int)(wide >> 3); o[at + 1] = (int)(wide % 1000); break;
    default: break;
    }
}
