#include <cuda/std/chrono>
#include <cuda/std/ratio>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    using namespace cuda::std::chrono;
    milliseconds m = seconds(in[i]) + milliseconds(t);
    out[i] = (int)duration_cast<microseconds>(m).count() + (int)(m > seconds(3)) +
             (int)cuda::std::ratio_add<cuda::std::ratio<1, 3>, cuda::std::ratio<1, 6>>::den;
}
