// [dcl.enum] 5 an enumerator has its underlying type where that is stated, else its value's type, up to the list's end
// wrong: open-enumerators-are-int
enum Fixed : char { a1 = 1, b1 = sizeof(a1), c1 = sizeof(b1 + 1) };
enum Long { a2 = 1L, b2 = sizeof(a2), c2, d2 = sizeof(c2) };
enum Char { a3 = 'a', b3 = sizeof(a3), c3 = sizeof(b3) };
enum class Scoped : short { a4 = 1, b4 = sizeof(a4) };
enum Unsigned { a5 = 1ull, b5, c5 = sizeof(b5), d5 = (b5 - 3 > 0) };
enum FixedUnsigned : unsigned { a6 = 1, b6 = (a6 - 2 > 0) };
enum Narrow : unsigned char { a7 = 200, b7 = a7 + 50 };
enum Grows { a8 = 2147483647, b8, c8 = sizeof(b8) };
enum Wraps { a9 = 0x7fffffffu, b9, c9 = sizeof(b9), d9 = (b9 * 2 == 0) };
enum Plain { a10, b10 = sizeof(a10) };
enum Other { a11 = Fixed::a1, b11 = sizeof(a11) };
extern "C" __global__ void k(long long *out)
{
    out[0] = b1;
    out[1] = c1;
    out[2] = b2;
    out[3] = d2;
    out[4] = b3;
    out[5] = c3;
    out[6] = (int)Scoped::b4;
    out[7] = c5;
    out[8] = d5;
    out[9] = b6;
    out[10] = b7;
    out[11] = b8;
    out[12] = c8;
    out[13] = c9;
    out[14] = d9;
    out[15] = b10;
    out[16] = b11;
}
