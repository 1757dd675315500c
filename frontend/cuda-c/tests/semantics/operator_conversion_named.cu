// [class.conv.fct] a conversion function may be called by its name, which is that of its type
// wrong: conversions-by-any-name
struct Z { int z; };
struct A {
    int v;
    typedef short t;
    __device__ operator int() const { return v; }
    __device__ operator t() { return v + 1; }
    __device__ operator t() const { return v + 2; }
    __device__ explicit operator bool() const { return v != 0; }
    __device__ operator const int *() const { return &v; }
    __device__ operator int &() { return v; }
    __device__ operator Z() const { return Z{v + 3}; }
    __device__ int f() const { return operator int() + this->operator Z().z + A::operator t(); }
};
struct B : A {
    __device__ operator int() const { return A::operator int() * 10; }
    __device__ int g() { return operator int() + operator bool(); }
};
template <class T> struct C {
    T v;
    __device__ operator T() const { return v; }
    __device__ operator T *() { return &v; }
    template <class U> __device__ operator U() const { return v + sizeof(U) * 100; }
};
template <class T> __device__ int h(T t) { return t.operator int(); }
template <class U, class T> __device__ U j(T *t) { return t->operator U(); }
struct P { B *b; __device__ B *operator->() { return b; } };
extern "C" __global__ void k(long long *o) {
    A a = {5};
    const A c = {6};
    B b;
    b.v = 7;
    C<int> i = {8};
    o[0] = a.operator int() + 1;
    o[1] = a.operator short() * 100 + c.operator A::t();
    o[2] = (&c)->operator bool();
    o[3] = *a.operator const int *();
    a.operator int &() = 9;
    o[4] = a.v;
    o[5] = c.operator Z().z;
    o[6] = c.f();
    o[7] = b.g();
    o[8] = b.A::operator int() + b.operator int();
    o[9] = i.operator int() + i.operator char() + *i.operator int *();
    o[10] = h(a) + h(b) + h(i);
    o[11] = j<short>(&i) + j<int>(&b);
    P p = {&b};
    o[12] = p->operator int() + sizeof(p->operator short());
}
