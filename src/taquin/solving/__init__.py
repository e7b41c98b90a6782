"""From a request to a result: the only place where boards, searches and kernels meet."""
