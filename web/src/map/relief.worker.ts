/** Paint the relief in a worker. */

import { relief } from './relief';

export interface Job {
  sort: Uint8Array;
  columns: number;
  rows: number;
  unit: number;
  wraps: boolean;
}

self.onmessage = async ({ data }: MessageEvent<Job>) => {
  const { sort, columns, rows, unit, wraps } = data;
  const canvas = new OffscreenCanvas(columns, rows);
  const pixels = new Uint8ClampedArray(relief(sort, columns, rows, unit, wraps));
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  self.postMessage(await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 }));
};
