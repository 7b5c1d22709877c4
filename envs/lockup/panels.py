"""What lies before a seat of Lockup, as a part of the picture: goods, monsters by kin, commanders and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.game import Game
from ..core.pictures import LastMove, Picture
from .actions import (
    ACCEPT,
    ARENA,
    COMMANDER,
    DECLINE,
    FEED,
    HALL,
    HIRE,
    LOSE_POINTS,
    MARKET_FOOD,
    MARKET_GOLD,
    NO_COMMANDER,
    PASS,
    PAY_GOLD,
    PRISON,
    TEMPLE,
)
from .state import UPKEEP, WORKERS
from .symbols import KIN_HUES, PRINTED, TIER_HUES, draw_symbol, monster_in_words, write
from .tables import (
    ARENA_PLACE,
    ATTACK_BONUS,
    COMMANDERS,
    DEFENCE_BONUS,
    EVENTS,
    FACTION_MODIFIERS,
    FACTIONS,
    FOOD_INCOME,
    FREE_COMMONS,
    GOLD_INCOME,
    KIN_OF,
    KINS,
    MONSTERS,
    NUM_CONCEALED,
    NUM_NOW,
    NUM_OPEN_EVENTS,
    POINTS,
    POWER,
    TEMPLE_PLACE,
    TIER_OF,
    UPKEEP_CUT,
)

WIDTH = 543.0
# Five small cards side by side, each with a gap on its right and below it.
_ACROSS, _GAP, _PAD = 5, 5.0, 9.0
_PITCH = (WIDTH - 2 * _PAD + _GAP) / _ACROSS
_CARD_WIDTH, _CARD_HEIGHT, _DOWN, _BACK_WIDTH = _PITCH - _GAP, 33.0, 37.0, 27.0
_GOODS_TOP, _KINS_TOP = 42.0, 84.0
_LEAST_ROWS = 2  # of monsters: panels do not grow with the first ones


class Move:
    """What the last move was, as far as a picture marks it."""

    def __init__(self, s: Any, last: LastMove | None) -> None:
        action = -1 if last is None or last.action is None else last.action
        self.action = action
        self.seat = -1 if last is None else last.seat
        # After the last placement of a round workers have gone home, and another display may lie there.
        self.round_goes_on = self.seat >= 0 and s["workers"][self.seat] < WORKERS
        self.hired = action - HIRE if HIRE <= action < COMMANDER else -1
        self.commander = COMMANDERS[action - COMMANDER] if COMMANDER <= action < NO_COMMANDER else ""
        #: Opponents clockwise from the mover to the one attacked; 0 for none.
        self.attacked = action - ARENA + 1 if ARENA <= action < HALL else 0
        starts = (MARKET_GOLD, PRISON, ARENA, HALL, TEMPLE)
        self.place = sum(start <= action for start in starts) - 1 if action < HIRE else -1
        #: Whether a worker was placed there; otherwise something was decided there.
        self.placed = self.place >= 0
        if COMMANDER <= action <= NO_COMMANDER:
            self.place = ARENA_PLACE
        elif action in (ACCEPT, DECLINE):
            self.place = TEMPLE_PLACE

    def changed(self, seat: int, goods: str) -> bool:
        """Whether the move was about these goods of `seat`."""
        about = {
            **dict.fromkeys((MARKET_GOLD, PAY_GOLD), "gold"),
            **dict.fromkeys((MARKET_FOOD, FEED), "food"),
            LOSE_POINTS: "points",
        }
        return seat == self.seat and about.get(self.action) == goods


@dataclass(frozen=True)
class Item:
    """A card before a seat that is no monster: `name` is empty for a back, whose letter is then `printed`."""

    hue: str
    name: str
    printed: str
    title: str
    face_down: bool = False


def items_of(s: Any, seat: int, seen: bool) -> list[Item]:
    """Faction, commanders and events before `seat`; the face-down ones with their names if they are `seen`."""
    faction = int(s["faction"][seat])
    printed, words = _faction(faction) if s["options"]["faction_income"] else ("", "blank")
    items = [Item("yellow", FACTIONS[faction], printed, f"faction card {FACTIONS[faction]}: {words}")]

    def add(hue: str, what: str, names: tuple[str, ...], counts: Any, face_down: bool = False) -> None:
        for name, count in zip(names, counts, strict=True):
            short, long = PRINTED[name]
            if name == "Haggler" and s["haggled"]:
                short = "used this round"
            where = ", face down" if face_down else ""
            items.extend([Item(hue, name, short, f"{what} {name}{where}: {long}", face_down)] * int(count))

    add("teal", "commander", COMMANDERS, s["face_up"][seat])
    add("pink", "event", EVENTS[NUM_NOW:NUM_OPEN_EVENTS], s["permanents"][seat])
    if seen:
        add("teal", "commander", COMMANDERS[:NUM_CONCEALED], s["face_down"][seat], True)
        add("pink", "event", EVENTS[NUM_OPEN_EVENTS:], s["missions"][seat], True)
    else:
        items += [Item("teal", "", "C", "a commander face down", True)] * int(s["num_face_down"][seat])
        items += [Item("pink", "", "M", "a mission face down", True)] * int(s["num_missions"][seat])
    return items


def _faction(faction: int) -> tuple[str, str]:
    """What a faction card says, in symbols and in words."""
    gives = FACTION_MODIFIERS[faction]
    said = {
        GOLD_INCOME: (":gold:", "gold a round"),
        FOOD_INCOME: (":food:", "food a round"),
        ATTACK_BONUS: (":power:", "power as attacker"),
        DEFENCE_BONUS: (":defence:", "power as defender"),
    }
    given = [(gives[modifier], *words) for modifier, words in said.items() if gives[modifier]]
    return (
        " ".join(f"{symbol}+{number}" for number, symbol, _ in given),
        ", ".join(f"+{number} {words}" for number, _, words in given),
    )


# --- where things go --------------------------------------------------------------------------------------------------


def _spread(items: list[Item]) -> list[tuple[float, int]]:
    """Where each item goes: x from the left edge of the cards, and its row."""
    places: list[tuple[float, int]] = []
    x, row = 0.0, 0
    for item in items:
        width = _CARD_WIDTH if item.name else _BACK_WIDTH
        if x + width > _PITCH * _ACROSS:
            x, row = 0.0, row + 1
        places.append((x, row))
        x += width + _GAP
    return places


def _by_kin(s: Any, seat: int) -> list[list[int]]:
    """The kinds of monsters that `seat` holds, by kin."""
    held = [kind for kind in range(len(MONSTERS)) if s["monsters"][seat, kind]]
    return [[kind for kind in held if KIN_OF[kind] == kin] for kin in range(len(KINS))]


def _items_top(s: Any, seat: int) -> float:
    return _KINS_TOP + 8 + _DOWN * max(_LEAST_ROWS, *map(len, _by_kin(s, seat)))


def height_of(s: Any, seat: int, items: list[Item]) -> float:
    """How high the panel of `seat` has to be."""
    return _items_top(s, seat) + _DOWN * (_spread(items)[-1][1] + 1) + 6


# --- drawing ----------------------------------------------------------------------------------------------------------


def draw_panel(p: Picture, s: Any, seat: int, game: Game, height: float, items: list[Item], move: Move) -> None:
    """The panel of `seat`, from (0, 0) to (`WIDTH`, `height`)."""
    acts = not s["terminated"] and seat == s["to_act"]
    p.rect(0, 0, WIDTH, height, f"panel seat{seat}-line" if acts else "panel", 8)
    p.pawn(22, 21, seat, 13)
    p.text(42, 26, game.seat_name(seat), 15, "bold", fit=104)
    if s["terminated"]:
        best = s["returns"][: game.num_players] == s["returns"][: game.num_players].max()
        if best[seat]:
            p.rect(WIDTH - 120, 8, 110, 26, "orange bare", 13)
            p.text(WIDTH - 65, 26, "wins" if best.sum() == 1 else "shares", 14, "white bold", "middle")
    else:
        if seat == s["start"]:
            p.rect(150, 11, 88, 20, "grey bare", 10, "starts this round")
            p.text(194, 25, "start player", 11, "white bold", "middle", 80)
        _draw_workers(p, s, seat, move)
    _draw_goods(p, s, seat, move)
    for kin, kinds in enumerate(_by_kin(s, seat)):
        _draw_kin(p, s["monsters"][seat], kin, kinds, _PAD + _PITCH * kin, move.hired if seat == move.seat else -1)
    top = _items_top(s, seat)
    for item, (x, row) in zip(items, _spread(items), strict=True):
        marked = seat == move.seat and item.name != "" and item.name == move.commander
        _draw_item(p, item, _PAD + x, top + _DOWN * row, marked)


def _draw_workers(p: Picture, s: Any, seat: int, move: Move) -> None:
    """Workers not yet placed, or how far upkeep is."""
    right, y = WIDTH - 10, 21.0
    if s["phase"] == UPKEEP:
        done = (seat - s["start"]) % s["num_players"] < s["fed"]
        need = max(0, WORKERS - s["modifiers"][seat, UPKEEP_CUT])
        write(p, right, y + 5, "upkeep done" if done else f"upkeep {need}:food:", 12, "dim", "end")
        return
    left, out = int(s["workers"][seat]), bool(s["out"][seat])
    with p.group(title=f"{left} of {WORKERS} workers left to place{', but passed' if out else ''}"):
        for number in range(WORKERS):
            kind = f"seat{seat} rim" if number < left and not out else "ghost"
            p.path(worker_outline(right - 12 - 23 * (WORKERS - 1 - number), y), kind)
        if out:
            marked = move.action == PASS and move.seat == seat
            x = right - 23 * WORKERS - 66
            p.rect(x, y - 10, 60, 20, "glow mark" if marked else "well", 10)
            p.text(x + 30, y + 4, "passed", 11, "bold", "middle")


def worker_outline(x: float, y: float, scale: float = 1.0) -> str:
    """The outline of a wooden pawn around (x, y), 21 high."""
    k = scale
    return (
        f"M{x - 8 * k:.1f} {y + 10 * k:.1f}C{x - 7 * k:.1f} {y + 4 * k:.1f} {x - 3.5 * k:.1f} {y + 2 * k:.1f} "
        f"{x - 3 * k:.1f} {y - 1 * k:.1f}a{5.4 * k:.1f} {5.4 * k:.1f} 0 1 1 {6 * k:.1f} 0"
        f"C{x + 3.5 * k:.1f} {y + 2 * k:.1f} {x + 7 * k:.1f} {y + 4 * k:.1f} {x + 8 * k:.1f} {y + 10 * k:.1f}Z"
    )


def _draw_goods(p: Picture, s: Any, seat: int, move: Move) -> None:
    """Gold, food, power and points, each in a box, and what they come from."""
    power, modifiers = int(s["power"][seat]), s["modifiers"][seat]
    attack, defence = power + int(modifiers[ATTACK_BONUS]), power + int(modifiers[DEFENCE_BONUS])
    points, bonus, penalty = (int(s[name][seat]) for name in ("points", "bonus", "penalty"))
    score, what = points + bonus - penalty, "points so far, without missions and commanders that score at the end"
    if s["terminated"]:
        score, what = int(s["scores"][seat]), "final score"
    x, y = _PAD, _GOODS_TOP
    for goods, words, title, width, hue in (
        ("gold", f":gold:{s['gold'][seat]}", "gold", 62.0, "yellow"),
        ("food", f":food:{s['food'][seat]}", "food", 62.0, "brown"),
        ("power", f":power:{attack} :defence:{defence}", "power as attacker and as defender", 108.0, "grey"),
        ("points", f":points:{_signed(score)}", what, 72.0, "orange"),
    ):
        with p.group(title=title):
            p.rect(x, y, width, 28, f"{hue}-soft {'mark' if move.changed(seat, goods) else 'bare'}", 6)
            write(p, x + width / 2, y + 20, words, 17, "bold", "middle", width - 10)
        x += width + 5
    brought = ((GOLD_INCOME, ":gold:"), (FOOD_INCOME, ":food:"), (FREE_COMMONS, " common"))
    income = [f"+{modifiers[modifier]}{symbol}" for modifier, symbol in brought if modifiers[modifier]]
    sums = [("monsters", points), ("events", bonus), ("penalties", -penalty)]
    if s["terminated"]:
        sums.append(("face down", score - points - bonus + penalty))
    parts = [f"{what} {_signed(number)}" for what, number in sums if number or what == "monsters"]
    room = WIDTH - x - 12
    write(p, x + 4, y + 11, ", ".join(parts), 11, "dim", fit=room)
    write(p, x + 4, y + 26, f"each round {' '.join(income)}" if income else "no income", 11, "dim", fit=room)


def _signed(number: int) -> str:
    return f"{number}".replace("-", "−")


def _draw_kin(p: Picture, monsters: Any, kin: int, kinds: list[int], x: float, hired: int) -> None:
    """The monsters of one kin, one small card a kind."""
    count, y = sum(int(monsters[kind]) for kind in kinds), _KINS_TOP
    draw_symbol(p, x, y - 9, 12, KINS[kin], KIN_HUES[kin] if count else "grey")
    p.text(x + 16, y + 1, f"{KINS[kin]} {count}", 11, "bold" if count else "dim")
    if not kinds:
        p.rect(x, y + 6, _CARD_WIDTH, _CARD_HEIGHT, "well bare", 5)
    for row, kind in enumerate(kinds):
        top, held = y + 6 + _DOWN * row, int(monsters[kind])
        card = f"card {TIER_HUES[TIER_OF[kind]]}-line"
        with p.group(title=monster_in_words(kind)):
            if held > 1:
                p.rect(x + 2, top + 2, _CARD_WIDTH, _CARD_HEIGHT, card, 5)
            p.rect(x, top, _CARD_WIDTH, _CARD_HEIGHT, f"{card} mark" if kind == hired else card, 5)
            p.text(x + 6, top + 13.5, MONSTERS[kind], 10.5, "bold", fit=_CARD_WIDTH - 10)
            write(p, x + 6, top + 27, f":power:{POWER[kind]}", 11.5)
            write(p, x + 38, top + 27, f":points:{POINTS[kind]}", 11.5)
            if held > 1:
                p.text(x + _CARD_WIDTH - 6, top + 27, f"×{held}", 12.5, "bold", "end")


def _draw_item(p: Picture, item: Item, x: float, y: float, marked: bool) -> None:
    with p.group(title=item.title):
        if not item.name:
            p.rect(x, y, _BACK_WIDTH, _CARD_HEIGHT, "back", 5)
            p.circle(x + _BACK_WIDTH / 2, y + _CARD_HEIGHT / 2, 9, item.hue)
            p.text(x + _BACK_WIDTH / 2, y + _CARD_HEIGHT / 2 + 4, item.printed, 11, "white bold", "middle")
            return
        p.rect(x, y, _CARD_WIDTH, _CARD_HEIGHT, f"{item.hue}-soft{' mark' * marked}", 5)
        left = x + 6
        if item.face_down:
            p.rect(x, y, 9, _CARD_HEIGHT, "back", 4)
            left = x + 13
        room = x + _CARD_WIDTH - 5 - left
        p.text(left, y + 13.5, item.name, 10.5, "bold", fit=room)
        write(p, left, y + 27, item.printed, 10.5, fit=room)
