// Holders of values: of one, of one that may be absent, of one of two types, and of one that has an owner.
#pragma once

template <class T> struct bare { using type = T; };
template <class T> struct bare<T &> { using type = T; };
template <class T> struct bare<const T> { using type = T; };
template <class T> struct bare<const T &> { using type = T; };
template <class T> typename bare<T>::type &&move(T &&t) {
    return static_cast<typename bare<T>::type &&>(t);
}

template <class T> class box {
    T item;

  public:
    box() : item() {}
    box(const T &t) : item(t) {}
    T &get() { return item; }
    const T &get() const { return item; }
    void set(const T &t) { item = t; }
    template <class F> auto map(F f) const { return box<decltype(f(item))>(f(item)); }
    bool operator==(const box &other) const { return item == other.item; }
    void swap(box &other) {
        T t(item);
        item = other.item;
        other.item = t;
    }
};

template <class T> class maybe {
    union { T item; char none; };
    bool has;

  public:
    maybe() : none(), has(false) {}
    maybe(const T &t) : item(t), has(true) {}
    explicit operator bool() const { return has; }
    const T &operator*() const { return item; }
    const T *operator->() const { return &item; }
    template <class U> T value_or(const U &u) const { return has ? item : static_cast<T>(u); }
    template <class F> auto then(F f) const -> maybe<decltype(f(item))> {
        if (!has) return {};
        return f(item);
    }
};

template <class A, class B> class either {
    union { A a; B b; };
    bool first;

  public:
    either(const A &x) : a(x), first(true) {}
    either(const B &x) : b(x), first(false) {}
    template <class F> auto visit(F f) const { return first ? f(a) : f(b); }
};

template <class T> class owner {
    T *p;

  public:
    explicit owner(T *q) : p(q) {}
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    owner(owner &&o) : p(o.p) { o.p = nullptr; }
    ~owner() { if (p) p->close(); }
    T *operator->() const { return p; }
};

template <class T> struct counted : T {
    int count = 0;
    template <class... A> auto call(A... a) { ++count; return T::run(a...); }
};
