// [class.this] member functions differ by const and volatile, and are for objects that are no more qualified
// wrong: volatile-members-are-plain
struct M {
    int v = 9;
    __device__ int f() { return 1; }
    __device__ int f() const { return 2; }
    __device__ int f() volatile { return 3; }
    __device__ int f() const volatile { return 4; }
    __device__ int g() volatile { return v + 5; }
    __device__ int h() const;
    __device__ int h() const volatile;
    template <class T> __device__ int t(T) volatile { return 1; }
    template <class T> __device__ int t(T) const { return 2; }
    __device__ int operator+(int) volatile { return 1; }
    __device__ int operator+(int) const { return 2; }
};
__device__ int M::h() const { return 6; }
__device__ int M::h() const volatile { return 7; }

extern "C" __global__ void k(long long *out)
{
    M m;
    const M cm{};
    volatile M vm;
    const volatile M cv{};
    out[0] = m.f();
    out[1] = cm.f();
    out[2] = vm.f();
    out[3] = cv.f();
    out[4] = m.g();
    out[5] = vm.g();
    out[6] = m.h();
    out[7] = vm.h();
    out[8] = vm.t(1);
    out[9] = cm.t(1);
    out[10] = vm + 1;
    out[11] = cm + 1;
}
