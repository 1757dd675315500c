#include <cuda/std/variant>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    struct Square { int side; };
    struct Box { int a, b; };
    cuda::std::variant<Square, Box> v = Square{in[i]};
    if (t & 1)
        v.emplace<Box>(Box{i, 3});
    int r = 0;
    if (auto *box = cuda::std::get_if<Box>(&v))
        r = box->a * box->b;
    else
        r = cuda::std::get<Square>(v).side * cuda::std::get<0>(v).side;
    out[i] = r + cuda::std::holds_alternative<Box>(v);
}
