// [temp.arg.nontype] pointers and references to objects are arguments of templates; another object is another type
// wrong: values-stay-unconverted
__device__ int x = 3, y = 4; __device__ const char text[4] = "abc"; __constant__ int c[2] = {8, 9};
template <int *p, int *q> struct Equal { static constexpr int value = 0; };
template <int *p> struct Equal<p, p> { static constexpr int value = 1; };
template <class T, int &R> struct Base { T v; __device__ Base() : v(R) { R += 10; } };
template <const char *s> __device__ int first() { return s[0]; }
template <const int *p> __device__ int at(int i) { return p[i]; }
template <int *p> __device__ int null() { return p == nullptr; }
template <int (&A)[2]> __device__ int sum() { return A[0] + A[1] + sizeof(A); }
template <auto V> struct Any { __device__ static int get() { return *V; } };
template <int N> __device__ int kind(int j) { return 1; }
template <const void *P> __device__ int kind(int j) { return 2; }
template <unsigned char N> __device__ int small(int) { return 1; }
template <int N> __device__ int small(long) { return 2; }
__device__ int arr[2] = {5, 6};
template <class T> struct Static { __device__ static int get() { static int s = 1; return ++s; } };
extern "C" __global__ void k(long long *out) {
  x = 3; y = 4;
  out[0] = Equal<&x, &x>::value; out[1] = Equal<&x, &y>::value; out[2] = first<text>(); out[3] = at<c>(1); out[4] = at<&y>(0);
  Base<long, x> b; out[5] = b.v; out[6] = x; out[7] = null<nullptr>(); out[8] = null<&x>(); out[9] = sum<arr>();
  out[10] = Any<&y>::get(); out[11] = kind<3>(7); out[12] = kind<0>(7); out[13] = kind<nullptr>(1); out[14] = small<300>(1);
  out[15] = small<3>(1);
}
