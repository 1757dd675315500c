// test lir=vectorize -O3 -arch=sm_80
// Arrays of shared memory whose size the launch says all begin in one place.
// count 3: st.shared.u32
// count 0: st.shared.v2
struct alignas(8) V { int a, b; };
extern __shared__ V first[];
extern __shared__ int second[];
extern "C" __global__ void k(int *out, int n) {
    first[0].a = n;
    second[1] = n + 1;
    first[0].b = n + 2;
    __syncthreads();
    out[0] = first[0].a + first[0].b;
}
