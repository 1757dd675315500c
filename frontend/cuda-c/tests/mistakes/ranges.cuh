// Ranges and what is done with them.
#pragma once

template <class T> struct span {
    T *first;
    int count;
    span(T *p, int n) : first(p), count(n) {}
    T *begin() const { return first; }
    T *end() const { return first + count; }
    T &operator[](int i) const { return first[i]; }
};

struct less { template <class T> bool operator()(const T &a, const T &b) const { return a < b; } };
struct plus { template <class T> T operator()(const T &a, const T &b) const { return a + b; } };

template <class I, class F> void for_each(I from, I to, F f) {
    for (; from != to; ++from) f(*from);
}

template <class C, class T, class F> T reduce(const C &c, T begin, F f) {
    for (const auto &x : c) begin = f(begin, x);
    return begin;
}

template <class C> auto sum(const C &c) {
    typename C::value_type s{};
    for (auto x : c) s += x;
    return s;
}

template <class I, class O, class F> O transform(I from, I to, O out, F f) {
    for (; from != to; ++from, ++out) *out = f(*from);
    return out;
}

template <class T, class L = less> void sort(span<T> s, L l = L()) {
    for (int i = 1; i < s.count; ++i)
        for (int k = i; k > 0 && l(s[k], s[k - 1]); --k) {
            T t = s[k];
            s[k] = s[k - 1];
            s[k - 1] = t;
        }
}

template <class I, class P> class filtered {
    I from, to;
    P keeps;

  public:
    struct iterator {
        I at, to;
        const P *keeps;
        iterator &operator++() {
            do ++at;
            while (at != to && !(*keeps)(*at));
            return *this;
        }
        decltype(auto) operator*() const { return *at; }
        bool operator!=(const iterator &o) const { return at != o.at; }
    };
    filtered(I a, I b, P p) : from(a), to(b), keeps(p) {}
    iterator begin() const { return {from, to, &keeps}; }
    iterator end() const { return {to, to, &keeps}; }
};

template <class C, class P> auto filter(const C &c, P p) {
    return filtered<decltype(c.begin()), P>(c.begin(), c.end(), p);
}

template <class T> T clamp(T x, T low, T high) { return x < low ? low : high < x ? high : x; }
template <class T> T *find(span<T> s, const T &x) {
    for (T *p = s.begin(); p != s.end(); ++p)
        if (*p == x) return p;
    return nullptr;
}
