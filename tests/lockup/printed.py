"""What is printed on the cards of Lockup, written down once more: tests compare the game's tables with these."""

from __future__ import annotations

# Class, kin, power, points, copies.
MONSTER_CARDS = {
    "Torch Sneak": ("common", "Goblin", 1, 1, 2),
    "Gutter Knife": ("common", "Goblin", 2, 1, 2),
    "Ledger Imp": ("common", "Goblin", 0, 2, 2),
    "Rattle Bones": ("common", "Undead", 1, 1, 2),
    "Cell Ghoul": ("common", "Undead", 2, 1, 2),
    "Yard Hound": ("common", "Beast", 2, 1, 2),
    "Sewer Eel": ("common", "Beast", 1, 1, 2),
    "Cage Raven": ("common", "Beast", 0, 2, 2),
    "Stone Lout": ("common", "Giant", 3, 0, 2),
    "Quarry Brute": ("common", "Giant", 2, 1, 2),
    "Ember Mite": ("common", "Demon", 1, 1, 2),
    "Black-Market Boss": ("rare", "Goblin", 2, 3, 2),
    "Wrecking Crew": ("rare", "Goblin", 4, 2, 2),
    "Grave Clerk": ("rare", "Undead", 2, 3, 2),
    "Bone Knight": ("rare", "Undead", 4, 2, 2),
    "Tusked Alpha": ("rare", "Beast", 4, 2, 2),
    "Moon Stalker": ("rare", "Beast", 3, 3, 2),
    "Gate Breaker": ("rare", "Giant", 5, 1, 2),
    "Whisper Fiend": ("rare", "Demon", 3, 3, 2),
    "Queen of Thieves": ("legendary", "Goblin", 4, 5, 1),
    "Hobgoblin Marshal": ("legendary", "Goblin", 6, 4, 1),
    "Lich Warden": ("legendary", "Undead", 5, 5, 1),
    "Pale Reaper": ("legendary", "Undead", 7, 4, 1),
    "Hydra of the Moat": ("legendary", "Beast", 6, 4, 1),
    "White Behemoth": ("legendary", "Beast", 7, 4, 1),
    "Frost Titan": ("legendary", "Giant", 8, 3, 1),
    "Mountain Father": ("legendary", "Giant", 7, 4, 1),
    "Pit Sovereign": ("legendary", "Demon", 6, 5, 1),
    "Ash Duchess": ("legendary", "Demon", 5, 5, 1),
    "Hunger of the Deep": ("legendary", "Demon", 7, 4, 1),
    "The Last Prisoner": ("legendary", "Undead", 4, 5, 1),
}
# A common monster of each kin, to tell the kins of others by.
OF_KIN = {
    "Goblin": "Ledger Imp",
    "Undead": "Rattle Bones",
    "Beast": "Sewer Eel",
    "Giant": "Stone Lout",
    "Demon": "Ember Mite",
}
# Gold, food, power when attacking, power when defending.
FACTION_CARDS = {
    "Iron Gang": (2, 2, 1, 0),
    "Cellar Kin": (1, 3, 0, 0),
    "Coin Rats": (3, 1, 0, 0),
    "Night Shift": (2, 2, 0, 1),
}
# Copies; then what the taker and the others gain, by field, of 4 gold, 4 food and 5 penalty points each.
NOW: dict[str, tuple[int, dict[str, int], dict[str, int]]] = {
    "Loose Purse": (3, {"gold": 2}, {}),
    "Smuggled Crate": (1, {"gold": 3}, {}),
    "Kitchen Raid": (2, {"food": 3}, {}),
    "Bread Riot": (1, {"food": 4}, {}),
    "Bribe the Guard": (2, {"gold": 1, "food": 2}, {}),
    "Jailbreak": (2, {}, {}),
    "Great Escape": (1, {}, {}),
    "Tax Collector": (1, {}, {"gold": -1}),
    "Rats in the Larder": (1, {}, {"food": -1}),
    "Call to Arms": (1, {}, {}),
    "Feast Day": (1, {"gold": 1, "food": 2}, {"food": 2}),
    "Windfall": (1, {"gold": 1, "bonus": 1}, {}),
    "Royal Pardon": (1, {"penalty": -2}, {}),
}
PERMANENT = {
    "Black Ledger": 1,
    "Guild Ties": 1,
    "Cellar Stores": 2,
    "Contraband Route": 1,
    "Field Kitchen": 1,
    "Spiked Gate": 1,
    "War Drums": 1,
}
MISSIONS = ["Mission: Bestiary", "Mission: Warband", "Mission: Hoard", "Mission: Brood"]
# Power as attacker and as defender, and what is added to the stake on a win.
BATTLE_COMMANDERS = {
    "Warden Drusk": (2, 0, 0),
    "Captain Ironjaw": (2, 0, 0),
    "Lady of Knives": (1, 0, 1),
    "Siege-Mother": (3, 0, 0),
    "Shield Sergeant": (0, 2, 0),
    "The Turnkey": (0, 3, 0),
    "Old Rampart": (0, 2, 1),
    "Duelist Vex": (1, 1, 0),
}
SCORING = ["Chronicler", "Beast Tamer", "Grave Marshal"]
ROUND = [
    *("Recruiter Mop", "Chain Broker", "Paymaster", "Toll Baron", "Cook Hobb", "Poacher Wren"),
    *("Haggler", "Key Forger", "Quartermaster"),
]
