// test pass=global-reassociation
// One that a second statement reads is evaluated anyhow, minima of two signednesses and floats have no order but their own.
// check: (v10.1) (I4ADD v2.1 =3:U4))
// check: (I4SUB v10.1 (I4ADD v4.1 =4294967292:U4))
// check: (I4MIN (U4MIN v2.1 =9:U4)
// check: (F4ADD (F4ADD v8.1 =0x40800000:F4 #4.0) (F4ADD v6.1 =0x40400000:F4 #3.0))
__global__ void k(volatile int *o, int a, int b, float x, float y) {
  int t = a + 3;
  o[0] = t * b;
  o[1] = t - (b - 4);
  o[2] = min((int)min((unsigned)a, 9u), 7);
  ((volatile float *)o)[3] = (x + 3.0f) + (y + 4.0f);
}
