// [class.derived] bases come first; an empty base takes no room; tail padding of a base that is no POD is used
// wrong: base-padding-kept
#define OFFSET(T, m) ((long long)(unsigned long long)&((T *)0)->m)
struct E {};
struct E2 {};
struct A : E { int i; };
struct B : E, E2 { char c; };
struct P { int i; char c; };
struct Q : P { char d; };
struct N { __device__ N() {} int i; char c; };
struct R : N { char d; };
struct S : N { int d; };
class V { int i; char c; public: char e; };
struct W : V { char d; };
struct X : E { E e; int i; };
struct Y { E e; char c; };
struct Z : A, P { short s; };
extern "C" __global__ void k(long long *out) {
  R r; r.i = 1; r.c = 2; r.d = 3; N n; n.i = 7; n.c = 8; R q = r;
  out[0] = sizeof(A); out[1] = sizeof(B); out[2] = sizeof(Q); out[3] = sizeof(N); out[4] = sizeof(R);
  out[5] = (char *)&r.d - (char *)&r; out[6] = sizeof(S); out[7] = sizeof(W); out[8] = sizeof(X);
  out[9] = sizeof(Y); out[10] = sizeof(Z); out[11] = q.i; out[12] = q.c; out[13] = q.d;
  static_cast<N &>(r) = n;
  out[14] = r.i; out[15] = r.c; out[16] = r.d;
}
