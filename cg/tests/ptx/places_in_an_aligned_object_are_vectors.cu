// test ptx -O3 -arch=sm_80
// A place in an object is as far aligned as the object and the place let it be: 16 bytes in, all four; 40 bytes in, two of
// them; 52 bytes in, none. So in every space; dynamic shared memory begins at a multiple of 16 whatever its type.
// count 4: .v4.
// count 4: .v2.
// check: }, [table+16];
// check: }, [table+40];
// check: , [table+52];
// check: , [table+56];
// check: }, [numbers+16];
// check: }, [numbers+40];
// check: , [numbers+52];
// check: , [numbers+56];
// check: }, [k$words+16];
// check: }, [k$words+40];
// check: , [k$words+52];
// check: , [k$words+56];
// check: }, [dynamic+16];
// check: }, [dynamic+40];
// check: , [dynamic+52];
// check: , [dynamic+56];
__constant__ __align__(32) unsigned table[16];
__device__ __align__(16) unsigned numbers[16];
extern __shared__ unsigned dynamic[];
__device__ void take(unsigned *o, const unsigned *x) {
    o[0] = x[4] * x[5] + x[6] * x[7];
    o[5] = x[10] * x[11];
    o[9] = x[13] * x[14];
}
extern "C" __global__ void k(unsigned *o) {
    __shared__ __align__(16) unsigned words[16];
    words[threadIdx.x] = threadIdx.x;
    dynamic[threadIdx.x] = threadIdx.x;
    __syncthreads();
    take(o, table);
    take(o + 16, numbers);
    take(o + 32, words);
    take(o + 48, dynamic);
}
