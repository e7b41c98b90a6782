"""Registries of algorithms, heuristics and topologies, by name and with their claims.

A registry loads the modules of its packages and the entry points of its group on first use, so
adding an entry means adding one file. Options are the keyword-only parameters of a function: a
misspelt option is an error, and documentation cannot drift from code.
"""

import difflib
import inspect
import math
import pkgutil
import re
import types
import typing
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from operator import itemgetter
from threading import get_ident
from typing import Any, Generic, Protocol, TypeVar

from taquin.ground.errors import OptionError, UnknownName, check_kind, quoted, shown
from taquin.ground.once import SharedLock

if typing.TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "LOADING",
    "Between",
    "Option",
    "PluginWarning",
    "Registry",
    "check_choice",
    "is_plain",
    "options_of",
    "parse_options",
    "unknown_name",
]


class PluginWarning(UserWarning):
    """An installed plug-in could not be loaded and is ignored."""


# Colons precede arguments, and commas separate names, except before a digit.
_NAME = re.compile(r"[^\W\d_][\w*+-]*")


_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_WHOLE = re.compile(r"[+-]?\d{1,20}", re.ASCII)
_MOST_WHOLE = 10**18
_PRINTABLE = 10**4000  # Python prints 4,300 digits


class Named(Protocol):
    """Anything that a registry can contain."""

    @property
    def name(self) -> str:
        """The name that results carry."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names that people type, in lower case."""


S = TypeVar("S", bound=Named)


def check_choice(kind: str, given: object, known: Collection[str]) -> None:
    """Raise UnknownName unless a value is one of a few words. An array is none, whatever it has."""
    if not isinstance(given, str) or given not in known:
        raise unknown_name(kind, given, known)


def unknown_name(
    kind: str, given: object, known: Iterable[str], *, hint: str | None = None
) -> UnknownName:
    """The error for an unknown name, with the closest known name or the `hint` given."""
    names = sorted(known)
    close = difflib.get_close_matches(shown(given), names, n=1, cutoff=0.5)
    if hint is None:
        hint = f"Did you mean {close[0]!r}?" if close else ""
    return UnknownName(
        f"no {kind} named {quoted(given)}.{hint and ' ' + hint} "
        f"Known: {', '.join(names) or 'none'}."
    )


@dataclass(frozen=True, slots=True)
class Between:
    """The range of a number, and advice for values outside it; written with `Annotated`.

    most: infinity allows whole numbers of up to 4,000 digits; others fit the kernels' 64 bits.

    >>> from typing import Annotated
    >>> def search(space, monitor, *, width: Annotated[int, Between(1)] = 10): ...
    >>> options_of(search)["width"].read("0")
    Traceback (most recent call last):
    ...
    taquin.ground.errors.OptionError: option width=0: expected a whole number of at least 1.
    """

    least: float
    most: float | None = None
    advice: str = ""

    def __contains__(self, value: float) -> bool:
        """Whether the value is in the range; nan never is."""
        return value >= self.least and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        text = f"of at least {self.least}" if self.least else "0 or more"
        if self.most == math.inf:
            return text
        if self.most is not None and self.least:
            text = f"from {self.least} to {self.most}"
        elif self.most is not None:
            text += f", up to {self.most:,}"
        return f"{text}; {self.advice}" if self.advice else text


@dataclass(frozen=True, slots=True)
class Option:
    """One keyword-only parameter: its default, its choices, and the type its text is read as.

    between: the range of a number, if limited.
    """

    name: str
    default: object
    type: type
    choices: tuple[str, ...] = ()
    between: Between | None = None

    def read(self, text: object) -> object:
        """The value that `text` describes; a value of the right type is returned unchanged."""
        if text is None and self.default is None:
            return None
        value = self._typed(text)
        if self.between is not None and value not in self.between:  # type: ignore[operator]
            noun = "a whole number " if self.type is int else "a number "
            raise OptionError(
                f"option {self.name}={shown(text)}: expected "
                f"{noun if self.between.least else ''}{self.between}."
            )
        return value

    def _typed(self, text: object) -> object:
        if self.choices:
            if text not in self.choices:
                choices = ", ".join(self.choices)
                raise self._not(f"one of {choices}", text)
            return text
        if self.type is bool:
            word = shown(text).lower()
            if word not in _TRUTH:
                raise self._not("true or false", text)
            return _TRUTH[word]
        if self.type is str:
            if not isinstance(text, str):
                raise self._not("text", text)
            return text
        return self._whole(text) if self.type is int else self._number(text)

    def _whole(self, text: object) -> int:
        """A whole number that fits the kernels' 64 bits, unless any that can be printed will do."""
        value = _integer(text)
        if value is None:
            raise self._not("a whole number", text)
        endless = self.between is not None and self.between.most == math.inf
        if abs(value) >= _MOST_WHOLE and not endless:
            raise self._not(f"a whole number below {_MOST_WHOLE:,}", text)
        if abs(value) >= _PRINTABLE:
            raise self._not("a whole number of at most 4,000 digits", text)
        return value

    def _number(self, text: object) -> float:
        """A finite number, or infinity and nan where `between` refuses them in its own words."""
        plain = not isinstance(text, (bool, bytes, bytearray))
        if isinstance(text, str):
            plain = is_plain(text)
        try:
            value = float(text) if plain else math.nan  # type: ignore[arg-type]
        except OverflowError:
            value = math.inf if text > 0 else -math.inf  # type: ignore[operator]
        except (TypeError, ValueError):
            plain, value = False, math.nan
        if not plain or (self.between is None and not math.isfinite(value)):
            raise self._not("a number", text)
        return value

    def _not(self, expected: str, text: object) -> OptionError:
        return OptionError(f"option {self.name}={shown(text)}: expected {expected}.")


def is_plain(text: str) -> bool:
    """Whether a text may be a number as people write it.

    Python also reads digits of other scripts and underscores, as in 1_000.
    """
    return text.isascii() and "_" not in text


def _integer(given: object) -> int | None:
    """The whole number that ASCII digits or a number describe; None for anything else."""
    if isinstance(given, str):
        return int(given) if _WHOLE.fullmatch(given.strip()) else None
    if isinstance(given, (bool, bytes, bytearray)):
        return None
    try:
        value = int(given)  # type: ignore[call-overload]
    except (TypeError, ValueError, OverflowError):
        return None
    return int(value) if value == given else None


def options_of(function: Callable[..., object]) -> dict[str, Option]:
    """The keyword-only parameters of `function` as options, in the order of its signature.

    Each must have a default and an annotation: bool, int, float, str or a Literal of strings,
    optionally Annotated with `Between` or with `| None`. Raises OptionError otherwise.
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # written in C, without a signature
        return {}
    return {
        parameter.name: _option(function, parameter)
        for parameter in parameters
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }


def _option(function: Callable[..., object], parameter: inspect.Parameter) -> Option:
    name, default = parameter.name, parameter.default
    example = f"write, for example, {name}: int = 10"
    if default is parameter.empty:
        raise OptionError(f"option {name} has no default; {example}.")
    if parameter.annotation is parameter.empty:
        raise OptionError(f"option {name} has no annotation, so its type is unknown; {example}.")
    hint, between = _plain(_resolved(function, parameter))
    choices = typing.get_args(hint) if typing.get_origin(hint) is typing.Literal else ()
    if choices and all(isinstance(choice, str) for choice in choices):
        hint = str
    if hint not in (bool, int, float, str):
        raise OptionError(
            f"option {name} is annotated {quoted(hint)}; expected bool, int, float, str "
            f"or a Literal "
            "of strings."
        )
    option = Option(name, default, hint, choices, between)
    if default is not None:
        option.read(default)
    return option


def _resolved(function: Callable[..., object], parameter: inspect.Parameter) -> Any:
    """The annotation, evaluated if it is a string, even if those of other parameters cannot be."""
    holder = types.SimpleNamespace(__annotations__={parameter.name: parameter.annotation})
    names = getattr(inspect.unwrap(function), "__globals__", {})
    try:
        return typing.get_type_hints(holder, globalns=names, include_extras=True)[parameter.name]
    except (NameError, TypeError, SyntaxError, AttributeError) as error:
        raise OptionError(
            f"option {parameter.name} is annotated {quoted(parameter.annotation)}, which cannot be "
            f"read: {error}."
        ) from None


def _plain(hint: Any) -> tuple[Any, Between | None]:
    """An annotation without `| None` and Annotated, and the `Between` that Annotated contained."""
    between = None
    while True:
        if typing.get_origin(hint) in (typing.Union, types.UnionType):
            parts = [part for part in typing.get_args(hint) if part is not type(None)]
            if len(parts) != 1:
                return hint, between
            hint = parts[0]
        elif typing.get_origin(hint) is typing.Annotated:
            hint, *extras = typing.get_args(hint)
            between = next((one for one in extras if isinstance(one, Between)), between)
        else:
            return hint, between


def parse_options(
    owner: str, known: Mapping[str, Option], given: Mapping[str, object]
) -> dict[str, Any]:
    """Check `given` against the `known` options of `owner`; strings become values."""
    check_kind("options", given, Mapping, "a dictionary of names and values")
    for name in given:
        if not isinstance(name, str) or name not in known:
            raise unknown_name(f"option of {owner}", name, known)
    return {name: known[name].read(value) for name, value in given.items()}


# Held while any registry loads its modules, or a plug-in is loaded: one lock for all, because a
# plug-in may use several registries while it is imported.
LOADING = SharedLock()


class Registry(Generic[S]):
    """Specifications by name, filled by decorators in the modules of one package.

    Safe from any thread: the first caller loads the modules while others wait.
    """

    def __init__(self, kind: str, packages: str | tuple[str, ...], group: str) -> None:
        """kind: the word used in messages. group: the entry-point group of plug-ins."""
        self.kind = kind
        self._packages = (packages,) if isinstance(packages, str) else packages
        self._group = group
        self._specs: dict[str, S] = {}
        self._aliases: dict[str, str] = {}
        self._loaded = False
        self._loading: int | None = None  # the thread that loads the modules

    def add(self, spec: S) -> None:
        """Register; raises OptionError for a name that is malformed or taken."""
        if not isinstance(spec.name, str) or not _NAME.fullmatch(spec.name):
            raise OptionError(
                f"{self.kind} {quoted(spec.name)}: expected a name that starts with a letter and "
                "contains only letters, digits, _, -, + and *; colons and commas separate names."
            )
        # No lock: a module that another thread imports may register while this one loads all.
        taken = self._specs.setdefault(spec.name, spec)
        if taken != spec:
            raise OptionError(f"two {self.kind}s are named {spec.name!r}; rename one of them.")
        for alias in (spec.name, *spec.aliases):
            owner = self._aliases.get(alias, spec.name)
            if owner != spec.name or (alias != spec.name and alias in self._specs):
                del self._specs[spec.name]
                raise OptionError(
                    f"{alias!r} is already a name of another {self.kind}; choose a different one."
                )
        self._aliases.update(dict.fromkeys(spec.aliases, spec.name))

    def remove(self, name: str) -> None:
        """Remove a name; for tests, and for plug-ins that are loaded again."""
        self._specs.pop(name, None)
        self._aliases = {alias: of for alias, of in self._aliases.copy().items() if of != name}

    def get(self, name: str) -> S:
        """The specification called `name`, or an alias of it; raises UnknownName with a suggestion.

        Case does not matter for aliases and names in capitals: A* is astar, BFS is bfs.
        """
        self._load()
        if isinstance(name, str):
            small = name.lower()
            for known in (name, self._aliases.get(small, small), small):
                spec = self._specs.get(known)
                if spec is not None:
                    return spec
        raise self._unknown(name)

    def _unknown(self, name: object) -> UnknownName:
        """The error, which suggests the canonical name if an alias is the closest match."""
        close = difflib.get_close_matches(
            shown(name).lower(), [*self._specs.copy(), *self._aliases.copy()], n=1, cutoff=0.5
        )
        hint = f"Did you mean {self._aliases.get(close[0], close[0])!r}?" if close else ""
        return unknown_name(self.kind, name, self._specs.copy(), hint=hint)

    def names(self) -> list[str]:
        """All names, sorted."""
        self._load()
        return sorted(self._specs.copy())

    def __iter__(self) -> Iterator[S]:
        self._load()
        return iter([spec for _, spec in sorted(self._specs.copy().items(), key=itemgetter(0))])

    def __contains__(self, name: object) -> bool:
        try:
            return bool(self.get(name))  # type: ignore[arg-type]
        except UnknownName:
            return False

    def __getitem__(self, name: str) -> S:
        return self.get(name)

    def __len__(self) -> int:
        return len(self.names())

    def __repr__(self) -> str:
        return f"<{self._group.rpartition('.')[2]}: {', '.join(self.names())}>"

    def _load(self) -> None:
        """Import all modules and plug-ins; other threads wait until every name is there."""
        # A module may use the registry while it is loaded.
        if self._loaded or self._loading == get_ident():
            return
        with LOADING.lock:
            if self._loaded:
                return
            self._loading = get_ident()
            try:
                for name in self._packages:
                    for module in pkgutil.iter_modules(import_module(name).__path__):
                        import_module(f"{name}.{module.name}")
                self._load_entry_points()
                self._loaded = True
            finally:
                self._loading = None

    def _load_entry_points(self) -> None:
        from importlib import metadata  # takes a third of the package's import time

        for entry in metadata.entry_points(group=self._group):
            self._load_plugin(entry)

    def _load_plugin(self, entry: "EntryPoint") -> None:
        """Import an installed plug-in; a broken one causes a warning and is ignored."""
        before = self._specs.copy()
        try:
            entry.load()
        except (Exception, SystemExit) as error:
            for name in self._specs.copy().keys() - before.keys():
                self.remove(name)
            owner = "an unknown distribution" if entry.dist is None else entry.dist.name
            what = f"{type(error).__name__}: {error}".removesuffix(": ")
            warnings.warn(
                f"plug-in {entry.name} ({entry.value}) of {owner} failed to load and is ignored: "
                f"{what}. Fix or uninstall {owner}.",
                PluginWarning,
                stacklevel=2,
            )
