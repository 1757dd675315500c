// [basic.fundamental] plain char is signed here; its three types are distinct
// wrong:
__device__ int k2(char) { return 1; }
__device__ int k2(signed char) { return 2; }
__device__ int k2(unsigned char) { return 3; }
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
extern "C" __global__ void k(long long *out) {
  char c = 200; signed char s = 200; unsigned char u = 200; char t[2] = {(char)0x80, 127}; long l = 1; long long ll = 1;
  out[0] = c < 0; out[1] = c; out[2] = s; out[3] = u; out[4] = k2(c); out[5] = k2(s); out[6] = k2(u);
  out[7] = same<char, signed char>; out[8] = same<long, long long>; out[9] = same<int, signed>;
  out[10] = same<long, long int signed>; out[11] = t[0] >> 1; out[12] = c == s; out[13] = c == u;
  out[14] = (unsigned char)c == u; out[15] = c + u; out[16] = same<unsigned, unsigned int>;
  out[17] = same<short, short int>; out[18] = same<wchar_t, int>; out[19] = sizeof(l) == sizeof(ll);
}
