"""What pages of taquin may load and do, and the headers that say so."""

__all__ = ["CONTENT_POLICY", "HEADERS", "WORKER_POLICY", "headers_for"]

CONTENT_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types taquin",
    ]
)
# The threads of the page's solver run compiled loops; a page itself does not.
WORKER_POLICY = CONTENT_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "x-frame-options": "DENY",
}
# Of documents alone, which can be framed, opened by others, and ask for a camera. A page loads
# fifty parts.
_OF_DOCUMENTS = {"cross-origin-opener-policy", "permissions-policy", "x-frame-options"}
_PARTS = ("text/css", "text/javascript")


def headers_for(media_type: str) -> dict[str, str]:
    """The headers of an answer of that type."""
    left_out = _OF_DOCUMENTS if media_type.startswith(_PARTS) else set()
    return {name: value for name, value in HEADERS.items() if name not in left_out}
