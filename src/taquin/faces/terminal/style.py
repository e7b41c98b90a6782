"""The two themes, how the screens are laid out, and the keys that leave every one of them."""

from textual.binding import Binding, BindingType
from textual.theme import Theme

__all__ = ["DARK", "LAYOUT", "LIGHT", "QUIT"]

# On every screen, as in every other command.
QUIT: list[BindingType] = [Binding("ctrl+c,ctrl+q", "quit", "Quit", show=False, priority=True)]

DARK = Theme(
    name="taquin-dark",
    dark=True,
    primary="#7db4dd",
    secondary="#98d3b4",
    accent="#f0c674",
    warning="#f0c674",
    error="#f3a08d",
    success="#98d3b4",
    foreground="#e6e9ee",
    background="#11161d",
    surface="#1a212b",
    panel="#232c38",
)
LIGHT = Theme(
    name="taquin-light",
    dark=False,
    primary="#1f5f8f",
    secondary="#1f6b4a",
    accent="#8a5a00",
    warning="#8a5a00",
    error="#a3301a",
    success="#1f6b4a",
    foreground="#17202a",
    background="#f4f5f7",
    surface="#e8eaee",
    panel="#dde1e7",
)
LAYOUT = """
Screen { layout: vertical; }
.bar { height: 1; background: $panel; color: $foreground; padding: 0 1; text-style: bold; }
.keys { height: 1; color: $text-muted; padding: 0 1; }
.says { height: auto; max-height: 100%; padding: 0 1; }
.words { height: auto; max-height: 60%; }
.below { height: auto; min-height: 2; scrollbar-size-vertical: 1; }
.middle { height: 1fr; }
BoardView { width: 1fr; height: 100%; }
.side { width: 34; height: 100%; padding: 1 1 0 1; color: $foreground; }
.under { display: none; padding: 0 1; }
.detail { display: none; height: auto; padding: 0 1; }
.tiny .bar, .tiny .middle, .tiny .keys, .tiny .under, .tiny .detail { display: none; }
.tiny .words { max-height: 100%; }
.tiny .says { padding: 0; }
ModalScreen { align: center middle; background: $background 60%; }
.few-colours ModalScreen { background: transparent; }
.box { width: auto; max-width: 100%; height: auto; max-height: 100%; background: $surface;
       border: round $primary; padding: 0 1; }
.box OptionList { width: auto; height: auto; max-height: 100%; border: none;
                  background: $surface; padding: 0; scrollbar-size-vertical: 1; }
.box OptionList > .option-list--option { padding: 0 1 0 0; }  /* beside the scroll bar */
.box .title { text-style: bold; color: $primary; }
.box .note, .box .example { color: $text-muted; }
.box.form { width: 62; }
.box.form Label, .box.form OptionList { width: 100%; }
.box Input { width: 100%; background: $panel; }
.box .field { width: 100%; height: auto; }
.box.form .field Label { width: 13; }
.box .field Input { width: 1fr; }
.box #wrong { width: 100%; height: auto; }
.box #fault { width: 100%; color: $error; height: auto; }
.box VerticalScroll { width: 74; max-width: 100%; height: 1fr; scrollbar-size-vertical: 1; }
.box.goal VerticalScroll { max-width: 100%; }
.box.tall { height: 100%; }
.box.tall Static { padding-right: 1; }  /* beside the scroll bar */
.topics { margin-top: 1; }
.figures { height: auto; max-height: 50%; scrollbar-size: 1 1; }
.panes { height: 1fr; layout: vertical; }
.pane { height: auto; }
.beside .panes { layout: horizontal; }
DataTable { height: 1fr; background: $background; scrollbar-size: 1 1; }
.text { height: auto; padding: 0 1; }
DataTable:nocolor > .datatable--cursor, Input:nocolor > .input--selection {
    text-style: reverse;
}
"""
