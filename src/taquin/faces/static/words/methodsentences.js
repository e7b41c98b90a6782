// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** The steps of the row-and-column method. */
export const METHOD_SENTENCES = {
  row: "Row {number}",
  column: "Column {number}",
  last: "Last four cells",
  bring: "Bring {tile} {where}.",
  behind: "Bring {tile} {side} {other}.",
  park: "Park {tile} in the corner where {other} belongs; then both turn in together.",
  turn: "Turn {tile} and {other} into place together.",
  close: "{tile} and {other} are close: turn them into place together.",
  rotate: "Rotate {tiles} and {last} until they fit.",
  cell: "row {row}, column {column}",
  beside: "{side} {other}: {place}",
  corner: "to its corner, {place}",
  under: "under",
  above: "above",
  right: "to the right of",
  left: "to the left of",
  byRows: "row by row",
  byColumns: "column by column",
  byBoth: "rows and columns",
  stuck: "{tiles} cannot be turned into place: the board is unsolvable for this goal.",
};
