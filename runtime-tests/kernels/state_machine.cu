// A scanner as a switch with fall-through: counts numbers, names and errors of one line a thread.

#define LINE 40

extern "C" __global__ void state_machine(const unsigned char *text, int *numbers, int *names, int *errors, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned char *p = text + i * LINE;
    int state = 0, num = 0, name = 0, bad = 0;
    for (int k = 0; k < LINE; k++) {
        int c = p[k] & 31;
        int digit = c < 10;
        int letter = c >= 10 && c < 22;
        int space = c >= 22 && c < 30;
        switch (state) {
        case 3:
            if (!space)
                break;
            state = 0;
            /* fall through */
        case 0:
            if (digit) {
                state = 1;
                num++;
            } else if (letter) {
                state = 2;
                name++;
            } else if (!space) {
                state = 3;
                bad++;
            }
            break;
        case 1:
            if (letter) {
                state = 3;
                num--;
                bad++;
            } else if (!digit) {
                state = 0;
            }
            break;
        case 2:
            if (!letter && !digit)
                state = space ? 0 : 3;
            break;
        default:
            bad = -1000;
        }
    }
    numbers[i] = num;
    names[i] = name;
    errors[i] = bad * 10 + state;
}
