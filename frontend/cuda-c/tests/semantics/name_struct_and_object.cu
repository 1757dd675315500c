// [basic.scope.hiding] an elaborated name finds the class that a variable or function hides
// wrong: elaborated-names-are-plain
struct R { int v; __device__ R(int x) : v(x) {} };
__device__ int R2 = 0;
enum E { e1, e2 = 4 };
struct stat { int s; };
__device__ int stat(struct stat *p) { p->s = 5; return 6; }
struct Node { struct Node *next; int v; struct In { int q; } in; };
union X { int a; };
typedef struct { int z; } Anon, *PAnon;
typedef struct Tag Tag;
struct Tag { Tag *self; int k; };
extern "C" __global__ void k(long long *out) {
  struct R R(3); enum E E = e2; struct stat st; int r = stat(&st); struct Node a = {0, 1, {2}}, b = {&a, 3, {4}}; Node::In in = {5}; union X X = {7}; Anon an = {8}; PAnon pa = &an; Tag t = {&t, 9};
  out[0] = R.v; out[1] = E; out[2] = r; out[3] = st.s; out[4] = b.next->v; out[5] = b.next->in.q; out[6] = in.q;
  out[7] = X.a; out[8] = pa->z; out[9] = t.self->k;
}
