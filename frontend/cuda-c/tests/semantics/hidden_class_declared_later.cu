// [basic.lookup.elab] struct X finds the class that a variable declared before it hides
// wrong: elaborated-names-are-plain
__device__ int both = 4;
struct both {
    int a, b, c;
};

extern "C" __global__ void k(long long *out)
{
    struct both s = {1, 2, 3};
    out[0] = sizeof s + both;
    out[1] = s.c;
}
