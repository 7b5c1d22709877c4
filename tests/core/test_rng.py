"""Random numbers against published vectors and against a plain-Python twin."""

import numpy as np
import pytest
from scipy import stats

from ludarium.envs.core import rng

BITS = 2**64 - 1

# Published outputs: SplitMix64 from seed 1234567; xoshiro256++ from the state (1, 2, 3, 4).
SPLITMIX64 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
XOSHIRO256PP = [
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
]


def splitmix64(seed: int, count: int) -> list[int]:
    out = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & BITS
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & BITS
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & BITS
        out.append(z ^ (z >> 31))
    return out


def xoshiro256pp(state: list[int], count: int) -> list[int]:
    def rotl(x: int, k: int) -> int:
        return ((x << k) | (x >> (64 - k))) & BITS

    s, out = list(state), []
    for _ in range(count):
        out.append((rotl((s[0] + s[3]) & BITS, 23) + s[0]) & BITS)
        t = (s[1] << 17) & BITS
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
    return out


def record(*words: int) -> np.ndarray:
    return np.array([(words,)], dtype=[("rng", np.uint64, (4,))])


def test_the_twins_give_the_published_vectors() -> None:
    assert splitmix64(1234567, 5) == SPLITMIX64
    assert xoshiro256pp([1, 2, 3, 4], 10) == XOSHIRO256PP


def test_xoshiro_gives_the_published_vector() -> None:
    s = record(1, 2, 3, 4)
    assert [int(rng.next_u64(s[0])) for _ in range(10)] == XOSHIRO256PP


@pytest.mark.parametrize("words", [(BITS, BITS, BITS, BITS), (0, 0, 0, 1), (2**63, 5, 2**40, 77)])
def test_xoshiro_is_its_twin(words: tuple[int, ...]) -> None:
    s = record(*words)
    assert [int(rng.next_u64(s[0])) for _ in range(200)] == xoshiro256pp(list(words), 200)


@pytest.mark.parametrize("seed", [0, 1, 1234567, 2**63, BITS])
def test_a_seed_becomes_the_state_through_splitmix64(seed: int) -> None:
    s = record(0, 0, 0, 0)
    rng.seed_state(s[0], np.uint64(seed))
    assert [int(word) for word in s["rng"][0]] == splitmix64(seed, 4)


def test_streams_of_callers_are_splitmix64() -> None:
    counters = np.array([99, 1234567], np.uint64)
    assert [int(rng.next_of_stream(counters, 1)) for _ in range(5)] == SPLITMIX64
    assert counters[0] == 99


def test_below_is_uniform() -> None:
    s = record(*splitmix64(5, 4))
    drawn = np.array([rng.below(s[0], 7) for _ in range(70_000)])
    assert drawn.min() == 0 and drawn.max() == 6
    assert stats.chisquare(np.bincount(drawn, minlength=7)).pvalue > 1e-4


def test_below_rejects_what_would_bias_it() -> None:
    # With n = 3 × 2**30, taking the top of a product without rejection hits every third number twice as often.
    n = 3 << 30
    s = record(*splitmix64(6, 4))
    drawn = np.array([rng.below(s[0], n) for _ in range(60_000)])
    assert drawn.min() >= 0 and drawn.max() < n
    assert stats.chisquare(np.bincount(drawn % 3, minlength=3)).pvalue > 1e-4


def test_below_of_one_is_zero() -> None:
    s = record(1, 2, 3, 4)
    assert {int(rng.below(s[0], 1)) for _ in range(50)} == {0}


def test_seeds_of_slots_do_not_depend_on_how_many_there_are() -> None:
    many = rng.seeds_of_slots(42, 4096)
    assert many.dtype == np.uint64
    np.testing.assert_array_equal(rng.seeds_of_slots(42, 7), many[:7])
    np.testing.assert_array_equal(rng.seeds_of_slots(42, 10, first=90), many[90:100])
    assert len(np.unique(many)) == 4096


def test_seeds_of_slots_are_mix64_of_a_counter() -> None:
    gamma = 0x9E3779B97F4A7C15
    expected = [int(rng.mix64(np.uint64((42 + gamma * slot) & BITS))) for slot in range(20)]
    assert [int(seed) for seed in rng.seeds_of_slots(42, 20)] == expected
    assert expected[1:] == splitmix64(42, 19)


def test_derived_streams_differ() -> None:
    seeds = rng.seeds_of_slots(1, 100)
    streams = np.stack([rng.derived_seeds(seeds, stream) for stream in range(5)])
    assert len(np.unique(np.concatenate([streams.ravel(), seeds]))) == 600


def test_uniforms_fill_the_unit_interval() -> None:
    numbers = rng.uniforms(rng.seeds_of_slots(3, 50_000))
    assert numbers.dtype == np.float64
    assert (numbers >= 0).all() and (numbers < 1).all()
    assert stats.kstest(numbers, "uniform").pvalue > 1e-4


def test_unit_ends_below_one() -> None:
    assert rng.unit(np.uint64(BITS)) == 1 - 2.0**-53
    assert rng.unit(np.uint64(0)) == 0.0


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True, None, np.float32(2)])
def test_wrong_seeds_are_named(seed: object) -> None:
    with pytest.raises(ValueError, match=r"seed is .*expected an integer from 0"):
        rng.checked_seed(seed)  # type: ignore[arg-type]


def test_numpy_integers_are_seeds() -> None:
    assert rng.checked_seed(np.uint64(BITS)) == BITS
    assert type(rng.checked_seed(np.int32(4))) is int


@pytest.mark.parametrize("kind", [np.int8, np.int16])
def test_the_nth_card_of_counted_kinds(kind: type) -> None:
    counts = np.array([9, 0, 2, 100, 0, 100], kind)  # more cards than an int8 counts
    cards = [place for place in range(1, 6) for _ in range(counts[place])]
    assert [rng.nth_card(counts, 1, 6, n) for n in range(len(cards))] == cards
    assert rng.nth_card(counts, 1, 6, len(cards)) == 6
