// [dcl.enum] an enumeration's type has room for its largest value; enumerators are known within their list
// wrong: large-enumerators-are-negative
enum HugeU { HU1 = 1, HU2 = 0x8000000000000000 }; enum Next { n0 = 0x7fffffffffffffff }; enum Neg { m0 = -1, m1 = 0x7fffffff }; enum N2 { o0 = -1, o1 = 0x80000000 };
__device__ int kind(unsigned long) { return 1; } __device__ int kind(long) { return 2; } __device__ int kind(int) { return 3; } __device__ int kind(unsigned) { return 4; }
struct Tp { Tp() = default; Tp(const Tp &) = default; short a; char b; }; struct Tq : Tp { char c; };
struct Tr { int a; Tr &operator=(const Tr &) = default; char c; }; struct Ts : Tr { char d; };
struct Tu { int a; char c; Tu(const Tu &) = delete; }; struct Tv : Tu { char d; }; struct Tw { int a; char c; ~Tw() = default; }; struct Tx : Tw { char d; };
struct Ty1 { int a; char c; __device__ Ty1(); }; struct Tz : Ty1 { char d; }; struct Ta { int a; char c = 1; }; struct Tb : Ta { char d; }; struct Tc { int a; char c; template <class T> __device__ Tc(T); }; struct Td : Tc { char d; };
struct Tg { int a; char c; __device__ Tg &operator=(const Tg &); }; struct Th : Tg { char d; }; struct Ti { int a; char c; __device__ Ti &operator=(Ti); }; struct Tj : Ti { char d; };
struct Te { int a; char c; __device__ Te &operator=(int); }; struct Tf : Te { char d; };
enum class Sc { A = 3, B = A + 1, C = B * 2 }; enum class Sd : unsigned char { A = 200, B = A + 1 };
extern "C" __global__ void k(long long *out) {
  HugeU h = HU2; out[0] = kind(h); out[1] = h > 0; out[2] = h / 2 > 0; out[3] = h >> 60; out[6] = kind(m0); out[7] = kind(o1); out[8] = sizeof(HugeU);
  out[9] = sizeof(Tq); out[10] = sizeof(Ts); out[11] = sizeof(Tv); out[12] = sizeof(Tx); out[13] = sizeof(Tz); out[14] = sizeof(Tb); out[15] = sizeof(Td); out[16] = sizeof(Tf); out[17] = kind(HU1); out[22] = sizeof(Th); out[23] = sizeof(Tj); out[18] = (int)Sc::C; out[19] = (int)Sd::B; enum class Lo { A = 5, B = A }; out[20] = (int)Lo::B; enum Lu { X = 7, Y = X + 1 }; out[21] = Y + X;
}
