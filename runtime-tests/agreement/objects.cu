// Expressions that are objects: chosen, changed, counted, after a comma; a typedef of a struct before its members.
typedef struct node node_t;
struct node { int v; node_t *next; };
typedef struct shape *shape_p, shape_t;
struct shape { int sides; shape_p inner; shape_t *outer; };
struct V {
  int x; float y;
  __device__ V &add(int k) { return x += k, *this; }
  __device__ V &operator=(const V &o) { x = o.x + 1; y = o.y; return *this; }
};
struct W { int a, b; };
__device__ int &pick(int &a, int &b) { return a > b ? a : b; }
__device__ int &grow(int &a, int k) { return a += k; }
__device__ int &both(int &a, int &b) { return ++a, b; }
__device__ W &copy(W &to, const W &from) { return to = from; }
__device__ int kind(int &) { return 1; }
__device__ int kind(const int &) { return 2; }
extern "C" __global__ void run(int *o, float *f, int n) {
  int k = 0, a = n, b = 3;
  pick(a, b) = 70; o[k++] = a; o[k++] = b;
  (n > 20 ? a : b) += 5; o[k++] = a; o[k++] = b;
  V v[4] = {{1, 1.5f}, {2, 2.5f}, {3, 3.5f}, {4, 4.5f}};
  (n > 1 ? v[0] : v[1]).x = 40; (n > 9 ? v[0] : v[1]).add(7).add(n); 
  int &r = n ? a : b; r++;
  V &w = n > 5 ? v[2] : v[3]; w.y = 2; w.add(100);
  for (int i = 0; i < 4; i++) { o[k++] = v[i].x; f[i] = v[i].y; }
  (a = 5) += 2; ++(b -= 1); o[k++] = a; o[k++] = b;
  int *q = &(n ? a : b); *q += 1; o[k++] = a;
  grow(a, n) *= 2; o[k++] = a; both(a, b) = 31; o[k++] = a; o[k++] = b;
  (a, b) = 3; o[k++] = b; ++++a; o[k++] = a; (--a) <<= 2; o[k++] = a;
  W s[3] = {{1, 2}, {3, 4}, {5, 6}};
  copy(s[0], s[1]).a += 10; (s[1] = s[2]).b = 77;
  for (int i = 0; i < 3; i++) { o[k++] = s[i].a; o[k++] = s[i].b; }
  int list[4] = {10, 20, 30, 40}, at = 0;
  (list[at++] += n) *= 3; o[k++] = at; o[k++] = list[0]; o[k++] = list[1];
  int *p = list; *(p += 2) = 9; ++*p++; o[k++] = list[2]; o[k++] = (int)(p - list);
  const int c = 8; o[k++] = kind(n ? a : b); o[k++] = kind(n ? a : c); o[k++] = kind(a = 1); o[k++] = kind(n ? a : 7); o[k++] = kind(++a); o[k++] = kind(a++);
  const int &z = n ? a : 7; a = 99; o[k++] = z; const int &y = n ? a : b; a = 98; o[k++] = y;
  v[0] = v[1] = v[3]; o[k++] = v[0].x; (n ? v[0] : v[1]) = v[2]; o[k++] = v[0].x;
  node_t tail = {5, nullptr}, head = {4, &tail}; o[k++] = head.next->v; shape_t t = {3, nullptr, nullptr}; shape_p tp = &t; tp->outer = tp; o[k++] = tp->outer->sides;
  volatile int vol = 3; (vol = 4) += 1; o[k++] = vol; const W &cw = n ? s[0] : s[1]; o[k++] = cw.b; o[k++] = (n ? s[0] : s[1]).a + (n ? s[2].b : s[1].b);
}
