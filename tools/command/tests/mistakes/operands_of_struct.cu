struct P { float a; };
__global__ void k(P p, P q, float *x) {
  P r = p + q;
  x[0] = r.a;
}
