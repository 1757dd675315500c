struct P { float mass; };
__global__ void k(P *p) {
  p.mass = 1;
}
