// [class.static.data] a static data member is one object, which its definition outside of the class or an inline one gives a value
// wrong: static-members-begin-with-zero
// options: -default-device
int plain();
struct A {
  int own;
  static int count;
  static long list[];
  static const int later;
  inline static int here = 40;
  static const double half;
  static int zero;
  static A *first;
  struct In { static short deep; };
  static int next() { return ++count; }
  int both() const { return own + count + this->here; }
};
int plain() { return A::count; }
int A::count = 5;
const int A::later = 7;
long A::list[] = {1, 2, A::later};
const double A::half = 0.5;
int A::zero;
short A::In::deep = -3;
A global{11};
A *A::first = &global;
template <class T> struct B { static T value; static int size; T get() { return value++; } };
template <class T> T B<T>::value = T(20);
template <class T> int B<T>::size = sizeof(T);
template <> int B<char>::size = 100;
namespace n { struct C { static int x; }; int C::x = 8; }
struct E { static const int c = 4; static int s; int i; E *step(int by) { return this + by; } };
int E::s = 9;
struct D : A { static int count; };
int D::count = 60;
extern "C" __global__ void k(long long *out) {
  A a{3}; out[0] = a.next(); out[1] = A::next(); out[2] = plain(); out[3] = a.both(); out[4] = a.list[2] + A::list[0];
  out[5] = sizeof(A::list); out[6] = A::half * 4; A::zero += 2; out[7] = a.zero; out[8] = A::In::deep; out[9] = A::first->own;
  B<int> b; B<double> c; b.get(); out[10] = b.get(); out[11] = (long long)(c.get() * 2); out[12] = B<double>::value;
  out[13] = B<short>::size; out[14] = B<char>::size; out[15] = n::C::x++; out[16] = n::C::x; out[17] = D::count; out[18] = D::later;
  E es[2], *e = es; out[22] = e++->c; out[23] = e++->s; out[24] = e - es; out[25] = es[0].step(1)->c;
  int *p = &A::here; *p = 1; out[19] = A::here; out[20] = D().A::count; out[21] = sizeof(A);
}
