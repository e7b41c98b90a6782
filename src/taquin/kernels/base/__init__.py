"""What every kernel needs: compiling, the cache of compiled code, packed boards, hashing."""
