// test pass=memory-spaces-2..memory-classes
// The table's address is one of constant memory.
// count 1: ivar F4 generic
__constant__ float table[4];
__device__ const float *held = table;
__global__ void k(float *o) { o[0] = held[threadIdx.x]; }
