// [expr.static.cast] static_cast to a derived class takes off the base's offset; a null pointer stays null
// wrong: casts-forget-bases; null-pointers-move
struct A { int a; };
struct B { int b; };
struct M { int m; };
struct C : A, B { int c; };
struct E : M, C { int e; };
__device__ B *up(C *c) { return c; }
__device__ C *down(B *b) { return static_cast<C *>(b); }
__device__ const B &ref(const E &e) { return e; }
extern "C" __global__ void k(long long *out) {
  E e; e.a = 1; e.b = 2; e.m = 3; e.c = 4; e.e = 5; B *b = &e; C *c = &e; A *a = c; B *n = nullptr; E *ne = nullptr; C *nc = 0;
  out[0] = down(b)->c; out[1] = static_cast<E *>(b)->e; out[2] = static_cast<E *>(a)->m; out[3] = down(n) == 0;
  out[4] = up(nc) == 0; out[5] = (B *)ne == 0; out[6] = static_cast<E *>(n) == 0; out[7] = ref(e).b;
  out[8] = static_cast<const E &>(ref(e)).e; out[9] = ((E *)b)->m; out[10] = (char *)b - (char *)&e;
  out[11] = (char *)a - (char *)&e; out[12] = b == &e; out[13] = ((C &)*b).c; out[14] = down(up(c)) == c;
  out[15] = static_cast<C &&>(static_cast<B &&>(e)).c; out[16] = (n ? 1 : 0);
}
