// [dcl.mptr] [conv.mem] a pointer to a member says which member of an object is meant; it becomes one of a derived class, null stays null
// wrong: member-pointers-stay; null-members-move; first-member-is-null
struct S { int a; float b; int c; }; struct B0 { int z; double y; }; struct D : B0, S { int d; }; struct E : D {}; struct N : S { int e; };
union U { int i; float f; };
__device__ int S::*pick(int i) { return i == 0 ? &S::a : i == 1 ? &S::c : nullptr; }
__device__ int over(int S::*) { return 1; } __device__ int over(int D::*) { return 2; } __device__ int over(bool) { return 3; }
extern "C" __global__ void k(long long *out) {
  int i = (int)out[0], j = i + 1, z = i + 2; S s{1, 2.0f, 3}; D d; d.a = 10; d.c = 30; d.z = 100; d.d = 7; D *pd = &d; E e; e.a = 11; e.c = 33; e.d = 8; N n; n.a = 5; n.c = 6;
  int S::*p = pick(i); int S::*q = pick(j); int S::*nul = pick(z); int D::*r = p; int D::*t = q; int D::*u = nul; int E::*v = t; int N::*w = q; int E::*x = nul;
  out[1] = s.*p; out[2] = s.*q; out[3] = d.*r; out[4] = pd->*t; out[5] = e.*v; out[6] = n.*w; out[7] = e.*p; out[8] = pd->*q;
  out[9] = p == q; out[10] = p != nullptr; out[11] = nul == nullptr; out[12] = !nul; out[13] = u == nullptr; out[14] = x == 0; out[15] = !u; out[16] = x ? 1 : 2; out[17] = p ? 1 : 2;
  out[18] = r == t; out[19] = r == p; out[20] = t == q; out[21] = u == nul; out[22] = sizeof(p); out[23] = sizeof(int (S::*)()); out[24] = alignof(int (S::*)());
  int S::*zero{}; int D::*dz = nullptr; int S::*con = &S::a; int D::*dcon = &S::a; out[25] = zero == nullptr; out[26] = dz == nullptr; out[27] = con != nullptr; out[28] = d.*dcon; out[29] = d.*&D::d; out[30] = d.*&D::a; out[31] = d.*&D::z;
  int S::*back = static_cast<int S::*>(r); int S::*backn = static_cast<int S::*>(u); out[32] = s.*back; out[33] = backn == nullptr; out[34] = over(con); out[35] = over(&D::d); out[36] = over(&E::c);
  s.*q = 50; out[37] = s.c; (pd->*t)++; out[38] = d.c; const S cs = s; out[39] = cs.*q; float S::*fb = &S::b; out[40] = (int)(s.*fb); p = q; out[41] = p == &S::c; const int S::*cp = q; out[42] = s.*cp;
  U un; un.i = 9; int U::*ui = &U::i; out[43] = un.*ui; auto l = [p](const S &a) { return a.*p; }; out[44] = l(s); bool b = p; out[45] = b; out[46] = p && nul; out[47] = (i ? p : nul) == nullptr;
}
