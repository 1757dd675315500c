// [CUDA, -default-device] member functions that are not marked are the device's
// wrong: unmarked-members-are-host
// options: -default-device
struct Point {
  int x, y;
  Point(int a, int b) : x(a), y(b) {}
  explicit Point(int a);
  int norm() const { return x * x + y * y; }
  int outside(int by) const;
  static int count() { return 3; }
  operator int() const { return x - y; }
  Point &operator+=(const Point &o) { x += o.x; y += o.y; return *this; }
  template <class T> T as(T by) const { return by * x; }
  friend int both(const Point &p) { return p.x + p.y; }
};
Point::Point(int a) : x(a), y(-a) {}
int Point::outside(int by) const { return norm() * by; }
Point operator*(const Point &p, int by) { return Point(p.x * by, p.y * by); }
template <class T> class Box {
  T v;
public:
  Box(T a) : v(a) {}
  T get() const;
};
template <class T> T Box<T>::get() const { return v; }
struct Derived : Point {
  int z;
  Derived(int a) : Point(a, a + 1), z(9) {}
  int norm() const { return Point::norm() + z; }
};
extern "C" __global__ void k(long long *out) {
  Point p(3, 5), q(7);
  out[0] = p.norm(); out[1] = p.outside(2); out[2] = Point::count(); out[3] = q; p += q; out[4] = p.x; out[5] = p.y;
  out[6] = p.as(4LL); out[7] = both(p); out[8] = (p * 3).x; out[9] = Box<short>(12).get(); out[10] = Derived(2).norm();
}
