"""The referee of the tray in games with words, coloured dice and hidden ones."""

from rules.game import Roll, Say
from rules.games import by_key
from rules.referee import Act, Ask, Lying, Referee, Wait
from rules.table import Table


def lying(*dice):
    """Dice by colour and face, side by side."""
    return tuple(Lying(face, colour, 40.0 * place) for place, (colour, face) in enumerate(dice))


def at(key, *actions):
    table = Table(by_key(key), ("red", "blue"), "red")
    referee = Referee(table, {"red": "red", "blue": "blue"} if table.game.own_dice else None)
    for action in actions:
        table.push(action)
        referee.sync()
    return table, referee


BID = Say("bid", {"count": 3, "face": 4})
CIRCLED = Roll((6, 3, 2), colours=("red", "green", "blue"))


def test_a_roll_of_niu_niu_is_five_dice_of_the_own_colour():
    table, referee = at("niu-niu-ten")
    assert referee.awaits == "roll"
    assert referee.see(lying(*[("blue", 1)] * 5)).about == "wrong-colour"
    referee.see(())
    five = lying(*[("red", face) for face in (1, 3, 6, 4, 6)])
    assert referee.see(five) == Act(Roll((1, 3, 4, 6, 6)))
    table.push(Roll((1, 3, 4, 6, 6)))
    referee.sync()
    assert referee.awaits == "sweep"


def test_dice_that_come_into_view_before_the_call_are_said():
    _, referee = at("perudo", BID)
    assert referee.awaits == "say"
    assert referee.see(()) == Wait()
    assert referee.see(lying(("red", 3))) == Ask("hidden-dice")
    assert referee.see(lying(("red", 3))) == Ask("hidden-dice")
    assert referee.see(()) == Wait()


def test_after_the_call_dice_are_counted_when_all_are_there_or_people_say_so():
    table, referee = at("perudo", BID, Say("open"))
    assert referee.awaits == "roll"
    six = lying(*[("red", 4)] * 3, *[("blue", 1)] * 3)
    assert referee.see(six).about == "more-dice"
    assert referee.may_count
    assert referee.take_as_roll() == Act(Roll((1, 1, 1, 4, 4, 4)))
    table.push(Roll((1, 1, 1, 4, 4, 4)))
    referee.sync()
    assert referee.awaits == "sweep"
    referee.see(())
    assert referee.see(lying(*[("blue", 2)] * 5)).about == "wrong-dice-count"
    referee.see(())
    assert referee.see(lying(*[("blue", 2)] * 4)) == Act(Roll((2, 2, 2, 2)))


def test_tally_dice_are_told_by_colour():
    _, referee = at("tally-up")
    three = lying(("red", 6), ("green", 3), ("blue", 2))
    assert referee.see(three) == Act(Roll((2, 3, 6), colours=("blue", "green", "red")))


def test_while_people_say_in_or_out_what_lies_there_is_left_alone():
    _, referee = at("tally-up", CIRCLED)
    assert referee.awaits == "say"
    assert referee.see(lying(("red", 1))) == Wait()


def test_the_up_die_is_white():
    _, referee = at("tally-up", CIRCLED, Say("in", {}, "red"), Say("in", {}, "blue"))
    assert referee.see(lying(("red", 1))).about == "other-dice"
    referee.see(())
    assert referee.see(lying(("white", 5))) == Act(Roll((5,), colours=("white",)))


def test_a_die_of_a_misread_colour_counts_where_people_say_so_and_it_can_be_one_only():
    in_ = [Say("in", {}, "red"), Say("in", {}, "blue")]
    table, referee = at("tally-up", Roll((4, 3, 4), colours=("red", "orange", "purple")), *in_)
    assert referee.see(lying(("red", 4), ("orange", 4), ("blue", 2))).about == "other-dice"
    assert referee.may_count
    assert referee.take_as_roll() == Act(Roll((4, 2, 4), colours=("orange", "purple", "red")))
    referee.see(())
    assert referee.see(lying(("red", 4), ("green", 4), ("blue", 2))).about == "other-dice"
    assert not referee.may_count
    assert referee.take_as_roll().about == "other-dice"
    assert len(table.actions) == 3
