// What lanes do together is one answer for those that a mask names: halves of a warp have two, and so have lanes whose k-th vote is in another round.
__global__ void halves(unsigned *out, const unsigned *in) {
    unsigned t = threadIdx.x, m = t & 16 ? 0xffff0000u : 0xffffu, v = in[t];
    out[t] = __ballot_sync(m, v & 1) + __any_sync(m, v == 7) + __shfl_sync(m, v, t & 16);
    out[t + 64] = __match_any_sync(m, v & 1);
}
__global__ void rounds(unsigned *out, const unsigned *in) {
    unsigned t = threadIdx.x, v = in[t];
    #pragma unroll 1
    for (unsigned l = 0; l < 4; l++)
        if (l >= (t & 1) && l < 3 + (t & 1)) out[t + 32 * l] = __ballot_sync(~0u, v >> l & 1);
}
