"""Where compiled kernels are kept between processes.

Every piece of machine code is a file of its own, named for its function, for all that it depends on (see
:mod:`.fingerprint`) and for its types. So nothing is ever stale, versions of the sources lie side by side, and
processes that write at once cannot disturb each other: a file is written elsewhere and moved into its place.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import re
import tempfile
import time
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import platformdirs
from filelock import FileLock
from numba.core import caching, compiler
from numba.core.serialize import dumps

from .fingerprint import UnknownDependencyError, fingerprint

#: Machine code that nobody has used for this many seconds is removed.
UNUSED_AFTER_SECONDS = 30 * 24 * 3600
_DIGEST_SIZE = 16


@cache
def cache_root() -> Path | None:
    """Folder for machine code, or None (with one warning) where none can be written.

    ``LUDARIUM_CACHE_DIR`` overrides the user's cache folder.
    """
    chosen = os.environ.get("LUDARIUM_CACHE_DIR")
    root = Path(chosen).expanduser() if chosen else Path(platformdirs.user_cache_path("ludarium"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        # The only portable test of "can I write here" is to write.
        tempfile.TemporaryFile(dir=root).close()
    except OSError as error:
        warnings.warn(
            f"ludarium cannot write to its cache folder {root} ({error.strerror}): kernels are compiled anew in every "
            "process. Set LUDARIUM_CACHE_DIR to a folder that can be written.",
            RuntimeWarning,
            stacklevel=2,
        )
        return None
    return root


class KernelCache(caching._Cache):
    """The cache of one function, which looks for the function's dependencies late, when their modules are complete."""

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._stamp: str | None = None
        self._uncacheable = False

    @property
    def cache_path(self) -> str | None:
        """Folder of the machine code, None where none is kept."""
        root = cache_root()
        return None if root is None else str(root)

    def file(self, signature: Any, target_context: Any) -> Path | None:
        """Where the machine code for a signature belongs, None where none is kept."""
        root = cache_root()
        if root is None or self._uncacheable:
            return None
        if self._stamp is None:
            try:
                self._stamp = fingerprint(self._function)
            except UnknownDependencyError as error:
                self._refuse(f"uses {error}, of which it is not known what it does to machine code")
                return None
        form = repr((str(signature), target_context.codegen().magic_tuple()))
        types = hashlib.blake2b(form.encode(), digest_size=8).hexdigest()
        name = re.sub(r"[^\w.\[\]-]", "", f"{self._function.__module__}.{self._function.__qualname__}")[-120:]
        return root / f"{name}-{self._stamp}-{types}.kernel"

    def _refuse(self, reason: str) -> None:
        self._uncacheable = True
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        warnings.warn(f"{name} is compiled anew in every process: it {reason}", RuntimeWarning, stacklevel=2)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for a signature, None where it is not there or cannot be read."""
        target_context.refresh()
        file = self.file(sig, target_context)
        if file is None:
            return None
        try:
            content = file.read_bytes()
        except OSError:
            return None
        digest, payload = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
        if digest != hashlib.blake2b(payload, digest_size=_DIGEST_SIZE).digest():
            # Cut short by a full disk or a killed machine: it is compiled again, and the new file replaces this one.
            return None
        with contextlib.suppress(OSError):
            os.utime(file)
        try:
            return compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))
        except (ImportError, AttributeError):
            # The code came from a module that has moved since; the same bytecode elsewhere is compiled there.
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps a compiled function; where the disk refuses, it is compiled again next time."""
        file = self.file(sig, data.target_context)
        if file is None:
            return
        if data.library.has_dynamic_globals:
            self._refuse("has an array so large that Numba keeps its address instead of its content")
            return
        payload = dumps(data._reduce())
        with contextlib.suppress(OSError):
            with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".writing-", delete=False) as writing:
                writing.write(hashlib.blake2b(payload, digest_size=_DIGEST_SIZE).digest() + payload)
            Path(writing.name).replace(file)
            _tidy(file.parent)

    def enable(self) -> None:
        """Does nothing: whether there is a cache is decided by :func:`cache_root` alone."""

    def disable(self) -> None:
        """Does nothing, see :meth:`enable`."""

    def flush(self) -> None:
        """Does nothing: a file of machine code is never wrong, only unused."""


@contextlib.contextmanager
def locked(name: str) -> Iterator[None]:
    """Holds the lock called `name` in the cache folder, so that of several cold processes one compiles for all."""
    root = cache_root()
    if root is None:
        yield
        return
    lock = FileLock(root / f"{name}.lock")
    try:
        lock.acquire()
    except (OSError, NotImplementedError):
        # A file system without locks: work goes on, only the division of labour is lost.
        yield
        return
    try:
        yield
    finally:
        lock.release()


@cache
def _tidy(root: Path) -> None:
    """Removes what nobody has used for a month from the cache folder, once a process."""
    remove_unused(root)


def remove_unused(root: Path) -> None:
    """Removes machine code under `root` that nobody has used for :data:`UNUSED_AFTER_SECONDS`."""
    limit = time.time() - UNUSED_AFTER_SECONDS
    for pattern in ("*.kernel", ".writing-*", "*.lock"):
        for file in root.glob(pattern):
            with contextlib.suppress(OSError):
                if file.stat().st_mtime < limit:
                    file.unlink()
