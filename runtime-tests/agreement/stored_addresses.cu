// Addresses of every space that memory holds: what is loaded leads where the module's own statements put it.

__constant__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__device__ int many[8] = {2, 7, 1, 8, 2, 8, 1, 8};
__device__ const int *kept[4];
__device__ int *written[2];

struct View {
    int *at;
    int stride;
    View() = default;
    __device__ View(int *p, int s) : at(p), stride(s) {}
    __device__ int &operator[](int k) { return at[k * stride]; }
};
__device__ View *views[2];

static __device__ __noinline__ void keep(const int *p, int k) { kept[k] = p; }

extern "C" __global__ void run(int *o, float *f, int n)
{
    __shared__ int block[16];
    __shared__ View shared_view[1];
    int own[8];
    for (int k = 0; k < 16; k++) block[k] = k * n + 1;
    for (int k = 0; k < 8; k++) own[k] = k * k - n;
    kept[0] = block + 2;
    kept[1] = table + (n & 3);
    keep(many + 1, 2);
    keep(own, 3);
    int sum = 0;
    for (int k = 0; k < 16; k++) sum = sum * 3 + kept[k & 3][k >> 2];
    o[0] = sum;
    written[0] = block + 5;
    written[1] = own + 3;
    *written[n & 1] += 100;
    o[1] = block[5];
    o[2] = own[3];
    View local_view(own, 2);
    shared_view[0] = View(block, 3);
    views[0] = shared_view;
    views[1] = &local_view;
    (*views[n & 1])[1] = 77;
    (*views[~n & 1])[2] = 55;
    for (int k = 0; k < 16; k++) o[3 + k] = block[k];
    for (int k = 0; k < 8; k++) o[20 + k] = own[k];
    unsigned long long number = (unsigned long long)(block + 7);
    unsigned halves[2] = {(unsigned)number, (unsigned)(number >> 32)};
    const int *again = (const int *)(halves[0] | (unsigned long long)halves[1] << 32);
    o[28] = *again;
    f[0] = (float)o[0];
}
