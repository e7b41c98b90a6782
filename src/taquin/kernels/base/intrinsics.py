"""Machine operations that Numba does not offer by name.

Each is one instruction; the pure-Python meaning stands in its docstring.
"""

from typing import Any

from taquin.kernels.base.jit import intrinsic, types

__all__ = [
    "count_bits",
    "fetch_add",
    "load_byte",
    "load_shared",
    "load_short",
    "pointers",
    "prefetch",
]


def _count_bits(typing_context: Any, word: Any) -> Any:
    """`word.bit_count()` for an unsigned integer of any width."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return word(word), generate


def _load_byte(typing_context: Any, address: Any) -> Any:
    """The byte at a uint64 address: tables of one collection lie in separate memory maps."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte = context.get_value_type(types.uint8)
        return builder.load(builder.inttoptr(args[0], byte.as_pointer()))

    return types.uint8(types.uint64), generate


def _load_short(typing_context: Any, address: Any) -> Any:
    """The uint16 at an even uint64 address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        short = context.get_value_type(types.uint16)
        return builder.load(builder.inttoptr(args[0], short.as_pointer()))

    return types.uint16(types.uint64), generate


def _fetch_add(typing_context: Any, array: Any, index: Any) -> Any:
    """Add 1 to an element of an int64 array and return it as it was, undivided among threads."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _element(context, builder, signature, args)
        one = context.get_constant(types.int64, 1)
        return builder.atomic_rmw("add", pointer, one, "monotonic")

    return types.int64(array, types.int64), generate


def _load_shared(typing_context: Any, array: Any, index: Any) -> Any:
    """An element of an int64 array, read again each time: another thread may have changed it."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _element(context, builder, signature, args)
        return builder.load_atomic(pointer, "monotonic", 8)

    return types.int64(array, types.int64), generate


def _element(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """A pointer to array[index]."""
    data = context.make_array(signature.args[0])(context, builder, value=args[0]).data
    return builder.gep(data, [args[1]])


def _prefetch(typing_context: Any, address: Any) -> Any:
    """Ask for the cache line at a uint64 address without waiting for it."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        pointer = ir.IntType(8).as_pointer()
        word = ir.IntType(32)
        declaration = builder.module.declare_intrinsic(
            "llvm.prefetch", [pointer], ir.FunctionType(ir.VoidType(), [pointer, word, word, word])
        )
        flags = [word(0), word(3), word(1)]  # read, keep in all cache levels, data
        builder.call(declaration, [builder.inttoptr(args[0], pointer), *flags])
        return context.get_dummy_value()

    return types.void(types.uint64), generate


def _pointers(typing_context: Any, arrays: Any) -> Any:
    """A named tuple, and those in it, with a bare pointer for each array.

    A pointer is indexed like the array, from its beginning only. An array is seven numbers to the
    compiler, at each call that passes it on: for phases of a kernel that read dozens of them,
    compiling takes a third longer.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _without_shapes(context, builder, arrays, args[0])

    return _pointer_type(arrays)(arrays), generate


_NAMED = types.NamedTuple, types.NamedUniTuple


def _pointer_type(given: Any) -> Any:
    if isinstance(given, types.Array):
        return types.CPointer(given.dtype)  # type: ignore[no-untyped-call]
    if isinstance(given, _NAMED):
        members = [*map(_pointer_type, given.types)]
        return types.NamedTuple(members, given.instance_class)  # type: ignore[no-untyped-call]
    return given


def _without_shapes(context: Any, builder: Any, given: Any, value: Any) -> Any:
    if isinstance(given, types.Array):
        return context.data_model_manager[given].get(builder, value, "data")
    if isinstance(given, _NAMED):
        members = [
            _without_shapes(context, builder, member, builder.extract_value(value, place))
            for place, member in enumerate(given.types)
        ]
        return context.make_tuple(builder, _pointer_type(given), members)
    return value


count_bits: Any = intrinsic(_count_bits)
fetch_add: Any = intrinsic(_fetch_add)
load_byte: Any = intrinsic(_load_byte)
load_shared: Any = intrinsic(_load_shared)
load_short: Any = intrinsic(_load_short)
pointers: Any = intrinsic(_pointers)
prefetch: Any = intrinsic(_prefetch)
