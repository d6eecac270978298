"""API pages of the site: one per module, one of every public name, made from the code that runs."""

import ast
import importlib
import inspect
import pkgutil
import re
from functools import cache, cached_property
from importlib.util import resolve_name
from pathlib import Path

# the names of a chapter's theorems are working names: the theorems have a page of their own
CHAPTERS = re.compile(r"prspace\.theory\.(?!record|registry|exact|log_quotients)")
SOURCE = re.compile(r"File to edit: (?:\.\./)+nbs/(\S+)\.ipynb")
PATTERN = re.compile(r'(?<!`)("[^"`]*\*[^"`]*")')
THEMES = {
    "0": "Counting",
    "1": "Rates, association, printed numbers",
    "2": "Curves and their space",
    "3": "Areas, points, bounds, feasibility",
    "4": "How sure",
    "5": "Report, pictures, command",
    "9": "Report, pictures, command",
    "8": "Other data",
    "7": "Other programs",
    "6": "Theorems",
}
FRONT = ("prspace", "prspace.compat", "prspace.theory", "prspace.adapters")
DOOR = re.compile(r"prspace\.(compat|adapters)\.")  # modules that users import by name


def modules():
    """Every module that exports names, packages and chapters of theorems left out."""
    import prspace

    found = [m.name for m in pkgutil.walk_packages(prspace.__path__, "prspace.") if not m.ispkg]
    kept = (n for n in found if not n.endswith("._modidx") and not CHAPTERS.match(n))
    return [m for m in map(importlib.import_module, kept) if getattr(m, "__all__", ())]


@cache
def taken(module):
    """Public names that a module takes from another and offers as its own: name to other module."""
    package = module.__name__.rpartition(".")[0]
    nodes = ast.parse(inspect.getsource(module)).body
    found = {
        alias.name: resolve_name("." * node.level + (node.module or ""), package)
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname in (None, alias.name)
    }
    return {name: home for name, home in found.items() if name in module.__all__}


@cache
def offers():
    """Where a name of a module is offered, if another module of its package does so."""
    return {(home, n): m.__name__ for m in modules() for n, home in taken(m).items()}


def place(module, name):
    """Where users import a name from: the front door, its package, a door in it, or its module."""
    import prspace

    thing = getattr(module, name)
    package = importlib.import_module(module.__name__.rpartition(".")[0])
    for door in (prspace, package):
        if name in getattr(door, "__all__", ()) and getattr(door, name) is thing:
            return door.__name__
    return offers().get((module.__name__, name), module.__name__)


def own_words(thing):
    """True for a row of a table such as AREAS, which brings a docstring of its own."""
    kind = type(thing)
    return kind.__module__.startswith("prspace.") and thing.__doc__ not in (None, kind.__doc__)


def first_line(thing):
    """The first sentence of a docstring; of a plain constant, its type."""
    if not (inspect.isclass(thing) or inspect.isroutine(thing) or own_words(thing)):
        return f"A constant: {type(thing).__name__}."
    text = " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[.;]) ", text, maxsplit=1)[0].rstrip(".;") + "."


class Named:
    """A default value that is shown by its name."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


def shown_default(value):
    """A default as the notebook wrote it: rows and functions by their names."""
    if type(value) is tuple:
        return tuple(map(shown_default, value))
    name = getattr(value, "name", None) if own_words(value) else getattr(value, "__name__", None)
    return Named(name) if isinstance(name, str) else value


def signature(thing):
    """Names and defaults; types stand in the text."""
    found = inspect.signature(thing)
    bare = [
        p.replace(annotation=p.empty, default=shown_default(p.default)) if p.default is not p.empty
        else p.replace(annotation=p.empty)
        for p in found.parameters.values()
    ]  # fmt: skip
    return str(found.replace(parameters=bare, return_annotation=found.empty))


@cache
def template():
    """numpydoc's layout of a docstring, which it would read anew for each."""
    from jinja2 import FileSystemLoader
    from jinja2.sandbox import SandboxedEnvironment
    from numpydoc import docscrape_sphinx

    folder = Path(docscrape_sphinx.__file__).parent / "templates"
    return SandboxedEnvironment(loader=FileSystemLoader(folder)).get_template(
        "numpydoc_docstring.rst"
    )


def words(thing):
    """A numpy docstring as reStructuredText; a star in quotes is a pattern, not emphasis."""
    from numpydoc.docscrape_sphinx import SphinxDocString

    text = PATTERN.sub(r"``\1``", inspect.getdoc(thing) or "")
    config = {"show_class_members": False, "template": template()}
    return str(SphinxDocString(text, config=config)).strip()


def block(kind, name, text, options=()):
    """A directive with its text."""
    body = [*(f":{option}:" for option in options), "", *text.splitlines(), ""]
    return "\n".join([f".. py:{kind}:: {name}", *(f"   {line}".rstrip() for line in body)])


def members(full, kind):
    """Public methods and properties of a class, in the order of its source."""
    for name, member in vars(kind).items():
        inner = getattr(member, "__func__", member)
        if name.startswith("_") or not inspect.getdoc(inner):
            continue
        if isinstance(member, property | cached_property):
            yield block("property", f"{full}.{name}", words(member))
        elif inspect.isfunction(inner):
            given = re.sub(r"^\((?:self|cls)(?:, )?", "(", signature(inner))
            options = ["classmethod"] if isinstance(member, classmethod) else []
            yield block("method", f"{full}.{name}{given}", words(inner), options)


def entry(full, thing):
    """The directive that documents one name; the module before it is the page's current one."""
    if inspect.isclass(thing):
        inner = "\n\n".join(members(full, thing))
        given = "" if issubclass(thing, BaseException) else signature(thing)
        return block("class", full + given, f"{words(thing)}\n\n{inner}")
    if inspect.isroutine(thing):
        return block("function", full + signature(thing), words(thing))
    if own_words(thing) and callable(thing):
        return block("function", f"{full}(counts)", inspect.getdoc(thing))
    return block("data", full, first_line(thing))


def titled(text, mark):
    return [text, mark * len(text), ""]


def table(rows, widths):
    """Rows of cells as a list-table."""
    lines = [".. list-table::", "   :class: names", f"   :widths: {widths}", ""]
    for row in rows:
        lines += [f"   {'*' if i == 0 else ' '} - {cell}" for i, cell in enumerate(row)]
    return [*lines, ""]


def source(module):
    """The notebook a module is exported from, by its path below nbs/."""
    return SOURCE.search(inspect.getsource(module))[1]


def page(module):
    """One module: what it answers, where that is derived, its names, each where it is made."""
    doors = {}
    for name in module.__all__:
        doors.setdefault(place(module, name), []).append(name)
    short = module.__name__.removeprefix("prspace.")
    lines = [*titled(short, "="), (module.__doc__ or "").strip().partition("\n")[0], ""]
    notebook = source(module)
    lines += [f"Derived and checked in :doc:`{notebook} </nbs/{notebook}>`.", ""]
    for door, names in sorted(doors.items(), key=lambda item: len(item[0])):
        things = {n: getattr(module, n) for n in names}
        lines += [*titled(f"from {door} import …", "-"), f".. py:currentmodule:: {door}", ""]
        rows = ((f":py:obj:`{n} <{door}.{n}>`", first_line(x)) for n, x in things.items())
        lines += table(rows, "32 68")
        lines += [entry(n, x) for n, x in things.items() if n not in taken(module)]
    text = "\n".join(lines) + "\n"
    return re.sub(r"\bThis notebook\b", f":doc:`This notebook </nbs/{notebook}>`", text)


def for_users(module):
    """Doors and names that users import from a module, or from the front."""
    named = ((place(module, name), name) for name in module.__all__)
    own = module.__name__ if DOOR.match(module.__name__) else ""
    return [(door, name) for door, name in named if door in (*FRONT, own)]


def grouped(found):
    """Modules by the first digit of their notebook, those with names for users first."""
    themes = {title: [] for title in THEMES.values()}
    for module in found:
        number = source(module).rpartition("/")[2]
        themes[THEMES[number[0]]].append((not for_users(module), number, module))
    return {t: [m for *_, m in sorted(x, key=lambda y: y[:2])] for t, x in themes.items() if x}


def told_elsewhere(module):
    """What the index says of a module from whose page nothing is imported."""
    places = sorted({place(module, name) for name in module.__all__} - {module.__name__})
    links = (f":doc:`{x} <{x}>`" for x in (p.removeprefix("prspace.") for p in places))
    return f"names of {' and '.join(links)}" if places else "names for other modules"


def index(found):
    """Every name that users import, by theme, with the pages of their modules."""
    text = "Every public name, read from the code that runs, with arguments, errors and notebook."
    lines = [*titled("API reference", "="), text, ""]
    for title, modules in grouped(found).items():
        rows, names = [], [m.__name__.removeprefix("prspace.") for m in modules]
        for module, name in zip(modules, names, strict=True):
            inner = " ".join(f":py:obj:`{n} <{door}.{n}>`" for door, n in for_users(module))
            rows.append((f":doc:`{name} <{name}>`", inner or told_elsewhere(module)))
        lines += [*titled(title, "-"), *table(rows, "22 78")]
        lines += [".. toctree::", "   :hidden:", f"   :caption: {title}", ""]
        lines += [*(f"   {name}" for name in names), ""]
    return "\n".join(lines) + "\n"


def pages():
    """Name and text of every API page."""
    found = modules()
    made = {f"{m.__name__.removeprefix('prspace.')}.rst": page(m) for m in found}
    return {"index.rst": index(found)} | made
