"""Signals: signs in what the user says that a later session should act otherwise.

`detect` is all that others need; it knows English and Chinese and reads nothing but its argument.

>>> from pmi.model.learning import Exchange
>>> [(one.kind, one.text) for one in detect(Exchange("", "No, we always use pnpm here."))]
[('correction', 'we always use pnpm here.')]
"""

from __future__ import annotations

from pmi.learn.signals.detecting import detect

__all__ = ["detect"]
