// One step of a breadth-first search: nodes of the frontier push their cost to unvisited neighbours.

extern "C" __global__ void bfs_step(const int *row, const int *edge, const int *frontier,
                                    const int *visited, int *cost, int *next, int *changed, int level,
                                    int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || !frontier[v])
        return;
    int found = 0;
    for (int e = row[v]; e < row[v + 1]; e++) {
        int to = edge[e];
        if (!visited[to]) {
            atomicMin(&cost[to], level + 1);
            if (atomicExch(&next[to], 1) == 0)
                found++;
        }
    }
    if (found)
        atomicAdd(changed, found);
}
