// Calls that stay calls: structs by value both ways, pointers and references to locals, narrow scalars, a barrier and
// shared memory inside the function called, calls in loops and in divergent code.
__constant__ int weights[8] = {3, 1, 4, 1, 5, 9, 2, 6};

struct Range {
    int low, high;
    short count, spare; // No padding: clang at -O0 copies it, and the emulator says so.
};

__device__ __noinline__ Range widen(Range r, int v)
{
    if (v < r.low) r.low = v;
    if (v > r.high) r.high = v;
    r.count++;
    return r;
}

__device__ __noinline__ void advance(unsigned *state, const int &by)
{
    *state = *state * 1664525u + 1013904223u + by;
}

__device__ __noinline__ int weight(int k) { return weights[k & 7]; }

__device__ __noinline__ int rotate(int value)
{
    __shared__ int ring[96];
    ring[threadIdx.x] = value;
    __syncthreads();
    int next = ring[(threadIdx.x + 1) % 96];
    __syncthreads();
    return next + weight(value);
}

__device__ __noinline__ signed char squeeze(signed char a, unsigned char b, bool up)
{
    return up ? a + b : a - b;
}

__device__ __noinline__ double half_of(float x, long long scale) { return x * 0.5 * scale; }

extern "C" __global__ void noinline_calls(const int *in, int *range, unsigned *random, int *ring, int *narrow,
                                          double *halves, int n)
{
    int i = blockIdx.x * 96 + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int turned = v;
    for (int k = 0; k < 4; k++) turned = rotate(turned);
    if (i >= n) return;
    Range r = {v, v, 1, 0};
    for (int k = 1; k < 9; k++) {
        int other = in[(i * 7 + k * k) % n];
        if (other % 3 != 0) r = widen(r, other);
    }
    unsigned state = v;
    int steps = 0;
    while (state % 5 != 0 && steps < 20) {
        advance(&state, steps);
        steps++;
    }
    range[i] = r.high - r.low + 1000 * r.count;
    random[i] = state + steps;
    ring[i] = turned;
    narrow[i] = squeeze(v, v >> 3, v & 1);
    halves[i] = half_of(v, i);
}
