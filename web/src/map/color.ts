/** Color arithmetic: contrast, mixing, and perceived difference, including color blindness. */

type Triple = readonly [number, number, number];

export type Sight = 'normal' | 'protan' | 'deutan' | 'tritan';

/** Full dichromacy after Machado, Oliveira and Fernandes (2009), on linear RGB. */
const SIGHTS: Record<Sight, readonly number[]> = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function channels(hex: string): Triple {
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as unknown as Triple;
}

function linear(hex: string): Triple {
  return channels(hex).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as unknown as Triple;
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast of two colors `#rrggbb`, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The mix of two colors, with `share` of the second. */
export function mix(a: string, b: string, share: number): string {
  const [p, q] = [channels(a), channels(b)];
  return `#${p
    .map((v, i) =>
      Math.round(255 * (v + ((q[i] as number) - v) * share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function lab(hex: string, sight: Sight): Triple {
  const [r, g, b] = linear(hex);
  const m = SIGHTS[sight];
  const seen = [0, 3, 6].map((k) =>
    Math.min(1, Math.max(0, (m[k] as number) * r + (m[k + 1] as number) * g + (m[k + 2] as number) * b)),
  ) as unknown as Triple;
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.95047);
  const y = f(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
  const z = f((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000 color difference: 1 is just visible, 10 is obvious at a glance. */
export function difference(a: string, b: string, sight: Sight = 'normal'): number {
  const [l1, a1, b1] = lab(a, sight);
  const [l2, a2, b2] = lab(b, sight);
  const rad = Math.PI / 180;
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [u1, u2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(u1, b1), Math.hypot(u2, b2)];
  const angle = (y: number, x: number) => (Math.atan2(y, x) / rad + 360) % 360;
  const [h1, h2] = [angle(b1, u1), angle(b2, u2)];
  const gray = c1 * c2 === 0;
  let dh = gray ? 0 : h2 - h1;
  if (dh > 180) dh -= 360;
  else if (dh < -180) dh += 360;
  let hue = h1 + h2;
  if (!gray) hue = (Math.abs(h1 - h2) > 180 ? (hue < 360 ? hue + 360 : hue - 360) : hue) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh * rad) / 2);
  const t =
    1 -
    0.17 * Math.cos((hue - 30) * rad) +
    0.24 * Math.cos(2 * hue * rad) +
    0.32 * Math.cos((3 * hue + 6) * rad) -
    0.2 * Math.cos((4 * hue - 63) * rad);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const turn = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * rad * Math.exp(-(((hue - 275) / 25) ** 2)));
  const [dl, dc, dhh] = [(l2 - l1) / sl, (c2 - c1) / sc, dH / sh];
  return Math.sqrt(dl ** 2 + dc ** 2 + dhh ** 2 + turn * dc * dhh);
}
