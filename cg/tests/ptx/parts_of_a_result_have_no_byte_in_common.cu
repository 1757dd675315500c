// test ptx
// A member in the last byte of the base's unit of bit-fields, bit-fields behind a byte, and units that overlap: whole words, each
// byte of which one part has. ptxas keeps parts in registers, so one written over another would be lost.
// count 2: st.param.b32 [func_retval0],
// count 2: st.param.b8 [func_retval0+4],
// count 1: st.param.b8 [func_retval0+5],
// count 0: [func_retval0+3
// count 2: ld.param.b32
// count 1: ld.param.s8
// count 1: ld.param.v2.s8
class Base { public: int bits : 20; private: int more : 3; };
struct Derived : Base { char d, e; };
struct Byte { char a; int bits : 20; char b, c; };
__device__ __noinline__ Derived derived(int x) { Derived o{}; o.bits = x >> 1; o.d = x >> 3; o.e = x >> 4; return o; }
__device__ __noinline__ Byte byte(int x) { Byte o{}; o.a = x; o.bits = x >> 1; o.b = x >> 2; o.c = x >> 3; return o; }
__global__ void k(int *out, int x) {
  Derived a = derived(x);
  Byte b = byte(x);
  out[0] = a.bits; out[1] = a.d; out[2] = a.e;
  out[5] = b.a; out[6] = b.bits; out[7] = b.b; out[8] = b.c;
}
