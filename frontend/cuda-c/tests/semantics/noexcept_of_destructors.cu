// [except.spec] 8 a destructor that says nothing of it throws what those of the parts do, wherever it is defined, and what it says holds when it is defaulted too
// wrong: called-destructors-throw; destructors-never-throw; called-destructors-do-nothing
// options: -default-device
struct A { ~A(); }; struct L { ~L() noexcept(false); }; struct N { ~N() noexcept; }; struct B { N n; }; struct D : N {}; struct P { L l; ~P(); }; struct U { P p[2]; }; struct Q { ~Q() noexcept(false) = default; }; struct R { L l; ~R() noexcept = default; };
struct S : N, L { ~S() noexcept {} }; struct O : S {}; template <class T> struct T1 { ~T1(); T t; }; struct W { ~W() noexcept(noexcept(L())); }; struct X { A a; ~X(); }; struct Y { X x; };
extern "C" __global__ void k(long long *out) {
  A *a = 0; L *l = 0; N *n = 0; B *b = 0; D *d = 0; P *p = 0; U *u = 0; Q *q = 0; R *r = 0; S *s = 0; O *o = 0; T1<int> *t = 0; T1<L> *v = 0; W *w = 0; Y *y = 0;
  out[0] = noexcept(a->~A()) | noexcept(l->~L()) << 1 | noexcept(n->~N()) << 2 | noexcept(b->~B()) << 3 | noexcept(d->~D()) << 4 | noexcept(p->~P()) << 5 | noexcept(u->~U()) << 6 | noexcept(q->~Q()) << 7;
  out[1] = noexcept(r->~R()) | noexcept(s->~S()) << 1 | noexcept(o->~O()) << 2 | noexcept(t->~T1()) << 3 | noexcept(v->~T1()) << 4 | noexcept(w->~W()) << 5 | noexcept(y->~Y()) << 6 | noexcept(R()) << 7;
  out[2] = __is_nothrow_destructible(R) | __is_nothrow_destructible(O) << 1 | noexcept(delete o) << 2 | noexcept(delete u) << 3 | noexcept(O()) << 4;
}
