//! Wrong compilers, on purpose: what a test of a rule must notice ([`crate`]'s `tests/semantics`).
//!
//! Idea: each rule of C++ has a file with its results, and a file is a test only if a compiler that gets the rule wrong
//! fails it. So a test build (the feature `wrong-compilers`) can be told to get one rule wrong, by name; the line of the
//! compiler that makes the difference asks `wrong!(Name)`. Without the feature the question is the constant `false`, and
//! nothing of this is in the compiler. One thing is wrong at a time, on the thread that asked for it.

/// Whether the compiler at hand gets this wrong.
macro_rules! wrong {
    ($name:ident) => {
        $crate::wrong::is($crate::wrong::Wrong::$name)
    };
}

macro_rules! compilers {
    ($($variant:ident = $name:literal : $text:literal,)*) => {
        /// What a wrong compiler gets wrong.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Wrong {
            $(#[doc = $text] $variant,)*
        }

        /// All of them: name, and what is wrong.
        #[cfg(feature = "wrong-compilers")]
        pub const ALL: &[(Wrong, &str, &str)] = &[$((Wrong::$variant, $name, $text),)*];
    };
}

compilers! {
    UnsignedPreserving = "unsigned-preserving": "a narrow unsigned operand is promoted to unsigned",
    SignedWins = "signed-wins": "of two operands of one rank the signed one decides",
    LongWithUnsignedIsUnsigned = "long-with-unsigned-is-unsigned": "long with unsigned gives unsigned long",
    FloatArithmeticIsDouble = "float-arithmetic-is-double": "operations on float are done in double",
    EnumerationsAreInt = "enumerations-are-int": "every unscoped enumeration is promoted to int",
    WideCharactersAreInt = "wide-characters-are-int": "char32_t and wchar_t are promoted to int whatever they hold",
    BitFieldsPromoteByType = "bit-fields-promote-by-type": "a bit-field is promoted by its declared type",
    WideBitFieldsStayWide = "wide-bit-fields-stay-wide": "a bit-field of a 64-bit type keeps that type",
    BoolKeepsLowByte = "bool-keeps-low-byte": "conversion to bool looks at the lowest byte",
    FloatToIntRounds = "float-to-int-rounds": "a floating value becomes the nearest integer",
    DoubleToFloatTruncates = "double-to-float-truncates": "double becomes float by cutting",
    NarrowingSaturates = "narrowing-saturates": "a value out of range becomes the nearest value in it",
    CharIsUnsigned = "char-is-unsigned": "plain char has no sign",
    ShiftsBindLikeSums = "shifts-bind-like-sums": "<< and >> are of the precedence of + and -",
    OperatorsGroupFromTheRight = "operators-group-from-the-right": "binary operators group from the right",
    BitwiseBeforeComparison = "bitwise-before-comparison": "& ^ | bind stronger than == and <",
    AssignmentGroupsFromTheLeft = "assignment-groups-from-the-left": "a = b = c is (a = b) = c",
    ConditionalGroupsFromTheLeft = "conditional-groups-from-the-left": "a ? b : c ? d : e is (a ? b : c) ? d : e",
    PrefixBeforePostfix = "prefix-before-postfix": "*p++ increments what p points to",
    CommaDropsLeft = "comma-drops-left": "what the left operand of a comma does is left out",
    CommaGivesLeft = "comma-gives-left": "a comma gives its left operand",
    LogicEvaluatesBoth = "logic-evaluates-both": "both operands of && and || are evaluated",
    LogicGivesInt = "logic-gives-int": "&& and || give int",
    ShiftInCommonType = "shift-in-common-type": "a shift is done in the common type of both operands",
    RightShiftIsLogical = "right-shift-is-logical": ">> of a negative number shifts zeros in",
    DivisionIsUnsigned = "division-is-unsigned": "division of signed numbers forgets their signs",
    CompoundInTargetType = "compound-in-target-type": "E1 op= E2 computes in the type of E1",
    ComparesAsSigned = "compares-as-signed": "operands are compared as signed numbers",
    MinusMakesSigned = "minus-makes-signed": "-x of an unsigned x is signed",
    UnaryDoesNotPromote = "unary-does-not-promote": "+ and ~ keep a narrow type",
    PointersStepInBytes = "pointers-step-in-bytes": "p + n goes n bytes on",
    PointerComparisonBySigned = "pointer-comparison-by-signed": "pointers compare by their lower halves",
    ConditionalTakesFirstType = "conditional-takes-first-type": "?: has the type of its first arm",
    ConditionalIsValue = "conditional-is-value": "?: of two objects is a copy",
    ConditionalDropsQualifiers = "conditional-drops-qualifiers": "?: makes a const object of a class the other operand, that is not const",
    PostfixGivesNewValue = "postfix-gives-new-value": "x++ gives the value after it",
    AssignmentGivesRight = "assignment-gives-right": "x = v gives v",
    LeftOfAssignmentFirst = "left-of-assignment-first": "the left operand of = is evaluated first",
    ShiftRightFirst = "shift-right-first": "the right operand of << is evaluated first",
    ClassAssignmentCopies = "class-assignment-copies": "a = b of a class gives a copy of a",
    ArithmeticInTargetWidth = "arithmetic-in-target-width": "int * int is computed in long where it is assigned to one",
    AddressIgnoresOperator = "address-ignores-operator": "&x never calls operator&",
    PostfixCallsPrefix = "postfix-calls-prefix": "x++ calls operator++()",
    ArrowOnce = "arrow-once": "operator-> is applied once",
    SizeofDecays = "sizeof-decays": "sizeof of an array is that of a pointer",
    CastsForgetBases = "casts-forget-bases": "a cast to a base or derived class keeps the address",
    ReferenceCastsView = "reference-casts-view": "a cast to a reference of another type views the bytes",
    UsingForgetsConst = "using-forgets-const": "a class's function hides one that is named by using although only one is const",
    NullPointersMove = "null-pointers-move": "a null pointer becomes the address of the second base",
    PointerToBoolIsAny = "pointer-to-bool-is-any": "a pointer to bool ranks as any conversion",
    BasesRankAlike = "bases-rank-alike": "all bases rank alike",
    PromotionIsConversion = "promotion-is-conversion": "a promotion ranks as a conversion",
    EllipsisRanksAlike = "ellipsis-ranks-alike": "an ellipsis ranks as any conversion",
    QualifiersDoNotRank = "qualifiers-do-not-rank": "added qualifiers make no difference",
    TemplatesRankAlike = "templates-rank-alike": "a function is not preferred to a template",
    NoPartialOrdering = "no-partial-ordering": "of two templates neither is more special",
    UserConversionsRankAlike = "user-conversions-rank-alike": "a conversion of a class ranks as a standard one",
    PointersAreCopiedForReferences = "pointers-are-copied-for-references": "a reference to a more qualified pointer refers to a copy",
    ArraysRankAlike = "arrays-rank-alike": "a list becomes a reference to a shorter and a longer array equally well",
    CastsDropQualifiers = "casts-drop-qualifiers": "a value of a const class that a cast makes is not const",
    NarrowingSubstitutes = "narrowing-substitutes": "narrowing in braces leaves a template in the choice",
    PackedBasesAreCut = "packed-bases-are-cut": "a packed class ends within the padding of its base",
    ArraysHoldNoEmpties = "arrays-hold-no-empties": "an array of an empty class lies where another object of the class does",
    BaseOperatorsAreExact = "base-operators-are-exact": "an operator of a base is as good as one of the class",
    MovesSeeNoTemplates = "moves-see-no-templates": "a move of a class copies the members that have no move of their own, templates or not",
    BlocksHideMembers = "blocks-hide-members": "a block's name hides a member of its local class within that",
    TargetsTakeNumbers = "targets-take-numbers": "the language's own <<= and its kin change floating objects too, among the candidates",
    SpecialisationsFitRoughly = "specialisations-fit-roughly": "a specialisation of a function template is one of a template with other parameters",
    PointersAreAligned = "pointers-are-aligned": "a pointer to an aligned typedef is aligned so too",
    ReturnsCopy = "returns-copy": "what a return names and goes away is copied",
    ListsAreMoved = "lists-are-moved": "T x({...}) moves what the list makes",
    ListsInListsAreObjects = "lists-in-lists-are-objects": "a list in a list may be an object of the class that a constructor copies",
    ConversionsChain = "conversions-chain": "two conversions of classes may follow each other",
    ExplicitIsImplicit = "explicit-is-implicit": "explicit constructors and conversions are used implicitly",
    ConversionsByDeclaration = "conversions-by-declaration": "of several conversions the first declared is taken",
    ConstObjectsCallAny = "const-objects-call-any": "any member function may be called on a const object",
    InnerScopesHideNothing = "inner-scopes-hide-nothing": "a name is looked up outside its class first",
    MemberTemplatesDeduceAll = "member-templates-deduce-all": "explicit arguments of a member template are read over",
    ExplicitConvertsOperands = "explicit-converts-operands": "explicit conversions serve built-in operators",
    DeletedIsAbsent = "deleted-is-absent": "a deleted function takes no part",
    RvalueReferencesAreLvalueReferences = "rvalue-references-are-lvalue-references": "T && is T &",
    NamedReferencesAreRvalues = "named-references-are-rvalues": "a named T && is an rvalue",
    NoForwardingReferences = "no-forwarding-references": "T && of a template never becomes T &",
    MembersAreLvalues = "members-are-lvalues": "a member of an rvalue is an lvalue",
    TemporariesShareAPlace = "temporaries-share-a-place": "temporaries of one type lie in one place",
    ReferencesBindToCopies = "references-bind-to-copies": "a reference to const is bound to a copy",
    ReferenceMembersAreCopies = "reference-members-are-copies": "a member reference is bound to a copy",
    AutoKeepsReferences = "auto-keeps-references": "auto of an lvalue is a reference",
    DecltypeCopies = "decltype-copies": "decltype((x)) is a value type",
    ParametersAreReferences = "parameters-are-references": "a class by value is passed as it is",
    CopiesAreBytes = "copies-are-bytes": "T x = y copies bytes",
    ImplicitCopiesAreBytes = "implicit-copies-are-bytes": "an implicit copy constructor copies bytes",
    ImplicitAssignmentIsBytes = "implicit-assignment-is-bytes": "an implicit copy assignment copies bytes",
    BaseAssignmentStandsIn = "base-assignment-stands-in": "the implicit assignment of a derived class is its base's",
    AnyAssignmentIsCopy = "any-assignment-is-copy": "any operator= stands for the copy assignment",
    DefaultedDoesNotZero = "defaulted-does-not-zero": "T() of a defaulted constructor does not zero",
    EmptyMemberInitialiserIsDefault = "empty-member-initialiser-is-default": "member() in a constructor's list leaves the member alone",
    LeftOutMembersAreZero = "left-out-members-are-zero": "a member that a list leaves out is zero, whatever its own initialiser",
    ListsSkipBases = "lists-skip-bases": "a list in braces begins after the bases",
    ConstructorsDoNotMatterInLists = "constructors-do-not-matter-in-lists": "a class with constructors is an aggregate",
    BracesAlwaysElided = "braces-always-elided": "an aggregate member is never initialised by one value",
    DefaultArgumentsAreZero = "default-arguments-are-zero": "a missing argument is zero",
    DelegationDefaults = "delegation-defaults": "a delegating constructor calls the default one",
    MembersInWrittenOrder = "members-in-written-order": "members are initialised in the order of the list",
    StaticLocalsAreAutomatic = "static-locals-are-automatic": "a static local begins anew in each call",
    StringsLoseTheirEnd = "strings-lose-their-end": "a string initialises without its final zero",
    ArraysConstructOne = "arrays-construct-one": "one element of an array is constructed",
    InheritedSkipMembers = "inherited-skip-members": "an inherited constructor leaves the members alone",
    PrvaluesAreCopied = "prvalues-are-copied": "a prvalue returned is copied",
    DefaultedIsTrivial = "defaulted-is-trivial": "what is written as = default copies bytes",
    ConstDoesNotFold = "const-does-not-fold": "a const object is no constant",
    CopiesReachPadding = "copies-reach-padding": "an object of a base has its padding too",
    UserOverloadsHideBuiltIns = "user-overloads-hide-built-ins": "a function of a built-in's name hides it",
    CastsKeepBitFields = "casts-keep-bit-fields": "a cast of a bit-field to its own type leaves it a bit-field",
    SubscriptPointerFirst = "subscript-pointer-first": "of i[p] the pointer is evaluated first",
    FriendsAreVisible = "friends-are-visible": "a function defined as a friend is found without its class",
    NamesFromBelow = "names-from-below": "a call sees functions that are declared after it",
    LaterEffectsReachArguments = "later-effects-reach-arguments": "a class in a list is copied after what stands behind it",
    ConvertedBasesAreCopied = "converted-bases-are-copied": "a reference to the base of what a conversion gives is to a copy",
    ParenthesesAreBraces = "parentheses-are-braces": "T({}) is T{}",
    VolatileIsElided = "volatile-is-elided": "a volatile local that is returned is not copied",
    UnionsIgnoreInitialisers = "unions-ignore-initialisers": "an empty list for a union is zero",
    AnonymousMembersLast = "anonymous-members-last": "members of anonymous unions are initialised behind all others",
    ExternCDefines = "extern-c-defines": "extern \"C\" int x; defines x",
    DefaultArgumentsSeeCallers = "default-arguments-see-callers": "default arguments are looked up where the call stands",
    UsingInBlocksHidesNothing = "using-in-blocks-hides-nothing": "a using declaration in a block hides no local",
    OperatorsTakeAnyEnumeration = "operators-take-any-enumeration": "an operator function of classes serves an enumeration and a number",
    OperatorAssignsFromTheLeft = "operator-assigns-from-the-left": "of an overloaded assignment the left operand is evaluated first",
    ReferencesStayQualified = "references-stay-qualified": "const T & takes no const off an array's elements",
    ConversionsAreMoved = "conversions-are-moved": "T x(y) by a conversion function moves what it gives",
    MembersUnaligned = "members-unaligned": "members lie at the next byte",
    AlignedIgnored = "aligned-ignored": "alignas and aligned are read over",
    BasePaddingKept = "base-padding-kept": "the tail padding of a base is never used",
    BitFieldsStraddle = "bit-fields-straddle": "bit-fields run on over the end of their unit",
    UnnamedBitFieldsAreNothing = "unnamed-bit-fields-are-nothing": "a class of nothing but unnamed bit-fields is empty",
    TrailingUnitsAreForgotten = "trailing-units-are-forgotten": "a class ends before its last `int : 0`",
    PackedIgnored = "packed-ignored": "packed is read over",
    PackIgnored = "pack-ignored": "#pragma pack is read over",
    UnionsAreStructs = "unions-are-structs": "members of a union follow one another",
    EnumBitFieldsAreSigned = "enum-bit-fields-are-signed": "a bit-field of an enumeration extends its sign",
    BitFieldsAreUnsigned = "bit-fields-are-unsigned": "a bit-field never extends its sign",
    BasesAtZero = "bases-at-zero": "every base lies at the beginning",
    MutableIgnored = "mutable-ignored": "mutable is read over",
    HexLiteralsStaySigned = "hex-literals-stay-signed": "hexadecimal literals have the types of decimal ones",
    FloatSuffixIgnored = "float-suffix-ignored": "1.0f is a double",
    LastCharacterCounts = "last-character-counts": "'ab' is 'b'",
    PrefixesIgnored = "prefixes-ignored": "u, U and L are read over",
    RawStringsHaveEscapes = "raw-strings-have-escapes": "escapes are carried out in raw strings",
    ConditionsAreSigned = "conditions-are-signed": "#if computes with signed numbers",
    ArgumentsStayRaw = "arguments-stay-raw": "arguments of macros are not expanded first",
    UndefIgnored = "undef-ignored": "#undef is read over",
    MacrosStayPopped = "macros-stay-popped": "pop_macro is read over",
    NoTargetMacros = "no-target-macros": "what the target is is not predefined",
    NoArgumentDependentLookup = "no-argument-dependent-lookup": "the namespaces of arguments are not looked in",
    FriendsAreMembers = "friends-are-members": "a friend defined in its class is not found outside",
    MemberQualificationIgnored = "member-qualification-ignored": "d.B::f() is d.f()",
    QualificationIgnored = "qualification-ignored": "::x is x",
    UsingDeclarationsHideNothing = "using-declarations-hide-nothing": "a using declaration counts as a directive",
    DirectivesDeclareHere = "directives-declare-here": "a directive's names stand in its own scope",
    ElaboratedNamesArePlain = "elaborated-names-are-plain": "struct x is x",
    NestedSeesNothing = "nested-sees-nothing": "a nested class does not see the names around it",
    UsingMembersIgnored = "using-members-ignored": "using B::f is read over in classes",
    DependentBasesSearched = "dependent-bases-searched": "unqualified names are looked up in dependent bases",
    InlineIsOrdinary = "inline-is-ordinary": "an inline namespace is an ordinary one",
    LocalClassesAreBlind = "local-classes-are-blind": "a local class does not see its function's types",
    RedeclaredBuiltinsAreUndefined = "redeclared-builtins-are-undefined": "a built-in function that is declared again is another",
    BlockDeclarationsIgnored = "block-declarations-ignored": "extern and functions in a block declare nothing",
    ArraysStayIncomplete = "arrays-stay-incomplete": "an array that was declared without its length never gets one",
    BlocksHaveNoScope = "blocks-have-no-scope": "a block's names go on after it",
    NamesBeginAfterInitialiser = "names-begin-after-initialiser": "a name is declared after its initialiser",
    PrivateIsForAll = "private-is-for-all": "private members are for nobody",
    ContinueBreaks = "continue-breaks": "continue leaves the loop",
    SwitchInInt = "switch-in-int": "a switch compares as int",
    BothBranches = "both-branches": "if constexpr instantiates both branches",
    GotoFindsFirst = "goto-finds-first": "goto goes to the first label of the function",
    ConstructorsAreNoConstants = "constructors-are-no-constants": "constructors are not executed for constants",
    OnlyNumbersAreConstants = "only-numbers-are-constants": "pointers are never constants",
    StaticNanIsNoConstant = "static-nan-is-no-constant": "an object with static storage cannot begin with a NaN",
    ClassesStayOpen = "classes-stay-open": "a class is never complete for constants that call its members",
    DefinitionsAreNotConstexpr = "definitions-are-not-constexpr": "constexpr says nothing at a definition of a static member outside of its class",
    StaticLocalsAreValues = "static-locals-are-values": "a local constant with static storage is its number, and no object",
    ConstexprIsNoConstant = "constexpr-is-no-constant": "calls of constexpr functions are no constants",
    LargeEnumeratorsAreNegative = "large-enumerators-are-negative": "an enumerator past 2^63 is negative",
    OpenEnumeratorsAreInt = "open-enumerators-are-int": "up to the end of their list enumerators are int",
    EnumeratorsFromZero = "enumerators-from-zero": "an enumerator without a value is its position",
    CastsBeforeCalls = "casts-before-calls": "(T)(x) and T(x) are always casts",
    DeclarationsLose = "declarations-lose": "what could be an expression is one",
    ParametersStayArrays = "parameters-stay-arrays": "a parameter of array type has an array's size",
    DeclaratorsFromTheLeft = "declarators-from-the-left": "T (*p)[n] is T *p[n]",
    StarsBelongToTheType = "stars-belong-to-the-type": "int *a, b declares two pointers",
    StaticMembersPerObject = "static-members-per-object": "a static member function has a this",
    StaticObjectsUnseen = "static-objects-unseen": "the object before a static member is not evaluated",
    ConstantsAreVariables = "constants-are-variables": "const integers of the device are no constant expressions",
    StaticMembersBeginWithZero = "static-members-begin-with-zero": "the definition of a static data member is read over",
    UnmarkedVariablesAreHost = "unmarked-variables-are-host": "-default-device says nothing of variables",
    UnmarkedFunctionsAreHost = "unmarked-functions-are-host": "-default-device says nothing of functions",
    UnmarkedMembersAreHost = "unmarked-members-are-host": "-default-device says nothing of member functions",
    AliasesForgetArguments = "aliases-forget-arguments": "an alias template is what it is for its first arguments",
    AutoParametersAreInt = "auto-parameters-are-int": "template <auto V> takes int",
    FirstSpecialisationWins = "first-specialisation-wins": "the first partial specialisation that fits is taken",
    DeductionKeepsQualifiers = "deduction-keeps-qualifiers": "a parameter by value is deduced with its argument's qualifiers",
    ExplicitArgumentsIgnored = "explicit-arguments-ignored": "explicit template arguments are read over",
    SpecialisationsIgnored = "specialisations-ignored": "an explicit specialisation is read over",
    ValuesStayUnconverted = "values-stay-unconverted": "a value argument is not converted to its parameter's type",
    SubstitutionMustSucceed = "substitution-must-succeed": "a failed substitution leaves the template in the set",
    VoidIsAnObject = "void-is-an-object": "a pointer to void can be dereferenced",
    StaticCastsTakeAll = "static-casts-take-all": "static_cast does what reinterpret_cast does",
    DeletedIsTrivial = "deleted-is-trivial": "a deleted default constructor does nothing and can be called",
    EmptyListsSayNothing = "empty-lists-say-nothing": "o.f<>() may call what is no template",
    DeclarationsSeePrivate = "declarations-see-private": "a template's declaration may name what is private",
    ListsMakeTemporaries = "lists-make-temporaries": "a reference to {x} refers to a copy of x",
    ListsAreCopies = "lists-are-copies": "a number's {x} is its = {x}",
    ListsCopyValues = "lists-copy-values": "a class's {f()} is a copy of what f gives",
    PointersCompeteWithNumbers = "pointers-compete-with-numbers": "*p wants a class's only conversion to a scalar",
    LastUsingDeclarationWins = "last-using-declaration-wins": "of a block's using declarations of one name the last counts",
    ZerosAreNull = "zeros-are-null": "every constant that is 0 becomes a null pointer",
    AutoPointersForgetConst = "auto-pointers-forget-const": "const auto *p is auto *p",
    SpecialisationsForgetDefaults = "specialisations-forget-defaults": "arguments that a specialisation leaves out fit everything",
    ParenthesesAreValues = "parentheses-are-values": "T (x) in a declaration's parentheses is a value",
    ParametersAreBlind = "parameters-are-blind": "the type of a parameter names no parameter",
    WideBitFieldsEndEarly = "wide-bit-fields-end-early": "a bit-field has no more bits than its type",
    VolatileMembersArePlain = "volatile-members-are-plain": "volatile behind a member function's parameters says nothing",
    AggregatesTakeAnyList = "aggregates-take-any-list": "any list that is short enough makes an aggregate",
    EmptyArraysFit = "empty-arrays-fit": "an array without length makes sense in a template's declaration",
    OwnNamesAreNoMembers = "own-names-are-no-members": "a class's own name is no member of it",
    MembersNeedObjects = "members-need-objects": "a data member cannot be named without an object",
    MembersHideNoTypes = "members-hide-no-types": "a member that is no type hides no type",
    AnglesAreLess = "angles-are-less": "< after a template's name is less than",
}

#[cfg(feature = "wrong-compilers")]
thread_local! {
    static NOW: std::cell::Cell<Option<Wrong>> = const { std::cell::Cell::new(None) };
}

/// Whether this is what is wrong now.
#[cfg(feature = "wrong-compilers")]
pub(crate) fn is(w: Wrong) -> bool {
    NOW.get() == Some(w)
}

/// Nothing is wrong.
#[cfg(not(feature = "wrong-compilers"))]
pub(crate) const fn is(_: Wrong) -> bool {
    false
}

/// Does something with a compiler that gets one thing wrong.
#[cfg(feature = "wrong-compilers")]
pub fn with<R>(w: Wrong, act: impl FnOnce() -> R) -> R {
    NOW.set(Some(w));
    let result = act();
    NOW.set(None);
    result
}
