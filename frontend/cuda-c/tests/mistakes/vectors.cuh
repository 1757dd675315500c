// Vectors and matrices of a fixed length, and what goes over their elements.
#pragma once

template <class T, int N> struct vec {
    static_assert(N > 0, "a vec has elements");
    using value_type = T;
    static constexpr int length = N;
    T data[N];
    T &operator[](int i) { return data[i]; }
    const T &operator[](int i) const { return data[i]; }
    void fill(const T &x) {
        for (int i = 0; i < N; ++i) data[i] = x;
    }
};

template <class T, class... R> vec(T, R...) -> vec<T, 1 + sizeof...(R)>;

template <class T, int N> vec<T, N> operator+(const vec<T, N> &a, const vec<T, N> &b) {
    vec<T, N> r{};
    for (int i = 0; i < N; ++i) r[i] = a[i] + b[i];
    return r;
}

template <class T, int N> vec<T, N> operator*(const vec<T, N> &a, const T &s) {
    vec<T, N> r{};
    for (int i = 0; i < N; ++i) r[i] = a[i] * s;
    return r;
}

template <class T, int N> T dot(const vec<T, N> &a, const vec<T, N> &b) {
    T sum = a[0] * b[0];
    for (int i = 1; i < N; ++i) sum += a[i] * b[i];
    return sum;
}

template <class T, int N, class F> auto map(const vec<T, N> &a, F f) {
    vec<decltype(f(a[0])), N> r{};
    for (int i = 0; i < N; ++i) r[i] = f(a[i]);
    return r;
}

template <class T, int N, class A, class F> A fold(const vec<T, N> &a, A begin, F f) {
    for (int i = 0; i < N; ++i) begin = f(begin, a[i]);
    return begin;
}

template <class T, int N> T greatest(const vec<T, N> &a) {
    T best = a[0];
    for (int i = 1; i < N; ++i)
        if (best < a[i]) best = a[i];
    return best;
}

template <int I, class T, int N> T &get(vec<T, N> &a) {
    static_assert(I >= 0 && I < N, "no such element");
    return a.data[I];
}

template <class T, int R, int C> struct mat {
    vec<vec<T, C>, R> rows;
    vec<T, R> operator*(const vec<T, C> &v) const {
        vec<T, R> r{};
        for (int i = 0; i < R; ++i) r[i] = dot(rows[i], v);
        return r;
    }
    T trace() const {
        static_assert(R == C, "only a square matrix has a trace");
        T sum = rows[0][0];
        for (int i = 1; i < R; ++i) sum += rows[i][i];
        return sum;
    }
};
