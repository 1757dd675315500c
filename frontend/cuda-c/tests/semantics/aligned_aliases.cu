// [dcl.typedef] 2, GNU an alias has the alignment that an attribute behind its name gives
// wrong: aligned-ignored
using I16 __attribute__((aligned(16))) = int;
struct A1 { char a; I16 b; char z; }; struct A2 { char a; I16 *b; };
template<class T> struct S { using V __attribute__((aligned(32))) = T; V v; char c; };
extern "C" __global__ void k(long long *out) { using L __attribute__((aligned(64))) = char; struct B { char a; L b; };
 out[0] = sizeof(A1); out[1] = alignof(A1); out[2] = sizeof(A2); out[3] = sizeof(S<int>); out[4] = alignof(I16); out[5] = sizeof(B); }
