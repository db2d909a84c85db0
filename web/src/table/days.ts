/** Days and hours of this browser's time zone, for seconds since 1970 and hours of UTC. */

/** The day of a moment as `YYYY-MM-DD`; empty for none. */
export function dayOf(seconds: number): string {
  if (seconds <= 0) return '';
  const date = new Date(seconds * 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The beginning of a day, in seconds; 0 for none. */
export function timeOf(day: string): number {
  return day ? new Date(`${day}T00:00`).getTime() / 1000 : 0;
}

export function dayAfter(day: string): string {
  if (!day) return '';
  const date = new Date(`${day}T12:00`);
  date.setDate(date.getDate() + 1);
  return dayOf(date.getTime() / 1000);
}

/** Hours between UTC and this time zone, rounded. */
const shift = () => Math.round(new Date().getTimezoneOffset() / 60);

export const hourHere = (hour: number): number => (((hour - shift()) % 24) + 24) % 24;
export const hourThere = (hour: number): number => (((hour + shift()) % 24) + 24) % 24;
