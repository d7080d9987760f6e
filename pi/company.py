"""The simulated people of an evening: those who keep hands or those who talk, as the game wants it."""

from collections.abc import Callable, Mapping
from functools import partial

from pi.cameras.mat_mock import MatCamera
from pi.cameras.mock import MockCamera
from pi.guests import Guests
from pi.mat_players import MatPlayers
from pi.players import SimulatedPlayers
from rules.events import Event
from rules.game import Faces
from rules.referee import Ask
from rules.table import Table
from ui.view import Choice, ChooseHand, Speak, TakeAsRoll
from vision.reading import Colour


class Company:
    """Whoever sits at the table now. What they choose on the screen goes to `press`."""

    when_failed = "the simulated players have failed"

    def __init__(
        self,
        camera: MockCamera,
        seed: int,
        *,
        colours: Mapping[str, Colour],
        rough: bool,
        press: Callable[[Choice], None],
    ) -> None:
        self._keepers = _keepers(camera, seed, colours, rough, lambda hand: press(ChooseHand(hand)))
        self._guests = Guests(
            camera,
            seed,
            colours=colours,
            rough=rough,
            speak=lambda said: press(Speak(said)),
            count=lambda: press(TakeAsRoll()),
        )
        self._seated: SimulatedPlayers | Guests = self._keepers

    @property
    def wish(self) -> Faces:
        """The hand that the one to move means to have, where hands are kept; for whoever checks the referee."""
        return self._keepers.wish

    def sit(self, table: Table) -> None:
        """Sit down at a game as it stands."""
        self._seated = self._keepers if table.game.keeps else self._guests
        self._seated.sit(table)

    def listen(self, event: Event) -> None:
        """The referee tells everybody something."""
        self._seated.listen(event)

    def ask(self, question: Ask) -> None:
        """The table is asked something."""
        self._seated.ask(question)

    def act(self) -> None:
        """Once a frame: begin the next gesture if it is time for one."""
        self._seated.act()


def _keepers(
    camera: MockCamera, seed: int, colours: Mapping[str, Colour], rough: bool, choose: Callable[[Faces], None]
) -> SimulatedPlayers:
    """Those who keep hands, in their cups' stead or in their zones."""
    sits = partial(MatPlayers, camera) if isinstance(camera, MatCamera) else partial(SimulatedPlayers, camera)
    return sits(seed, colours=colours, rough=rough, choose=choose)
