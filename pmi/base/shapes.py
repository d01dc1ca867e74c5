"""The shapes of credentials that are taken out of every text: data, nothing compiled.

A pattern is only tried where a text holds the sign of its group and one of its marks, exactly as
written. Patterns in `SHAPES` and `HEADER` are ASCII (`re.ASCII`): Chinese may stand right beside a
credential. What a pattern names `keep` stays. None of them may take quadratic time.
"""

from __future__ import annotations

_NOT_YET = r"(?!\[redacted:)"
_START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
"""The start of a word; a newline that stands escaped in the text ends the word before."""

_PRIVATE_KEY = (
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?!-----BEGIN )[\s\S])*?"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?=-----BEGIN )|\Z)"
)
_ENCODED_KEY = r"LS0tLS1CRUdJTi(?!BDRVJUSUZJ|BQVUJMSUMg)[A-Za-z0-9+/=]{20,}"
"""A private key in base64, as in a kubeconfig; certificates and public keys are none."""

_API_KEY = (
    _START + r"sk-(?:(?:ant|proj|svcacct|admin|or)-(?=[\w-]{0,99}[0-9A-Z])[\w-]{18,}"
    r"|(?:\w{1,12}-){0,3}(?=[A-Za-z_]{0,99}\d)\w{18,}[\w-]*)(?<![-_])"
)
_SLACK = r"xox[a-z](?:\.xox[a-z])?-[\w-]{10,}|\bxapp-[\w-]{10,}"
_AZURE = r"(?i:(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{20,}={0,2}|[?&]sig=[\w%+/-]{20,}"
_JWT = r"(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?(?:\.[\w-]+){0,2}"
_URL_PASSWORD = (
    r"(?<=://)[^\s/:@\[\]\"'<>]{0,128}:" + _NOT_YET + r"(?!\$|<|\{|\d{1,5}[?#,;])"
    r"(?:(?![/@\"'<>\[\]])[!-~]){1,256}(?=@)"
)
_VALUE = _NOT_YET + r"(?![$<{-])(?:\\{0,3}[\"'])?(?:(?![\"'\\])[!-~]){3,256}"
_COMMANDS = (
    r"(?P<keep>" + _START + r"(?:sshpass[ \t]+-p[ \t]*"
    r"|curl[ \t](?:[^\n|;]{0,400}?[ \t])?(?:-u|--user|--proxy-user)[ \t=]*"
    r"[\\\"']{0,4}[^\s:\"']{1,128}:"
    r"|mysql(?:dump|admin)?[ \t](?:[^\n|;]{0,200}?[ \t])?-p(?=\S)"
    r"|redis-cli[ \t](?:[^\n|;]{0,200}?[ \t])?-a[ \t]+"
    r"|(?:docker|podman|helm|az|oc|registry)[ \t](?:[^\n|;]{0,40}[ \t])?login[ \t]"
    r"(?:[^\n|;]{0,200}?[ \t])?-p[ \t]+))" + _VALUE
)
_GAP = r"(?:\s|\\[nrt]){1,40}"
NETRC = (
    rf"(?P<keep>{_START}(?:machine{_GAP}[^\s\\]{{1,200}}|default(?={_GAP}login)){_GAP}"
    rf"(?:login{_GAP}[^\s\\]{{1,200}}{_GAP})?password{_GAP})" + _NOT_YET + r"[^\s\\\"']{1,256}"
)
_DOCKER_AUTH = (
    r"(?P<keep>[\"']auth\\{0,3}[\"']\s{0,8}:\s{0,8}\\{0,3}[\"']|\b_auth[ \t]{0,8}=[ \t]{0,8}\"?)"
    r"[A-Za-z0-9+/]{10,}={0,2}"
)

Shape = tuple[str, tuple[str, ...], str]


def _shape(kind: str, marks: str, pattern: str) -> Shape:
    return kind, tuple(marks.split()), pattern


SHAPES: dict[str, tuple[Shape, ...]] = {
    "-": (
        _shape("private_key", "PRIVATE", _PRIVATE_KEY),
        _shape("google_token", "GOCSPX-", r"GOCSPX-[\w-]{20,}"),
        _shape("gitlab_token", "gl", r"gl(?:pat|ptt|dt|rt|soat|cbt|ft|imt|agent)-[\w-]{20,}"),
        _shape("slack_token", "xox xapp-", _SLACK),
        _shape("api_key", "sk-", _API_KEY),
        _shape("pypi_token", "pypi-", r"pypi-[\w-]{40,}"),
        _shape("mailgun_key", "key-", _START + r"key-[0-9a-f]{32}(?![0-9a-f])"),
        _shape("api_key", "pplx- xai- xkeysib-", _START + r"(?:pplx|xai|xkeysib)-[\w-]{32,}"),
        _shape("api_key", "tskey- PMAK- sq0", r"(?:tskey-[a-z]+|PMAK|sq0[a-z]{3})-[\w-]{20,}"),
        _shape("age_key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-1[A-Z0-9]{40,}"),
    ),
    "_": (
        _shape("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{30,}"),
        _shape("github_token", "github_pat_", r"github_pat_\w{30,}"),
        _shape("stripe_key", "k_live_ k_test_", r"[srp]k_(?:live|test)_\w{10,}"),
        _shape("stripe_key", "whsec_", r"whsec_\w{16,}"),
        _shape("npm_token", "npm_", r"npm_[A-Za-z0-9]{30,}"),
        _shape("huggingface_token", "hf_", _START + r"hf_[A-Za-z0-9]{30,}"),
        _shape("digitalocean_token", "_v1_", r"do[opr]_v1_[a-f0-9]{60,}"),
        _shape("docker_token", "dckr_", r"dckr_(?:pat|oat)_[\w-]{20,}"),
        _shape("shopify_token", "shp", r"shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32,}"),
        _shape("grafana_token", "glc_ glsa_", r"gl(?:c|sa)_[A-Za-z0-9+/=_]{30,}"),
        _shape(
            "api_key",
            "lin_api_ ntn_ sbp_ gsk_ r8_ figd_ lsv2_",
            _START + r"(?:lin_api|ntn|sbp|gsk|r8|figd|lsv2_[a-z]{2})_[\w-]{32,}",
        ),
    ),
    ".": (
        _shape("google_token", "ya29.", r"ya29\.[\w-]{20,}"),
        _shape("slack_token", "hooks.slack.com", r"hooks\.slack\.com/services/[\w/]{20,}"),
        _shape("sendgrid_key", "SG.", r"SG\.[\w-]{16,}\.[\w-]{16,}"),
        _shape("vault_token", "hvs. hvb.", r"hv[sb]\.[\w-]{20,}"),
    ),
    "eyJ": (_shape("jwt", "eyJ", _JWT),),
    "LS0tLS1CRUdJTi": (_shape("private_key", "LS0t", _ENCODED_KEY),),
    ":": (
        _shape("telegram_token", ":AA", r"(?<!\d)\d{8,10}:AA[\w-]{32,}"),
        _shape("url_password", "://", _URL_PASSWORD),
        _shape("url_token", "://", r"(?<=://)" + _NOT_YET + r"[A-Za-z0-9_-]{20,256}(?=@)"),
    ),
    "A": (
        _shape("aws_key", "AKIA ASIA ABIA ACCA", r"(?<![A-Z0-9])A(?:KI|SI|BI|CC)A[A-Z0-9]{16,}"),
        _shape("google_key", "AIza", r"AIza[\w-]{35,}"),
        _shape("ssh_key", "b3BlbnNza", r"b3BlbnNzaC1rZXktdjEA[A-Za-z0-9+/=\s]{20,}"),
    ),
    "=": (_shape("azure_key", "ey= EY= sig=", _AZURE),),
    " -": (_shape("password", "sshpass curl mysql redis-cli login", _COMMANDS),),
    "auth": (_shape("docker_auth", "auth", _DOCKER_AUTH),),
}
"""sign that every match holds -> (kind, marks of which a match holds one, pattern) …"""

HEADER_MARKS = ("bearer", "basic", "authorization", "cookie:")
HEADER = (
    r"(?i:(?<=\bbearer[ \t]))[ \t]{0,8}(?=\S*[\d_.=/+-])" + _NOT_YET + r"[\w.~+/-]{16,}=*"
    r"|(?i:(?<=\bbasic[ \t]))[ \t]{0,8}(?=\S*(?:[\d=]|[a-z][A-Z]))" + _NOT_YET
    + r"[A-Za-z0-9+/]{12,}={0,2}(?![\w])"
    r"|(?i:(?<=\bauthorization:[ \t]))[ \t]{0,8}(?!(?i:bearer\b|basic\b))" + _NOT_YET
    + r"(?:(?i:token|apikey|digest)[ \t]+)?[\w.~+/=-]{12,}"
    r"|(?i:(?<=\bcookie:[ \t]))(?=[\w.-]{1,60}=(?=[^;\s]*\d)[\w%.+/-]{12})"
    + _NOT_YET + r"[!#-&(-~ ]{16,}"
)  # fmt: skip
"""What follows the name of an HTTP header or of its scheme, in any case."""

NAME_MARKS = (
    "pass", "pw", "secret", "key", "token", "credential",
    "密", "口令", "令牌", "私钥", "秘钥", "授权码", "金鑰", "權杖", "パスワード", "비밀번호",
)  # fmt: skip
"""What a name that sounds secret holds, in lower case."""

_NAMES = (
    r"passwor[dt]|passwd|passphrase|(?<=[a-z0-9]_)pass(?![_-])|sshpass|(?<![a-z0-9_.-])pass(?=[:=]\S)"
    r"|secret[ _-]?key|secret|api[ _-]?key|(?:auth|access|refresh|session|bot|bearer)[ _-]?token"
    r"|(?:access|app|master|account|subscription|consumer|service|admin|auth|deploy"
    r"|private|encryption|signing)[ _-]?key"
    r"|(?<![a-z0-9])(?:pwd?|token|credentials?)"
)
_WIDE_NAMES = "密码|口令|密钥|令牌|私钥|秘钥|密匙|授权码|密碼|密鑰|金鑰|權杖|パスワード|비밀번호"
GLUE_SIGNS = ("=", ":", "</", "\uff1a", "\uff1d", "是", "为", "為", "成")
ASSIGNED = (
    rf"(?i:(?P<name>(?:{_NAMES})(?:[_-](?P<about>[a-z0-9]{{1,20}})){{0,2}}|{_WIDE_NAMES})"
    r"(?P<glue>(?:\*{2,3}|\\{0,3}[\"'`]?\]?)[ \t]{0,8}(?:=>|:=|==?|[:\uff1a\uff1d]"
    r"|(?:就|改|设|設|设置|設置|修改|重置)?[是为為成][:\uff1a]?)(?:\*{2,3})?[ \t]{0,8}"
    r"|>(?=[^<>\s]{4,512}</[\w:.-]{0,40}(?P=name)>)))"
    r"(?P<value>\\{1,3}\"(?P<escaped>[^\"\n\\]{1,512})\\{1,3}\""
    r"|\"(?P<double>[^\"\n]{1,512})\"|'(?P<single>[^'\n]{1,512})'"
    r"|`(?P<tick>[^`\n]{1,512})`|(?P<bare>[^\s\"'`,;，。；、<>(){}]{1,512}))"
)
SAID = (
    r"(?i:\b(?P<name>password|passphrase|passwd|api[ _-]?key|secret|token)"
    r"(?:[ ]+(?:for|of|to)[ ]+[\w.@-]{1,40})?[ ]+(?:is|was)[ ]+(?:now[ ]+)?:?[ ]?)"
    r"[\"'`]?(?P<said>" + _NOT_YET + r"(?=[^\s]*[\d!@#$%^&*])[^\s\"'`,;，。<>]{6,256})"
)
FLAG = (
    r"(?i:(?<![\w-])--?(?:[a-z0-9]{1,20}-){0,3}(?:password|passwd|pass|passphrase|pwd|secret"
    r"|api-?key|token)[ \t]+)\\{0,3}[\"']?(?P<said>" + _NOT_YET
    + r"(?![-$<{]|[A-Z_]{4,}(?![^\s\"']))[^\s\"'`,;|<>\\]{4,256})"
)  # fmt: skip
BLOCK = (
    r"(?i:[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|private[_-]?key)[\"']?:)"
    r"[ \t]*[|>][+-]?[ \t]*\n[ \t]+(?P<said>" + _NOT_YET + r"(?=\S*\d)[!-~]{8,})"
)
"""A YAML block below a name: the only one that crosses a line."""
