"""Credentials of the usual shapes, made up at run time from parts: none stands in this file.

Each is planted with what people write around it. `needles` are pieces of its secret part: none
of them may be in anything that PMI wrote or said.
"""

from __future__ import annotations

import base64
import random
import string
from dataclasses import dataclass

PIECE = 9
"""Length of a needle: short enough to be whole on some page of a database."""

_LETTERS = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"


@dataclass(frozen=True, slots=True)
class Credential:
    """A text with a secret in it.

    Attributes:
        name: What it is.
        text: The secret with what stands around it; one line unless its shape has more.
        secret: The part that must not be kept.
    """

    name: str
    text: str
    secret: str

    @property
    def needles(self) -> tuple[str, ...]:
        """Return pieces of the secret that a whole file can be searched for."""
        lines = [line for line in self.secret.split("\n") if len(line) >= PIECE]
        return tuple(
            line[start : start + PIECE]
            for line in lines or [self.secret]
            for start in range(0, max(1, len(line) - PIECE + 1), 4)
        )


def make_credentials(seed: int) -> list[Credential]:
    """Return one credential of each shape; another seed gives others."""
    some = _Maker(random.Random(seed))
    rows = _tokens(some) + _assigned(some)
    return [Credential(name, around.format(secret), secret) for name, around, secret in rows]


class _Maker:
    """Makes up secrets."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def __call__(self, length: int, signs: str = _LETTERS) -> str:
        """Return random signs with a digit and both cases among them."""
        body = "".join(self._chance.choices(signs, k=length - 3))
        return f"{body[: length // 2]}7{signs[len(signs) // 2]}{signs[-1]}{body[length // 2 :]}"

    def padded(self, length: int) -> str:
        """Return it in base64."""
        return base64.b64encode(self(length).encode()).decode()


def _tokens(some: _Maker) -> list[tuple[str, str, str]]:
    """Return what betrays itself by its shape: name, text around it, secret."""
    return [
        ("AWS key id", "{}", "AKI" + "A" + some(16, string.ascii_uppercase + string.digits)),
        ("AWS secret", "aws_secret_access_key = {}", some(40)),
        ("GitHub", "export GH={}", "gh" + "p_" + some(36)),
        ("GitHub fine-grained", "{}", "github" + "_pat_" + some(22) + "_" + some(59)),
        ("GitLab", "glab auth {}", "glp" + "at-" + some(20)),
        ("Slack", "{}", "xo" + "xb-" + some(12, string.digits) + "-" + some(24)),
        ("Slack hook", "https://hooks.slack.com/services/T0/B0/{}", some(24)),
        ("Stripe", "{}", "sk" + "_live_" + some(24)),
        ("OpenAI", "OPENAI={}", "sk" + "-proj-" + some(48)),
        ("OpenAI classic", "{}", "s" + "k-" + some(48)),
        ("Anthropic", "{}", "sk" + "-ant-api03-" + some(60)),
        ("Google key", "maps?key={}", "AI" + "za" + some(35)),
        ("Google token", "{}", "ya" + "29." + some(60)),
        ("JWT", "{}", "ey" + "J" + some(33) + "." + some(70) + "." + some(43)),
        ("npm", "{}", "np" + "m_" + some(36)),
        ("npmrc", "//registry.example/:_authToken={}", some(36)),
        ("PyPI", "{}", "py" + "pi-" + some(90)),
        ("Hugging Face", "{}", "h" + "f_" + some(34)),
        ("SendGrid", "{}", "S" + "G." + some(22) + "." + some(43)),
        ("Telegram", "bot {}", some(9, string.digits)[:9] + ":A" + "A" + some(33)),
        ("Twilio", "TWILIO_AUTH_TOKEN={}", some(32, _HEX)),
        ("Mailgun", "{}", "ke" + "y-" + some(32, _HEX)),
        ("Datadog", "DD_API_KEY={}", some(32, _HEX)),
        ("Grafana", "{}", "gl" + "sa_" + some(40)),
        ("Linear", "{}", "lin" + "_api_" + some(40)),
        ("Groq", "{}", "gs" + "k_" + some(52)),
        ("Docker", "{}", "dckr" + "_pat_" + some(27)),
        ("Shopify", "{}", "shp" + "at_" + some(32, _HEX)),
        ("Vault", "{}", "hv" + "s." + some(40)),
        ("Tailscale", "{}", "ts" + "key-auth-" + some(30)),
        ("age", "{}", "AGE-SECRET" + "-KEY-1" + some(58, string.ascii_uppercase + "023456789")),
    ]


def _assigned(some: _Maker) -> list[tuple[str, str, str]]:
    """Return what betrays itself by what stands before it."""
    word = f"{some(6)}!{some(5)}"
    pem = "\n".join(some(64) for _ in range(6))
    return [
        ("Azure storage", "AccountName=x;AccountKey={}==;EndpointSuffix=y", some(86)),
        ("Azure client", "AZURE_CLIENT_SECRET={}", some(34)),
        ("private key", _pem("RSA PRI" + "VATE KEY"), pem),
        ("private key, escaped", _pem("PRI" + "VATE KEY").replace("\n", "\\n"), some(200)),
        ("URL password", "postgres://app:{}@db.example:5432/app", word),
        ("connection string", "Server=db;User Id=sa;Password={};Encrypt=yes", word),
        ("JDBC", "jdbc:mysql://db/app?user=app&password={}", word),
        ("bearer", "Authorization: Bearer {}", some(40)),
        ("basic", "Authorization: Basic {}", some.padded(24)),
        ("header", '-H "X-Api-Key: {}"', some(32)),
        ("password=", "password={}", word),
        ("env file", "DB_PASS={}", word),
        ("quoted", "PASSWORD: '{}'", word),
        ("JSON", '{{"user": "bob", "password": "{}"}}', word),
        ("JSON in JSON", '{{\\"user\\": \\"bob\\", \\"password\\": \\"{}\\"}}', word),
        ("bold", "**Password**: {}", word),
        ("bold with its colon", "- **DB password:** `{}`", word),
        ("Chinese, bold", "**密码**：{}", word),
        ("subscript", "config['password'] = '{}'", word),
        ("environment", 'os.environ["API_KEY"] = "{}"', some(32)),
        ("XML", "<server><password>{}</password></server>", word),
        ("XML with a prefix", "<db.password>{}</db.password>", word),
        ("Chinese XML", "<密码>{}</密码>", word),
        ("Chinese", "密码：{}", word),
        ("Chinese, said", "数据库密码是 {}，别告诉别人", word),
        ("Chinese, changed", "口令改成{}", word),
        ("said", "the password is {}", word),
        (".netrc", "machine api.example login bob password {}", word),
        (".netrc lines", "machine api.example\n  login bob\n  password {}", word),
        ("docker auth", '{{"auths": {{"r.example": {{"auth": "{}"}}}}}}', some.padded(24)),
        ("sshpass", "sshpass -p {} ssh dev@host.example", word),
        ("curl -u", "curl -s -u bob:{} https://api.example", word),
        ("mysql -p", "mysql -u root -p{} app", word),
        ("--password", "deploy --user bob --password {} --now", word),
        ("kubeconfig", "    client-key-data: {}", "LS0tLS1CRUdJTi" + "BSU0E" + some(120)),
    ]


def _pem(title: str) -> str:
    return f"-----BEGIN {title}-----\n{{}}\n-----END {title}-----"
