// [class] a class's own name is a member of it: derived classes find it there, by itself and behind ::, and hide others by it
// wrong: own-names-are-no-members
struct H1 {
    enum { Q = 4 };
    int x;
};
struct H2 : H1 {
    enum { Q = 5 };
    int x;
    H1 a;
    H2::H1 *b;
    __device__ int both()
    {
        return H2::H1::Q * 10 + H2::Q;
    }
};
struct H3 : H2 {
    __device__ int far()
    {
        return H3::H2::x * 10 + H3::H1::x;
    }
};
template <class T>
struct Box {
    T v;
    typedef Box Me;
    Box *p;
    Box<T> *q;
    __device__ Box(T t) : v(t), p(this), q(p) {}
};
struct Holds : Box<char> {
    Box *again;
    Box<int> other;
    __device__ Holds() : Box('c'), again(this), other(7) {}
};
struct Wide {
    char x[3];
};
namespace N {
struct Wide {
    char x[5];
};
struct D : ::Wide {
    __device__ int size()
    {
        return sizeof(Wide);
    }
};
}  // namespace N
struct Own {
    int x;
    __device__ int f()
    {
        Own o{x + 1};
        return o.x;
    }
    static __device__ int s()
    {
        return 3;
    }
};
struct Calls : Own {
    __device__ int t()
    {
        return Own::s() * 10 + Calls::Own::s();
    }
};

extern "C" __global__ void k(long long *out)
{
    H2 h;
    out[0] = h.both();
    out[1] = sizeof(H2::H1) * 100 + sizeof h;
    H3 g;
    g.H3::H2::x = 6;
    g.H2::H1::x = 7;
    out[2] = g.far();
    Holds b;
    out[3] = b.again->v + b.other.v;
    out[4] = sizeof(Holds::Box) * 100 + sizeof(Holds::Box::Me);
    N::D d;
    out[5] = d.size();
    Own o{4};
    out[6] = o.f();
    Calls c;
    out[7] = c.t();
    Holds::Box box('d');
    out[8] = box.v;
}
