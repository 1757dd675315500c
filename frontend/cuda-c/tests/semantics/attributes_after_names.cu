// [dcl.attr.grammar] attributes may stand behind the name that is declared
// wrong: bit-fields-are-unsigned
__device__ int f [[gnu::noinline]] (int a){ return a; } __device__ int h(int a [[maybe_unused]] = 3){return a;}
__device__ int g1 [[maybe_unused]] = 4, g2 [[maybe_unused]] [2] = {1, 2};
struct S { int m [[maybe_unused]]; int b [[maybe_unused]] : 3; int a [[maybe_unused]] [2]; __device__ int f [[nodiscard]] () { return m; } };
extern "C" __global__ void k(long long *out) { int x [[maybe_unused]]=3, y [[maybe_unused]]=4; int arr [[maybe_unused]] [3]={1}; S s{1, -2, {3, 4}}; out[0] = (x+y+arr[0]+f(1)) + h() + g1 + g2[1] + s.f() + s.b + s.a[1]; for (int i [[maybe_unused]] = 0; i < 2; i++) out[1] += i; }
