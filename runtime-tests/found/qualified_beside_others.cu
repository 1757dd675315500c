// Several declarators of which some are qualified: what they define was lost, or became another object of the last name.
namespace n { extern __device__ int x, y, z; extern __device__ int *p; extern __device__ int q[2]; namespace m { extern __device__ int w; } }
__device__ int n::x = 4, n::y = 7;
__device__ int g = 3, n::z = 9, h = 11;
__device__ int *n::p = &n::q[1], n::m::w = 13, n::q[2] = {1, 2}, last{17};

extern "C" __global__ void k(int *out)
{
    int all[] = {n::x, n::y, n::z, g, h, *n::p, n::m::w, n::q[0], n::q[1], last};
    for (int i = 0; i < 10; i++)
        out[i] = all[i];
}
