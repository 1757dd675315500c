// [basic.scope.pdecl] a typedef of a class that is defined later is known in the class
// wrong: stars-belong-to-the-type
typedef struct node node_t;
struct node { int v; node_t *next; };
typedef struct shape *shape_p, shape_t;
struct shape { int sides; shape_p inner; shape_t *outer; };
struct first; typedef first first_t; typedef struct second second_t;
struct first { second_t *s; int v; }; struct second { first_t *f; int v; };
namespace N { typedef struct leaf leaf_t; typedef const struct leaf *leaf_p; struct leaf { leaf_t *l; leaf_p p; int v; }; }
typedef union both both_t; union both { int i; both_t *p; };
class C; typedef C C_t; class D { public: C_t *c; int v; }; class C { public: D *d; int v; };
typedef struct tree { struct tree *left; int v; } tree_t;
using list_t = struct list; struct list { list_t *n; int v; };
__device__ int sum(const node_t *n) { int s = 0; for (; n; n = n->next) s += n->v; return s; }
extern "C" __global__ void k(long long *out) {
  node_t b = {5, nullptr}, a = {4, &b}; out[0] = sum(&a); shape_t t = {3, nullptr, nullptr}; shape_p tp = &t; tp->outer = tp; out[1] = tp->outer->sides;
  first_t f = {nullptr, 6}; second_t s = {&f, 7}; f.s = &s; out[2] = f.s->v * 10 + s.f->v; N::leaf_t l = {nullptr, nullptr, 8}; l.p = l.l = &l; out[3] = l.p->l->v;
  both_t u; u.i = 'ab'; out[4] = u.i; D d = {nullptr, 9}; C c = {&d, 10}; d.c = &c; out[5] = d.c->d->v; list_t x = {nullptr, 12}; x.n = &x; out[7] = x.n->v; tree_t r = {nullptr, 11}; r.left = &r; out[6] = r.left->v;
}
