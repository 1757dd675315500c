// Counts the words that are odd; the threads of a block share a counter, which they do not take turns at.

extern "C" __global__ void count(const int *in, int *odd)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (in[threadIdx.x] & 1)
        sum += 1;
    __syncthreads();
    if (threadIdx.x == 0)
        *odd = sum;
}
