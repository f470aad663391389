"""Jupyter kernels that leave nothing behind, neither on disk nor in the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jupyter_client.manager import AsyncKernelManager

from kappabook.interrupts import came
from kappabook.scratch import scratch

# Where Jupyter writes how a kernel is reached, and joblib in a kernel what its workers share.
_VARIABLES = ("JUPYTER_RUNTIME_DIR", "JOBLIB_TEMP_FOLDER")


class KernelManager(AsyncKernelManager):
    """For use inside `kernel_files`.

    It ends a kernel at once where the program was interrupted: asked to end, it would complain.
    And it does not interrupt a kernel before it asks: one that is just done would complain too.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # Without a name it would be among the temporary files.
        folder = os.environ[_VARIABLES[0]]
        self.connection_file = os.path.join(folder, "kernel.json")

    async def shutdown_kernel(  # type: ignore[override]  # asynchronous, as its own parent's is
        self, now: bool = False, restart: bool = False
    ) -> None:
        """End the kernel; it is asked to, and may do what it has registered, unless `now`."""
        await self._async_shutdown_kernel(now=now or came(), restart=restart)

    async def _async_interrupt_kernel(self) -> None:
        """Interrupt what the kernel runs, unless this is the first step of its end."""
        if not self.shutting_down:
            await super()._async_interrupt_kernel()

    interrupt_kernel = _async_interrupt_kernel


@contextmanager
def kernel_files() -> Iterator[None]:
    """Let kernels that are started keep their files in a folder that is removed at the end.

    Otherwise those of a program that is killed would stay in the user's home.
    """
    before = {name: os.environ.get(name) for name in _VARIABLES}
    with scratch() as folder:
        os.environ.update(dict.fromkeys(_VARIABLES, str(folder)))
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value
