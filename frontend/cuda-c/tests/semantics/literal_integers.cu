// [lex.icon] the type of a literal is the first that holds it, by base and suffix
// wrong: hex-literals-stay-signed
__device__ int k2(int) { return 1; }
__device__ int k2(unsigned) { return 2; }
__device__ int k2(long) { return 3; }
__device__ int k2(unsigned long) { return 4; }
__device__ int k2(long long) { return 5; }
__device__ int k2(unsigned long long) { return 6; }
extern "C" __global__ void k(long long *out) {
  out[0] = k2(2147483647); out[1] = k2(2147483648); out[2] = k2(0x7fffffff); out[3] = k2(0x80000000);
  out[4] = k2(0xffffffff); out[5] = k2(0x100000000); out[6] = k2(037777777777); out[7] = k2(4294967295);
  out[8] = k2(1u); out[9] = k2(4294967296u); out[10] = k2(1l); out[11] = k2(1ul); out[12] = k2(1LL);
  out[13] = k2(1uLL); out[14] = k2(0x8000000000000000); out[15] = k2(9223372036854775807); out[16] = k2(1lu);
  out[17] = k2(0b11); out[18] = k2(0b10000000000000000000000000000000); out[19] = 1'000'000; out[20] = 0b1011;
  out[21] = 0777; out[22] = 0xFf; out[23] = 010 + 10; out[24] = k2(-2147483648); out[25] = -2147483648 < 0;
  out[26] = 0x1'0; out[27] = 0B101; out[28] = 0XaB; out[29] = 00;
}
