// Lists of types, traits, and classes that are made of policies.
#pragma once

template <bool, class T = void> struct enable {};
template <class T> struct enable<true, T> { using type = T; };
template <class A, class B> struct same { static constexpr bool value = false; };
template <class A> struct same<A, A> { static constexpr bool value = true; };

template <class... T> struct list { static constexpr int size = sizeof...(T); };

template <int I, class L> struct at;
template <class H, class... T> struct at<0, list<H, T...>> { using type = H; };
template <int I, class H, class... T> struct at<I, list<H, T...>> : at<I - 1, list<T...>> {};
template <int I, class L> using at_t = typename at<I, L>::type;

template <class T> struct traits { using key = typename T::key; static constexpr int size = T::count; };
template <class T> constexpr int bytes = T::bytes;
template <class T> constexpr int width_of() { return T::width; }

template <class T, class H> struct node { typename T::key key; H *hash; };
template <class T> struct table {
    node<T, int> head;
    node<T, int> &first() { return head; }
};

template <class... B> struct mix : B... { using B::run...; };

template <class D> struct comparable {
    bool less(const D &o) const { return static_cast<const D &>(*this).compare(o) < 0; }
};

template <class P> struct engine : private P {
    int go(int x) { return P::step(x) + P::bias; }
};

template <int W> struct bits { unsigned field : W; unsigned rest : 32 - W; };

template <class T, class = typename enable<sizeof(T) == 4>::type> T four(T t) { return t; }
template <template <class> class C> struct over { C<int> ints; C<float> floats; };
template <class T> struct plain { T value; };
template <int N> struct number { static constexpr int value = N; enum { twice = 2 * N }; };
template <class T> struct slots { T items[4]; T spare = T(0); };

template <class F, class... A> auto invoke(F f, A... a) -> decltype(f(a...)) { return f(a...); }
template <class F, class... A> auto call(F f, A... a) { return f(a...); }
template <class T> struct later { template <class U> typename T::template bind<U> make(U u) { return {u}; } };
