"""What English signals look like: words by class, rules made of them, and what speaks against.

Rules are looked for in one sentence at a time. A weight says how far a rule alone goes; the sum
of a kind's weights less what speaks against it must reach `THRESHOLD`.
"""

from __future__ import annotations

from pmi.learn.signals.rules import Mark, Rule, marks, rules

I_AM = r"\b(?:i'm|i am|im)\b"
WE = r"\b(?:we|our team|my team|our company|my company|everyone (?:here|on the team)|the team)\b"
PERSIST = (
    r"\b(?:from now on(?:wards?)?|from here on(?: out)?|going forward|moving forward|in (?:the )?future|henceforth|"
    r"by default|every ?time|each time|as a rule|as a general rule|at all times|for all (?:future|new|our|my)|"
    r"for every (?:new|future)|for future reference|for the record|next time|in general|without exception|"
    r"once and for all|across (?:the board|all|every)|as standard|as a habit|make (?:it|that) a (?:habit|rule|default)|"
    r"keep (?:this |that )?in mind|remember (?:this|that|to|not|i|we|my|our|for)|(?:please )?remember:|note for (?:the future|later|next time)|"
    r"in all (?:my|our|the|future)|in any of (?:my|our)|in every|on every|for any (?:new|future)|whenever|anytime|any time)\b"
)
ALWAYS = r"\b(?:always|never|ever again|at no point)\b"
TOLD = (
    r"\b(?:(?:i|i've|i have|we|we've) (?:already |just |clearly |explicitly |literally |specifically )?"
    r"(?:said|told you|asked (?:you )?(?:for|not|to)|mentioned|explained|meant|requested|specified)|"
    r"i keep (?:telling|having to|saying|asking|reminding)|as i (?:said|told you|mentioned)|like i said|"
    r"how many times|(?:second|third|fourth|2nd|3rd|nth|umpteenth) time|(?:yet )?again with the|"
    r"you (?:keep|always|still|again|did it again|forgot|forget|ignored|missed the|never)|"
    r"stop (?:\w+ing|doing)|quit \w+ing|(?:don'?t|do not|dont)\b.{1,60}\b(?:again|anymore|any more|ever)|not again|enough with)\b"
)

RULES: tuple[Rule, ...] = rules(
    # what shall hold from now on
    ("en.from_now_on", "preference", 1.2, PERSIST),
    ("en.always_imperative", "preference", 1.2,
     r"(?:^|[,:;(-] ?|\b(?:and|but|so|please|you should|you must|you can|should|must|just) )(?:always|never)\s+[a-z]{2,}"),
    ("en.i_prefer", "preference", 1.3,
     (r"\bi(?:'d)? (?:(?:really|strongly|much|generally|usually|always|personally|still|also|do) )*(?:prefer|like|love|want|need|hate|dislike|"
     r"can'?t stand|don'?t (?:like|want|need|care for|use|do)|favou?r|find it (?:easier|better|annoying|hard))\b")),
    ("en.my_preference", "preference", 1.3,
     (r"\b(?:my (?:personal |general |strong )?(?:preference|default|favou?rite|style|taste|go-to|usual)\b|i'm (?:used to|a fan of|not a fan|more comfortable|allergic to)|"
     r"i tend to|i usually|i always|i never|i only ever|drives me (?:crazy|nuts|mad)|please (?:always|never|don'?t ever)|keep (?:your )?(?:answers|replies|responses|explanations|it|commit messages) (?:short|brief|concise|terse))")),
    ("en.no_more", "preference", 1.1,
     r"\b(?:no more (?!than)|no (?:emojis?|emoticons|bullet points|apolog\w+|fluff|small ?talk|preambles?|comments|semicolons|trailing|summaries|filler))\b"),
    # the agent is told it was wrong
    ("en.told_you", "correction", 1.3, TOLD),
    ("en.no_then", "correction", 0.9,
     r"^(?:no|nope|nah|wrong|incorrect|stop|wait,? no|ugh|hey|sorry)\b[,.!: -]+(?:no[,.!: -]+)?(?:we|i|you|it|use|that|the|this|don'?t|not|our|my|always|never|please|it's)\b"),
    ("en.not_x_but_y", "correction", 0.8,
     r"\b(?:not\b.{1,50},? (?:but|it's|use|rather)\b|(?:instead of|rather than|and not|, not)\s+\w)"),
    ("en.thats_wrong", "correction", 0.9,
     r"\b(?:that'?s|this is|you'?re|you are|you got|that is|it'?s) (?:just |simply |all |totally |completely |still |the )?(?:wrong|incorrect|not (?:right|correct|true|how|what|the way)|mistaken|confus\w+|backwards|outdated)"),
    ("en.you_should_have", "correction", 1.0,
     r"\byou (?:should(?:n'?t| not)? (?:have|not have)|were supposed to|weren'?t supposed to|misunderst\w+|mixed up|confus\w+|assumed|got .{1,30} wrong|don'?t (?:have|need) to)\b"),
    ("en.actually", "correction", 0.6, r"^(?:actually|well,? actually|correction|to clarify|small correction)\b"),
    # what was decided
    ("en.decided", "decision", 1.4,
     (r"\b(?:we|i)(?:'ve| have)? (?:just |finally |all |now )?(?:decided|agreed|settled on|chosen|chose|opted|concluded|signed off|committed to)\b"
     r"|\b(?:decision|verdict|final call|agreed)\s*(?::|is|-|was)|\bit'?s (?:decided|settled|official)|\bthe decision\b|\bfinal decision\b|\bmade (?:the|a) (?:call|decision)\b")),
    ("en.lets_go_with", "decision", 1.2,
     (r"\b(?:let'?s|lets|we'?ll|we will|we're|we are|i'?ll|going to|gonna) (?:just |all |now |definitely |then )*(?:go(?:ing)? with|stick(?:ing)? (?:with|to)|settl\w+ on|standardi[sz]\w+ on|"
     r"us(?:e|ing)|mov(?:e|ing) (?:to|off|away)|migrat\w+|switch(?:ing)? (?:to|from)|keep(?:ing)?|adopt\w*|drop(?:ping)?|ditch\w*|stay\w* (?:with|on)|skip\w*)\b")),
    ("en.go_with", "decision", 1.0, r"^(?:ok(?:ay)?|alright|fine|yes|yeah|right|good)?[,. ]*(?:go with|stick with|settle on|use)\b"),
    # what must be so
    ("en.must", "constraint", 1.1,
     (r"\b(?:must(?: not|n't)?|may not|has to|have to|needs? to be|can'?t|cannot|can not|mustn'?t|are not|is not|isn'?t|aren'?t|not) (?:be )?(?:allowed|permitted|exceed|leave|run|use|work|support\w*|depend|"
     r"contain|install|touch|commit\w*|store\w*|log\w*|access|upgrade|change|break|stay|pass|have|go)\b")),
    ("en.must_any", "constraint", 0.8, r"\b(?:must(?: not|n't)?|mustn'?t|required to|forbidden|prohibited|not allowed|off[- ]limits|mandatory|no[- ]go|non[- ]negotiable|hard (?:limit|requirement|constraint))\b"),
    ("en.no_allowed", "constraint", 1.2,
     r"\bno \w[\w -]{1,40} (?:allowed|permitted|in (?:production|prod|this (?:repo|project|codebase)|our)|on (?:main|prod|this))|\b(?:is|are) (?:not allowed|forbidden|prohibited|banned|off[- ]limits|mandatory|read[- ]only|frozen)"),
    ("en.policy", "constraint", 1.1, r"\b(?:policy|compliance|legal|gdpr|hipaa|security (?:team|review)|regulations?|contract|licen[cs]e)\b.{0,40}\b(?:require\w*|says?|forbid\w*|prohibit\w*|must|need\w*|not|only|won'?t|doesn'?t)\b"),
    ("en.we_only", "constraint", 1.0,
     r"\b(?:we|our \w+(?: \w+)?|the (?:server|cluster|client|customer|build|ci|pipeline|box|machine|prod\w*)s?|production) (?:only|don'?t|do not|can'?t|cannot|never|won'?t|must|has no|have no|doesn'?t|does not) \w+"),
    ("en.limit", "constraint", 1.0, r"\b(?:at most|no more than|at least|not exceed|under|below|max(?:imum)?(?: of)?|limit(?:ed)? (?:of|to|is)|budget (?:is|of)|no later than)\s+\$?\d"),
    # who the user is
    ("en.i_am_a", "identity", 1.3,
     I_AM + r" (?:(?:also|actually|currently|just|basically|originally|mainly|mostly|btw|fyi) )*(?:an?|the|from|based|working (?:as|at|for|in|on the)|responsible for|in charge|in (?:the )?[A-Z]\w+|on the|new to|not (?:a|an)|(?:pretty |quite |completely |very |totally )?(?:new to|bad at|good at|familiar with|fluent)|colou?r[- ]?blind|dyslexic|deaf|vegan|vegetarian|left-handed|self-taught)\b"),
    ("en.my_is", "identity", 1.2,
     r"\bmy (?:name|role|job|title|team|company|employer|boss|manager|background|native language|first language|mother tongue|time ?zone|pronouns|profession|main (?:language|stack|machine)|day job|email|github|handle|degree|wife|husband|partner|son|daughter|kids?|dog|cat) (?:is|are|'s|has|have|uses?)\b|\bcall me [A-Z]"),
    ("en.i_work", "identity", 1.3,
     r"\bi (?:(?:mostly|mainly|usually|currently|also|primarily|only|just|really) )*(?:work (?:as|at|for|in|on|from|with|mostly|mainly|remotely|nights)|live in|manage|lead|maintain|run (?:a|an|the|my)|own (?:a|an|the)|teach|study|speak|come from|grew up|was born|majored|code in|write (?:mostly|mainly|most)|don'?t (?:know|speak|read|understand) (?:any |much )?[A-Za-z]+|have (?:a (?:phd|degree|background|visual|disability)|\d+ (?:years|yrs)|never (?:used|written|touched|worked)|adhd|dyslexia))\b"),
    ("en.we_are", "identity", 1.0, r"\b(?:we'?re|we are) (?:an?|the|based|in) |\b(?:i|we) work (?:at|for) |\bour (?:company|team|startup|product|stack|office|customers?|users?) (?:is|are|uses?|runs?|has|have|makes?|sells?|builds?|live|sits?)\b"),
    ("en.we_use", "preference", 1.0, WE + r" (?:(?:all|only|always|usually|normally|generally|just|mostly|now|exclusively|still) )*(?:use|uses|run|runs|deploy|deploys|follow|follows|prefer|prefers|write|writes|ship|name|keep|put|commit|squash|rebase|format|indent|test|release|branch|merge|tag|store|call|have a (?:rule|convention|policy|standard|habit)|stick to)\b"),
    # what came to light
    ("en.turns_out", "insight", 1.4, r"\b(?:(?:it )?turn(?:s|ed) out|i(?:'ve| have)? (?:just )?(?:realized|realised|learn(?:ed|t)|noticed|discovered|found out)|lesson(?:s)? learned|the (?:lesson|takeaway|moral|upshot)|key (?:insight|takeaway|learning)|interesting(?:ly)?[,:]|apparently|it dawned on|aha|insight:|what (?:really )?(?:matters|counts))\b"),
    ("en.cause", "error", 1.4, r"\b(?:root cause|the (?:real|actual|underlying|true) (?:problem|cause|issue|reason|culprit|bug)|the (?:culprit|cause|problem|issue|bug|failure|crash|outage|reason)\b.{0,50}\b(?:is|was|were|turned out)|(?:was|is|were|are) (?:caused by|due to|because)|failed because|broke because|crash(?:ed|es)? because|happen(?:s|ed) because)\b"),
    ("en.thats_why", "insight", 0.9, r"\b(?:that'?s|which is|this is) (?:exactly )?why\b|\bthe reason\b.{0,60}\bis\b"),
    ("en.changed_mind", "cognitive_shift", 1.5,
     r"\b(?:i|we) (?:used to|always|had|originally|first|initially|previously) (?:think|thought|believed?|assumed?|figured)|\b(?:changed|changing) my mind|\bi no longer (?:think|believe|see|want|agree)|\b(?:now|so now|today) i (?:see|think|believe|understand|get|realize)|\bi was wrong (?:about|to|that|on)|\bi (?:had|got) (?:it|this|that) (?:all )?(?:wrong|backwards)|\bi(?:'ve| have) come (?:to|a)round|\brethink|\b(?:i|we) thought\b.{3,80}\b(?:but|turns out|wrong|actually)\b|\bstopped (?:thinking|believing|seeing|treating)|\bsee (?:it|this|that) differently|\bmental model\b|\bshift(?:ed)? (?:in|my)\b"),
    ("en.what_works", "method_discovery", 1.3,
     r"\b(?:works? (?:best|better|much better|way better|great|wonders|reliably|every time|like a charm)|the (?:trick|secret|key|fix|solution|workaround|best way|right way|easiest way|fastest way|way to go|quickest way) (?:is|was|here|to|for|that)|(?:a|much) (?:better|faster|easier|simpler|cleaner) (?:way|approach|method)|found (?:a|an|the|that)\b.{0,40}\b(?:way|approach|method|trick|works|faster|helps)|i figured out|we figured out|what (?:worked|works|helped|helps|fixed it|did it)|new (?:trick|workflow|approach|technique)|pro ?tip|saves? (?:me |us )?(?:a lot|hours|so much|tons|time))\b"),
    ("en.anti_pattern", "anti_pattern", 1.4,
     r"\b(?:anti-?pattern|bad (?:idea|practice|habit)|(?:big|huge|classic|common|terrible|costly)? ?mistake to|foot-?gun|pit-?fall|code smell|recipe for disaster|never again|waste of time|always (?:ends|leads|breaks|backfires|bites)|(?:bites?|bit|burn(?:ed|t|s)|burned|stung) (?:us|me)|been (?:burned|burnt|bitten)|gotcha|beware|trap\b|avoid \w+|ends? (?:up )?badly|never (?:works|ends|goes) well|causes? (?:more|nothing but) (?:harm|trouble|problems|pain)|backfire[sd]?|shoot(?:s|ing)? (?:yourself|ourselves))\b"),
)  # fmt: skip

MARKS: tuple[Mark, ...] = marks(
    ("question", r"\?\s*$|^(?:what|why|how|when|where|who|which|can|could|would|should|do|does|did|is|are|will|any(?:one)?|have|has) (?:you|i|we|it|the|this|that|there|is|are|do|does|did|to|can|should|my|our|a)\b"),
    ("one_off", r"\b(?:for now|this time|just (?:here|this|for (?:now|this|today|once))|only (?:this|here|for (?:this|now|today))|(?:just |only )?this once|for (?:this|the current) (?:one|task|pr|commit|file|test|branch|ticket|demo|change|run|example|step|experiment)|temporar\w+|for the moment|at the moment|right now|today only|for today|until (?:i|we|the|it|tomorrow|monday|friday|then)|in this (?:file|pr|commit|case|test|branch|function|one|example|task)|on this (?:one|pr|branch|file))\b"),
    ("request", r"^(?:please |ok(?:ay)?,? |now,? |so,? |then |hey,? |can you |could you |would you )*(?:add|fix|create|make|write|run|show|give|tell|find|look|open|check|explain|implement|refactor|move|rename|remove|delete|update|change|help|try|continue|list|generate|build|install|commit|push|read|merge|deploy|search|suggest|recommend|translate|summari[sz]e|draft|compare|put|set|revert|undo|rerun|restart)\b"),
    ("thanks", r"^(?:thanks|thank you|thx|ty|great|perfect|nice|awesome|cool|ok(?:ay)?|got it|lgtm|looks good|sounds good|no problem|no worries|never ?mind)\b[ ,.!]*$"),
    ("hypothetical", r"\b(?:what if|if i (?:were|wanted|had)|would it|maybe we|perhaps|might|i wonder|not sure|i guess|suppose|imagine|hypothetically|i'm (?:thinking|considering|wondering|planning|looking|trying|interested))\b"),
    ("this_thing", r"\b(?:the other (?:one|file|button|branch)|line \d+|that (?:button|file|line|one|column|row|function|test)|this (?:button|line|column|row)|the (?:first|second|third|last|left|right|top|bottom|blue|red|green) (?:one|button|file|option|column|row|line|tab))\b"),
    ("third_person", r"^(?:he|she|they|the (?:user|customer|client|reviewer|doc|docs|article|book)) "),
    ("bug_report",
     (r"\b\w*(?:Error|Exception)\b|\bERR!|\bfatal:|\b[45]\d\d\b|\bexit code|not found\b|core dumped|\btraceback|\b(?:still|again) (?:fails|the same|not|no)\b|\b(?:does|do|did|is|are|was|has|ca|wo)n'?t (?:start|work|build|parse|open|run|show|load|log|there|find|reproduce|see)\b"
     r"|\b(?:fails?|failed|crash\w*|broken?|hangs?|stuck|is (?:red|down|empty|blank|missing|wrong|slow))\b")),
    ("just_now",
     r"\b(?:just (?:pulled|noticed|merged|restarted|pushed|tried|installed|updated|saw|got)|yesterday|this (?:morning|week|afternoon)|today|tonight|tomorrow|currently|still|(?:an?|\w+) (?:hour|minute|day)s? ago|last (?:night|week)|already|now|next week|on (?:mon|tues|wednes|thurs|fri)day)\b"),
    ("named",
     (r"\b[\w-]+\.(?:py|js|ts|tsx|jsx|go|rs|rb|java|c|cpp|h|md|json|ya?ml|toml|txt|csv|html|css|sql|sh|pdf|docx|svg|png|env|lock|cfg|ini)\b|\b(?:line|section|page|slide|chapter|row|column|step|ticket|version) \d|`[^`]+`|\b\w+\(\)|\b\w+_\w+\b|\b(?:that|this|these|those) \w+|\bhere\b"
     r"|\bthe (?:first|second|third|last|next|old|new|other|current|two|whole) \w+")),
    ("act_now",
     r"^(?:(?:please|ok(?:ay)?|no|yes|now|and|so|then|just|only|fine|can you|could you|let'?s|also|sure)[, ]+)*(?:use|replace|convert|switch|turn|drop|set|cut|take|swap|bump|put|leave|keep|let|make|move|rename|change|remove|delete|add|extract|split|merge|inline|wrap|copy|call|name|sort|open|skip|ignore|undo|try|rerun|run|bring|shorten|reduce|lower|raise|increase|round|send|give|show|list|read|write|draft|check|compare|explain|don'?t (?:touch|change|run|use|commit|reformat|include|worry|add|fix)|leave|exclude|include|fix|get rid|go on|disable|enable|create|print|document|do)\b"),
    ("enough", r"\b(?:is|are) (?:fine|enough|ok(?:ay)?|better)\b|\bwill do\b|\bthat'?s (?:it|all|enough)\b|\bgo ahead\b|, please$"),
    ("of_now",
     (r"^(?!.*\b(?:always|never|ever|every|each|all|any|from (?:now|today|here) on|whenever|in general|by default|rule|policy|next time|future|remember|we|our|again|prefer|like|hate|told|must|not allowed|in this (?:repo|project|codebase))\b)(?:"
      r".*[,;:] ?(?:so |and |then |please |can you |just )*(?:restart|compress|print|put|fix|check|look|add|build|delete|remove|prevent|update|adapt|change|write|use|try|rename|rebase|parse|rewrite|wrap|find|send|have a look|keep going|next|don't fix)\b.{0,40}$"
      r"|(?:replace|rename|move|swap|merge|split|extract|inline|convert|sort|translate|summari[sz]e|copy|undo|rerun|drop|bump|shorten|reduce|lower|raise|compare|draft|look at|check|delete|remove)\b(?!.*\bnot\b)"
      r"|.*\b(?:in|for|to|of|on|from) (?:this|that) (?!repo|project|machine|system|team|company|code)\w+[.!]?$"
      r"|.*\b(?:just (?:pulled|noticed|merged|restarted)|at the moment|this morning|right now|an hour ago|yesterday|last night)\b)")),
    ("plain_wish",
     r"^(?:(?:no|ok(?:ay)?|please|and|btw|hey)[,!. ]+)*(?:(?:from (?:now|today|here) on|going forward|henceforth)[, ]+(?!(?:the|it|this|that|i|they|he|she)\b)|(?:always|never|do(?:n't| not) ever) (?!mind\b|seen\b|had\b|been\b|heard\b|the\b|a\b|again\b|\w+ed\b)\w|we (?:always|never) (?!get\b|got\b|had\b|have\b|see\b|saw\b|did\b|knew\b|know\b|\w+ed\b)\w|(?:before every|before each|every time you|whenever you|whenever a|for every new|for all (?:my|our|future)|in (?:all|every|each|any) (?:of )?(?:my|our|project|repo))\b)"),
    ("want_now", r"\bi (?:want|need|would like|'?d like|'?d love)(?: you)?(?: to)? (?:try|know|see|make|find|learn|explore|get|add|understand|start|build|create|ask|check|do|go|use|have|buy|some|more|help|a|an|the|this|that|it)\b|\bi(?:'d)? (?:like|love) (?:to|the (?:idea|sound|look)|that|this|it|how|your)\b|\bi need (?:to|a|an|some|help|your|the)\b|\bi don'?t (?:want|need|like) (?:to|it|that|this|the|any)?"),
)  # fmt: skip
