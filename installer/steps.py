"""The steps of an installation: home, pages, commands, rules, server, hooks, first index."""

from __future__ import annotations

import os
import re

from pmi.base import config, spool
from pmi.base.channel import COMMANDS
from pmi.base.clock import now
from pmi.base.errors import Unavailable, UsageError
from pmi.base.home import read_file, write_file
from pmi.installer import manifest as records
from pmi.installer import settings
from pmi.installer.manifest import Manifest
from pmi.installer.phrases import listed, say
from pmi.installer.plan import Choices, Step
from pmi.installer.registration import ServerStep
from pmi.installer.skills import SkillsStep
from pmi.profile.pages import PAGES

Undone = list[tuple[str, str]]

RULES_HEADINGS = ("# Memory (PMI)", "# 记忆（PMI）")
"""How a rules file of ours begins: one that an earlier installation left is no foreign file."""

_LANGUAGE = re.compile(r'^(\s*language\s*=\s*)"[^"\n]*"', re.MULTILINE)
_CONFIG = """# Settings of PMI; docs/config.md lists all of them.

[general]
language = "{language}"
"""


class HomeStep(Step):
    """Makes the home, its databases, its key, and says which interpreter serves it."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done."""
        return say("home", choices.language, path=choices.home.root)

    def check(self, choices: Choices, manifest: Manifest) -> None:
        """Raise unless the home's place can be a folder."""
        if os.path.lexists(choices.home.root) and not os.path.isdir(choices.home.root):
            raise UsageError(
                f"{choices.home.root} is no folder.", "Choose another home with PMI_HOME"
            )

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Make what is missing; databases of an earlier version are migrated."""
        from pmi.api import Memory

        existed = os.path.exists(choices.home.memory_db)
        choices.home.ensure()
        spool.ensure_key(choices.home)
        hint = choices.home.path("state", "interpreter")
        if (read_file(hint) or "").strip() != choices.interpreter:
            write_file(hint, choices.interpreter + "\n")
        with Memory.open(choices.home) as memory:
            memory.counts()
        return not existed


class ConfigStep(Step):
    """Writes the language into ``config.toml``; everything else in it stays."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done."""
        path = choices.home.config_file
        return say("config", choices.language, path=path, language=choices.language)

    def check(self, choices: Choices, manifest: Manifest) -> None:
        """Raise where an existing file can not be parsed."""
        if os.path.exists(choices.home.config_file):
            config.load(choices.home)

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Set the language and prepare the settings for the hooks."""
        before = read_file(choices.home.config_file)
        text = with_language(before or "", choices.language)
        if text != before:
            write_file(choices.home.config_file, text)
        config.load(choices.home)
        config.write_prepared(choices.home)
        manifest.language = choices.language
        return text != before


class ProfileStep(Step):
    """Makes the profile pages that are missing, from templates."""

    def describe(self, choices: Choices) -> str:
        """Return one line that names the pages that are missing."""
        missing = self._missing(choices)
        key = "profile" if missing else "profile_kept"
        folder = choices.home.path("profile")
        return say(key, choices.language, path=folder, pages=listed(missing, choices.language))

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Write each missing page; put the name into a profile that has none."""
        missing = self._missing(choices)
        for page in missing:
            text = _template(choices, "profile", page).replace("{name}", choices.name)
            tidy = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
            write_file(choices.home.path("profile", f"{page}.md"), tidy)
        if choices.name and "profile" not in missing:
            return self._name(choices) or bool(missing)
        return bool(missing)

    def _missing(self, choices: Choices) -> list[str]:
        folder = choices.home.path("profile")
        return [name for name in PAGES if not os.path.exists(os.path.join(folder, f"{name}.md"))]

    def _name(self, choices: Choices) -> bool:
        path = choices.home.path("profile", "profile.md")
        before = read_file(path) or ""
        empty = re.compile(r"^(- (?:Name:|称呼：))[ \t]*$", re.MULTILINE)
        after = empty.sub(lambda found: found[1] + _gap(found[1]) + choices.name, before, count=1)
        if after != before:
            write_file(path, after)
        return after != before


class CommandsStep(Step):
    """Writes the file of each typed command; in the terminal a command without one is refused."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done."""
        folder = os.path.dirname(choices.command_file("x"))
        names = listed([f"/pmi:{name}" for name in COMMANDS], choices.language)
        return say("commands", choices.language, path=folder, names=names)

    def check(self, choices: Choices, manifest: Manifest) -> None:
        """Raise where a file of that name can not be read."""
        for name in COMMANDS:
            records.read_text(choices.command_file(name))

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Write the files; one of that name that was there is kept for uninstall."""
        changed = False
        records.make_outer_folder(manifest, os.path.dirname(choices.command_file("x")))
        for name in COMMANDS:
            text = _template(choices, "commands", name)
            path = choices.command_file(name)
            changed |= records.change_file(
                choices.home, manifest, path, _whole(text), lambda before, _: before
            )
        return changed

    def undo(self, choices: Choices, manifest: Manifest) -> Undone:
        """Remove our files; one that was edited since stays."""
        done = []
        for name in COMMANDS:
            path = choices.command_file(name)
            how = records.restore_file(choices.home, manifest, path, lambda text, _: text)
            done.append((path, how))
        return done


class RulesStep(Step):
    """Lets the rules file be written into this configuration folder from now on."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done."""
        return say("rules", choices.language, path=choices.rules_file)

    def check(self, choices: Choices, manifest: Manifest) -> None:
        """Raise where a file of that name can not be read."""
        records.read_text(choices.rules_file)

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Name the folder in the manifest, keep a foreign file, and have ours written."""
        from pmi.api import Memory

        path = choices.rules_file
        before = records.read_text(path)
        records.make_outer_folder(manifest, os.path.dirname(path))
        if path not in manifest.files:
            ours = (before or "").startswith(RULES_HEADINGS)
            records.adopt_file(choices.home, manifest, path, None if ours else before)
        if choices.config_dir not in manifest.config_dirs:
            manifest.config_dirs.append(choices.config_dir)
        manifest.save(choices.home)
        with Memory.open(choices.home) as memory:
            memory.refresh()
        return records.read_text(path) != before

    def undo(self, choices: Choices, manifest: Manifest) -> Undone:
        """Remove our rules files, or give back the one that was there before us."""
        from pmi.learn.rules_file import remove_path_rules

        if choices.config_dir in manifest.config_dirs:
            manifest.config_dirs.remove(choices.config_dir)
        path = choices.rules_file
        removed = [(one, "removed") for one in remove_path_rules(choices.config_dir)]
        return [(path, records.give_back(choices.home, manifest, path)), *removed]


class HooksStep(Step):
    """Puts the four hooks into Claude Code's settings, as text."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done."""
        return say("hooks", choices.language, path=choices.settings_file)

    def check(self, choices: Choices, manifest: Manifest) -> None:
        """Raise where the settings can not be parsed, with the line."""
        path = choices.settings_file
        records.planned_text(
            choices.home, manifest, path, self._insert(choices), self._remove(choices)
        )

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Insert what is missing; the rest of the file stays, byte for byte."""
        path = choices.settings_file
        records.make_outer_folder(manifest, os.path.dirname(path))
        return records.change_file(
            choices.home, manifest, path, self._insert(choices), self._remove(choices)
        )

    def undo(self, choices: Choices, manifest: Manifest) -> Undone:
        """Give the first bytes back, or cut our entries out of what was changed since."""
        path = choices.settings_file
        if path not in manifest.files:
            return [(path, "absent")]
        how = records.restore_file(choices.home, manifest, path, self._remove(choices))
        return [(path, how)]

    def _insert(self, choices: Choices) -> records.Insert:
        entries = settings.hook_entries(choices.interpreter, choices.run_file, choices.other_home)
        return lambda text: settings.insert_hooks(text, choices.settings_file, entries)

    def _remove(self, choices: Choices) -> records.Remove:
        return lambda text, traces: settings.remove_hooks(text, choices.settings_file, traces)


class IndexStep(Step):
    """Has the worker read the conversations that are already there, in the background."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done."""
        return say("index", choices.language)

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Leave the worker a line, as the start of a session would."""
        from pmi.base import process

        line = {"v": 1, "event": "start", "at": now(), "session": "", "transcript": "", "cwd": ""}
        spool.put(choices.home, line)
        process.start_worker(choices.home)
        return True


def plan(choices: Choices) -> list[Step]:
    """Return the steps of an installation, in order; the hooks come when all else is there."""
    steps: list[Step] = [HomeStep(), ConfigStep(), ProfileStep(), CommandsStep(), SkillsStep()]
    if choices.mcp:
        steps.append(ServerStep())
    steps += [RulesStep(), HooksStep()]
    if choices.index:
        steps.append(IndexStep())
    return steps


def with_language(text: str, language: str) -> str:
    """Return a configuration text whose general language is set; the rest stays."""
    head, table, body = text.partition("[general]")
    if not table:
        return (text.rstrip("\n") + "\n\n" if text.strip() else "") + _CONFIG.format(
            language=language
        )
    end = body.find("\n[")
    section, rest = (body, "") if end < 0 else (body[:end], body[end:])
    if _LANGUAGE.search(section):
        section = _LANGUAGE.sub(rf'\g<1>"{language}"', section, count=1)
    else:
        section = f'\nlanguage = "{language}"' + section
    return head + table + section + rest


def _template(choices: Choices, *parts: str) -> str:
    path = choices.template(*parts)
    text = read_file(path)
    if text is None:
        raise Unavailable(f"The template {path} is missing.", "Install PMI again")
    return text


def _whole(text: str) -> records.Insert:
    return lambda _: (text, settings.Traces())


def _gap(label: str) -> str:
    return "" if label.endswith("：") else " "
