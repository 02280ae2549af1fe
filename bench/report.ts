import type { Report, Row } from "./compare.ts";

/** A report as a table for people. */
export function formatReport({ name, size, sizeUnit, rounds, rows }: Report): string {
  const table = rows.map((row) => [
    row.metric,
    `${short(row.ours)} ${row.unit}`,
    row.peerName,
    row.peer === null ? "missing" : `${short(row.peer)} ${row.unit}`,
    ratioOf(row),
    goalOf(row),
  ]);
  const head = ["metric", "ours", "peer", "", "ours ÷ peer (spread)", "goal"];
  const widths = head.map((title, column) => Math.max(title.length, ...table.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return [`${name}: ${size} ${sizeUnit}, ${rounds} rounds`, "", line(head), ...table.map(line), ...reasons(rows)].join(
    "\n",
  );
}

/** Why a peer could not run, once each. */
function reasons(rows: readonly Row[]): readonly string[] {
  const missing = rows.filter((row) => row.missing !== undefined);
  return [...new Set(missing.map((row) => `\n${row.peerName} is missing: ${row.missing}`))];
}

function ratioOf({ ratio, spread }: Row): string {
  if (ratio === null || spread === null) return "";
  return `${ratio.toFixed(2)} (${spread[0].toFixed(2)}–${spread[1].toFixed(2)})`;
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
