"""Whatever is wrong with what was typed is said in one line, and the exit status tells it."""

from pathlib import Path

import pytest

from tests.cli.support import Done, Terminal


def refused(done: Done, *parts: str) -> None:
    """Asserts one line of complaint, which has all of `parts`, and nothing on standard output."""
    assert done.status == 2
    assert done.out == ""
    (line,) = [line for line in done.err.splitlines() if not line.startswith("seed ")]
    assert line.startswith("ludarium: error: ")
    for part in parts:
        assert part in line


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        ("", ("COMMAND",)),
        ("lst", ("'lst'", "'list'")),
        ("list --loud", ("--loud",)),
        ("info", ("GAME",)),
        ("info chess", ("'chess'", "kelp")),
        ("info kelpp", ("'kelpp'", "Did you mean 'kelp'?")),
        ("info kelp:fast", ("'fast'", "duel")),
        ("info kelp:size=5", ("'size'", "board_size")),
        ("info kelp:board_size=9", ("board_size", "'9'", "3 to 8")),
        ("info kelp:board_size=big", ("board_size", "'big'", "3 to 8")),
        ("info kelp:board_size=5,board_size=6", ("board_size", "twice")),
        ("info kelp:reveal=outcome", ("reveal='outcome'", "illegal_direction='forbidden'")),
        ("warmup kelp chess", ("'chess'",)),
        ("bench kelp --batch 0", ("--batch", "'0'", "from 1")),
        ("bench kelp --batch many", ("--batch", "'many'")),
        ("bench kelp --seconds 0", ("--seconds", "'0'")),
        ("bench kelp --seconds nan", ("--seconds", "'nan'")),
        ("bench kelp --threads 0", ("--threads", "'0'")),
        ("play kelp --players human", ("1 player,", "expected 2")),
        ("play kelp --players human,genius", ("genius", "random")),
        ("play kelp --seed -1", ("--seed",)),
        ("play kelp --seed 18446744073709551616", ("--seed", "18446744073709551615")),
        ("play kelp --seed seven", ("--seed", "'seven'")),
        (
            "solve kelp:illegal_direction=bump,reveal=outcome --max-nodes 1000",
            ("not all is public when it starts", "; and ", "max_nodes=1,000"),
        ),
        ("solve kelp:illegal_direction=bump,reveal=outcome --method exact", ("kelp:", "not all is public")),
        ("solve kelp:board_size=3 --method cfr --max-nodes 1000", ("kelp:", "max_nodes=1,000")),
        ("solve vantage:num_players=3", ("by CFR+", "3 seats, not two")),
        ("solve kelp --method guess", ("--method", "'guess'", "exact")),
        ("solve kelp --iterations 0", ("--iterations", "'0'", "from 1")),
        ("solve kelp --max-nodes many", ("--max-nodes", "'many'")),
        ("solve kelp --agent genius", ("genius",)),
        ("evaluate random --game chess", ("'chess'",)),
        ("evaluate random scripted", ("--game",)),
        ("evaluate random genius --game kelp", ("genius",)),
        ("evaluate random random --game kelp --games 0", ("--games", "'0'")),
        ("evaluate random random --game kelp --games -3", ("--games", "'-3'")),
        ("evaluate random runs/not-there --game kelp", ("runs/not-there",)),
        ("evaluate random --game kelp", ("1 agent", "--against")),
        ("evaluate random --against --game kelp", ("--against",)),
        ("evaluate --against random --game kelp", ("AGENT",)),
        ("evaluate random --against genius --game kelp", ("genius",)),
        ("train", ("game",)),
        ("train chess", ("'chess'",)),
        ("train kelp --steps few", ("--steps", "'few'")),
        ("train kelp --steps 0", ("steps", "0")),
        ("train kelp --gamma 2", ("gamma", "2")),
        ("train kelp --hidden 64,wide", ("--hidden", "'64,wide'")),
        ("train kelp --checkpoint there", ("--checkpoint", "--resume")),
        ("train --resume not-there", ("not-there",)),
        ("train kelp --resume not-there", ("--resume", "a game")),
        ("train --resume not-there --gamma 0.5", ("--resume", "--gamma")),
    ],
)
def test_bad_input_is_one_line(ludarium: Terminal, argv: str, parts: tuple[str, ...]) -> None:
    refused(ludarium(*argv.split()), *parts)


def test_a_run_folder_that_exists_is_left_alone(ludarium: Terminal, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    refused(ludarium("train", "kelp", "--out", str(tmp_path)), str(tmp_path), "exists")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_damaged_checkpoint_is_refused(ludarium: Terminal, tmp_path: Path) -> None:
    damaged = tmp_path / "policy.safetensors"
    damaged.write_bytes(b"\x10\0\0\0\0\0\0\0{}")
    refused(ludarium("evaluate", str(damaged), "random", "--game", "kelp"), str(damaged))


def test_a_mistake_of_ours_is_not_passed_off_as_bad_input(ludarium: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(args: object) -> None:
        raise ValueError("ours")

    monkeypatch.setattr("ludarium.commands.list.run", broken)
    with pytest.raises(ValueError, match="ours"):
        ludarium("list")


def test_ctrl_c_is_status_130(ludarium: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludarium.commands.list.run", interrupted)
    done = ludarium("list")
    assert (done.status, done.out, done.err) == (130, "", "ludarium: interrupted\n")
