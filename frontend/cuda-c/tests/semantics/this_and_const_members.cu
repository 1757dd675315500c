// [class.this] this points to the object; const member functions read it
// wrong: const-objects-call-any
struct S { int v; __device__ S &self() { return *this; } __device__ const S &self() const { return *this; } __device__ S &set(int x) { this->v = x; return *this; } __device__ S copy() const { return *this; } __device__ int v2() { int v = 100; return v + this->v; } __device__ bool is(const S *p) const { return this == p; } __device__ S *ptr() { return this; } __device__ int both(int v) { return v * 10 + S::v; } };
extern "C" __global__ void k(long long *out) {
  S a = {1}; a.set(2).set(3).self().set(a.v + 4); a.copy().set(50); const S c = {9}; a.ptr()->v++;
  out[0] = a.v; out[1] = a.v2(); out[2] = a.is(&a); out[3] = a.is(&c); out[4] = c.self().v; out[5] = c.copy().v;
  out[6] = a.both(6); out[7] = a.copy().set(5).v; out[8] = (&a)->self().v; out[9] = &a.self() == &a;
}
