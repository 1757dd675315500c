// [GNU] alignof of an expression is the alignment of the variable or member that it names, as declared, or else of its type
// wrong: alignof-sees-types
struct B { alignas(8) char b; char c; };
struct D : B { char d; __device__ int f() { return alignof(b) * 100 + alignof(d) * 10 + alignof(this->c); } };
struct __attribute__((packed)) P { char c; int x; };
struct U { union { alignas(16) char x; int y; }; struct { short s; alignas(4) short t; }; };
typedef int I16 __attribute__((aligned(16)));
__device__ alignas(16) char g;
template<class T> __device__ int of(T t) { alignas(32) T u = t; return alignof(u) + alignof(t.d) + alignof(t.b); }
extern "C" __global__ void k(long long *out)
{
    int n = 0, i = 0;
    alignas(16) char c = 1; alignas(8) alignas(16) char c2; alignas(double) char c3; char c4 __attribute__((aligned));
    alignas(16) static char s; alignas(16) int a[3]; I16 t; int low __attribute__((aligned(1)));
    out[n++] = alignof(c); out[n++] = alignof((c)); out[n++] = alignof(c2); out[n++] = alignof(c3); out[n++] = alignof(c4);
    out[n++] = alignof(s); out[n++] = alignof(g); out[n++] = alignof(t); out[n++] = alignof(low); out[n++] = alignof c;
    out[n++] = alignof(a); out[n++] = alignof(a[0]); out[n++] = alignof("ab"); out[n++] = alignof(c + 1); out[n++] = alignof(i++); out[n++] = i;
    D d; D *q = &d; const D &r = d; P p; U u;
    out[n++] = alignof(d.b); out[n++] = alignof(q->b); out[n++] = alignof(r.b); out[n++] = alignof(d.d); out[n++] = d.f(); out[n++] = alignof(D::b);
    out[n++] = alignof(d); out[n++] = alignof(r); out[n++] = alignof(q); out[n++] = __alignof__(d.f());
    out[n++] = alignof(p); out[n++] = alignof(p.x); out[n++] = __alignof__(((P *)0)->x); out[n++] = alignof(u.x); out[n++] = alignof(u.y);
    out[n++] = alignof(u.s); out[n++] = alignof(u.t); out[n++] = of(d);
    out[n++] = (unsigned long long)&c % 16 + (unsigned long long)&t % 16 + (unsigned long long)&a % 16;
}
