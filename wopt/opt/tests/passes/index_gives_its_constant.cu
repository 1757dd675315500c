// test pass=address-reassociation
// All that reads the index is an address, though in another block: its constant is the access's, and the variable is gone.
// check: 200 mu(
// count 0: =50:U8
__global__ void k(int *o, int in, int c) {
  long long i = (long long)(int)threadIdx.x + 50 + (long long)(int)threadIdx.y;
  if (c)
    o[i] = in;
}
