// Function objects: reductions and maps that take their operation as a type.

struct Add {
    __device__ int operator()(int a, int b) const { return a + b; }
    static __device__ int neutral() { return 0; }
};

struct Larger {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
    static __device__ int neutral() { return -1000000; }
};

struct Affine {
    int by, plus;
    __device__ Affine(int b, int p) : by(b), plus(p) {}
    __device__ int operator()(int x) const { return x * by + plus; }
};

template <typename F, typename G>
struct Compose {
    F f;
    G g;
    __device__ Compose(F a, G b) : f(a), g(b) {}
    __device__ int operator()(int x) const { return f(g(x)); }
};

template <typename F, typename G>
__device__ Compose<F, G> compose(F f, G g) { return Compose<F, G>(f, g); }

template <typename Op>
__device__ int reduce(int v, int *shared, const Op &op = Op())
{
    unsigned t = threadIdx.x;
    shared[t] = v;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d; d /= 2) {
        if (t < d)
            shared[t] = op(shared[t], shared[t + d]);
        __syncthreads();
    }
    int all = shared[0];
    __syncthreads();
    return all;
}

extern "C" __global__ void functors(const int *in, int *out, int n)
{
    __shared__ int room[128];
    int at = blockIdx.x * 128 + threadIdx.x;
    auto map = compose(Affine(3, 1), compose(Affine(-2, 5), Affine(1, (int)blockIdx.x)));
    int sum = reduce<Add>(at < n ? map(in[at]) : Add::neutral(), room);
    int most = reduce(at < n ? Affine(2, 0)(in[at]) : Larger::neutral(), room, Larger());
    if (threadIdx.x == 0) {
        out[2 * blockIdx.x] = sum;
        out[2 * blockIdx.x + 1] = most;
    }
}
