"""A battle, step by step (LD14)."""

from __future__ import annotations

from ..core.kernels import Record, kernel
from .state import ATTACK, DEFENCE, PLACING
from .tables import ATTACK_BONUS, BATTLE_POWER, BATTLE_STAKE, DEFENCE_BONUS, NUM_BATTLE

STAKE = 3  # LD5

# Steps of a battle: who is still to be asked for a commander.
ASK_ATTACKER, ASK_DEFENDER, ASK_NOBODY = 0, 1, 2


@kernel
def can_use(s: Record, seat: int, commander: int, side: int) -> bool:
    """Whether `seat` has the battle `commander`, face up or down, and it fits the side (0 attacker, 1 defender)."""
    held = s.face_down[seat, commander] + s.face_up[seat, commander] > 0
    return held & (BATTLE_POWER[side, 1 + commander] > 0)


@kernel
def is_asked(s: Record, seat: int, side: int) -> bool:
    """Whether `seat` is asked for a commander, which what is public decides: it has a face-down one, or a face-up one
    that fits.
    """
    asked = s.num_face_down[seat] > 0
    for commander in range(NUM_BATTLE):
        asked |= (s.face_up[seat, commander] > 0) & (BATTLE_POWER[side, 1 + commander] > 0)
    return asked


@kernel
def use_commander(s: Record, seat: int, commander: int) -> None:
    """A battle commander is used, and lies face up from now on (LD13)."""
    s.num_face_down[seat] -= s.face_down[seat, commander]
    s.face_down[seat, commander] = 0
    s.face_up[seat, commander] = 1
    s.unopened[commander] = 0


@kernel
def continue_battle(s: Record, step: int, defence_commander: int) -> None:
    """Asks the attacker, then the defender, who has seen the attacker's commander, then compares powers.

    `step` says who is still to be asked; `defence_commander` is 1 + the defender's, 0 for none.
    """
    if step == ASK_ATTACKER:
        if is_asked(s, s.attacker - 1, 0):
            s.phase = ATTACK
            s.to_act = s.attacker - 1
            return
        step = ASK_DEFENDER
    if step == ASK_DEFENDER and is_asked(s, s.defender - 1, 1):
        s.phase = DEFENCE
        s.to_act = s.defender - 1
        return
    compare_powers(s, defence_commander)


@kernel
def compare_powers(s: Record, defence_commander: int) -> None:
    """The strictly stronger side takes the stake from the other, as far as there is gold (LD5, LD14)."""
    attacker = s.attacker - 1
    defender = s.defender - 1
    attack = s.power[attacker] + s.modifiers[attacker, ATTACK_BONUS] + BATTLE_POWER[0, s.attack_commander]
    defence = s.power[defender] + s.modifiers[defender, DEFENCE_BONUS] + BATTLE_POWER[1, defence_commander]
    if attack > defence:
        pay_stake(s, defender, attacker, STAKE + BATTLE_STAKE[0, s.attack_commander])
    elif defence > attack:
        pay_stake(s, attacker, defender, STAKE + BATTLE_STAKE[1, defence_commander])
    s.attacker = 0
    s.defender = 0
    s.attack_commander = 0
    s.phase = PLACING
    s.to_act = attacker  # it was the attacker's turn


@kernel
def pay_stake(s: Record, loser: int, winner: int, stake: int) -> None:
    """`loser` pays up to `stake` gold to `winner`."""
    paid = min(stake, s.gold[loser])
    s.gold[loser] -= paid
    s.gold[winner] += paid
