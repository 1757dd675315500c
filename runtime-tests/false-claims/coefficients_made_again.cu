// No coefficient is named that was made again elsewhere and is not kept. Found by random programs under a cap.
struct KS { int q; unsigned arr[4]; long long w; };
__global__ void k(const int *__restrict__ a, const unsigned *__restrict__ b, const long long *c, const unsigned char *h8, const short *h16, const float *__restrict__ f, const double *dd, unsigned *__restrict__ out, unsigned *acc, int m, int k, unsigned um, unsigned long long uk, long long lk, float fk, KS ks)
{
    unsigned tx = threadIdx.x, lt = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned gid = blockIdx.x * 64u + lt;
    unsigned *outp = out + (unsigned long long)gid * 64;
    const float *pt2 = f + 1;
    unsigned long long mUU1 = 11;
    unsigned char mc0 = (unsigned char)((unsigned)(k) ^ 11);
    unsigned char Lc1 = (unsigned char)(11 + (unsigned)((int)(mc0)));
    long long LI2 = (long long)(Lc1);
    long long LI17 = (long long)((unsigned long long)((long long)(h8[1])) + (unsigned long long)((long long)((unsigned long long)tx * (unsigned long long)(LI2))));
    short Lh30 = (short)(11 ^ (unsigned)(m));
    {
            switch (((unsigned)__float_as_uint(pt2[tx])) & 7u) {
                case 2:
                switch (tx & 7u) {
                    case 1:
                    {
                            mUU1 = (1 - ((tx / (((((unsigned long long)(LI2)) << 16)) | 3))));
                    }
                }
            }
    }
    outp[33] ^= (unsigned)(LI17) ^ 11;
    outp[5] ^= 11 ^ (unsigned)((unsigned long long)(mUU1) >> 32);
    outp[8] ^= (unsigned)(Lh30);
}
