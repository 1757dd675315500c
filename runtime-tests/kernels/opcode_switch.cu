// A stack machine: enums, a switch with fall-through and holes, break out of loops by goto.

enum Op { PUSH, DUP = 3, ADD, SUB, MUL = 10, SWAP, NEG = -4, ADD2 = 100, HALT = 0x7fffffff };

typedef enum { FINE, UNDERFLOW = 7, OVERFLOW_ } Status;

extern "C" __global__ void opcode_switch(const int *program, int *result, int *status, int length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int *code = program + i * length;
    int stack[8], top = 0;
    Status s = FINE;
    for (int at = 0; at < length; at++) {
        enum Op op;
        switch (code[at] % 9) {
        case 0: case 1: case 2: op = PUSH; break;
        case 3: op = DUP; break;
        case 4: op = ADD; break;
        case 5: op = SUB; break;
        case 6: op = MUL; break;
        case 7: op = SWAP; break;
        default: op = code[at] & 1 ? NEG : ADD2;
        }
        switch (op) {
        case PUSH:
            if (top == 8) { s = OVERFLOW_; goto done; }
            stack[top++] = code[at] / 9;
            break;
        case DUP:
            if (top == 0) { s = UNDERFLOW; goto done; }
            if (top == 8) { s = OVERFLOW_; goto done; }
            stack[top] = stack[top - 1];
            top++;
            break;
        case ADD2:
            if (top > 0)
                stack[top - 1] += 2;
            // On to the addition.
        case ADD: case SUB: case MUL: {
            if (top < 2) { s = UNDERFLOW; goto done; }
            unsigned b = stack[--top], a = stack[top - 1];
            stack[top - 1] = op == SUB ? a - b : op == MUL ? a * b : a + b;
            break;
        }
        case SWAP:
            if (top < 2) { s = UNDERFLOW; goto done; }
            { int t = stack[top - 1]; stack[top - 1] = stack[top - 2]; stack[top - 2] = t; }
            break;
        case NEG:
            if (top) stack[top - 1] = (int)-(unsigned)stack[top - 1];
        case HALT:
        default:;
        }
    }
done:
    result[i] = top ? stack[top - 1] : -1;
    status[i] = s * 100 + top;
}
