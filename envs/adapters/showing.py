"""How environments show a game: in words, as pixels, in a window, in a notebook."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import logger

from ..core.palette import still
from ..core.pictures import Shown

_HAS_PYGAME = find_spec("pygame") is not None

#: How environments can be rendered: in words, as pixels uint8 ``[HEIGHT, WIDTH, 3]``, and, where pygame is installed,
#: in a window. What is not to be had is not named, for checkers try all modes that an environment names.
RENDER_MODES = ("ansi", "rgb_array", "human") if _HAS_PYGAME else ("ansi", "rgb_array")

#: The size of ``rgb_array``: one for all games and positions, as those who make films of them need it.
WIDTH, HEIGHT = 1280, 960

#: Positions shown in a second, in windows and in films.
FRAMES_A_SECOND = 1

Pixels = npt.NDArray[np.uint8]


def checked_render_mode(render_mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> str | None:
    """`render_mode` if it is None or one of `modes`.

    Raises:
        ValueError: it is something else.
        ImportError: it is ``"human"``, and there is nothing to open a window with.
    """
    if render_mode == "human" and modes is RENDER_MODES and not _HAS_PYGAME:
        raise ImportError("render_mode='human' opens a window with pygame: pip install 'ludarium[human]'")
    if render_mode is not None and render_mode not in modes:
        raise ValueError(f"render_mode is {render_mode!r}, expected None or one of {', '.join(modes)}")
    return render_mode


def pixels(svg: str, width: int = WIDTH, height: int = HEIGHT, *, dark: bool = False) -> Pixels:
    """A picture as pixels: as large as it fits, in the middle, and its own ground around it.

    The same picture gives the same pixels on every machine: the typeface is one that comes along.

    Args:
        svg: an SVG document, such as ``game.draw(state)`` gives.
        width: in pixels.
        height: in pixels.
        dark: in the colours for a dark room.

    Returns:
        uint8 ``[height, width, 3]``, red, green, blue.

    Raises:
        ValueError: not an SVG document, or no room.
    """
    if width < 1 or height < 1:
        raise ValueError(f"pixels: {width} × {height}, expected at least one each way")
    import resvg_py
    from PIL import Image

    # With both given, the library fits the picture in and keeps its proportions.
    data = resvg_py.svg_to_bytes(svg_string=still(svg, dark), width=width, height=height, **_typefaces())
    with Image.open(BytesIO(bytes(data))) as opened:
        drawn = opened.convert("RGB")
    canvas = Image.new("RGB", (width, height), drawn.getpixel((0, 0)))
    canvas.paste(drawn, ((width - drawn.width) // 2, (height - drawn.height) // 2))
    return np.asarray(canvas).copy()


@cache
def _typefaces() -> dict[str, Any]:
    """What the rasteriser needs to find its typeface, which is among the files that Matplotlib ships."""
    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        raise ImportError("pictures are set in a typeface that comes with matplotlib: pip install matplotlib")
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    names = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSansMono")
    return {
        "skip_system_fonts": True,
        "font_files": [str(folder / f"{name}.ttf") for name in names],
        "font_family": "DejaVu Sans",
        "sans_serif_family": "DejaVu Sans",
        "monospace_family": "DejaVu Sans Mono",
    }


class Window:
    """A window on the screen.

    Whoever closes it has seen enough: the game goes on without it, as it does, after a warning, where there is no
    screen.

    Args:
        title: in its frame.
        frames_a_second: pictures follow each other no faster than that.
    """

    def __init__(self, title: str, frames_a_second: float) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # else it greets on standard output
        import pygame

        self._pygame = pygame
        self._clock = pygame.time.Clock()
        self._frames_a_second = frames_a_second
        self._shown = ""
        self.is_open = False
        try:
            pygame.display.init()
            screen = pygame.display.Info()
            # Three quarters of the screen, but no larger than a picture needs.
            room = zip((WIDTH, HEIGHT), (screen.current_w, screen.current_h), strict=True)
            size = [min(needed, max(320, int(0.75 * free))) for needed, free in room]
            self._surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        except pygame.error as error:
            logger.warn(f"there is no screen for render_mode='human' ({error}); render_mode='rgb_array' needs none")
            return
        pygame.display.set_caption(title)
        self.is_open = True

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        # A window is neither copied nor saved with its environment: the copy opens its own when it shows something.
        return type(None), ()

    def show(self, svg: str) -> None:
        """Shows a picture, once the one before has been there for its time."""
        if not self.is_open:
            return
        pygame = self._pygame
        events = {event.type for event in pygame.event.get()}
        if pygame.QUIT in events:
            self.close()
            return
        if svg == self._shown and pygame.VIDEORESIZE not in events:
            return
        self._clock.tick(self._frames_a_second)
        frame = pixels(svg, *self._surface.get_size())
        pygame.surfarray.blit_array(self._surface, frame.swapaxes(0, 1))
        pygame.display.flip()
        self._shown = svg

    def close(self) -> None:
        """Takes the window off the screen."""
        if self.is_open:
            self.is_open = False
            self._pygame.display.quit()


class InNotebooks:
    """What lets notebooks show an environment by itself: its game, as the acting agent or the learner knows it."""

    def _shown(self) -> Shown | None:
        """The picture; None before the first reset."""
        raise NotImplementedError

    def _repr_html_(self) -> str | None:
        shown = self._shown()
        return None if shown is None else str(shown)

    def _repr_svg_(self) -> str | None:
        return self._repr_html_()
