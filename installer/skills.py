"""The step that gives agents their skills, and what becomes of skills of the same name.

A skill is a folder of Claude Code's configuration with one `SKILL.md`. Ours are brought up to
date while nobody touched them; one that the user edited stays as it is, and so does one that
somebody else put there first: of both the user is told.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Literal

from pmi.base.errors import Unavailable, UsageError
from pmi.base.home import read_file
from pmi.installer import manifest as records
from pmi.installer.manifest import Manifest
from pmi.installer.phrases import listed, say
from pmi.installer.plan import Choices, Step
from pmi.model.finding import Finding

SKILLS = ("pmi-recall", "pmi-distill", "pmi-remember")
"""Skills that exist; each has a folder in the templates and in the installed skills."""

SkillState = Literal["missing", "ours", "edited", "foreign"]


def skill_state(choices: Choices, manifest: Manifest, name: str) -> SkillState:
    """Return whose skill of this name is installed.

    One with our words is ours also where no record says so: an earlier installation left it.
    """
    path = choices.skill_file(name)
    try:
        text = records.read_text(path)
    except UsageError:  # no text, or a file where its folder would be: none of ours is so
        return "foreign"
    if text is None:
        return "missing"
    if records.is_untouched(manifest, path, text):
        return "ours"
    if text in {_template(choices, name, language) for language in ("en", "zh")}:
        return "ours"
    return "edited" if path in manifest.files else "foreign"


class SkillsStep(Step):
    """Writes the skills; they tell agents when and how to use the memory."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done, and which skills are left alone."""
        manifest = Manifest.load(choices.home)
        states = {name: skill_state(choices, manifest, name) for name in SKILLS}
        ours = [name for name, state in states.items() if state in {"missing", "ours"}]
        line = say(
            "skills" if ours else "skills_none",
            choices.language,
            path=choices.skills_folder,
            names=listed(ours, choices.language),
        )
        for state in ("edited", "foreign"):
            names = [name for name in SKILLS if states[name] == state]
            if names:
                told = listed(names, choices.language)
                line += say(f"skills_{state}", choices.language, names=told)
        return line

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Write what is missing or ours; leave everything else."""
        changed = False
        for name in SKILLS:
            if skill_state(choices, manifest, name) not in {"missing", "ours"}:
                continue
            path = choices.skill_file(name)
            text = _template(choices, name, choices.language)
            records.make_outer_folder(manifest, os.path.dirname(path))
            changed |= records.write_own(manifest, path, text)
        return changed

    def undo(self, choices: Choices, manifest: Manifest) -> list[tuple[str, str]]:
        """Remove the skills that are as we wrote them; an edited one is the user's now."""
        done = []
        for name in SKILLS:
            path = choices.skill_file(name)
            state = skill_state(choices, manifest, name)
            if path not in manifest.files or state == "missing":
                manifest.files.pop(path, None)
                continue
            if state == "ours":
                os.unlink(os.path.realpath(path))
            del manifest.files[path]
            done.append((path, "removed" if state == "ours" else "skill_kept"))
        return done


def examine_skills(choices: Choices) -> Iterator[Finding]:
    """Yield what doctor says about the installed skills."""
    manifest, count = Manifest.load(choices.home), 0
    for name in SKILLS:
        path, state = choices.skill_file(name), skill_state(choices, manifest, name)
        if state == "missing":
            message = f"the skill {name} is missing"
            yield Finding("skill_missing", path, "error", message, "pmi doctor --fix")
        elif state == "foreign":
            message = f"another skill has the name {name}: PMI's is not installed"
            yield Finding("skill_foreign", path, "warning", message, "Rename it, then pmi install")
        elif state == "edited":
            yield Finding("skill", path, "ok", "edited by you; left as it is")
        count += state == "ours"
    if count:
        yield Finding("skills", choices.skills_folder, "ok", f"{count} skills")


def _template(choices: Choices, name: str, language: str) -> str:
    path = choices.template("skills", name, "SKILL", language=language)
    text = read_file(path)
    if text is None:
        raise Unavailable(f"The template {path} is missing.", "Install PMI again")
    return text
