// [class.friend] a friend defined in its class is found through its arguments
// wrong: friends-are-members
struct A { int v; friend __device__ A operator+(A x, A y) { return {x.v + y.v}; } friend __device__ int get(const A &a) { return a.v; } friend __device__ bool operator<(const A &x, const A &y) { return x.v < y.v; } };
class B { int s; public: __device__ B(int x) : s(x) {} friend class C; friend __device__ int peek(B &); template <class T> friend __device__ int tpl(T, B &b) { return b.s + sizeof(T); } };
class C { public: __device__ int see(B &b) { return b.s * 2; } };
__device__ int peek(B &b) { return b.s++; }
extern "C" __global__ void k(long long *out) {
  A a = {1}, b = {2}; B c(5); C e;
  out[0] = (a + b).v; out[1] = get(a); out[2] = a < b; out[3] = e.see(c); out[4] = peek(c); out[5] = peek(c);
  out[6] = tpl('a', c);
}
