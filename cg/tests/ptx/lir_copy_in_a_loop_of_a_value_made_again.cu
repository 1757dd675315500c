// test lir=rematerialize -O3 -arch=sm_75 --maxrregcount=24
// The thread's number is made again before the loop, whose inner variable is a copy of it at each round: the checker holds both for one value.
// count 3: , %tid.x;
__device__ __noinline__ unsigned hlp(unsigned a, unsigned b, unsigned long long c) { return a * b + 11 + 1; }
__global__ void k(const int *__restrict__ a, const unsigned *__restrict__ b, const unsigned long long *__restrict__ c, const float *__restrict__ f, unsigned *__restrict__ out, int m, int k, unsigned um, unsigned long long uk, float fk)
{
    unsigned fuel = 0;
    unsigned tx = threadIdx.x; unsigned gid = blockIdx.x * blockDim.x + tx; unsigned *o = out + (size_t)gid * 32;
    unsigned u1 = blockIdx.x;
    unsigned u2 = b[tx];
    unsigned s = 0; unsigned long long w = 0; float z = 0.0f;
    s = hlp(s, um, uk);
        {
            const int li2 = (int)tx;
            int i2 = 0; while (i2 < li2) {
                {
                    const int li3 = (int)tx;
                    for (int i3 = li3; i3 > 0; i3--) {
                        u2 = u2 * 3u + um;
                        {
                        }
                    }
                }
                fuel = u2 & 7u; if (1) goto M5;
                A5:
                if (fuel == 0) goto E5; fuel--;
                M5:
                if ((u1 & 1u)) goto A5;
                goto M5;
                E5: ;
            }
        }
}
