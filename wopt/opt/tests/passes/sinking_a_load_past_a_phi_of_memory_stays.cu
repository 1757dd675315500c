// test pass=sinking
// The block behind the branch has a phi of one way: a load there would read a version that another has taken the place of.
// count 3: (ivar U4 local (lda %2 0) 12
struct __attribute__((aligned(16))) S { unsigned char a[4]; unsigned short b[2]; unsigned char d[4]; unsigned f[2]; };
__global__ void k(int *in, unsigned *out)
{
    S s = {};
    unsigned h = 17;
    s.d[in[0] & 3] = 9;
    if (in[1] >= 14) {
        int z = 0;
        unsigned p = s.f[0];
        do {
            unsigned c = s.f[z];
            s.f[z] = c > p ? p : c;
            p = c;
        } while (++z < 2 && s.f[z] != 12u);
        h = p;
        for (int i = 0; i < 2; i++) {
            unsigned short w = s.b[i];
            if (i > 0 && w > 4) s.b[i - 1] = w; else h = i ? s.b[i - 1] : w;
        }
    }
    for (int i = 0; i < (int)(h & 3u); i++) s.f[0] = in[2] >> 7;
    out[0] = h + s.f[0] * 3 + s.f[1];
}
