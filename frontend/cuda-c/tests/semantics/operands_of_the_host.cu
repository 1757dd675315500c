// [expr.context] [expr.delete] [expr.dynamic.cast] what only a host does is named in operands, and there makes sense or not
// wrong: host-operands-are-refused
// options: -default-device
template <class T> T &&of();
template <class T, class U> struct Same { static constexpr int v = 0; };
template <class T> struct Same<T, T> { static constexpr int v = 1; };
struct B { int b; };
struct D : B { int d; };
class Hidden : B {};
struct Forever { ~Forever() = delete; };
struct Open;
struct Throws { ~Throws() noexcept(false) {} };
template <class T> __device__ auto deletes(int) -> decltype(delete of<T>(), 1) { return 1; }
template <class T> __device__ int deletes(...) { return 2; }
template <class T, class U> __device__ auto casts(int) -> decltype(dynamic_cast<T>(of<U>()), 1) { return 1; }
template <class T, class U> __device__ int casts(...) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = deletes<int *>(0) + 10 * deletes<int>(0) + 100 * deletes<void (*)()>(0) + 1000 * deletes<D *>(0);
    out[n++] = deletes<Forever *>(0) + 10 * deletes<const int *&>(0) + 100 * deletes<B>(0);
    out[n++] = casts<B *, D *>(0) + 10 * casts<D *, B *>(0) + 100 * casts<B &, D &>(0) + 1000 * casts<B *, const D *>(0);
    out[n++] = casts<const B *, D *>(0) + 10 * casts<B &, D>(0) + 100 * casts<const B &&, D>(0) + 1000 * casts<int *, int *>(0);
    out[n++] = casts<B *, Hidden *>(0) + 10 * casts<D *, D *>(0) + 100 * casts<void *, D *>(0) + 1000 * casts<Open *, Open *>(0);
    out[n++] = Same<decltype(dynamic_cast<B &&>(of<D>())), B &&>::v + Same<decltype(delete of<int *>()), void>::v;
    int *p = nullptr; Throws *q = nullptr; D *d = nullptr;
    out[n++] = noexcept(delete p) + 2 * noexcept(delete q) + 4 * noexcept(dynamic_cast<B *>(d));
}
