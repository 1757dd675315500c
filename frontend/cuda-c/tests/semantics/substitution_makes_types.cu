// [temp.deduct] 8, 11, [dcl.ref] 5, [dcl.fct] 7, 8, [over.over] 1 types that make no sense fail a substitution: references to void, functions that give arrays, the type of several functions; and those that make sense do not
// wrong: references-to-void; functions-give-arrays; overloads-have-types; lengths-are-absent
template <class...> using V = void; template <class T> __device__ T &&dv(); struct I; struct S { typedef int type; };
template <class T, class = T &> __device__ int lref(int) { return 1; } template <class T> __device__ int lref(...) { return 2; }
template <class T, class = T &&> __device__ int rref(int) { return 1; } template <class T> __device__ int rref(...) { return 2; }
template <class T, class = void> struct addable { static constexpr int v = 0; }; template <class T> struct addable<T, V<T &&>> { static constexpr int v = 1; };
template <class T, class = T()> __device__ int gives(int) { return 1; } template <class T> __device__ int gives(...) { return 2; }
template <class T> __device__ int taken(T (*)()) { return 1; } template <class T> __device__ int taken(...) { return 2; }
template <class T> __device__ auto made(int) -> decltype(T(), 1) { return 1; } template <class T> __device__ int made(...) { return 2; }
template <class T> __device__ auto listed(int) -> decltype(T({}), 1) { return 1; } template <class T> __device__ int listed(...) { return 2; }
template <class T, class = T[3]> __device__ int array(int) { return 1; } template <class T> __device__ int array(...) { return 2; }
template <class T> __device__ auto same(int) -> decltype(static_cast<const T &>(dv<T>()), 1) { return 1; } template <class T> __device__ int same(...) { return 2; }
template <int N> __device__ int length(char (*)[10 / N]) { return 1; } template <int N> __device__ int length(...) { return 2; }
template <class T, class = void> struct called { static constexpr int v = 0; }; template <class T> struct called<T, V<decltype(&T::operator())>> { static constexpr int v = 1; };
struct One { __device__ void operator()(int); }; struct Two { __device__ void operator()(int); __device__ void operator()(char); }; struct Open { template <class T> __device__ void operator()(T); };
template <class T> __device__ auto called_with_none(int) -> decltype(dv<T>()(), 1) { return 1; } template <class T> __device__ int called_with_none(...) { return 2; }
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0]; out[1] = lref<void>(i); out[2] = lref<const void>(i); out[3] = lref<int>(i); out[4] = rref<void>(i); out[5] = rref<int()>(i); out[6] = addable<void>::v; out[7] = addable<int>::v;
  out[8] = gives<int[2]>(i); out[9] = gives<int()>(i); out[10] = gives<int>(i); out[11] = gives<void>(i); out[12] = gives<int(&)[2]>(i); out[13] = taken<int[2]>(0); out[14] = taken<int>(0); out[15] = taken<int()>(0);
  out[16] = made<int()>(i); out[17] = made<I>(i); out[18] = made<int>(i); out[19] = made<void>(i); out[20] = made<S>(i); out[21] = made<int[2]>(i); out[22] = array<I>(i); out[23] = array<int>(i); out[24] = array<void>(i); out[25] = array<int &>(i); out[26] = array<int()>(i);
  out[27] = same<int()>(i); out[28] = same<int>(i); out[29] = same<S>(i); out[30] = length<0>(0); out[31] = length<2>(0); out[32] = called<One>::v; out[33] = called<Two>::v; out[34] = called<Open>::v; out[35] = called<S>::v;
  auto g = [](auto) {}; auto h = [](int) {}; out[36] = called<decltype(g)>::v; out[37] = called<decltype(h)>::v; out[38] = listed<int>(i); out[39] = listed<int *>(i); out[40] = listed<S>(i); out[41] = called_with_none<int (S::*)()>(i); out[42] = called_with_none<int (*)()>(i); out[43] = called_with_none<int>(i);
}
