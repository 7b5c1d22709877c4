"""What torch computes on, and with how many threads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from .arguments import ArgumentError


@contextmanager
def torch_threads(count: int) -> Iterator[None]:
    """Within it, torch uses `count` threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def check_device(device: str) -> None:
    """Makes sure that torch can use `device`.

    Raises:
        ArgumentError: it cannot.
    """
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ArgumentError(f"device is {device!r}, expected one that torch can use here ({error})") from None
