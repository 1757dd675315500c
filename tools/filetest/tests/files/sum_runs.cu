// test run seed=4
// The barrier shows what was written before it: 0 + 1 + ... + 9 is 45, 0x2d.
// check: bar.sync
// next: shared {sum}: 2d -- -- --
// check: returned
// next: shared {sum}:
extern "C" __global__ void add() {
    __shared__ volatile int guard;
    __shared__ int sum;
    int s = 0;
    for (int i = 0; i < 10; ++i) s += i;
    sum = s;
    __syncthreads();
    guard = 1;
}
