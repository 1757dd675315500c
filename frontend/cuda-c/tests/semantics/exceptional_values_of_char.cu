// [basic.fundamental] plain char is signed here; its three types are distinct
// wrong: char-is-unsigned
__device__ int k2(char) { return 1; }
__device__ int k2(signed char) { return 2; }
__device__ int k2(unsigned char) { return 3; }
template <class A, class B> struct Same { static constexpr bool v = false; };
template <class A> struct Same<A, A> { static constexpr bool v = true; };
extern "C" __global__ void k(long long *out) {
  char c = 200; signed char s = 200; unsigned char u = 200; char t[2] = {(char)0x80, 127}; long l = 1; long long ll = 1;
  out[0] = c < 0; out[1] = c; out[2] = s; out[3] = u; out[4] = k2(c); out[5] = k2(s); out[6] = k2(u);
  out[7] = Same<char, signed char>::v; out[8] = Same<long, long long>::v; out[9] = Same<int, signed>::v;
  out[10] = Same<long, long int signed>::v; out[11] = t[0] >> 1; out[12] = c == s; out[13] = c == u;
  out[14] = (unsigned char)c == u; out[15] = c + u; out[16] = Same<unsigned, unsigned int>::v;
  out[17] = Same<short, short int>::v; out[18] = Same<wchar_t, int>::v; out[19] = sizeof(l) == sizeof(ll);
}
