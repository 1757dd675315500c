// [dcl.init.list] an array is narrowed to bool, and a scoped enumeration makes no other in braces, in substitutions too
// wrong: narrowing-substitutes
template<class T> __device__ T decl(); struct FB { __device__ FB(bool) {} }; enum class EC{a}; enum EF:unsigned char{}; enum class EG:short{g=1};
template<class T> __device__ auto f(int)->decltype(FB{decl<T>()},1){return 1;} template<class T> __device__ int f(...){return 2;}
template<class T> __device__ auto g(int)->decltype(EF{decl<T>()},1){return 1;} template<class T> __device__ int g(...){return 2;}
template<class T> __device__ auto h(int)->decltype(EG{decl<T>()},1){return 1;} template<class T> __device__ int h(...){return 2;}
extern "C" __global__ void k(long long *out) { int n = 0; out[n++] = f<int(&)[3]>(0); out[n++] = f<const char(&)[3]>(0); out[n++] = g<EC>(0); out[n++] = g<EF>(0); out[n++] = h<EG>(0); out[n++] = h<char>(0); out[n++] = h<EC>(0); out[n++] = (int)EG{EG::g}; out[n++] = f<bool>(0); }
