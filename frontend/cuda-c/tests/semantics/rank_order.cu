// [over.ics.rank] identity comes before an rvalue reference, that before qualifiers; rvalue references beat lvalue references to anything
// wrong: qualifiers-do-not-rank
__device__ int f(int *const &) { return 1; }
__device__ int f(const int *&&) { return 2; }
struct CP { __device__ operator int *() const { return 0; } };
__device__ int *mk() { return 0; }
__device__ int g(int (&&)[3]) { return 1; }
__device__ int g(const int (&&)[3]) { return 2; }
__device__ int h(int *&&) { return 1; }
__device__ int h(int (&)[3]) { return 2; }
__device__ int i1(const int &) { return 1; }
__device__ int i1(int (&&)[3]) { return 2; }
struct IL { __device__ operator int() { return 1; } __device__ operator long() const { return 2; } };
__device__ int l(const long &) { return 1; }
__device__ int l(long &&) { return 2; }
__device__ int m(int &&) { return 1; }
__device__ int m(long &&) { return 2; }
__device__ int o(const int *const &) { return 1; }
__device__ int o(const int *&&) { return 2; }
struct A { int v; };
struct CA { __device__ operator A() const { return {3}; } };
__device__ int p(const A &) { return 1; }
__device__ int p(A &&) { return 2; }
__device__ int q(const int (&)[2]) { return 1; }
__device__ int q(int (&&)[2]) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int n = 0, a[3] = {};
    const int i = 1;
    out[n++] = f(mk()); out[n++] = f(CP()); out[n++] = f(a);
    out[n++] = g({1, 2}); out[n++] = h(a); out[n++] = i1({i});
    out[n++] = l(IL()); out[n++] = m(IL()); out[n++] = o(mk()); out[n++] = o((const int *)a);
    out[n++] = p(A{1}); out[n++] = p(CA()); out[n++] = p({1}); out[n++] = q({1, 2});
}
