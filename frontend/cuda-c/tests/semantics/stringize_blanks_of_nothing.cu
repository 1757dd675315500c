// [cpp.stringize] white space before a macro, or an argument, that becomes nothing stands before what follows it
// wrong: nothing-takes-its-blank
#define E
#define D(x) x E
#define G(x) a x
#define H(x) a x(b)
#define I(x) a x b
#define F()
#define XS(x) S(x)
#define S(x) #x
extern "C" __global__ void k(long long *out) {
  const char *list[] = {XS(x E;y E(b)), XS(D(a)b), XS(c D()b), XS(G()b), XS(H()), XS(I()), XS(G() b), XS(H(c)), XS(a F()b), XS(aF()b),
    XS(E a), XS( a E ), S(a E b)};
  int n = 0;
  for (auto s : list) { long h = 0; for (; *s; s++) h = (h * 31 + *s) % 1000003; out[n++] = h; }
}
