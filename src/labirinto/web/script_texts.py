"""Texts of the scripts of the page: what they say while one plays, looks and draws."""

from __future__ import annotations

from labirinto.asking.record import Counted, gettext, ngettext
from labirinto.web.problem_texts import NO_NETWORK
from labirinto.web.texts import SEPARATOR

# For the scripts.  Numbers come in the digits of the language.
MESSAGES: dict[str, str | Counted] = {
    "copied": gettext("Link copied."),
    "embed_copied": gettext("Code copied."),
    "not_copied": gettext("The link could not be copied. Copy it from above."),
    "failed": gettext("The maze could not be loaded. Try again in a moment."),
    "offline": NO_NETWORK,
    "unmade": gettext(
        "This browser could not make the maze: it lacks memory, or is too old. Try a smaller maze, "
        "or another browser."
    ),
    "refused": gettext("Some values can’t be used. The maze is unchanged."),
    "made": gettext("New maze ready."),
    "begin": gettext("You are at the start. Find the path to the end."),
    "place": gettext("Column %(column)s, row %(row)s."),
    "place_floor": gettext("Floor %(floor)s, column %(column)s, row %(row)s."),
    "place_below": gettext("Column %(column)s, row %(row)s, under the bridge."),
    "floor_of": gettext("Floor %(floor)s of %(floors)s"),
    "above": gettext("up the stair"),
    "below": gettext("down the stair"),
    "stage_floors": gettext(
        "The maze: walk with the arrow keys, and take the stairs with Page Up and Page Down"
    ),
    "place_ring": gettext("Ring %(ring)s, cell %(place)s."),
    "place_cell": gettext("Cell %(cell)s."),
    "leads": gettext("You can go: %(directions)s."),
    "wall": gettext("There is a wall."),
    "no_stair_up": gettext("No stair leads up from here."),
    "no_stair_down": gettext("No stair leads down from here."),
    "hint": gettext("Go on: %(directions)s."),
    "solved": ngettext(
        "Solved! You took %(steps)s step; the shortest path has %(shortest)s. Time: %(time)s.",
        "Solved! You took %(steps)s steps; the shortest path has %(shortest)s. Time: %(time)s.",
    ),
    "shortest_path": gettext("By the shortest path!"),
    "unaided": gettext("Without hints."),
    "hints_used": ngettext("With %(hints)s hint.", "With %(hints)s hints."),
    "saw_solution": gettext("With the solution shown."),
    "to_beat": gettext("Time to beat: %(time)s"),
    "beaten": gettext("You beat the time of %(time)s!"),
    "equalled": gettext("Exactly the time to beat: %(time)s."),
    "not_beaten": gettext("The time to beat was %(time)s."),
    "not_alone": gettext("Solved with help, so the time to beat still stands: %(time)s."),
    "new_best": gettext("Your best time at this size!"),
    "solved_in": gettext("Solved in %(time)s"),
    "harder": gettext("Harder"),
    "larger": gettext("Larger"),
    "go_on": gettext("Go on: %(level)s"),
    "curve": gettext(
        "Each dot is a maze: to the right its difficulty, upwards your time. %(bits)s bits take "
        "you about %(time)s."
    ),
    "curve_begun": gettext("From now on, each maze that you solve without help adds a dot here."),
    "streak": ngettext("%(days)s day in a row", "%(days)s days in a row"),
    "challenge": gettext("I solved this maze in %(time)s. Can you beat that?"),
    "choosing": gettext(
        "The maze: choose cells with the arrow keys and Enter; Escape ends the choice"
    ),
    "choose_start": gettext("Choose the start."),
    "choose_end": gettext("Now choose the end."),
    "same_cell": gettext("This is the start. Choose another cell as the end."),
    "measuring": gettext(
        "The maze, coloured by distance: choose a cell with the arrow keys and Enter; Escape ends"
    ),
    "measure": gettext("Choose a cell to measure from."),
    "measured": ngettext(
        "%(place)s The farthest cell from here is %(steps)s step away.",
        "%(place)s The farthest cell from here is %(steps)s steps away.",
    ),
    "distance": ngettext("%(steps)s step from there.", "%(steps)s steps from there."),
    "far": ngettext("far (%(steps)s step)", "far (%(steps)s steps)"),
    "east": gettext("right"),
    "south": gettext("down"),
    "west": gettext("left"),
    "north": gettext("up"),
    "descended": gettext("Rows down: %(rows)s. Steps: %(steps)s."),
    "south_east": gettext("down to the right"),
    "south_west": gettext("down to the left"),
    "north_west": gettext("up to the left"),
    "north_east": gettext("up to the right"),
    "separator": SEPARATOR,
    "stage": gettext("The maze: walk with the arrow keys"),
    "stage_cells": gettext("The maze: walk with the arrow keys, and with Q, E, Z and C diagonally"),
    "fetching": gettext("Loading the steps…"),
    "not_fetched": gettext("The steps could not be loaded. Try again in a moment."),
    "play": gettext("Play"),
    "pause": gettext("Pause"),
    "step": gettext("Step %(step)s of %(steps)s"),
    "joined": gettext("%(joined)s of %(all)s"),
}

# For the viewer, which not every page has.
VIEW_MESSAGES = {
    "view_at_cell": gettext("The middle of the view is cell %(cell)s."),
    "view_no_cell": gettext("Type a cell from %(first)s to %(last)s."),
    "view_no_number": gettext("Type the numbers of a cell."),
    "view_outside": gettext("There is no cell %(cell)s in this maze."),
    "view_solving": gettext("Finding the path: %(share)s of the rows are read."),
    "view_unsolved": gettext("No path could be found in this file."),
    "view_making": gettext("Making the maze. The largest ones take some seconds."),
    "view_unplayable": gettext("This maze is too large to be played in this browser."),
    "view_finding": gettext("Finding the start and the end…"),
}

# For the script of the page for photographs.
PHOTO_MESSAGES = {
    "solving": gettext("Solving the maze…"),
    "failed": gettext("The photograph could not be sent. Try again in a moment."),
    "offline": NO_NETWORK,
    "busy": gettext("The server is busy. Try again in a few seconds."),
    "unreadable": gettext("This browser cannot show the file. The file is sent unchanged."),
    "choose_start": gettext("Choose the start in the picture."),
    "choose_end": gettext("Now choose the end."),
    "picture": gettext("The photograph"),
    "choosing": gettext(
        "The photograph: move the cross with the arrow keys, and choose with Enter; Escape ends "
        "the choice"
    ),
    "solved": gettext("The photograph with the path"),
    "maze": gettext("Maze %(number)s"),
}

# For the script of the page on which shapes are drawn.
DRAW_MESSAGES: dict[str, str | Counted] = {
    "place": gettext("Column %(column)s, row %(row)s."),
    "inside": gettext("Part of the maze."),
    "outside": gettext("Not part of the maze."),
    "painter": gettext(
        "Paint the shape: arrow keys move the cursor, Space paints and erases, Backspace undoes"
    ),
    "painted": ngettext("%(cells)s cell painted.", "%(cells)s cells painted."),
}
