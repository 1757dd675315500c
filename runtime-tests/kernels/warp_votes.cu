// Votes, ballots and shuffles of whole and part warps.

extern "C" __global__ void warp_votes(const int *in, unsigned *votes, int *moved)
{
    unsigned t = threadIdx.x, at = blockIdx.x * blockDim.x + t, lane = t & 31;
    int v = in[at];
    unsigned ballot = __ballot_sync(0xffffffffu, v > 0);
    unsigned bits = __all_sync(0xffffffffu, v > -100) | __any_sync(0xffffffffu, v > 95) << 1;
    int rank = __popc(ballot & ((1u << lane) - 1));
    int first = __shfl_sync(0xffffffffu, v, __ffs(ballot | 0x80000000u) - 1);
    int up = __shfl_up_sync(0xffffffffu, v, 3, 8), down = __shfl_down_sync(0xffffffffu, v, 5, 16);
    int across = __shfl_xor_sync(0xffffffffu, v, 9);
    unsigned part = 0;
    if (lane >= 8 && lane < 24) {
        part = __ballot_sync(0x00ffff00u, v & 1);
        part ^= __any_sync(0x00ffff00u, v > 90);
        first += __shfl_sync(0x00ffff00u, v, 8 + (lane & 15));
        __syncwarp(0x00ffff00u);
    }
    votes[3 * at] = ballot;
    votes[3 * at + 1] = bits << 8 | rank;
    votes[3 * at + 2] = part;
    moved[at] = first + up * 3 - down * 5 + across * 7;
}
