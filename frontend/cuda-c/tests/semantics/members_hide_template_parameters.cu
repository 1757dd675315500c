// [temp.local] members of bases, and of the class where a member is defined outside of it, hide the parameters of its template
// wrong: blocks-hide-members
struct X9{ typedef char TP; static const int W=7; struct Q{ char c[5]; }; };
template<class TP> struct D1:X9{ __device__ int f(){ return sizeof(TP); } TP m; };
template<int W> struct D2:X9{ __device__ int f(){ return W; } int a[W]; };
template<class Q> struct D3:X9{ Q m; __device__ Q g(){ return Q(); } };
template<class T> struct E{ typedef char V; __device__ int g(); }; template<class V> __device__ int E<V>::g(){ return sizeof(V); }
extern "C" __global__ void k(long long *out) { int n=0; out[n++]=D1<int>().f(); out[n++]=D2<2>().f(); out[n++]=sizeof(D2<2>); out[n++]=sizeof(D3<int>); out[n++] = sizeof(D3<int>().g()); out[n++]=E<int>().g(); }
