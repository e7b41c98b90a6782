"""For the hosts: the content policy, headers, the page for missing addresses, robots."""

import base64
import hashlib
import re
from html import escape

from taquin.faces.web.http.policy import CONTENT_POLICY, HEADERS
from taquin.faces.web.publish.address import BaseUrl
from taquin.faces.web.publish.words import HostSentence, in_languages

__all__ = ["ELEMENT", "META_POLICY", "host_files", "with_head", "with_policy"]

# The name of the board element, which other sites may load.
ELEMENT = "taquin-board.js"
_CHARSET = re.compile(r'<meta charset="utf-8">')
_HEADERS_ALONE = "frame-ancestors"
# The part of the policy that a page can declare itself.
META_POLICY = "; ".join(
    rule for rule in CONTENT_POLICY.split("; ") if not rule.startswith(_HEADERS_ALONE)
)
# A school may show the page within its own pages, if they are on the same host.
_FRAMES = f"{_HEADERS_ALONE} 'self'"
_SENT = ("x-content-type-options", "referrer-policy", "cross-origin-opener-policy",
         "permissions-policy")  # fmt: skip
_FOREVER = "public, max-age=31536000, immutable"
_LOOK = (
    "body{font:1.1rem/1.6 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}"
    ":root{color-scheme:light dark}"
)
# Shows the words of the first language of the browser that is there; without it, all of them.
_CHOICE = """
const parts = [...document.querySelectorAll("section")];
const tags = navigator.languages.map((tag) => (tag.startsWith("zh") ? "zh-Hans" : tag.slice(0, 2)));
const own = tags.map((tag) => parts.find(({ lang }) => lang === tag)).find(Boolean) ?? parts[0];
for (const part of parts) part.hidden = part !== own;
document.documentElement.lang = own.lang;
document.title = `${own.querySelector("h1").textContent} – taquin`;
"""


def with_head(text: str, *elements: str) -> str:
    """A page whose head begins with its encoding and then those elements."""
    found = _CHARSET.search(text)
    if found is None:
        raise ValueError("a page without its encoding; expected <meta charset> in its head.")
    more = "".join(f"\n    {element}" for element in elements)
    return text[: found.end()] + more + text[found.end() :]


def with_policy(text: str, policy: str = META_POLICY) -> str:
    """A page that declares its content policy before it loads anything."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
    return with_head(text, tag)


def host_files(base: BaseUrl | None, modules: str) -> dict[str, bytes]:
    """The files for hosts, by name; modules: the folder whose name changes with its content."""
    texts = {
        ".htaccess": _apache(base, modules),
        ".nojekyll": "",  # GitHub Pages leaves out folders such as _static without it
        "404.html": _missing(base),
        "_headers": _headers(base, modules),
        "robots.txt": "User-agent: *\nDisallow:\n",
    }
    return {name: text.encode() for name, text in texts.items()}


def _sent() -> dict[str, str]:
    headers = {name.title(): HEADERS[name] for name in _SENT}
    return {"Content-Security-Policy": _FRAMES, **headers}


def _headers(base: BaseUrl | None, modules: str) -> str:
    """For Netlify, Cloudflare Pages and others that read a file of this name."""
    root = base.path if base else "/"
    rules = {
        f"{root}*": _sent(),
        f"{root}{modules}/*": {"Cache-Control": _FOREVER},
        f"{root}{ELEMENT}": {"Access-Control-Allow-Origin": "*"},
    }
    return "\n".join(
        "\n".join([path, *(f"  {name}: {value}" for name, value in pairs.items())]) + "\n"
        for path, pairs in rules.items()
    )


def _apache(base: BaseUrl | None, modules: str) -> str:
    """For Apache, as many schools have it; a module that is missing changes nothing."""
    missing = [f"ErrorDocument 404 {base.path}404.html", ""] if base else []
    sent = [f'  Header always set {name} "{value}"' for name, value in _sent().items()]
    return "\n".join(
        [
            "# If the host answers every request with 500, it does not allow these directives:",
            "# delete this file. The page works without it.",
            *missing,
            "<IfModule mod_mime.c>",
            "  AddType text/javascript .js",
            "  AddType application/manifest+json .webmanifest",
            "</IfModule>",
            "<IfModule mod_headers.c>",
            *sent,
            f'  <If "%{{REQUEST_URI}} =~ m#/{modules}/#">',
            f'    Header set Cache-Control "{_FOREVER}"',
            "  </If>",
            f'  <Files "{ELEMENT}">',
            '    Header set Access-Control-Allow-Origin "*"',
            "  </Files>",
            "</IfModule>",
            "<IfModule mod_deflate.c>",
            "  AddOutputFilterByType DEFLATE text/html text/css text/javascript application/json",
            "</IfModule>",
            "",
        ]
    )


def _missing(base: BaseUrl | None) -> str:
    """The page for addresses that do not exist, at any depth: it loads nothing."""
    look, choice = (
        f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"
        for code in (_LOOK, _CHOICE)
    )
    policy = (
        f"default-src 'none'; style-src {look}; script-src {choice}; img-src data:; base-uri 'none'"
    )
    missing, reasons, back = map(
        in_languages, (HostSentence.MISSING, HostSentence.REASONS, HostSentence.BACK)
    )
    parts = [
        f'<section lang="{language}">\n<h1>{words}</h1>\n<p>{reasons[language]}</p>\n'
        + (f'<p><a href="{escape(base.path)}">{back[language]}</a></p>\n' if base else "")
        + "</section>\n"
        for language, words in missing.items()
    ]
    text = (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>Not found – taquin</title>\n<style>{_LOOK}</style>\n"
        f"<main>\n{''.join(parts)}</main>\n<script>{_CHOICE}</script>\n</html>\n"
    )
    return with_policy(text, policy)
