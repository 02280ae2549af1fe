import type { Report, Row } from "./compare.ts";

/** A report as a table for people. */
export function formatReport({ name, size, rounds, rows }: Report): string {
  const table = rows.map((row) => [
    row.metric,
    `${short(row.ours)} ${row.unit}`,
    `${short(row.peer)} ${row.unit}`,
    `${row.ratio.toFixed(2)} (${row.spread[0].toFixed(2)}–${row.spread[1].toFixed(2)})`,
    goalOf(row),
  ]);
  const head = ["metric", "ours", rows[0]?.peerName ?? "peer", "ours ÷ peer (spread)", "goal"];
  const widths = head.map((title, column) => Math.max(title.length, ...table.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return [`${name}: ${size} keys, ${rounds} rounds`, "", line(head), ...table.map(line)].join("\n");
}

function goalOf({ goal, better, met }: Row): string {
  if (goal === null) return "";
  return `${better === "higher" ? "≥" : "≤"} ${goal} ${met ? "met" : "NOT met"}`;
}

function short(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  if (value >= 1e4) return `${(value / 1e3).toFixed(1)} k`;
  return value.toFixed(1);
}
