"""Files of named arrays that say what they are: safetensors, with a JSON text and a checksum.

Nothing in them is executable, a truncated or altered file is refused, and other tools read the arrays.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

import ludarium

Arrays = Mapping[str, npt.NDArray[Any]]


class CheckpointError(ValueError):
    """A file or folder that holds no policy or run of ours, or one that is damaged, newer, or for another game."""


def pack(kind: str, version: int, about: Mapping[str, Any], arrays: Arrays) -> bytes:
    """`arrays` by name, and `about` (what JSON can hold), as the content of a file of format `kind`."""
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    head = {"format": kind, "format_version": version, "ludarium": ludarium.__version__, **about}
    text = json.dumps({**head, "checksum": _checksum(head, whole)})
    return save(whole, metadata={"ludarium": text})


def unpack(file: Path, kind: str, version: int) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """What :func:`pack` was given for the file: `about` (with what it adds to it) and the arrays.

    Raises:
        CheckpointError: there is no such file, or it is damaged, foreign, or of another version of the format.
    """
    try:
        with safe_open(file, framework="numpy") as opened:
            text = (opened.metadata() or {}).get("ludarium")
            arrays = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118 (it is no mapping)
    except FileNotFoundError:
        raise CheckpointError(f"{file}: there is no such file") from None
    except (SafetensorError, OSError, ValueError, TypeError) as error:
        raise CheckpointError(f"{file}: not a file of format {kind!r}, or a damaged one ({error})") from None
    try:
        about = json.loads(text) if text else None
    except ValueError:
        about = None
    if not isinstance(about, dict) or about.get("format") != kind:
        found = about.get("format") if isinstance(about, dict) else None
        raise CheckpointError(f"{file}: a safetensors file of format {found!r}, expected {kind!r}")
    if about.get("format_version") != version:
        raise CheckpointError(
            f"{file}: format version {about.get('format_version')!r}, this release reads version {version}"
        )
    checksum = about.pop("checksum", None)
    if checksum != _checksum(about, arrays):
        raise CheckpointError(f"{file}: damaged (its checksum differs)")
    return about, arrays


def _checksum(about: Mapping[str, Any], arrays: Arrays) -> str:
    digest = hashlib.blake2b(json.dumps(about, sort_keys=True).encode(), digest_size=16)
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(arrays[name].tobytes())
    return digest.hexdigest()
