// Every atomic of every type on one object, in shared memory and in global memory; what is left does not depend on the
// order of the threads.
#if defined(__clang__) && !defined(__OPTX__)
#define atomicAdd_block atomicAdd
#define atomicMax_system atomicMax
#define atomicCAS_block atomicCAS
#define atomicExch_system atomicExch
// clang 19 does not declare that of a half word.
static __device__ unsigned short atomicCAS(unsigned short *p, unsigned short old, unsigned short wanted)
{
    unsigned short seen;
    asm volatile("{ .reg .u64 place; cvta.to.global.u64 place, %1; atom.global.cas.b16 %0, [place], %2, %3; }"
                 : "=h"(seen)
                 : "l"(p), "h"(old), "h"(wanted)
                 : "memory");
    return seen;
}
#endif
typedef unsigned long long ull;

struct Ints { int add, sub, low, high, conj, disj, diff, swapped; };
struct Words { unsigned add, sub, low, high, conj, disj, diff, up, down, swapped; };
struct Longs { long long low, high, conj, disj, diff; };
struct Wides { ull add, low, high, conj, disj, diff, swapped, taken; };

__device__ void on_ints(Ints *p, int v)
{
    atomicAdd(&p->add, v);
    atomicSub(&p->sub, v);
    atomicMin(&p->low, v);
    atomicMax(&p->high, v);
    atomicAnd(&p->conj, v | 0x40000000);
    atomicOr(&p->disj, v & 0xff);
    atomicXor(&p->diff, v);
    int seen = p->swapped, old;
    do {
        old = seen;
        seen = atomicCAS(&p->swapped, old, old + (v ^ 5));
    } while (seen != old);
}

__device__ void on_words(Words *p, unsigned v)
{
    atomicAdd(&p->add, v);
    atomicSub(&p->sub, v);
    atomicMin(&p->low, v);
    atomicMax(&p->high, v);
    atomicAnd(&p->conj, v | 3);
    atomicOr(&p->disj, v >> 7);
    atomicXor(&p->diff, v);
    atomicInc(&p->up, 100);
    atomicDec(&p->down, 90);
    unsigned old = 0, seen;
    while ((seen = atomicCAS(&p->swapped, old, old * 1u + (v >> 3))) != old) old = seen;
}

__device__ void on_longs(Longs *p, long long v)
{
    atomicMin(&p->low, v);
    atomicMax(&p->high, v);
    atomicAnd(&p->conj, v | 0x100000000LL);
    atomicOr(&p->disj, v & 0xff00ff00ffLL);
    atomicXor(&p->diff, v);
}

__device__ void on_wides(Wides *p, ull v)
{
    atomicAdd(&p->add, v);
    atomicMin(&p->low, v);
    atomicMax(&p->high, v);
    atomicAnd(&p->conj, v | 1);
    atomicOr(&p->disj, v >> 9);
    atomicXor(&p->diff, v);
    ull old = 0, seen;
    while ((seen = atomicCAS(&p->swapped, old, old + v)) != old) old = seen;
    // One thread alone sees what was there before all.
    if (atomicExch(&p->taken, 77ULL) == 12345) atomicAdd(&p->add, 1000ULL);
}

extern "C" __global__ void atomics(const int *in, Ints *ints, Words *words, Longs *longs, Wides *wides, float *single,
                                   double *twice, unsigned *more, int n)
{
    __shared__ Ints si;
    __shared__ Words sw;
    __shared__ Wides sx;
    __shared__ float sf;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) {
        si = ints[1];
        sw = words[1];
        sx = wides[1];
        sf = 0;
    }
    __syncthreads();
    if (i < n) {
        int v = in[i];
        on_ints(&ints[0], v);
        on_ints(&si, v);
        on_words(&words[0], v * 2654435761u);
        on_words(&sw, v * 2654435761u);
        on_longs(longs, v * 6364136223846793005LL);
        on_wides(wides, v * 6364136223846793005ULL);
        on_wides(&sx, v * 6364136223846793005ULL);
        atomicAdd(single, (float)(v & 255));
        atomicAdd(&sf, (float)(v & 15));
        atomicExch(&single[1], 7.5f);
#if __CUDA_ARCH__ >= 600
        atomicAdd(twice, v * 0.125);
        atomicAdd_block(&more[0], (unsigned)v);
        atomicMax_system(&more[1], (unsigned)v);
        atomicExch_system(&more[2], 9u);
        unsigned old = 0, seen;
        while ((seen = atomicCAS_block(&more[3], old, old + 1)) != old) old = seen;
#endif
#if __CUDA_ARCH__ >= 700
        unsigned short *small = (unsigned short *)&more[4] + 1, was = 0xfff0, is;
        while ((is = atomicCAS(small, was, (unsigned short)(was + 3))) != was) was = is;
#elif defined(__clang__) && !defined(__OPTX__)
        atomicAdd(&more[4], 3u << 16);
#endif
    }
    __syncthreads();
    if (t == 0) {
        ints[2 + blockIdx.x] = si;
        words[2 + blockIdx.x] = sw;
        wides[2 + blockIdx.x] = sx;
        single[2 + blockIdx.x] = sf;
    }
}
