/** Widths of names in the two fonts of the map, as measured by the browser. */

import type { Measure } from './layout';
import '@fontsource/source-serif-4/latin-500-italic.css';

const FACES = {
  land: { font: '600 100px "Barlow Condensed", sans-serif', spacing: 0.045 },
  sea: { font: 'italic 500 100px "Source Serif 4", "Iowan Old Style", Palatino, Georgia, serif', spacing: 0.09 },
};

export class Lettering {
  /** Increases when the fonts have loaded, so that everything is measured again. */
  edition = $state(0);
  private known = new Map<string, number>();
  private readonly context = document.createElement('canvas').getContext('2d');

  readonly measure: Measure = (text, px, face) => {
    const key = `${this.edition}${face}${text}`;
    let width = this.known.get(key);
    if (width === undefined && this.context) {
      this.context.font = FACES[face].font;
      width = this.context.measureText(text).width / 100 + text.length * FACES[face].spacing;
      this.known.set(key, width);
    }
    return (width ?? text.length * 0.5) * px;
  };

  /** Load the fonts. */
  load(): void {
    Promise.all([
      document.fonts.load('600 12px "Barlow Condensed"'),
      document.fonts.load('italic 500 12px "Source Serif 4"'),
    ])
      .then(() => this.edition++)
      .catch(() => undefined);
  }
}
