// [dcl.fct] [temp.deduct] a template whose result would be an array or a function is none for those arguments
// wrong: arrays-are-returned
template <class T> __device__ T plain(int);
template <class T> __device__ char plain(long);
template <class T> __device__ auto behind(int) -> T;
template <class T> __device__ char behind(long);
template <class T> __device__ typename T::type member(int);
template <class T> __device__ char member(long);
struct Array { typedef int type[2]; };
struct Function { typedef int type(); };
struct Number { typedef int type; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(plain<int>(0)); out[n++] = sizeof(plain<int[2]>(0)); out[n++] = sizeof(plain<int()>(0)); out[n++] = sizeof(plain<int(&)[2]>(0));
    out[n++] = sizeof(behind<int>(0)); out[n++] = sizeof(behind<int[2]>(0)); out[n++] = sizeof(behind<int()>(0));
    out[n++] = sizeof(member<Number>(0)); out[n++] = sizeof(member<Array>(0)); out[n++] = sizeof(member<Function>(0));
}
