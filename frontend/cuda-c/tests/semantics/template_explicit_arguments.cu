// [temp.arg.explicit] explicit arguments come first, the rest is deduced; conversions apply to what is said
// wrong: explicit-arguments-ignored
template <class R, class T> __device__ R conv(T x) { return R(x); }
template <class T> __device__ int size(T x) { return sizeof(T) * 100 + int(x); }
template <int N, class T> __device__ T times(T x) { return x * N; }
template <class T, int N = sizeof(T)> __device__ int dflt(T) { return N; }
template <class A, class B = long long, class C = A> __device__ int three() { return sizeof(A) * 100 + sizeof(B) * 10 + sizeof(C); }
template <bool B> __device__ int flag() { return B ? 5 : 6; }
template <char C> __device__ int ch() { return C + 1; }
template <unsigned char C> __device__ int uch() { return C; }
extern "C" __global__ void k(long long *out) {
  out[0] = conv<int>(2.9); out[1] = conv<char>(321); out[2] = conv<double>(3) / 2 * 10; out[3] = size<char>(300);
  out[4] = size<double>(1); out[5] = size(1.5f); out[6] = times<4>(5); out[7] = times<2, double>(3);
  out[8] = times<3, char>(100); out[9] = dflt('a'); out[10] = dflt<int, 9>(1); out[11] = three<char>();
  out[12] = three<char, short>(); out[13] = three<int, char, char>(); out[14] = flag<(3 > 2)>();
  out[15] = flag<0>(); out[16] = ch<'a'>(); out[17] = uch<255>(); out[18] = conv<unsigned char, int>(-1);
}
