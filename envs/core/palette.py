"""The colours of pictures, in light and in dark, and the style sheet that gives them to kinds of shapes and texts.

What kinds there are is said in :mod:`.pictures`.
"""

from __future__ import annotations

import re

#: The seats' colours, which also the colour-blind can tell apart; the same in light and dark.
SEAT_COLOURS = ("#0068a8", "#b94700", "#00755a", "#97397a", "#6b5a00", "#3d3d8f", "#8a1c1c")

#: Hues by name: (strong in light, soft in light, strong in dark, soft in dark). White is legible on strong ones, ink on
#: soft ones, and the ink of a hue on cards, panels and paper.
HUES = {
    "red": ("#b3261e", "#fbdcd9", "#c8433a", "#4d211f"),
    "orange": ("#a84f00", "#fde5cc", "#b05d10", "#482d14"),
    "yellow": ("#7d6200", "#fcf0b8", "#8d7112", "#42390f"),
    "green": ("#23703a", "#d9f0dd", "#2f8549", "#1d3b26"),
    "teal": ("#006b6b", "#d2efee", "#1a7f7f", "#173b3b"),
    "blue": ("#1d5fae", "#dae8fb", "#3973be", "#1d3150"),
    "purple": ("#6a3fa0", "#eadff7", "#7d55b3", "#352649"),
    "pink": ("#a12c6d", "#fadced", "#b44783", "#471f36"),
    "brown": ("#6f4a2b", "#eee0d2", "#8a6342", "#3a2b1f"),
    "grey": ("#575c64", "#e4e6ea", "#6d737c", "#363a41"),
}

#: Inks of the hues in the dark, where the strong ones would be too dim for text.
_INKS_IN_THE_DARK = {
    "red": "#f29d97",
    "orange": "#f1b072",
    "yellow": "#e5cd6a",
    "green": "#8dd3a0",
    "teal": "#7fd4d2",
    "blue": "#9cc4f8",
    "purple": "#cbb0ee",
    "pink": "#ee9fcb",
    "brown": "#d9b594",
    "grey": "#b9bec7",
}
_SEAT_INKS_IN_THE_DARK = ("#7cc0f0", "#f2a06a", "#63cfae", "#dd93c5", "#d6c25c", "#aeaef2", "#ee9a9a")

_LIGHT = {
    "paper": "#f6f4ef",
    "panel": "#ffffff",
    "well": "#e9e6de",
    "card": "#fffdf8",
    "back": "#41506b",
    "backline": "#8fa0bf",
    "edge": "#8c877b",
    "ink": "#1c1b19",
    "dim": "#5c5850",
    "mark": "#d97b00",
    "glow": "#ffe2ae",
}
_DARK = {
    "paper": "#17181b",
    "panel": "#212328",
    "well": "#2b2e34",
    "card": "#2c2f36",
    "back": "#3a4763",
    "backline": "#8193b8",
    "edge": "#7d818a",
    "ink": "#ededea",
    "dim": "#b0b2b5",
    "mark": "#ffae42",
    "glow": "#4a3812",
}


def _colours(dark: bool) -> dict[str, str]:
    """Every colour by the name of its custom property."""
    found = dict(_DARK if dark else _LIGHT)
    for hue, (strong, soft, strong_dark, soft_dark) in HUES.items():
        found[hue] = strong_dark if dark else strong
        found[f"{hue}-soft"] = soft_dark if dark else soft
        found[f"{hue}-ink"] = _INKS_IN_THE_DARK[hue] if dark else strong
    for seat, colour in enumerate(SEAT_COLOURS):
        found[f"seat{seat}"] = colour
        found[f"seat{seat}-ink"] = _SEAT_INKS_IN_THE_DARK[seat] if dark else colour
    return found


def _rules() -> str:
    """The style sheet but for the colours."""
    # Classes have a prefix, since a page's styles are one for all that is on it.
    rules = [
        ".lu-shape{fill:none;stroke:none;stroke-width:1}",
        ".lu-text{fill:var(--lu-ink);font-family:system-ui,sans-serif}",
        ".lu-paper{fill:var(--lu-paper)}",
        ".lu-panel{fill:var(--lu-panel);stroke:var(--lu-well)}",
        ".lu-well{fill:var(--lu-well)}",
        ".lu-card{fill:var(--lu-card);stroke:var(--lu-edge)}",
        ".lu-back{fill:var(--lu-back);stroke:var(--lu-backline)}",
        ".lu-backline{stroke:var(--lu-backline)}",
        ".lu-line{stroke:var(--lu-edge)}",
        ".lu-ghost{stroke:var(--lu-edge);stroke-dasharray:4 3}",
    ]
    for name in HUES:
        rules += [
            f".lu-{name}{{fill:var(--lu-{name})}}",
            f".lu-{name}-soft{{fill:var(--lu-{name}-soft);stroke:var(--lu-{name}-ink)}}",
            f".lu-{name}-line{{stroke:var(--lu-{name}-ink);stroke-width:2}}",
            f".lu-text.lu-{name}-ink{{fill:var(--lu-{name}-ink)}}",
        ]
    for seat in range(len(SEAT_COLOURS)):
        rules += [
            f".lu-seat{seat}{{fill:var(--lu-seat{seat})}}",
            f".lu-seat{seat}-line{{stroke:var(--lu-seat{seat}-ink);stroke-width:2}}",
            f".lu-text.lu-seat{seat}-ink{{fill:var(--lu-seat{seat}-ink)}}",
            f".lu-text.lu-seat{seat}-fixed{{fill:var(--lu-seat{seat})}}",  # on white
        ]
    return "".join(
        [
            *rules,
            ".lu-pale{fill:#fff}",
            ".lu-bare{stroke:none}",
            ".lu-rim{stroke:var(--lu-paper);stroke-width:1.5}",
            ".lu-glow{fill:var(--lu-glow)}",
            ".lu-mark{stroke:var(--lu-mark);stroke-width:3}",
            ".lu-thick{stroke-width:3}",
            ".lu-text.lu-ink{fill:var(--lu-ink)}",
            ".lu-text.lu-dim{fill:var(--lu-dim)}",
            ".lu-text.lu-white{fill:#fff}",
            ".lu-bold{font-weight:bold}",
            ".lu-italic{font-style:italic}",
            ".lu-mono{font-family:ui-monospace,monospace;white-space:pre}",
        ]
    )


def _properties(dark: bool) -> str:
    return ";".join(f"--lu-{name}:{colour}" for name, colour in _colours(dark).items())


_RULES = _rules()

#: The style sheet of every picture: it follows the reader's choice between light and dark.
STYLE = (
    f".ludarium{{{_properties(False)}}}@media (prefers-color-scheme: dark){{.ludarium{{{_properties(True)}}}}}" + _RULES
)


def still(svg: str, dark: bool = False) -> str:
    """`svg` with the colours of light or dark written out, for programs that know no custom properties.

    An SVG without :data:`STYLE`, which some game of your own may draw, stays as it is.
    """
    colours = _colours(dark)
    return svg.replace(STYLE, re.sub(r"var\(--lu-([a-z0-9-]+)\)", lambda found: colours[found[1]], _RULES))
