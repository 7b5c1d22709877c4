"""Where compiled kernels are kept between processes, and when they are stale.

Numba stamps a cached function with the file it is written in and nothing else, so an edit to a helper in another file
leaves callers running old machine code. Here a function is stamped with a hash over *all* sources its machine code can
depend on: every source of :mod:`ludarium.envs.core`, and every source and data file of the folders (of the single
files, outside a package) that the function and the kernels in its module's reach are written in.

The stamp names the folder the machine code lies in. Two versions of the sources therefore never share an index file,
and a process that runs on old sources cannot disturb one that runs on new ones.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
import platformdirs
from filelock import FileLock
from numba.core import caching

CORE_FOLDER = Path(__file__).resolve().parent
SOURCE_SUFFIXES = (".py", ".json", ".csv", ".npz")
#: Folders of machine code not used for this many seconds are removed when a new one is made.
UNUSED_AFTER_SECONDS = 30 * 24 * 3600

#: Attribute that marks a Python function as one of our kernels; its value is a tuple of further files it depends on.
SOURCES_ATTRIBUTE = "__ludarium_sources__"


@cache
def cache_root() -> Path | None:
    """Folder for machine code, or None (with one warning) where none can be written.

    ``LUDARIUM_CACHE_DIR`` overrides the user's cache folder.
    """
    chosen = os.environ.get("LUDARIUM_CACHE_DIR")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_path("ludarium"))
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


def _folder_sources(file: Path) -> list[Path]:
    """The files that stand or fall with `file`: its package folder, or itself outside a package."""
    if not (file.parent / "__init__.py").exists():
        return [file]
    return sorted(path for path in file.parent.iterdir() if path.suffix in SOURCE_SUFFIXES)


def _kernel_file(value: Any) -> tuple[Path, FunctionType] | None:
    function = getattr(value, "py_func", value)
    if isinstance(function, FunctionType) and hasattr(function, SOURCES_ATTRIBUTE):
        return Path(function.__code__.co_filename), function
    return None


def source_files(function: FunctionType) -> list[Path]:
    """All files whose content can change the machine code of the kernel `function`, sorted."""
    pending = [function]
    seen: set[int] = set()
    files: set[Path] = set(CORE_FOLDER.glob("*.py"))
    while pending:
        current = pending.pop()
        files.update(_folder_sources(Path(current.__code__.co_filename)))
        for extra in getattr(current, SOURCES_ATTRIBUTE, ()):
            files.update(_folder_sources(Path(extra)))
        names = current.__globals__
        if id(names) in seen:
            continue
        seen.add(id(names))
        for value in list(names.values()):
            members: Iterable[Any] = vars(value).values() if _is_ours(value) else (value,)
            for member in members:
                found = _kernel_file(member)
                if found is not None:
                    pending.append(found[1])
    return sorted(files)


def _is_ours(value: Any) -> bool:
    """Whether `value` is a module of the suite (kernels are often called as ``rng.below``)."""
    return isinstance(value, ModuleType) and value.__name__.startswith("ludarium.envs.")


@cache
def _stamp_of(files: tuple[Path, ...]) -> str:
    digest = hashlib.blake2b(digest_size=12)
    digest.update(f"{numba.__version__} {np.__version__} {sys.version_info[:3]}".encode())
    for path in files:
        digest.update(path.name.encode())
        digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def source_stamp(function: FunctionType) -> str:
    """Hash over the sources of `function` (see :func:`source_files`), Numba, NumPy and Python: 24 hex digits."""
    return _stamp_of(tuple(source_files(function)))


class _Locator(caching._CacheLocator):
    """Tells Numba the folder, stamp and file name of one kernel."""

    def __init__(self, function: FunctionType, root: Path) -> None:
        self._function = function
        self._stamp = source_stamp(function)
        self._path = root / f"{function.__module__.rpartition('.')[0] or function.__module__}-{self._stamp}"

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        # Same-named functions of one file differ in their line; same-named functions of two files in the module.
        code = self._function.__code__
        return f"{hashlib.blake2b(code.co_filename.encode(), digest_size=4).hexdigest()}-{code.co_firstlineno}"

    def ensure_cache_path(self) -> None:
        if not self._path.exists():
            self._path.mkdir(parents=True, exist_ok=True)
            remove_unused(self._path.parent, keep=self._path)


class _KernelCacheImpl(caching.CompileResultCacheImpl):
    def __init__(self, py_func: FunctionType) -> None:
        root = cache_root()
        assert root is not None  # KernelCache asks first
        self._locator = _Locator(py_func, root)
        self._filename_base = self.get_filename_base(py_func.__qualname__, getattr(sys, "abiflags", ""))


class _FileCache(caching.FunctionCache):
    _impl_class = _KernelCacheImpl


class KernelCache(caching._Cache):
    """A function cache that opens its files late, writes under a lock, and reads damaged files as absent.

    It opens late because a stamp looks at the globals of the kernel's module, which are complete only when the module
    has been imported.
    """

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._files: _FileCache | None = None

    def _open(self) -> _FileCache | None:
        if self._files is None and cache_root() is not None:
            self._files = _FileCache(self._function)
        return self._files

    @property
    def cache_path(self) -> str | None:
        """Folder of the machine code, None where none is kept."""
        files = self._open()
        return files.cache_path if files is not None else None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for a signature, None where it is not there or cannot be read."""
        files = self._open()
        if files is None:
            return None
        try:
            found = files.load_overload(sig, target_context)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError, KeyError, IndexError, AttributeError):
            # A file cut short by a full disk or a killed machine: compile again, the new file replaces it.
            return None
        if found is not None:
            with contextlib.suppress(OSError):
                os.utime(files.cache_path)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps a compiled function; where the disk refuses, it is compiled again next time."""
        files = self._open()
        if files is None:
            return
        # Numba numbers data files by what the index held when it was read: two processes that save two signatures at
        # once can leave an index entry that points to the other's code. Hence the lock.
        with locked(Path(files.cache_path)), contextlib.suppress(OSError):
            try:
                files.save_overload(sig, data)
            except (EOFError, pickle.UnpicklingError, ValueError):
                files.flush()
                files.save_overload(sig, data)

    def enable(self) -> None:
        """Does nothing: whether there is a cache is decided by :func:`cache_root` alone."""

    def disable(self) -> None:
        """Does nothing, see :meth:`enable`."""

    def flush(self) -> None:
        """Forgets what is kept of this function."""
        files = self._open()
        if files is not None:
            files.flush()


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the lock file beside `folder`, so that of several cold processes one compiles and the others then load."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder.with_name(folder.name + ".lock"), is_singleton=True)
        lock.acquire()
    except OSError:
        # A file system without locks: work goes on, only the division of labour is lost.
        yield
        return
    try:
        yield
    finally:
        lock.release()


def remove_unused(root: Path, keep: Path) -> None:
    """Removes folders of machine code under `root` that nobody has used for a month, never `keep`."""
    limit = time.time() - UNUSED_AFTER_SECONDS
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            if folder.is_dir() and folder != keep and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
                folder.with_name(folder.name + ".lock").unlink(missing_ok=True)
