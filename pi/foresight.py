"""Chances for the screen: the exact odds of the game in play, where people want to see them."""

from dataclasses import replace

from pi.preferences import PreferenceFile
from rules import chances
from rules.events import Told
from rules.house import begun
from rules.table import Table
from ui.view import Odds, TableView


class Foresight:
    """Adds to the table's view what people have switched on; reckoned anew only where the game has moved on."""

    def __init__(self, preferences: PreferenceFile) -> None:
        self._preferences = preferences
        self._table: Table | None = None
        self._changes = -1
        self._odds = Odds()
        self._advice: Told | None = None
        chances.warm()

    def add(self, view: TableView, table: Table, now_s: float) -> TableView:
        """The view with chances, with what each hand is worth, or with word that there are none to tell."""
        wanted = self._preferences.now
        if not (wanted.odds or wanted.coach):
            return view
        if not chances.has_odds(table.game, table.players):
            return self._advise(view, table) if wanted.coach else replace(view, no_odds=not begun(table.actions))
        self._follow(table, now_s)
        odds = replace(
            self._odds,
            chances=self._odds.chances if wanted.odds else (),
            worth=self._odds.worth if wanted.coach and view.options == table.position.options else (),
        )
        return replace(view, odds=odds)

    def _advise(self, view: TableView, table: Table) -> TableView:
        """The view with what the game's own coach says; with word that there are no odds where nothing was done yet."""
        if table is not self._table or table.changes != self._changes:
            self._advice = table.game.advice(table.position)
            self._table, self._changes = table, table.changes
        return replace(view, advice=self._advice, no_odds=self._advice is None and not begun(table.actions))

    def _follow(self, table: Table, now_s: float) -> None:
        """Reckon anew if the table has changed."""
        if table is self._table and table.changes == self._changes:
            return
        before = self._odds.chances if table is self._table else ()
        position = table.position
        self._odds = Odds(chances.chances(position), before, now_s, chances.worth(position))
        self._table, self._changes = table, table.changes
