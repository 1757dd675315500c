// [conv.mem] 1, [intro.execution] what gives a null pointer runs, and then it is the null pointer to a member, which is not all zeros
// wrong: null-members-forget-calls
using Null = decltype(nullptr); struct S { int a, b; __device__ int f(int x) { return x + a; } }; using Data = int S::*; using Function = int (S::*)(int);
__device__ int seen; __device__ Null count(int n) { seen = seen * 10 + n; return nullptr; }
template <class R, class F> __device__ R by(F f, int n) { return f(n); }
template <class R> __device__ R made(int n) { return by<R>([=](int m) { count(m + 1); return nullptr; }, n); }
__device__ int over(Data d) { return d == nullptr ? 4 : 5; } struct H { Null n; __device__ operator Null() const { count(9); return n; } };
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0]; seen = i; S s{1, 2}; Null n = count(1); Data some = i ? nullptr : &S::b;
  out[1] = !made<Data>(i); out[2] = seen; out[3] = !made<Function>(i); out[4] = seen; Data p = count(2); out[5] = !p; out[6] = seen;
  Data q = n; out[7] = q == nullptr; out[8] = q == n; out[9] = some == count(3); out[10] = seen; p = &S::a; p = count(4); out[11] = p == nullptr; out[12] = seen;
  seen = 0; out[13] = static_cast<Data>(count(5)) == nullptr; out[14] = (Data)count(6) == nullptr; out[15] = Data(count(7)) == nullptr; out[16] = seen;
  out[17] = over(count(8)); Data r{count(1)}; out[18] = !r; out[19] = seen; H h{}; Data t = h; out[20] = t == nullptr; out[21] = seen; p = &S::b;
  seen = 0; out[22] = (i ? p : count(2)) == nullptr; out[23] = (i ? count(3) : p) == nullptr; out[24] = seen; out[25] = s.*(i ? q : p); out[26] = (count(4), p) == nullptr;
  Function g = count(5); out[27] = g == nullptr; int *a = count(6); out[28] = a == nullptr; bool b(count(7)); out[29] = b; void (*v)(int) = count(8); out[30] = v == nullptr; out[31] = seen;
  seen = 0; out[32] = count(1) == nullptr; out[33] = nullptr == count(2); out[34] = count(3) == count(4); out[35] = count(5) ? 1 : 2; out[36] = !count(6); out[37] = count(7) || i; out[38] = seen;
  seen = 0; void *w = static_cast<void *>(count(1)); out[39] = w == nullptr; out[40] = static_cast<Function>(count(2)) == nullptr; Null m = static_cast<Null>(count(3)); out[41] = m == nullptr; out[42] = (long long)(unsigned long long)count(4); out[43] = seen;
}
