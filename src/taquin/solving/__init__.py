"""From a question to a result: the only place where boards, searches and kernels meet.

`question` reads it into a `SearchRequest`, whose `plan` has ordered stages. `runner` runs them,
each in one of the `engines`. `answers` makes the result, which is `shown`.
"""
