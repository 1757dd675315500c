struct P { float mass; };
__global__ void k(P p, float *x) {
  x[0] = p->mass;
}
