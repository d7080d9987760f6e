"""What people may have done with a roll, judged from what still lies: every account, never the likeliest."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from rules.game import Faces

UNREAD = 0
"""Stands for the face of a die that the reader cannot tell."""
UNSEEN = -1
"""Stands for what the picture shows of a die that lies there and is not seen, as people say."""
NO_DIE = -2
"""Stands for the face of something that the picture takes for a die, and which is none, as people say."""

_Pair = tuple[int, int]
"""One die: the face the picture shows, the face it has."""


def takings(shown: Faces, roll: Faces, tray: Faces) -> frozenset[Faces]:
    """Every set of dice that may be gone from a roll when this lies in the tray; empty where nothing explains it.

    `shown` is what the picture said while the whole roll lay there, in any order. It differs from `roll` where people
    told what it was: a die was misread, could not be read or was not seen, or there was one die less. Such a die may go
    on being misread, or be read well at last.

    >>> takings((2, 4, 5), (2, 4, 5), (2, 4))
    frozenset({(5,)})
    >>> takings((2, 4, 5), (2, 4, 6), (2, 5))  # the 6 was misread as a 5, and still is
    frozenset({(4,)})
    >>> sorted(takings((2, 4), (2, 4, 6), (4,)))  # the 6 was not seen, so it may lie there still
    [(2,), (2, 6)]
    """
    pairings = _pairings(shown, roll)
    left = _left(pairings, tray, set()) or _left(pairings, tray, {UNREAD})
    return frozenset(gone for pairs in left for gone in _gone(pairs))


def explained(taken: Iterable[Faces], roll: Faces, hand: Faces, legal: tuple[Faces, ...]) -> tuple[Faces, ...]:
    """The legal hands that an account leads to, sorted: the dice taken out were kept, or the dice left lying were.

    >>> explained([(4,)], (4, 6, 6), (5,), ((4, 5), (4, 5, 6), (5, 6)))
    ((4, 5),)
    """
    hands: set[Faces] = set()
    for gone in taken:
        hands.add(tuple(sorted((*hand, *gone))))
        hands.add(tuple(sorted((*hand, *without(roll, gone)))))
    return tuple(sorted(hands & set(legal)))


def without(faces: Faces, gone: Faces) -> Faces:
    """Some dice less others, sorted; those that are not there are passed over.

    >>> without((2, 2, 5), (2, 6))
    (2, 5)
    """
    return tuple(sorted((Counter(faces) - Counter(gone)).elements()))


def only_fewer(before: Faces, now: Faces) -> bool:
    """Whether nothing but taking dice away explains the tray; an unread die may be any.

    >>> only_fewer((1, 2, 2), (2,)), only_fewer((1, 2), (2, 2)), only_fewer((1, UNREAD), (3,))
    (True, False, True)
    """
    known = tuple(face for face in now if face != UNREAD)
    return len(now) <= len(before) and len(without(known, before)) <= before.count(UNREAD)


def _pairings(shown: Faces, roll: Faces) -> set[tuple[_Pair, ...]]:
    """Every way in which the dice shown may be the dice rolled: one, unless several were misread."""
    misread, missed = without(shown, roll), without(roll, shown)
    alike = tuple((face, face) for face in without(shown, misread))
    misread += (UNSEEN,) * (len(missed) - len(misread))
    missed += (NO_DIE,) * (len(misread) - len(missed))
    return {tuple(sorted((*alike, *zip(misread, truth, strict=True)))) for truth in permutations(missed)}


def _left(pairings: set[tuple[_Pair, ...]], tray: Faces, anything: set[int]) -> set[tuple[_Pair, ...]]:
    """What is not to be seen in the tray, in every way in which the dice there may be those of the roll.

    A die shows what it showed, or the face it has; one that showed one of `anything` may show any face now.
    """
    left = pairings
    for face in tray:
        left = {
            pairs[:i] + pairs[i + 1 :]
            for pairs in left
            for i, pair in enumerate(pairs)
            if face in pair or pair[0] in anything
        }
    return left


def _gone(left: tuple[_Pair, ...]) -> Iterator[Faces]:
    """The dice that may be gone where these are not to be seen: one that never was seen may lie there still."""
    sure = [face for shown, face in left if shown != UNSEEN and face != NO_DIE]
    unseen = [face for shown, face in left if shown == UNSEEN]
    for count in range(len(unseen) + 1):
        for some in combinations(unseen, count):
            yield tuple(sorted((*sure, *some)))
