// [specialized.addressof] __builtin_addressof is the object's address, whatever operator& its class has, in constants too
// wrong: address-ignores-operator
struct S { int a; __device__ constexpr int *operator&() const { return nullptr; } }; struct T { int x, y; };
template <class V> __device__ constexpr V *addressof(V &v) { return __builtin_addressof(v); } __device__ int f(int x) { return x + 1; } __device__ int object; constexpr S cs{7};
__device__ constexpr int through(int n) { T t{n, n * 2}; T *p = __builtin_addressof(t); int *q = __builtin_addressof(t.y); *q += 1; return p->x * 100 + p->y; }
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0]; S s{i + 3}; out[1] = &s == nullptr; out[2] = __builtin_addressof(s)->a; out[3] = addressof(s)->a; int a[3] = {1, 2, 3}; out[4] = *__builtin_addressof(a[1]); out[5] = (*__builtin_addressof(a))[2];
  out[6] = __builtin_addressof(f)(4); const S c{5}; out[7] = addressof(c)->a; static_assert(through(3) == 307, ""); out[8] = through(i + 1); out[9] = __builtin_addressof(object) == &object; int &r = i; out[10] = addressof(r) == &i; out[11] = addressof(cs)->a;
}
