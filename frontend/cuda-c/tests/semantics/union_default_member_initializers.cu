// [dcl.init.aggr] an empty list for a union gives its member with an initialiser that value
// wrong: unions-ignore-initialisers
union A { char a; long b = -42; };
struct B { union { char a = 10; long b; }; int c = 3; };
struct C { A a; int z; };
__device__ A c1{}; __device__ A c2{4}; __device__ B c3{}; __device__ B c4{{9}, 5}; __device__ C c5{};
extern "C" __global__ void k(long long *out) {
  A l1{}; A l2{4}; B l3{}; B l4{{9}}; C l5{}; A l6; B l7;
  out[0] = c1.b; out[1] = c2.a; out[2] = c3.a; out[3] = c3.c; out[4] = c4.a; out[5] = c4.c; out[6] = c5.a.b;
  out[7] = l1.b; out[8] = l2.a; out[9] = l3.a; out[10] = l3.c; out[11] = l4.a; out[12] = l4.c; out[13] = l5.a.b; out[14] = l6.b;
  out[15] = l7.a; out[16] = l5.z + 1;
}
