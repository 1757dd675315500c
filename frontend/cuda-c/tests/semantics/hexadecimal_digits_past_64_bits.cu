// [lex.fcon] all digits of a hexadecimal constant count for its rounding, however far behind they stand
// wrong: late-digits-are-nothing
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = 0x1.00000000000008p0 == 1.0;
    out[n++] = 0x1.000000000000080000000000000000000001p0 == 1.0;
    out[n++] = 0x10000000000000'80000000000000000000000001p0 == 0x1p144;
    out[n++] = 0x1.000001000000000000000000000000000001p0f == 1.0f;
    out[n++] = 0x1.000001p0f == 1.0f;
}
