// [except.spec] [temp.dep.candidate] a condition of noexcept knows what stands before its function, and what the arguments' namespaces have
// wrong: conditions-see-below
// options: -default-device
__device__ void before(long) noexcept {}
template <class T> __device__ void free_one(T &t) noexcept(noexcept(before(t))) {}
template <class T> struct Box {
  T t;
  __device__ void member() noexcept(noexcept(before(t))) {}
  __device__ void of_namespace() noexcept(noexcept(found(t))) {}
};
struct Plain { int a; void f() noexcept(noexcept(before(a))) {} };
__device__ void before(int) {}
namespace N { struct S { int s; }; __device__ void found(S &) noexcept {} }
namespace M { struct S { int s; }; __device__ void found(S &) {} }
extern "C" __global__ void k(long long *out)
{
    int n = 0, i = 1; Box<int> b; Box<N::S> s; Box<M::S> m; Plain p;
    out[n++] = noexcept(free_one(i)); out[n++] = noexcept(b.member()); out[n++] = noexcept(p.f());
    out[n++] = noexcept(s.of_namespace()); out[n++] = noexcept(m.of_namespace());
    s.of_namespace(); m.of_namespace(); b.member(); p.f();
}
