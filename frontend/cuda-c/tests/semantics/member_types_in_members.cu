// [class.member.lookup] what a name is in a class is said by the class, its bases and those around it, and by no other class
// wrong: members-hide-no-types
template <class U>
struct Other {
    typedef U t;
    typedef U u;
};
__device__ int t(int d)
{
    return d + 1;
}
struct T {
    int a;
    __device__ T(int) : a(9) {}
};
struct Calls {
    __device__ int g()
    {
        t(7);
        return t(3);
    }
};
struct Function {
    __device__ int T(int x)
    {
        return x;
    }
    __device__ int g()
    {
        return T(4);
    }
};
struct Inherits : Function {
    __device__ int h()
    {
        return T(5);
    }
};
struct Data {
    int T;
    __device__ int g()
    {
        return (T) + 1;
    }
};
struct Later {
    struct Inner {
        __device__ int g()
        {
            V x = 3;
            return x + sizeof(V);
        }
    };
    __device__ int g()
    {
        V x = 3;
        return x + sizeof(W);
    }
    typedef char V;
    struct W {
        int a[5];
    };
};
struct One {
    typedef char type;
};
struct Two {
    typedef long long type;
};
struct Chooses : One, Two {
    using Two::type;
    type member;
    __device__ int g()
    {
        return sizeof(type) * 10 + sizeof(One::type);
    }
};
struct Typed : Other<short> {
    u member;
    __device__ int g()
    {
        u x = 3;
        return x + u(4) + sizeof(u);
    }
};

extern "C" __global__ void k(long long *out)
{
    out[0] = Calls().g();
    out[1] = Function().g();
    out[2] = Inherits().h();
    Data d;
    d.T = 4;
    out[3] = d.g();
    out[4] = Later().g();
    out[5] = Later::Inner().g();
    Chooses c;
    out[6] = c.g() * 10 + sizeof c.member;
    Typed y;
    y.member = 2;
    out[7] = y.g() + sizeof y.member;
}
