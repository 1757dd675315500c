// [basic.lookup.unqual] a name stands for what is declared before it, in initialisers, base clauses, types and templates too
// wrong: names-from-below
constexpr int N = 2;
struct Base {
    static const int id = 1;
};
typedef char T;
template <class U>
struct Box {
    static const int id = 3;
};
__device__ int var = 5;
__device__ int call(double)
{
    return 6;
}

namespace X {
struct A {
    int w = N;
    int v[N];
    __device__ int body()
    {
        return N + sizeof(T);
    }
    __device__ int out();
};
struct D : Base {
};
struct S {
    T t;
};
template <class U>
struct I {
    int a = N;
    T t;
    __device__ int late(U u)
    {
        return call(u) + var;
    }
};
template <class U>
struct P {
    static const int v = N;
};
__device__ int with_default(int a = N + var)
{
    return a;
}
__device__ int with_default(int a);
typedef Box<int> Named;
enum { E = N };
__device__ int sees(int i)
{
    return call(i) + var + N;
}

constexpr int N = 9;
struct Base {
    static const int id = 10;
};
typedef long long T;
template <class U>
struct Box {
    static const int id = 30;
};
__device__ int var = 50;
__device__ int call(int)
{
    return 60;
}
template <>
struct P<int> {
    static const int v = N + 1;
};
template <class U>
struct P<U *> {
    static const int v = N + sizeof(T);
};
__device__ int A::out()
{
    return N + sizeof(T);
}
}  // namespace X

namespace Y {
using namespace X;
}
namespace Z {
__device__ int early()
{
    return N;
}
using X::N;
__device__ int late()
{
    return N;
}
}  // namespace Z

namespace U {
__device__ int overload(double)
{
    return 7;
}
}  // namespace U
using U::overload;
namespace U {
__device__ int overload(int)
{
    return 8;
}
}  // namespace U

struct Befriends {
    int v;
    friend __device__ int befriended(Befriends);
};
__device__ int calls_friend(Befriends b)
{
    return befriended(b);
}
__device__ int befriended(Befriends b)
{
    return b.v;
}

struct Node {
    struct Later *next;
    int a;
};
__device__ int through(Node *n);
struct Later {
    int b;
};
__device__ int through(Node *n)
{
    return n->next->b;
}

extern "C" __global__ void k(long long *out)
{
    X::A a;
    out[0] = a.w;
    out[1] = sizeof a.v;
    out[2] = a.body();
    out[3] = a.out();
    out[4] = X::D::id;
    out[5] = sizeof(X::S);
    X::I<int> i;
    out[6] = i.a;
    out[7] = sizeof i;
    out[8] = i.late(1);
    out[9] = X::P<char>::v;
    out[10] = X::P<int>::v;
    out[11] = X::P<char *>::v;
    out[12] = X::with_default();
    out[13] = X::Named::id;
    out[14] = X::E;
    out[15] = X::sees(1);
    out[16] = Y::N;
    out[17] = Z::early();
    out[18] = Z::late();
    Later l{4};
    Node n{&l, 5};
    out[19] = through(&n);
    out[20] = overload(1);
    out[21] = U::overload(1);
    out[22] = calls_friend(Befriends{9});
}
