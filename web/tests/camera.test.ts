import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Camera, passing } from '../src/map/camera.svelte';

const MAP = { width: 8000, height: 4000, period: 8000 };
const REGION = { width: 8000, height: 5000, period: Infinity };
let still = true;
let detach = () => {};

/** A camera in a frame of a size, and the transform of its stage. */
function shown(width = 1400, height = 800, around: [number, number] | null = null, map = MAP) {
  const element = () => ({
    style: { setProperty() {}, transform: '' },
    addEventListener() {},
    removeEventListener() {},
  });
  const [frame, stage] = [element(), element()];
  const camera = new Camera(() => map);
  detach = camera.attach(frame as unknown as HTMLElement, stage as unknown as HTMLElement, () => true);
  camera.resize(width, height, around);
  return { camera, stage };
}

const settled = () => vi.advanceTimersByTime(1000);

beforeEach(() => {
  still = true;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
  vi.stubGlobal('navigator', { maxTouchPoints: 0 });
});
afterEach(() => {
  detach();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the camera', () => {
  test('opens filling the height, around the point it is given', () => {
    const { camera } = shown(1400, 800, [1000, 500]);
    expect(camera.view.x).toBeCloseTo(1000);
    expect(camera.view.y).toBeCloseTo(MAP.height / 2);
    expect(camera.view.k).toBeCloseTo(800 / MAP.height);
    expect(camera.base).toBe(camera.view.k);
  });

  test('opens near enough to be read in a narrow frame', () => {
    const { camera } = shown(390, 600, [3000, 1500]);
    expect(camera.view.k).toBeGreaterThan(2 * camera.fit);
    expect(camera.view.x).toBeCloseTo(3000);
    expect(camera.view.y).toBeCloseTo(1500);
  });

  test('shows all of the map, and no less than that', () => {
    const { camera } = shown();
    camera.whole();
    expect(camera.view.k).toBeCloseTo(camera.fit);
    camera.zoomBy(0.5);
    expect(camera.view.k).toBeCloseTo(camera.fit);
  });

  test('comes no nearer than two pixels for a map unit', () => {
    const { camera } = shown();
    for (let i = 0; i < 12; i++) camera.zoomBy(1.6);
    expect(camera.view.k).toBe(2);
  });

  test('finds the point under a pixel, and the pixel over a point, across the seam too', () => {
    const { camera } = shown();
    for (const x of [20, 4000, 7990]) {
      camera.center(x, 2000, 1);
      const at = camera.over(x, 2000);
      expect(at.x).toBeCloseTo(700);
      expect(at.y).toBeCloseTo(400);
      const [u, v] = camera.under(at.x, at.y);
      expect(u).toBeCloseTo(x);
      expect(v).toBeCloseTo(2000);
    }
    const [left] = camera.under(0, 400);
    expect(left).toBeCloseTo(7290);
  });

  test('goes the short way over the seam', () => {
    const { camera } = shown();
    camera.center(7900, 2000, 1);
    camera.center(100, 2000, 1);
    expect(camera.view.x).toBeCloseTo(8100);
  });

  test('keeps the map in the frame', () => {
    const { camera } = shown();
    camera.center(4000, 0, 1);
    expect(camera.view.y).toBeCloseTo(400);
    camera.panBy(0, 100);
    expect(camera.view.y).toBeCloseTo(MAP.height - 400);
  });

  test('knows what is in sight, and how near the rim', () => {
    const { camera } = shown();
    camera.center(4000, 2000, 1);
    expect(camera.sees(4000, 2000, 0)).toBe(true);
    expect(camera.sees(3310, 2000, 0)).toBe(true);
    expect(camera.sees(3310, 2000, 48)).toBe(false);
    expect(camera.sees(3290, 2000, 0)).toBe(false);
  });

  test('approaches a small space more than a large one, and never draws back', () => {
    const { camera } = shown();
    camera.approach(4000, 2000, 200);
    const large = camera.view.k;
    camera.approach(4000, 2000, 30);
    const small = camera.view.k;
    expect(small).toBeGreaterThan(large);
    camera.approach(4000, 2000, 200);
    expect(camera.view.k).toBe(small);
  });

  test('stretches the picture while it is zoomed, and draws it anew at rest', () => {
    const { camera, stage } = shown();
    const { base, scale } = camera;
    camera.zoomBy(2);
    expect(camera.base).toBe(base);
    expect(camera.scale).toBe(scale);
    expect(stage.style.transform).toContain('scale(2)');
    settled();
    expect(camera.base).toBeCloseTo(base * 2);
    expect(camera.scale).toBeGreaterThan(scale);
    expect(stage.style.transform).not.toContain('scale');
  });

  test('keeps its middle when the frame grows, and a whole board whole', () => {
    const { camera } = shown();
    camera.center(3000, 1800, 0.7);
    camera.resize(900, 700, null);
    expect(camera.view.x).toBeCloseTo(3000);
    expect(camera.view.k).toBeCloseTo(0.7);
    camera.whole();
    camera.resize(1200, 700, null);
    expect(camera.view.k).toBeCloseTo(camera.fit);
  });

  test('remembers what it showed while the frame is folded away', () => {
    const { camera } = shown();
    camera.center(3000, 1800, 0.7);
    camera.resize(1400, 0, null);
    camera.resize(1400, 800, [100, 100]);
    expect(camera.view.x).toBeCloseTo(3000);
    expect(camera.view.y).toBeCloseTo(1800);
  });

  test('asks for copies of the map only where the seam is in sight', () => {
    const { camera } = shown();
    camera.center(4000, 2000, 1);
    settled();
    expect(camera.shifts).toEqual([0]);
    camera.center(100, 2000, 1);
    settled();
    expect(camera.shifts).toEqual([-8000, 0]);
  });

  test('keeps a map that does not wrap in the frame on all sides', () => {
    const { camera } = shown(1400, 800, [0, 0], REGION);
    camera.center(0, 0, 1);
    expect([camera.view.x, camera.view.y]).toEqual([700, 400]);
    expect(camera.under(0, 0)).toEqual([0, 0]);
    camera.center(9000, 2500, 1);
    expect(camera.view.x).toBeCloseTo(REGION.width - 700);
    settled();
    expect(camera.shifts).toEqual([0]);
    camera.center(7900, 2500, 1);
    camera.center(100, 2500, 1);
    expect(camera.view.x).toBeCloseTo(700);
  });

  test('shows all of a map that does not wrap, in the middle of the frame', () => {
    const { camera } = shown(1400, 800, null, REGION);
    camera.whole();
    expect(camera.view.k).toBeCloseTo(800 / REGION.height);
    expect(camera.view.x).toBeCloseTo(REGION.width / 2);
  });

  test('flies for a while if movement is welcome, and lands where it was sent', () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (f: FrameRequestCallback) => frames.push(f));
    vi.stubGlobal('cancelAnimationFrame', () => {});
    still = false;
    const { camera } = shown();
    const { k } = camera.view;
    const start = performance.now();
    camera.center(2000, 1500, 1);
    expect(camera.view.k).toBe(k);
    frames.shift()?.(start + 100);
    expect(camera.view.k).toBeGreaterThan(k);
    expect(camera.view.k).toBeLessThan(1);
    frames.shift()?.(start + 5000);
    expect(camera.view.k).toBeCloseTo(1);
    expect(camera.view.x).toBeCloseTo(2000);
    expect(frames).toEqual([]);
  });
});

test('a flight begins and ends where it should, and at one scale goes straight', () => {
  const [from, to] = [
    { x: 0, y: 0, k: 0.2 },
    { x: 1000, y: 500, k: 0.8 },
  ];
  expect(passing(from, to, 0)).toEqual(from);
  expect(passing(from, to, 1)).toEqual({ x: 1000, y: 500, k: expect.closeTo(0.8) });
  const level = passing(from, { ...to, k: 0.2 }, 0.5);
  expect(level.k).toBe(0.2);
  expect(level.x / level.y).toBeCloseTo(2);
});
