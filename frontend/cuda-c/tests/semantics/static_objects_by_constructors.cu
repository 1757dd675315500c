// [basic.start.static] initialisers of device objects run constexpr constructors, and know addresses
// wrong: constructors-do-not-matter-in-lists
struct A1{int a,b; __device__ constexpr A1(int x,int y):a(y),b(x){}}; struct A2{int a; __device__ constexpr A2(int x):a(7){} int b=9;};
__device__ A1 g{3,6}; __device__ A2 h{3};
class A3{int a,b; public: __device__ constexpr A3(int x,int y):a(y),b(x){} __device__ int f()const{return a;}}; __device__ A3 p{3,5};
struct B1{int v; __device__ constexpr B1(int v):v(v){}};
__device__ B1 g1(5); __device__ B1 g2=B1(5); __device__ B1 g4[2]={1,B1(2)};
__device__ int ga[5]={1,2,3,4,5};
__device__ long gd=&ga[4]-&ga[1]; __device__ bool gb=&ga; __device__ bool gc=&ga[1]>&ga[0]; __device__ int gx=&ga[1]!=0;
__device__ int&gr=ga[2]; __device__ int*gp=&gr;
extern "C" __global__ void k(long long *out) { int n = 0;
out[n++] = (g.a); out[n++] = (h.a); out[n++] = (h.b); out[n++] = (p.f()); static A1 s{3,5}; out[n++] = (s.a); static constexpr A1 sc{3,5}; out[n++] = (sc.a);
out[n++] = g1.v + g2.v; out[n++] = g4[1].v; out[n++] = gd + gb + gc + gx; out[n++] = *gp + gr; }
