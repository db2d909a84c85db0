/** Scale and move paths by rewriting their numbers. Transforms on hundreds of symbols would slow every frame of a drag.
 */

type Step = readonly [command: string, numbers: readonly number[]];

const parsed = new Map<string, Step[]>();

function steps(d: string): Step[] {
  let found = parsed.get(d);
  if (!found) {
    found = [...d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)].map(([, command = '', rest = '']) => {
      return [command, (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)] as const;
    });
    parsed.set(d, found);
  }
  return found;
}

const round = (v: number) => Math.round(v * 100) / 100;

/** A path scaled by `scale` and then moved by x, y. Supports the commands M L H V C S Q T A Z and their relative forms;
 * arc flags must be separated. */
export function place(d: string, scale: number, x: number, y: number): string {
  let out = '';
  steps(d).forEach(([command, numbers], at) => {
    const absolute = command === command.toUpperCase() || at === 0;
    const [dx, dy] = absolute ? [x, y] : [0, 0];
    const moved = numbers.map((v, i) => {
      switch (command.toUpperCase()) {
        case 'H':
          return round(v * scale + dx);
        case 'V':
          return round(v * scale + dy);
        case 'A': {
          const k = i % 7;
          if (k < 2) return round(v * scale);
          if (k < 5) return v;
          return round(v * scale + (k === 5 ? dx : dy));
        }
        default:
          return round(v * scale + (i % 2 ? dy : dx));
      }
    });
    out += command + moved.join(' ');
  });
  return out;
}
