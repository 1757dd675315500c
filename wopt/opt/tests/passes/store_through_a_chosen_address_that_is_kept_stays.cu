// test pass=chosen-addresses..scalar-replacement
// Inline PTX has the address of one: it stays in memory, and one store is one.
// count 1: ) =7:U4
__device__ int &larger(int &a, int &b) { if (a > b) return a; return b; }
__global__ void k(int *o, int x, int y) {
  asm volatile("st.u32 [%0], 5;" :: "l"(&x) : "memory");
  larger(x, y) = 7;
  o[0] = x;
  o[1] = y;
}
