"""The HTML file of a replay: what is in it, what is not, and what a browser makes of it."""

import base64
import gzip
import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.adapters.replays import Replay
from ludarium.envs.core.game import SPECTATOR, Game
from ludarium.envs.core.pictures import EVERYBODY

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def played(game: Game, seed: int = 1, most: int = 1000) -> Replay:
    """A game of random actions, or its beginning, in which every seat likes what it does with 3 in 4."""
    random = np.random.default_rng(seed)
    states = game.new_states(seed)
    positions, actions, policies, values = [states.copy()], [], [], []
    while (legal := np.flatnonzero(game.legal(states)[0])).size and len(actions) < most:
        action = int(random.choice(legal))
        policy = np.zeros(game.num_actions)
        policy[legal] = 0.25 / len(legal)
        policy[action] += 0.75
        policies.append(policy)
        values.append(None if len(actions) % 3 else 0.125)
        game.step(states, [action])
        actions.append(action)
        positions.append(states.copy())
    players = [f"<b>player</b> {seat} & co" for seat in range(game.num_players)]
    return Replay(game, np.concatenate(positions), np.array(actions), players, policies, values, {"seed": str(seed)})


def content(page: str) -> Any:
    found = re.search(r'<script id="data" type="text/plain">([^<]*)</script>', page)
    assert found is not None
    return json.loads(gzip.decompress(base64.b64decode(found[1])))


@pytest.mark.parametrize("name", ["kelp:reveal=outcome,illegal_direction=bump", "vantage:three"])
def test_every_position_is_there_through_every_pair_of_eyes(name: str) -> None:
    game = make_game(name)
    replay = played(game)
    assert replay.is_over
    counts: list[tuple[int, int]] = []
    data = content(replay.to_html(progress=lambda done, total: counts.append((done, total))))
    viewers = [EVERYBODY, *range(game.num_players), SPECTATOR]
    count = len(replay.actions)
    assert len(data["views"]) == len(viewers)
    assert counts[-1][0] == counts[-1][1] == len(counts) == len(viewers) * (count + 1)
    for viewer, view in zip(viewers, data["views"], strict=True):
        assert len(view["frames"]) == count + 1 and len(view["moves"]) == len(view["thoughts"]) == count
        for move, frame in enumerate(view["frames"]):
            made = {}
            if move:
                action, seat = int(replay.actions[move - 1]), int(replay.states["to_act"][move - 1])
                made = {"last_move": action, "moved": seat}
                assert view["moves"][move - 1] == game.last_move(action, seat, viewer).words
            expected = game.draw(replay.states[move : move + 1], viewer, **made)
            assert "".join(data["pieces"][piece] for piece in frame) == expected
        for move, thought in enumerate(view["thoughts"]):
            seat = int(replay.states["to_act"][move])
            assert (thought is not None) == (viewer in (seat, EVERYBODY))
            if thought is None:
                continue
            policy = replay.policies[move]
            assert policy is not None and thought["value"] == replay.values[move]
            name, probability, chosen = thought["policy"][0]
            assert chosen and name == game.action_names[replay.actions[move]]
            assert probability == round(float(policy[replay.actions[move]]), 4)
            assert [entry[2] for entry in thought["policy"]].count(True) == 1
    assert [seat["player"] for seat in data["seats"]] == replay.players
    assert data["movers"] == replay.states["to_act"][:-1].tolist()
    assert data["about"] == {"game": game.string, "seed": "1", "moves": str(count), "state": "over"}


def test_an_unlikely_choice_is_listed_too() -> None:
    game = make_game("vantage")
    replay = played(game)
    policy = np.full(game.num_actions, 0.01)
    policy[replay.actions[0]] = 0.001
    thoughts = Replay(game, replay.states[:2], replay.actions[:1], replay.players, [policy]).to_html([EVERYBODY])
    listed = content(thoughts)["views"][0]["thoughts"][0]["policy"]
    assert len(listed) == 12 and listed[-1] == [game.action_names[replay.actions[0]], 0.001, True]
    assert content(thoughts)["views"][0]["thoughts"][0]["value"] is None


def test_a_game_that_goes_on_shows_what_is_public_alone() -> None:
    game = make_game("kelp:reveal=outcome,illegal_direction=bump")
    replay = played(game, most=5)
    assert not replay.is_over
    data = content(replay.to_html())
    assert [view["name"] for view in data["views"]] == ["what everybody sees"]
    assert data["views"][0]["thoughts"] == [None] * 5
    assert "as shark sees it" not in "".join(data["pieces"])
    assert "position secret" in "".join(data["pieces"]) and "column 0, row 0" not in _shown(data)
    assert not any(re.search("move (north|south|east|west)", words) for words in data["views"][0]["moves"])
    assert data["about"]["state"] == "going on"
    own = content(replay.to_html([1]))
    assert [view["name"] for view in own["views"]] == ["as octopus sees it"]
    with pytest.raises(ValueError, match=r"viewers are \[\], expected one or more different ones"):
        replay.to_html([])
    with pytest.raises(ValueError, match="viewers are"):
        replay.to_html([0, 0])
    with pytest.raises(ValueError, match="viewer is 2"):
        replay.to_html([2])


def _shown(data: Any) -> str:
    """All pieces without the tooltips of the board, where every cell is named."""
    return re.sub("<title>[^<]*</title>", "", "".join(data["pieces"]))


def test_the_file_needs_nothing_else_and_says_nothing_in_code() -> None:
    page = played(make_game("kelp")).to_html()
    assert page == played(make_game("kelp")).to_html()
    assert "default-src 'none'" in page
    bare = page.replace(re.findall('"text/plain">([^<]*)<', page)[0], "")
    assert not re.search(r"(src|href)\s*=|url\(|https?:|import\s", bare)
    assert "<b>" not in bare and html.escape("<b>player</b> 0 & co") in bare
    assert "{{" not in bare
    assert len(page) < 60_000


def test_what_does_not_go_together_is_refused() -> None:
    game = make_game("kelp")
    replay = played(game)
    states, actions, players = replay.states, replay.actions, replay.players
    with pytest.raises(ValueError, match="expected one state more"):
        Replay(game, states[:-1], actions, players)
    with pytest.raises(ValueError, match="1 players, expected 2"):
        Replay(game, states, actions, ["one"])
    with pytest.raises(ValueError, match=r"1 policies, expected one for each of \d+ actions, or none"):
        Replay(game, states, actions, players, [None])
    with pytest.raises(ValueError, match="1 values, expected one for each"):
        Replay(game, states, actions, players, (), [0.5])
    with pytest.raises(ValueError, match="other options"):
        Replay(make_game("kelp:duel"), states, actions, players)


# --- in a browser -------------------------------------------------------------------------------------------------

# What a reader does, and what then stands in the page.
READER = """
<script>
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const seen = [];
const note = what => seen.push([what, document.getElementById("where").textContent,
  document.querySelector("#stage svg title").textContent, document.querySelector("[aria-current]").textContent,
  document.getElementById("thoughts").textContent, document.getElementById("play").getAttribute("aria-label")]);
const read_ = setInterval(() => {
  if (!document.querySelector("#stage svg")) return;
  clearInterval(read_);
  note("start");
  press("ArrowRight"); note("right");
  press("2"); note("eyes");
  press("9"); note("no such eyes");
  press("End"); note("end");
  press("ArrowRight"); note("beyond");
  press("ArrowLeft"); note("left");
  press("Home"); note("home");
  press("PageDown"); note("ten");
  document.querySelectorAll("#moves button")[3].click(); note("list");
  document.getElementById("slider").value = 4;
  document.getElementById("slider").dispatchEvent(new Event("input")); note("slider");
  document.getElementById("view").value = 3;
  document.getElementById("view").dispatchEvent(new Event("change")); note("switch");
  press(" "); note("playing");
  press(" "); note("paused");
  const out = document.createElement("pre");
  out.id = "seen";
  out.textContent = JSON.stringify(seen);
  document.body.append(out);
}, 20);
</script>
"""


@pytest.mark.skipif(BROWSER is None, reason="needs a browser: chromium")
def test_a_reader_finds_the_way(tmp_path: Path) -> None:
    game = make_game("kelp:duel")
    replay = played(game)
    file = tmp_path / "game.html"
    file.write_text(replay.to_html().replace("</body>", READER + "</body>"), encoding="utf-8")
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000", "--dump-dom"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", file.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = re.search('<pre id="seen">(.*?)</pre>', done.stdout)
    assert found is not None, done.stdout[:2000]
    seen = {what: rest for what, *rest in json.loads(html.unescape(found[1]))}
    count = len(replay.actions)
    where = {what: rest[0] for what, rest in seen.items()}
    assert where == {
        "start": f"move 0 of {count}",
        "right": f"move 1 of {count}",
        "eyes": f"move 1 of {count}",
        "no such eyes": f"move 1 of {count}",
        "end": f"move {count} of {count}",
        "beyond": f"move {count} of {count}",
        "left": f"move {count - 1} of {count}",
        "home": f"move 0 of {count}",
        "ten": f"move 10 of {count}",
        "list": f"move 3 of {count}",
        "slider": f"move 4 of {count}",
        "switch": f"move 4 of {count}",
        "playing": f"move 4 of {count}",
        "paused": f"move 4 of {count}",
    }
    names = {"start": "everything open", "eyes": "as shark sees it", "end": "as shark sees it"}
    names["switch"] = "what everybody sees"
    for what, name in names.items():
        assert seen[what][1] == f"{game.spec.title}, {name}"
    assert seen["start"][2] == "the start" and "shark: move" in seen["right"][2]
    assert "expects a return of 0.125" in seen["start"][3] and "%" in seen["start"][3]
    assert "<b>player</b> 1 & co" in seen["right"][3] and "not for these eyes" in seen["eyes"][3]
    assert seen["end"][3].startswith("Result")
    assert [seen[what][4] for what in ("switch", "playing", "paused")] == ["play", "pause", "play"]
