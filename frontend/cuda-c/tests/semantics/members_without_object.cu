// [expr.prim.id] an operand that is not evaluated names data members without an object
// wrong: members-need-objects
struct A {
    char b[3];
    int &r;
    struct N {
        char q[7];
    };
    N n;
    typedef char T[9];
};
struct D : A {
    int z[3];
    static __device__ int s()
    {
        return sizeof(b) + sizeof b[0] * 10 + sizeof(n.q) * 100 + sizeof(z) * 1000;
    }
};

extern "C" __global__ void k(long long *out)
{
    out[0] = sizeof(A::b);
    decltype(A::b) x;
    out[1] = sizeof x;
    int i = 4;
    decltype(A::r) y = i;
    y = 5;
    out[2] = i;
    out[3] = D::s();
    out[4] = sizeof(D::z);
    out[5] = sizeof(A::N::q);
    out[6] = sizeof(A::T);
    out[7] = sizeof(D::A::N);
}
