// [dcl.ambig.res] where a name has to be declared, one in parentheses is that name, be it a type elsewhere too
// wrong: names-of-types-are-parameters
typedef int (Td);
typedef Td (((Other)));
namespace n { typedef char Td; __device__ short (Other) = 3; typedef long (Td2); }
struct Cl { typedef short (Td); Td (m); };
__device__ n::Td2 sum(Td (a), n::Td (b)[2], Td (*c)[3]) { return a + b[1] + (*c)[2]; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    n::Td b[2] = {1, 2};
    Td c[3] = {3, 4, 5};
    out[n++] = sizeof(Td); out[n++] = sizeof(Other); out[n++] = sizeof(n::Other); out[n++] = n::Other;
    out[n++] = sizeof(Cl); out[n++] = sum(10, b, &c);
}
