// [dcl.init.list] T{...} calls a constructor of a class that is no aggregate, and initialises members of one that is
// wrong: constructors-do-not-matter-in-lists
struct A { int x, y; };
struct B { int x, y; __device__ B(int a, int b) : x(b), y(a) {} __device__ B(int a) : x(a), y(-1) {} __device__ B() : x(8), y(9) {} };
__device__ int sum(A a) { return a.x * 10 + a.y; }
__device__ int sum2(B b) { return b.x * 10 + b.y; }
__device__ B make() { return {1, 2}; }
__device__ A agg() { return {3, 4}; }
__device__ int ref(const B &b) { return b.x; }
extern "C" __global__ void k(long long *out) {
  A a{1, 2}; B b{1, 2}, c{5}, d{}, e = {6}; B f({7, 8});
  out[0] = a.x; out[1] = b.x; out[2] = b.y; out[3] = c.y; out[4] = d.x; out[5] = e.x; out[6] = f.x;
  out[7] = sum({1, 2}); out[8] = sum2({1, 2}); out[9] = sum({}); out[10] = sum2({}); out[11] = sum2({3});
  out[12] = make().x; out[13] = agg().y; out[14] = ref({4, 5}); out[15] = A{7, 8}.y; out[16] = B{7, 8}.y;
  out[17] = int{5} + 1; out[18] = A{}.x; out[19] = sum(A{2});
  a = {5, 6}; b = {7, 8}; int i = {3}; i = {4};
  out[20] = a.y; out[21] = b.x; out[22] = i;
}
