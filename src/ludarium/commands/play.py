"""``ludarium play``."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from . import Result, UsageError, add_game, add_json, add_seed, chosen_seed, read_agents, read_game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ludarium.agents.base import Agent
    from ludarium.envs.core.decisions import Decisions
    from ludarium.envs.core.game import Game

EXAMPLES = """examples:
  ludarium play kelp --players human,exact
  ludarium play kelp:duel --players human,human
  ludarium play kelp --players random,scripted --seed 7

With more seats there are more names: human,random,scripted.
Type an action's number, its name, or as much of its words as tells it apart: "move north", "north" and "m n" do the
same. "help" explains, "show" shows the position again, "quit" ends the game, as does the end of the input."""

HUMAN = "human"
HELP = """Type the number or the name of an action, or as much of its words as tells it apart.
  show  the position again
  quit  leave the game"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--players",
        metavar="A,B,…",
        help="who sits in the seats, in order: human or agent strings (default: a human against random agents)",
    )
    add_seed(parser)
    add_json(parser)


class _Leave(Exception):
    """A human has had enough."""


def run(args: argparse.Namespace) -> Result:
    """Plays one game."""
    game = read_game(args.game)
    texts = players_of(args.players, game)
    agents = iter(read_agents([text for text in texts if text != HUMAN], game))
    table = Table(game, [None if text == HUMAN else next(agents) for text in texts], chosen_seed(args))
    try:
        table.play()
    except _Leave:
        print("\nThe game is left unfinished.")
    state = table.states[0]
    return Result(
        {
            "game": game.string,
            "seed": table.seed,
            "players": texts,
            "actions": int(state["moves"]),
            "finished": bool(state["terminated"] or state["truncated"]),
            "returns": [float(value) for value in state["returns"][: game.num_players]],
        },
        "",
    )


def players_of(text: str | None, game: Game) -> list[str]:
    """The strings of the players, one a seat.

    A comma separates players, and the settings of an agent as well: a part with an equals sign belongs to the agent
    before it (``human,ismcts:simulations=100,threads=2``).
    """
    if text is None:
        return [HUMAN] + ["random"] * (game.num_players - 1)
    players: list[str] = []
    for part in text.split(","):
        if players and ":" in players[-1] and "=" in part and ":" not in part:
            players[-1] += f",{part}"
        else:
            players.append(part.strip())
    if len(players) != game.num_players:
        named = f"{len(players)} player" + "s" * (len(players) != 1)
        raise UsageError(f"--players {text} names {named}, expected {game.num_players} for {game.string}")
    return players


class Table:
    """One game in the terminal.

    Args:
        game: the game.
        agents: one a seat, None where a human sits.
        seed: of the game and of the agents.
    """

    def __init__(self, game: Game, agents: list[Agent | None], seed: int) -> None:
        self.game = game
        self.agents = agents
        self.seed = seed
        self.states = game.new_states(seed)
        self.humans = [seat for seat, agent in enumerate(agents) if agent is None]
        self._news: list[dict[int, str]] = []  # of every action so far: what each human who watched can tell of it
        self._told = dict.fromkeys(self.humans, 0)  # up to which action each human has been told
        self._at_keyboard: int | None = None

    def play(self) -> None:
        """Plays to the end, talking to the humans.

        Raises:
            _Leave: a human leaves.
        """
        if not self.humans:
            print(self.game.describe(self.states))
        while not (self.states["terminated"][0] or self.states["truncated"][0]):
            seat = int(self.states["to_act"][0])
            agent = self.agents[seat]
            action = self._ask(seat) if agent is None else int(agent.act(self._decision())[0])
            self._apply(seat, action)
        self._close()

    def _moves(self) -> int:
        return int(self.states["moves"][0])

    def _seed(self, stream: int) -> npt.NDArray[np.uint64]:
        """A seed for what happens now, uint64 ``[1]``; the game's own stream is left alone."""
        import numpy as np

        from ludarium.envs.core.rng import derived_seeds

        return derived_seeds(np.array([self.seed], np.uint64), 2 * self._moves() + stream)

    def _decision(self) -> Decisions:
        from ludarium.envs.core.decisions import Decisions

        return Decisions.of(self.game, self.states, self._seed(0))

    def _apply(self, seat: int, action: int) -> None:
        from . import sight

        watchers = [human for human in self.humans if human != seat]
        before = {human: self.game.redact(self.states, human) for human in watchers}
        seed = int(self._seed(1)[0])
        self.game.step(self.states, action)
        name = self.game.seat_name(seat)
        news = {}
        for human in watchers:
            after = self.game.redact(self.states, human)
            possible = sight.possible_actions(self.game, before[human], after, human, seed)
            news[human] = f"{name}: {sight.in_words(self.game, possible)}"
        self._news.append(news)
        if not self.humans:
            print(f"\n{name}: {self.game.action_names[action]}\n\n{self.game.describe(self.states)}")

    # --- talking to a human -----------------------------------------------------------------------------------

    def _ask(self, seat: int) -> int:
        self._hand_over(seat)
        self._tell(seat)
        mask = self.game.legal(self.states)[0]
        self._list_legal(mask)
        while True:
            print(f"{self.game.seat_name(seat)}> ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise _Leave
            text = " ".join(line.lower().split())
            if text in ("quit", "exit"):
                raise _Leave
            if text in ("help", "?"):
                print(HELP)
                self._list_legal(mask)
            elif text in ("show", ""):
                self._show(seat)
                self._list_legal(mask)
            else:
                action = self._understand(text, mask)
                if action is not None:
                    return action

    def _hand_over(self, seat: int) -> None:
        """Where humans share a keyboard and know different things, the one must look away before the other looks."""
        previous, self._at_keyboard = self._at_keyboard, seat
        if previous in (None, seat) or not self._has_secrets():
            return
        if sys.stdout.isatty():
            print("\033[2J\033[3J\033[H", end="")
        print(f"\n{self.game.seat_name(seat)}, it is your turn. Press Enter when only you look at the screen.")
        sys.stdout.flush()
        if not sys.stdin.readline():
            raise _Leave

    def _has_secrets(self) -> bool:
        return self.game.spec.information.value == "imperfect"

    def _tell(self, seat: int) -> None:
        for news in self._news[self._told[seat] :]:
            if seat in news:
                print(news[seat])
        self._told[seat] = len(self._news)
        self._show(seat)

    def _show(self, seat: int) -> None:
        print(f"\n{self.game.describe(self.states, seat)}\n")

    def _list_legal(self, mask: npt.NDArray[np.int8]) -> None:
        print("legal: " + ", ".join(f"{action} {self.game.action_names[action]}" for action in mask.nonzero()[0]))

    def _understand(self, text: str, mask: npt.NDArray[np.int8]) -> int | None:
        """The legal action that `text` means; says what is wrong if it means none."""
        try:
            action = self.game.action_number(text)
        except ValueError:
            words = text.split()
            meant = [
                int(number)
                for number in mask.nonzero()[0]
                if all(
                    any(part.startswith(word) for part in self.game.action_names[number].lower().split())
                    for word in words
                )
            ]
            if len(meant) == 1:
                return meant[0]
            what = f"{text!r} could be several actions" if meant else f"{text!r} is not a legal action"
        else:
            if mask[action]:
                return action
            what = f"{self.game.action_names[action]} is not legal now"
        print(what)
        self._list_legal(mask)
        return None

    def _close(self) -> None:
        """Shows the end: to one human what that human sees, to several what all of them see."""
        if len(self.humans) == 1:
            self._tell(self.humans[0])
        elif self.humans:
            for number, news in enumerate(self._news):
                is_new = any(self._told[human] <= number for human in news)
                if is_new and len(set(news.values())) == 1:  # what some can tell and others cannot stays untold
                    print(next(iter(news.values())))
            print(f"\n{self.game.describe(self.states, -1)}\n")
        returns = self.states["returns"][0]
        print(
            "returns: " + ", ".join(f"{self.game.seat_name(s)} {returns[s]:+g}" for s in range(self.game.num_players))
        )
