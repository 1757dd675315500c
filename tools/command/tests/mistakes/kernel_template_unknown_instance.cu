template <class T> __global__ void k(T *x) { x[0] = 1; }
void run(Unknown &u) {
  k<<<1, 1>>>(u.data());
}
