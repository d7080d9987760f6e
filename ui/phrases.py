"""The fixed sentences of the screen, each under the key by which the rest of the program knows it."""

import re


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """Marks a message for the catalogues; it is translated where it is shown."""
    return message


QUESTIONS: dict[str, tuple[str, str]] = {
    "wrong-dice-count": (
        N_("I see {seen}, not {due}. Roll again, all in the tray."),
        N_("That is not the right number of dice. Roll again, all in the tray."),
    ),
    "too-many-dice": (
        N_("I see {seen}, only {due} of them rolled. Take the others out."),
        N_("There are too many dice in the tray. Take the others out."),
    ),
    "doubtful-die": (
        N_("I cannot tell the ringed die. Nudge it, or tap its value."),
        N_("I cannot tell the ringed die. Nudge it, or tap its value."),
    ),
    "cocked-die": (
        N_("A die leans. Nudge it flat, or tap its value."),
        N_("A die leans. Nudge it flat, or tap its value."),
    ),
    "hidden-die": (
        N_("A die is half hidden. Lay it free, or tap its value."),
        N_("A die is half hidden. Lay it free, or tap its value."),
    ),
    "rim-die": (
        N_("A die lies on the rim. Push it in, or roll again."),
        N_("A die lies on the rim. Push it in, or roll again."),
    ),
    "put-back": (
        N_("{hand} lies in the tray again. Undo, or take it out."),
        N_("The kept dice are back. Undo, or take them out."),
    ),
    "mat-lost": (
        N_("I cannot see the mat. Uncover its markers."),
        N_("I cannot see the mat. Uncover its markers."),
    ),
    "mat-too-small": (
        N_("This mat has {seen} hand zones, and {due} of you play. Print another."),
        N_("This mat has too few hand zones. Print another."),
    ),
    "between-zones": (
        N_("A die lies in no zone. Push it into one."),
        N_("A die lies in no zone. Push it into one."),
    ),
    "die-in-zone": (
        N_("A die rolled into {player}'s zone. Move it out as it lies."),
        N_("A die rolled into a hand's zone. Move it out as it lies."),
    ),
    "hand-changed": (
        N_("{player}'s hand was {due}, now I see {seen}. Put it right."),
        N_("A hand was changed. Put it right."),
    ),
    "hand-gone": (
        N_("{player}'s hand {due} is gone. Put it back."),
        N_("A hand is gone. Put it back."),
    ),
    "strange-hand": (
        N_("{player} has no hand, but {seen} lies there. Take it out."),
        N_("Dice lie in an empty hand's zone. Take them out."),
    ),
    "hand-to-cup": (
        N_("{player}'s {hand} goes back into the cup."),
        N_("That hand goes back into the cup."),
    ),
    "hand-to-zone": (
        N_("{player}'s {hand} belongs in its zone. Lay it there."),
        N_("A hand is not in its zone. Lay it there."),
    ),
    "lay-hand": (
        N_("Lay the hand you keep in your zone, or tap it."),
        N_("Lay the hand you keep in your zone, or tap it."),
    ),
    "wrong-colour": (
        N_("{player} is to roll, but I see {seen} dice."),
        N_("Those are not the dice of the player to roll."),
    ),
    "mixed-colours": (
        N_("Dice of two colours lie in the tray. Leave only one player's."),
        N_("Dice of two colours lie in the tray. Leave only one player's."),
    ),
    "throw-again": (
        N_("Dice were added or taken. {player}, roll {due} again."),
        N_("That roll cannot count. Throw again."),
    ),
    "dice-changed": (
        N_("A die was turned: {seen} should be {due}. Put it back, or undo."),
        N_("A die was turned over. Put it back as it was rolled, or undo."),
    ),
    "illegal-keep": (
        N_("{hand} may not be kept. Take a hand that is shown."),
        N_("That may not be kept. Take a hand that is shown."),
    ),
    "which-hand": (
        N_("Which hand was kept? Tap it."),
        N_("Which hand was kept? Tap it."),
    ),
    "more-dice": (
        N_("I see {seen} of {due}. Add the others."),
        N_("There are more dice to show. Add the others."),
    ),
    "hidden-dice": (
        N_("Dice can be seen. Cover them until somebody opens."),
        N_("Dice can be seen. Cover them until somebody opens."),
    ),
    "other-dice": (
        N_("Those are other dice ({seen}). Roll these: {due}."),
        N_("Those are not the dice to roll now."),
    ),
    "clear-tray": (
        N_("Clear the tray first, then {player} rolls."),
        N_("Clear the tray before the next roll."),
    ),
    "too-dark": (N_("Too dark: I judge nothing until there is more light."),) * 2,
    "too-bright": (N_("Too bright: I judge nothing until there is less light."),) * 2,
    "camera-turned": (N_("I see something else than before: point the camera at the tray."),) * 2,
    "camera-moved": (N_("The camera was moved. Is the whole tray in view?"),) * 2,
    "light-changed": (N_("The light has changed. Put it right if you can."),) * 2,
}
"""A question's key to its sentence with the facts, and the one for when a fact is missing."""

DICE_FACTS: dict[str, tuple[str, ...]] = {
    "illegal-keep": ("hand",),
    "put-back": ("hand",),
    "dice-changed": ("seen", "due"),
    "hand-changed": ("seen", "due"),
    "hand-gone": ("due",),
    "strange-hand": ("seen",),
    "hand-to-cup": ("hand",),
    "hand-to-zone": ("hand",),
}
"""Facts that spell dice, such as "3-4-6"."""

DICE_COUNTS: dict[str, tuple[str, ...]] = {
    "wrong-dice-count": ("seen",),
    "too-many-dice": ("seen",),
    "throw-again": ("due",),
    "more-dice": ("seen",),
}
"""Facts that count dice, and are told as "1 die" or "4 dice"."""

MONTHS: tuple[str, ...] = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip

LAMP_NAMES: dict[str, str] = {"kill": N_("kill"), "win": N_("win"), "buzzer": N_("buzzer")}
LOSS = N_("loss")

REFUSALS: dict[str, str] = {
    "wrong-player": N_("It is not that player's turn."),
    "not-now": N_("That cannot be done now."),
    "bad-face": N_("A die shows 1 to 6."),
    "wrong-dice-count": N_("That is not the right number of dice."),
    "illegal-hand": N_("That hand may not be kept."),
}

COLOUR_NAMES: dict[str, str] = {
    "red": N_("Red"),
    "blue": N_("Blue"),
    "green": N_("Green"),
    "yellow": N_("Yellow"),
    "purple": N_("Purple"),
    "white": N_("White"),
    "orange": N_("Orange"),
    "black": N_("Black"),
    "grey": N_("Grey"),
    "brown": N_("Brown"),
    "pink": N_("Pink"),
}

DICE_COLOURS: dict[str, str] = {
    "red": N_("red"),
    "blue": N_("blue"),
    "green": N_("green"),
    "yellow": N_("yellow"),
    "purple": N_("purple"),
    "white": N_("white"),
    "orange": N_("orange"),
    "black": N_("black"),
    "grey": N_("grey"),
    "brown": N_("brown"),
    "pink": N_("pink"),
    "other": N_("other"),
}
"""Of dice; players named by a colour have other words in some languages."""

FAULTS: tuple[tuple[str, str], ...] = (
    (
        "the camera {name} has given no picture for {seconds} s",
        N_("{name} has given no picture for {seconds} s. Check its cable; I keep trying."),
    ),
    (
        "the camera {name} repeats one picture: {why}",
        N_("{name} repeats one picture. Unplug it and plug it in again."),
    ),
    (
        "the camera {name} gives only part of a picture; {why}",
        N_("{name} gives only part of a picture. Check its cable."),
    ),
    ("the camera {name} shows red as blue; {why}", N_("{name} shows red as blue. Start it again.")),
    ("the camera {name} failed: {why}", N_("{name} has failed. I keep trying.")),
    ("the camera {name} was closed", N_("{name} was closed.")),
    ("the camera {name} does not answer: {why}", N_("{name} does not answer. It is being started again.")),
    ("the camera {name} is gone: {why}", N_("{name} has failed. I keep trying.")),
    ("the camera ({name}) is in use by another{why}", N_("{name} is used by another program. Close that one.")),
    (
        "the Raspberry Pi's camera needs picamera2{why}",
        N_("The camera’s software is missing or broken. “croupier doctor” says what to do."),
    ),
    ("there is no camera {name} ({why}", N_("{name} is not found. Check its ribbon cable; I keep trying.")),
    ("there is no camera {name}: {why}", N_("{name} is not found. Plug it in; I keep trying.")),
    ("there is no camera {name}; {why}", N_("{name} is not found. Plug it in; I keep trying.")),
    (
        "no stream of pictures comes from {name}; {why}",
        N_("No pictures come from {name}. Is it on, and the address right?"),
    ),
)
"""How a camera's fault is told by the program, and how the screen says it; the first that fits counts."""


def fault_facts(pattern: str, said: str) -> dict[str, str] | None:
    """What stands in the holes of the pattern if the sentence follows it, else None.

    >>> fault_facts("there is no camera {name}; {why}", "there is no camera webcam:0; plug one in")
    {'name': 'webcam:0', 'why': 'plug one in'}
    """
    found = re.fullmatch(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(pattern)), said, re.DOTALL)
    return found.groupdict() if found else None
