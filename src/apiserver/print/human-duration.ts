const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** A time that went by, in one or two units, as Kubernetes writes it: `90s`, `5m30s`, `3d4h`. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / second);
  if (seconds < -1) return "<invalid>";
  if (seconds < 120) return `${Math.max(0, seconds)}s`;
  const minutes = Math.trunc(ms / minute);
  if (minutes < 10) return both(minutes, "m", [seconds % 60, "s"]);
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(ms / hour);
  if (hours < 8) return both(hours, "h", [minutes % 60, "m"]);
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 24 * 8) return both(days, "d", [hours % 24, "h"]);
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.trunc(days / 365);
  return hours < 24 * 365 * 8 ? both(years, "y", [days % 365, "d"]) : `${years}y`;
}

function both(large: number, unit: string, [small, smallUnit]: readonly [number, string]): string {
  return small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;
}

/** How long ago a time was; `<unknown>` for none, `<invalid>` for what is none. */
export function since(time: string | null | undefined, now: number): string {
  if (!time) return "<unknown>";
  const at = Date.parse(time);
  return Number.isNaN(at) ? "<invalid>" : humanDuration(now - at);
}
