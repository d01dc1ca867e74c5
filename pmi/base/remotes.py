"""What a repository's remote says about which project it is: URLs as keys, without secrets.

Standard library only and no program started: hooks read git's own files with this.

Example: ``normalise_remote("git@GitHub.com:Acme/Web.git")`` is ``git:github.com/acme/web``.
"""

from __future__ import annotations

SCHEMES = frozenset({"http", "https", "ssh", "git", "ftp", "ftps", "file", "git+ssh", "ssh+git"})
SAME_HOSTS = {
    "ssh.github.com": "github.com",
    "www.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
    "ssh.dev.azure.com": "dev.azure.com",
}
"""Second names of large hosts, for SSH on the port of HTTPS."""


def normalise_remote(url: str) -> str:
    """Return a remote's key: no user, password, port, query or `.git`; in lower case.

    The path of a local repository keeps its case. Hosts that tell repositories apart by case
    alone are not known; people who type one address in two ways are.

    >>> normalise_remote("https://me:token@GitHub.com:443/acme/Web.git")
    'git:github.com/acme/web'
    >>> normalise_remote("git@github.com:acme/Web.git")
    'git:github.com/acme/web'
    """
    host, path = _host_and_path(url.strip())
    if host:
        path = path.split("?", 1)[0].split("#", 1)[0].lower()
        host = SAME_HOSTS.get(host, host)
        if host == "dev.azure.com":
            path = path.removeprefix("v3/").replace("/_git/", "/")
    parts = [part for part in path.replace("\\", "/").split("/") if part]
    if not parts:
        return ""
    path = "/".join(parts).removesuffix(".git").rstrip("/")
    return f"git:{host}/{path}" if path else ""


def read_remotes(config: str) -> dict[str, str]:
    """Return the URLs of a git configuration's remotes by name, in its order."""
    remotes: dict[str, str] = {}
    section = ""
    for line in config.split("\n"):
        text = line.strip()
        if text.startswith("["):
            head, _, text = text[1:].partition("]")
            kind, _, name = head.strip().partition(" ")
            section = name.strip().strip('"') if kind.lower() == "remote" else ""
        name, equals, value = text.partition("=")
        if section and equals and name.strip().lower() == "url":
            url = _value(value)
            if url:
                remotes.setdefault(section, url)
    return remotes


def chosen_remote(remotes: dict[str, str]) -> str:
    """Return the URL that says which project it is: `origin`'s, else the first one's."""
    return remotes.get("origin") or next(iter(remotes.values()), "")


def _value(text: str) -> str:
    """Return a setting's value without quotes and the comment behind it."""
    value, quoted = "", False
    for i, c in enumerate(text):
        if c == '"' and text[i - 1 : i] != "\\":
            quoted = not quoted
        elif c in "#;" and not quoted and (i == 0 or text[i - 1].isspace()):
            break
        else:
            value += c
    return value.strip()


def _host_and_path(url: str) -> tuple[str, str]:
    """Return the host, empty for a folder of this machine, and what follows it."""
    scheme, mark, rest = url.partition(":/")
    if mark and scheme.lower() in SCHEMES:
        rest = rest.lstrip("/") if scheme.lower() != "file" else rest[1:]
        host, _, path = rest.partition("/")
        if scheme.lower() == "file":
            return "", rest if not host else path
        host = host.rpartition("@")[2]
        name, colon, port = host.rpartition(":")
        if colon and (port.isdecimal() or not port):
            host = name
        return host.lower(), path
    before, _, _ = url.partition("/")
    secret, at, _ = before.rpartition("@")
    address = url[len(secret) + len(at) :]
    if not at and (url.startswith(("/", ".", "~")) or "\\" in before):
        return "", url
    host, colon, path = address.partition(":")
    if not colon or "/" in host or path.startswith("\\") or len(host) < 2:
        return "", address
    return host.lower(), path
