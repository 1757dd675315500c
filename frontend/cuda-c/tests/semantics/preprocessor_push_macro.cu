// [cpp.pragma] push_macro keeps a macro's definition, pop_macro brings it back
// wrong: macros-stay-popped
// host-only
#define A 1
#pragma push_macro("A")
#undef A
#define A 2
enum { inner = A };
#pragma push_macro("A")
#undef A
enum { A = 3 };
enum { none = A };
#pragma pop_macro("A")
enum { again = A };
#pragma pop_macro("A")
_Pragma("push_macro(\"A\")")
#undef A
#define A 9
enum { nine = A };
_Pragma("pop_macro(\"A\")")
extern "C" __global__ void k(long long *out) {
  out[0] = inner; out[1] = none; out[2] = again; out[3] = A; out[4] = nine;
}
