"""Three machine operations that Numba does not offer by name.

Each is one instruction; the pure-Python meaning stands in its docstring.
"""

from typing import Any

from taquin.kernels.jit import intrinsic, types

__all__ = ["count_bits", "load_byte", "prefetch"]


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


count_bits: Any = intrinsic(_count_bits)
load_byte: Any = intrinsic(_load_byte)
prefetch: Any = intrinsic(_prefetch)
