// [gnu.overflow] __builtin_*_overflow compute exactly and say whether the result fits its type, whatever the operands are
// wrong: char-is-unsigned
__device__ int n;
template <class R, class A, class B> __device__ void three(long long *out, A a, B b) {
  R r; bool o = __builtin_add_overflow(a, b, &r); out[n++] = (long long)r * 2 + o;
  o = __builtin_mul_overflow(a, b, &r); out[n++] = (long long)((unsigned long long)r << 1) ^ o;
}
template <class R, class A, class B> __device__ void less(long long *out, A a, B b) {
  R r; bool o = __builtin_sub_overflow(a, b, &r); out[n++] = (long long)((unsigned long long)r << 1) ^ o;
}
extern "C" __global__ void k(long long *out) {
  n = 0; long m = -9223372036854775807L - 1; unsigned long u = ~0ul;
  three<unsigned>(out, -1, 0L); three<int>(out, 8719476735L, 7u); three<unsigned short>(out, -5, 5L); three<int>(out, m, -1);
  three<short>(out, 300L, 110); three<long>(out, -3, 7L); three<long>(out, m, 1u); three<unsigned>(out, u, 1u);
  three<long>(out, u, 1u); three<int>(out, u, 0u); three<unsigned long>(out, u, 2u); three<char>(out, 64ul, 2u);
  three<unsigned long>(out, 5u, 7ul); less<unsigned>(out, 5ul, 7u); less<unsigned long>(out, 5u, 7ul); less<int>(out, m, 1);
  less<int>(out, -2L, 7u); less<unsigned>(out, 7L, -2); less<long>(out, 7u, m); less<long>(out, m, -1); less<unsigned char>(out, 300ul, 45u);
}
