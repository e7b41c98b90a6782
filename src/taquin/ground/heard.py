"""Sentences that Python says to people who wait, and that the page translates when it hears them.

The page knows them by its catalogues (see `taquin.ground.sentences` for what stands in braces);
a sentence that is not here stays English there.
"""

from enum import StrEnum

__all__ = ["HeuristicSentence", "NoticeSentence", "RefusalSentence", "RemedySentence"]


class NoticeSentence(StrEnum):
    """What is announced while a search is prepared: see `taquin.ground.announce`."""

    SEARCH = "compiling {algorithm} (once, about {seconds} s)"
    BEAM = "compiling the beam search (once, about 20 s)"
    METHOD = "compiling the row-and-column method (once, about 5 s)"
    OVER_PATTERNS = "compiling the search over pattern databases (once, about {seconds} s)"
    OVER_RELABELLED = "compiling the search over relabelled tables (once, about {seconds} s)"
    PATTERNS = "building the pattern databases of {partition} (once)"
    PATTERNS_NOW = "building the pattern databases of {partition} (for this search)"
    PLAIN_PATTERNS = "building the plain pattern databases of {partition}"
    WEIGHTED = "building the pattern database of tiles {tiles} with their costs (once)"
    WEIGHTED_NOW = (
        "building the pattern database of tiles {tiles} with their costs (for this search)"
    )
    RELABELLED = "building the relabelled table of {size} (once, about 10 s)"
    RELABELLED_NOW = "building the relabelled table of {size} (for this search)"
    DISTANCES = "searching for the distances between {cells:cell}"
    OTHERS_TILES = "waiting for another process that is building tiles {tiles}"
    OTHERS_FILE = "waiting for another process that is building {file}"
    IN_FILES = (
        "this table takes {needed} of memory to build, and {free} may be used: it is built in "
        "files, which takes longer"
    )
    CHECKING = "checking the tables before the answer"
    LARGER = (
        "this search has lasted {seconds} s: restarting with larger tables, {heuristic} (up to "
        "200 MB, built once)"
    )


class HeuristicSentence(StrEnum):
    """Why a heuristic does not support a board."""

    LINES = (
        "walking_distance: {lines} lines of {length} cells need a table of more than {most} "
        "states. Use linear_conflict or a pattern database."
    )
    PARTITION = (
        "partition {partition} does not fit {size}: it must contain each of the tiles 1 to {last} "
        "exactly once."
    )
    CELLS = (
        "pattern databases support boards of up to {most} cells; this board has {cells}. Use "
        "manhattan or linear_conflict."
    )


class RefusalSentence(StrEnum):
    """Why a server does not answer, where that may happen to any visitor."""

    TABLE = "A pattern database stored on this server cannot be used."
    PLUG_IN = "A plug-in of this server failed."
    FULL = "The server's disk is full."
    LARGE = "The server may not write a file of that size."
    SERVER = "The server could not load, read or write a part of itself."
    DEFECT = "A defect in taquin ended the job."
    FAILED = "the server failed on this request."
    TIME = "The job did not finish in time."
    MEMORY = "The job exceeded this server's memory limit."
    ENDED = "The job's process ended without a result."
    QUEUE = "the queue is full: {jobs} jobs are running or waiting."
    OF_PAGE = "this page already has {jobs} jobs running or waiting; the limit is {most}."
    OF_ADDRESS = "your address already has {jobs} jobs running or waiting; the limit is {most}."
    EXPLANATIONS = "there are already {number} boards waiting to be explained."
    EXPLANATIONS_OF_ADDRESS = "your address already has {number} boards waiting to be explained."
    QUESTIONS = "there are already {number} questions waiting to be read."
    QUESTIONS_OF_ADDRESS = "your address already has {number} questions waiting to be read."
    SLOW_QUESTION = "this question takes longer than {seconds} s to read."
    UNREAD_QUESTION = "the question could not be read now."
    NO_PROCESS = "no process could be started."
    NO_JOB = "there is no such job."
    VISITORS = "the server has reached its maximum number of visitors."
    STREAMS = "all {most} event streams are in use."
    STREAMS_OF_CLIENT = "this client already has {most} event streams."
    REQUESTS = "you already have {most} open requests."
    RATE = "too many requests: the limit is {rate} per second, after a burst of {burst}."
    NO_TRACE_LEFT = "the file of this job's trace was deleted to make room for others."
    NO_MOVES_LEFT = "the file of this job's moves was deleted to make room for others."
    NOT_BUILT = (
        "{heuristic} is not built on this server for {size}; omit the heuristic, or ask the "
        "operator of the server to build it: taquin pdb build {partition}."
    )
    NO_RELABELLED = (
        "relabelled has no table of {size} on this server; omit the heuristic, or ask the operator "
        "of the server to solve one such board in mtm."
    )
    SIDES = (
        "the board is {size}; this server accepts sides of {least} to {most}. Solve larger boards "
        "on the command line: taquin solve."
    )


class RemedySentence(StrEnum):
    """What to do about a refusal."""

    AGAIN_IN = "Try again in {seconds} s."
    LATER = "Try again later, or tell the operator of this server, whose log says what is wrong."
    LESS = "Ask for less, or tell the operator of this server, whose log says what is wrong."
    OTHER_HEURISTIC = (
        "Choose another heuristic, or tell the operator of this server, whose log says what is "
        "wrong."
    )
    OTHER_SEARCH = (
        "Choose a search without it, or tell the operator of this server, whose log says what is "
        "wrong."
    )
    REPORT = "Please report it, with the board and the search."
    REPORT_REQUEST = "This is a bug in taquin. Please report it, with the request."
    SMALLER = "Choose a search that stores fewer states, such as idastar, or a smaller board."
    IF_BUSY = "Run it again if the server was busy or compiling; otherwise choose a smaller board."
    IF_RECURS = "Try again, and report it if it recurs."
    CANCEL = "Cancel one with DELETE /api/jobs/{id}, or wait until one is done."
    POST_AGAIN = "Jobs are deleted some time after they end; post it again."
    FEWER = "Ask again when fewer visitors are here, or for fewer searches at a time."
    SHORTER = "Ask about a smaller board, or use fewer names in one question."
    BOARD = (
        "Write a board as its rows with 0 for the blank, as in 7 0 2/8 5 3/6 1 4; see /api/docs."
    )
    NAMES = "GET /api/catalogue lists every name and every option."
    CORRECT = "Correct the part named in the message and try again."
