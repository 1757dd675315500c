// [basic.lval] values of classes keep the const that their type is written with, and so do their members, which are xvalues
// wrong: casts-drop-qualifiers
struct A { int d; const int c; __device__ int f() { return 1; } __device__ int f() const { return 2; } };
typedef const A CA;
struct B { A a; int r[2]; mutable int m; };
struct D : A { int e; };
template <class T, class U> struct Same { static const int v = 0; };
template <class T> struct Same<T, T> { static const int v = 1; };
__device__ const A cmk() { return {1, 2}; }
__device__ A mk() { return {3, 4}; }
__device__ const B cb() { return {{5, 6}, {7, 8}, 9}; }
__device__ B mb() { return {{5, 6}, {7, 8}, 9}; }
__device__ D md() { return {{5, 6}, 7}; }
__device__ int y(A &) { return 1; } __device__ int y(const A &) { return 2; } __device__ int y(A &&) { return 3; } __device__ int y(const A &&) { return 4; }
__device__ int q(int &) { return 1; } __device__ int q(const int &) { return 2; } __device__ int q(int &&) { return 3; } __device__ int q(const int &&) { return 4; }
template <class T> __device__ int fw(T &&) { return Same<T, A>::v + 2 * Same<T, const A>::v + 4 * Same<T, int>::v + 8 * Same<T, const int>::v; }
template <class T> __device__ int cr(const T &) { return Same<T, A>::v; }
typedef int &IR; typedef const int &CIR; typedef int &&IRR; typedef A &AR; typedef const A &CAR;
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = CA{1}.f(); out[n++] = y(CA{1});  out[n++] = y((CA)A{1, 0}); out[n++] = y(static_cast<CA>(A{1}));
    out[n++] = y(A{1}); out[n++] = y(cmk()); out[n++] = y(mk()); out[n++] = Same<decltype(CA{1}), CA>::v; out[n++] = Same<decltype(A{1}), A>::v;
    out[n++] = q(cmk().d); out[n++] = q(mk().c); out[n++] = q(mk().d); out[n++] = q(cb().a.d); out[n++] = q(cb().m);
    out[n++] = y(cb().a); out[n++] = y(mb().a); out[n++] = y(md()); out[n++] = q(md().d); out[n++] = y(CA{mk()});
    out[n++] = Same<decltype((cmk().d)), const int &&>::v; out[n++] = Same<decltype((mk().d)), int &&>::v; out[n++] = Same<decltype(mk().d), int>::v; out[n++] = Same<decltype((mk().c)), const int &&>::v;
    out[n++] = fw(cmk()); out[n++] = fw(mk()); out[n++] = fw(cmk().d); out[n++] = fw(mk().c); out[n++] = fw(mk().d); out[n++] = cr(cmk());
    out[n++] = mk().d + mk().c * 10 + cb().a.d + mb().r[1] + md().d; out[n++] = A{1, 2}.c; out[n++] = (mk(), md()).e;
    int i = 4; A a{11};
    out[n++] = IR{i}; out[n++] = CIR{i}; out[n++] = IRR{6}; out[n++] = CIR{7}; IR{i} = 5; out[n++] = i; out[n++] = AR{a}.d; out[n++] = &AR{a} == &a; out[n++] = CAR{3}.d; out[n++] = IR(i) + CIR(8);
    out[n++] = Same<decltype(IR{i}), int &>::v; out[n++] = Same<decltype(IRR{6}), int &&>::v;
    const int &r = mk().d; out[n++] = r; const A &w = mb().a; out[n++] = w.d + w.c;
    auto b = mb().a; out[n++] = b.d; int arr = 0; for (int v : mb().r) arr = arr * 10 + v; out[n++] = arr;
}
