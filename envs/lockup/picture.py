"""Lockup as it lies on the table: the board with its places, the monsters on display, and the seats' panels."""

from __future__ import annotations

from typing import Any

from ..core.game import Game
from ..core.pictures import EVERYBODY, LastMove, Picture, table, wrapped
from ..core.schema import States
from ..core.words import counted
from . import panels
from .panels import Move
from .state import ATTACK, DEFENCE, ESCAPE, LEGENDARY_ROUND, PER_WORKER, PLACING, ROUNDS, WORKERS
from .symbols import KIN_HUES, TIER_HUES, draw_symbol, monster_in_words, write
from .tables import (
    ARENA_PLACE,
    ATTACK_BONUS,
    BATTLE_POWER,
    COMMANDERS,
    COMMON,
    DEFENCE_BONUS,
    ESCAPE_FOOD,
    HALL_PLACE,
    KIN_OF,
    KINS,
    LEGENDARY,
    MARKET_PLACE,
    MONSTERS,
    PLACES,
    POINTS,
    POWER,
    PRICES,
    PRISON_PLACE,
    TEMPLE_PLACE,
    TIER_OF,
    TIER_START,
    TIERS,
)

#: What the board says of the market and the arena (LD3, LD5).
MARKET_GOLD, MARKET_FOOD, STAKE = 1, 2, 3

_MARGIN, _GAP = 12.0, 10.0
_INNER = 2 * panels.WIDTH + _GAP
_WIDTH = _INNER + 2 * _MARGIN
# The display: cards of this size, at most so many side by side.
_CARD_WIDTH, _CARD_HEIGHT, _CARD_DOWN, _ACROSS = 90.0, 124.0, 136.0, 11
_PITCH = (_INNER - 20 + 8) / _ACROSS
_PLACES_TOP, _PLACE_HEIGHT, _DISPLAY_TOP = 50.0, 100.0, 162.0
_PLACE_WIDTH = (_INNER - 20 - _GAP * (len(PLACES) - 1)) / len(PLACES)


def draw(game: Game, states: States, viewer: int, last_move: LastMove | None) -> str:
    """One state as SVG; see :class:`.GameSpec`."""
    s = states[0]
    n = game.num_players
    rows = _rows_of_tiers(n)
    board_end = _DISPLAY_TOP + _CARD_DOWN * len(rows)
    items = [panels.items_of(s, seat, viewer in (seat, EVERYBODY)) for seat in range(n)]
    heights = [panels.height_of(s, seat, items[seat]) for seat in range(n)]
    heights = [max(heights[seat - seat % 2 : seat - seat % 2 + 2]) for seat in range(n)]
    p = table(game, states, viewer, _WIDTH, board_end + _GAP + sum(h + _GAP for h in heights[::2]), last_move)
    move = Move(s, last_move)
    _draw_rounds(p, s, game)
    p.rect(_MARGIN, _PLACES_TOP - 10, _INNER, board_end - _PLACES_TOP + 10, "brown-soft bare", 10)
    for place in range(len(PLACES)):
        _draw_place(p, s, place, game, move)
    for row, tiers in enumerate(rows):
        x = _MARGIN + 10
        for tier in tiers:
            _draw_tier(p, s, tier, x, _DISPLAY_TOP + _CARD_DOWN * row, n, move)
            x += _PITCH * (1 + _most_on_display(tier, n))
    top = board_end + _GAP
    for seat in range(n):
        with p.group(f"translate({_MARGIN + seat % 2 * (panels.WIDTH + _GAP):.0f} {top:.0f})"):
            panels.draw_panel(p, s, seat, game, heights[seat], items[seat], move)
        top += (heights[seat] + _GAP) * (seat % 2)
    return p.to_svg()


def _draw_rounds(p: Picture, s: Any, game: Game) -> None:
    p.text(_MARGIN, 24, "Round", 14, "bold")
    for number in range(1, ROUNDS + 1):
        x, now = _MARGIN + 50 + 34 * number, number == s["round_number"]
        with p.group(title=f"round {number} of {ROUNDS}"):
            p.rect(x - 14, 5, 28, 28, "orange bare" if now else "well", 6)
            p.text(x, 24, str(number), 14, "white bold" if now else "dim", "middle")
    due = "the game is over" if s["terminated"] else f"{game.seat_name(int(s['to_act']))} {_due(s, game)}"
    p.text(_WIDTH - _MARGIN, 24, due, 14, "bold", "end", fit=800)


def _due(s: Any, game: Game) -> str:
    """What the seat to act is to decide."""
    if s["phase"] == PLACING:
        return "places a worker"
    if s["phase"] == ATTACK:
        return f"attacks {game.seat_name(s['defender'] - 1)} and may use a commander"
    if s["phase"] == DEFENCE:
        used = s["attack_commander"]
        by = f"with {COMMANDERS[used - 1]}" if used else "without a commander"
        return f"is attacked by {game.seat_name(s['attacker'] - 1)} {by} and may use a commander"
    if s["phase"] == ESCAPE:
        return f"may take the top rare monster for {ESCAPE_FOOD} food"
    if s["options"]["upkeep"] == PER_WORKER:
        workers = "worker" if s["to_feed"] == 1 else "workers"
        return f"pays upkeep: {s['to_feed']} {workers} to feed"
    return "cannot feed all workers: gold or points"


# --- places -----------------------------------------------------------------------------------------------------------

_PRINTED = {
    MARKET_PLACE: ("take", f"{MARKET_GOLD}:gold: or {MARKET_FOOD}:food:"),
    PRISON_PLACE: ("free the top monster", "of a pile for :food:"),
    ARENA_PLACE: ("attack: the stronger side", f"takes {STAKE}:gold: from the other"),
    HALL_PLACE: ("take the top", "commander"),
    TEMPLE_PLACE: ("take the top", "event"),
}


def _draw_place(p: Picture, s: Any, place: int, game: Game, move: Move) -> None:
    x = _MARGIN + 10 + place * (_PLACE_WIDTH + _GAP)
    p.rect(x, _PLACES_TOP, _PLACE_WIDTH, _PLACE_HEIGHT, "panel mark" if place == move.place else "panel", 8)
    draw_symbol(p, x + 10, _PLACES_TOP + 9, 30, PLACES[place], "brown")
    p.text(x + 48, _PLACES_TOP + 30, PLACES[place].capitalize(), 16, "bold")
    lines = _battle(s, game, move) if place == ARENA_PLACE else ()
    for number, line in enumerate(lines or _PRINTED[place]):
        write(p, x + 12, _PLACES_TOP + 65 + 20 * number, line, 12.5, fit=_PLACE_WIDTH - 24)
    for deck, field, what in ((HALL_PLACE, "commanders_left", "commanders"), (TEMPLE_PLACE, "events_left", "events")):
        if place == deck:
            with p.group(title=f"{s[field]} {what} face down"):
                p.stack(x + _PLACE_WIDTH - 47, _PLACES_TOP + 48, 36, 44, int(s[field]))
    _draw_worker_slot(p, s, x + _PLACE_WIDTH - 27, _PLACES_TOP + 26, place, move)


def _draw_worker_slot(p: Picture, s: Any, x: float, y: float, place: int, move: Move) -> None:
    seat = _worker_at(s, place, move)
    if not s["occupied"][place]:
        p.circle(x, y, 16, "ghost", "free for a worker")
    elif seat is None:
        with p.group(title="taken: a worker stands here"):
            p.circle(x, y, 16, "well line")
            p.path(panels.worker_outline(x, y + 1), "grey")
    else:
        p.pawn(x, y, seat, 16, f"taken: a worker of player {seat} stands here")


def _worker_at(s: Any, place: int, move: Move) -> int | None:
    """Whose worker stands at the place, where position and last move tell."""
    if place == ARENA_PLACE and s["attacker"] > 0:
        return int(s["attacker"]) - 1
    if place == move.place and move.placed:
        return move.seat
    elsewhere = move.placed or move.hired >= 0  # the mover's last worker
    placed = [WORKERS - s["workers"][seat] - (seat == move.seat and elsewhere) for seat in range(s["num_players"])]
    owners = [seat for seat, count in enumerate(placed) if count > 0]
    return owners[0] if len(owners) == 1 else None


def _battle(s: Any, game: Game, move: Move) -> tuple[str, ...]:
    """The battle that is on, or the one that the last move was."""
    if s["attacker"] == 0:
        if not move.attacked:
            return ()
        return f"{game.seat_name(move.seat)} attacked", game.seat_name((move.seat + move.attacked) % game.num_players)
    attacker, defender, used = s["attacker"] - 1, s["defender"] - 1, s["attack_commander"]
    attack = s["power"][attacker] + s["modifiers"][attacker, ATTACK_BONUS] + BATTLE_POWER[0, used]
    defence = s["power"][defender] + s["modifiers"][defender, DEFENCE_BONUS]
    commander = f" {COMMANDERS[used - 1]}" if used else ""
    return (
        f"{game.seat_name(attacker)} :power:{attack}{commander}",
        f"against {game.seat_name(defender)} :defence:{defence}",
    )


# --- monsters ---------------------------------------------------------------------------------------------------------


def _most_on_display(tier: int, n: int) -> int:
    """Cards of the tier that the board has room for (LD2)."""
    return 2 * n if tier == COMMON else n


def laid_out(s: Any, tier: int, n: int) -> int:
    """Cards of the tier that belong on display in this round (LD2)."""
    late = s["round_number"] >= LEGENDARY_ROUND
    if tier == COMMON:
        return n if late else 2 * n
    return n if late or tier != LEGENDARY else 0


def _rows_of_tiers(n: int) -> list[list[int]]:
    """The tiers in rows: all in one where they fit, otherwise the common ones above."""
    tiers = list(range(len(TIERS)))
    fit = sum(1 + _most_on_display(tier, n) for tier in tiers) <= _ACROSS
    return [tiers] if fit else [tiers[:1], tiers[1:]]


def _draw_tier(p: Picture, s: Any, tier: int, x: float, y: float, n: int, move: Move) -> None:
    """Pile and display of a tier."""
    first, end = int(TIER_START[tier]), int(TIER_START[tier + 1])
    pile = counted(MONSTERS[first:end], s["pile"][first:end])
    with p.group(title=f"{s['pile_left'][tier]} {TIERS[tier]} monsters face down, in unknown order: {pile}"):
        p.stack(x, y, _CARD_WIDTH - 20, 80, int(s["pile_left"][tier]))
    p.text(x, y + 103, TIERS[tier], 13, f"{TIER_HUES[tier]}-ink bold", fit=_PITCH - 10)
    waits = tier == LEGENDARY and s["round_number"] < LEGENDARY_ROUND
    price = PRICES[tier]
    with p.group(title=f"{price} gold to hire one, {price} food to free the top one from the prison"):
        words = f"from round {LEGENDARY_ROUND}" if waits else f"{price}:gold: or {price}:food:"
        write(p, x, y + 120, words, 12.5, fit=_PITCH - 10)
    shown = [kind for kind in range(first, end) for _ in range(s["display"][kind])]
    gone = -1
    if first <= move.hired < end and move.round_goes_on:
        gone = sum(kind <= move.hired for kind in shown)
        shown.insert(gone, move.hired)
    places = max(laid_out(s, tier, n), len(shown))
    step = _PITCH * min(1, (_most_on_display(tier, n) - 1) / max(1, places - 1))  # positions of one's own may have more
    for slot in range(places):
        left = x + _PITCH + step * slot
        if slot >= len(shown):
            p.rect(left, y, _CARD_WIDTH, _CARD_HEIGHT, "ghost", 7)
        elif slot == gone:
            middle = left + _CARD_WIDTH / 2
            p.rect(left, y, _CARD_WIDTH, _CARD_HEIGHT, "panel mark", 7)
            p.pawn(middle, y + 42, move.seat, 17)
            p.text(middle, y + 84, "hired", 12, "dim", "middle")
            p.text(middle, y + 101, MONSTERS[move.hired], 11, "ink", "middle", _CARD_WIDTH - 8)
        else:
            _draw_monster(p, shown[slot], left, y)


def _draw_monster(p: Picture, kind: int, x: float, y: float) -> None:
    kin, middle = KIN_OF[kind], x + _CARD_WIDTH / 2
    with p.group(title=monster_in_words(kind)):
        p.rect(x, y, _CARD_WIDTH, _CARD_HEIGHT, f"card {TIER_HUES[TIER_OF[kind]]}-line", 7)
        p.rect(x + 4, y + 4, _CARD_WIDTH - 8, 17, KIN_HUES[kin], 4)
        p.text(middle, y + 16.5, KINS[kin], 11, "white bold", "middle", _CARD_WIDTH - 16)
        size = 12.5
        while any(line.endswith("…") for line in wrapped(MONSTERS[kind], 1.1 * size, _CARD_WIDTH - 6, 2)):
            size -= 0.5
        for number, line in enumerate(wrapped(MONSTERS[kind], 1.1 * size, _CARD_WIDTH - 6, 2)):
            p.text(middle, y + 36 + 14 * number, line, size, "bold", "middle")
        draw_symbol(p, middle - 20, y + 57, 40, KINS[kin], KIN_HUES[kin])
        write(p, x + 6, y + _CARD_HEIGHT - 8, f":power:{POWER[kind]}", 17, "bold")
        write(p, x + _CARD_WIDTH - 5, y + _CARD_HEIGHT - 8, f"{POINTS[kind]}:points:", 17, "bold", "end")
