#include <cub/block/block_run_length_decode.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::BlockRunLengthDecode<int, 128, 1, 2> B;
    __shared__ B::TempStorage s;
    int value[1] = {in[i]};
    unsigned length[1] = {(unsigned)(in[i] & 3) + 1}, total = 0;
    B decode(s, value, length, total);
    for (unsigned at = 0; at < total; at += 256) {
        int x[2];
        unsigned offset[2];
        decode.RunLengthDecode(x, offset, at);
        if (at + 2 * t < total)
            atomicAdd(&out[blockIdx.x * 256 + 2 * t], x[0] + (int)offset[0]);
        if (at + 2 * t + 1 < total)
            atomicAdd(&out[blockIdx.x * 256 + 2 * t + 1], x[1] + (int)offset[1]);
    }
}
