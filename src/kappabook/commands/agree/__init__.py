"""How far the raters in a file agree: what ``kappabook agree`` does."""

from kappabook.commands.agree.compute import agree

__all__ = ["agree"]
