// [class.free] a class may have allocation functions, which nothing here calls
// wrong: bit-fields-are-unsigned
struct A {
    int v : 4;
    __device__ void *operator new(unsigned long n) { return 0; }
    __device__ void operator delete(void *p) {}
    __device__ static void *operator new[](unsigned long n);
    __device__ int f() const { return v; }
};
struct B : A { int w; };
extern "C" __global__ void k(long long *out)
{
    A a{-3};
    B b;
    b.v = 5; b.w = 6;
    out[0] = a.f(); out[1] = b.f() + b.w; out[2] = sizeof(B);
}
