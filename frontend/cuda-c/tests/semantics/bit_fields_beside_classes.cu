// [over.match.oper] a bit-field is an operand of its own type or promoted, where the other operand is of a class
// wrong: bit-fields-are-promoted-only
struct F { long f : 8; int g : 4; unsigned u : 8; };
struct C {
  __device__ operator int() const { return -3; }
  __device__ int operator>=(int) { return 7; }
};
template <class T> __device__ auto fits(T c, F f, int) -> decltype(c >= f.f, char());
template <class T> __device__ long long fits(T c, F f, long);
template <class T> __device__ auto fits_int(T c, F f, int) -> decltype(c >= f.g, char());
template <class T> __device__ long long fits_int(T c, F f, long);
extern "C" __global__ void k(long long *out) {
  F f = {1, 2, 3};
  C c;
  out[0] = sizeof fits(c, f, 0);
  out[1] = sizeof fits_int(c, f, 0);
  out[2] = c >= f.g;
  out[3] = sizeof(c + f.f);
  out[4] = c < f.u;
  out[5] = c * f.f;
}
