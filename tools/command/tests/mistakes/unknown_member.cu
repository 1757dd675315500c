struct P { float mass, speed; };
__global__ void k(P *p) {
  p->maas = 1;
}
