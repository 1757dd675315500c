// [cpp.stringize] # gives a digraph as it is spelled, whatever it stands for
// wrong: digraphs-are-spelled-out
%: define STR(x...) %:x
#define JOIN(a, b) a %:%: b
#define SHOW(x) STR(x)
#define OPEN <%
#define INDEX(a, i) a<:i:>
__device__ int same(const char *a, const char *b) <% int i = 0; while (a<:i:> && a<:i:> == b[i]) i++; return a[i] == b[i] ? i : -1 - i; %>
extern "C" __global__ void k(long long *out)
{
    int n = 0, t[2] = OPEN 4, 5 %>;
    out[n++] = same(STR(<% %> <::> %: %:%:), "<% %> <::> %: %:%:");
    out[n++] = same(STR({ } [] # ##), "{ } [] # ##");
    out[n++] = same(SHOW(OPEN INDEX(t, 1) %>), "<% t<:1:> %>");
    out[n++] = same(SHOW(JOIN(<, :) JOIN(%, >) JOIN(:, >) JOIN(%:, %:)), "<: %> :> %:%:");
    out[n++] = same(STR(<::>a <:::b <::c), "<::>a <:::b <::c");
    out[n++] = same(STR(and not_eq compl), "and not_eq compl");
    out[n++] = INDEX(t, JOIN(0, )) * 10 + t<:1:>;
    out[n++] = sizeof(STR(<:)) + sizeof(STR(%:%:)) * 10;
}
