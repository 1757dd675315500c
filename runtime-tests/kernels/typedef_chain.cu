// Typedefs of typedefs: arrays, pointers, structures, and declarators that read inside out.

typedef unsigned char byte;
typedef byte row[6];
typedef row grid[4];
typedef const grid *grid_pointer;
typedef struct node {
    row data;
    struct node *next;
    int (*pair)[2];
} node_t, *node_pointer;
typedef int pair_t[2];

extern "C" __global__ void typedef_chain(const byte *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    grid_pointer g = (grid_pointer)(in + i * sizeof(grid));
    pair_t pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
    node_t nodes[3];
    node_pointer first = 0;
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 6; j++)
            nodes[k].data[j] = (*g)[k][j] ^ (*g)[3][j];
        nodes[k].next = first;
        nodes[k].pair = &pairs[(i + k) % 3];
        first = &nodes[k];
    }
    int sum = 0, weight = 1;
    for (node_pointer p = first; p; p = p->next, weight *= 3) {
        int part = 0;
        for (const byte *b = p->data; b != p->data + sizeof(row); ++b)
            part = part * 2 + *b;
        sum += weight * (part + (*p->pair)[1] - **p->pair * 10);
    }
    out[i] = sum;
}
