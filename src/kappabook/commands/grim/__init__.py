"""Can a published agreement be right? What ``kappabook grim`` does."""

from kappabook.commands.grim.compute import Grim, grim

__all__ = ["Grim", "grim"]
