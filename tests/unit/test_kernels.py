"""A kernel ends without a signal: one that hears Ctrl-C at its end says so on the terminal."""

import asyncio
import signal

import pytest

pytest.importorskip("jupyter_client", reason='no Jupyter here: pip install ".[report]"')
from support import slowly

from kappabook.kernels import KernelManager, kernel_files


@pytest.fixture
def signals(monkeypatch):
    """The signals that kernels are sent."""
    from jupyter_client.provisioning import LocalProvisioner

    sent = []
    real = LocalProvisioner.send_signal

    async def send(self, number):
        sent.append(number)
        await real(self, number)

    monkeypatch.setattr(LocalProvisioner, "send_signal", send)
    return sent


async def _run(interrupted):
    manager = KernelManager(kernel_name="python3")
    await manager.start_kernel()
    client = manager.client()
    client.start_channels()
    await client.wait_for_ready(timeout=60)
    if interrupted:
        await manager.interrupt_kernel()
    client.stop_channels()
    await manager.shutdown_kernel()
    return await manager.is_alive()


@pytest.mark.parametrize("interrupted", [False, slowly(True)])
def test_a_kernel_is_interrupted_only_when_asked_for(signals, interrupted):
    with kernel_files():
        alive = asyncio.run(_run(interrupted))
    assert not alive
    assert signals.count(signal.SIGINT) == interrupted
