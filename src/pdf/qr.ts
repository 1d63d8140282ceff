// Draws QR codes as vectors: sharp at any size, and deterministic.
import { encode } from 'uqr';
import type { Canvas } from './canvas.ts';

/** The modules (true is dark) without the quiet zone. Error correction level M, as the SAT's guide asks. */
export const qrModules = (text: string): readonly (readonly boolean[])[] =>
  encode(text, { ecc: 'M', border: 0 }).data;

/** Draws the code; adjacent dark modules of a row are merged into one rectangle. */
export const drawQr = ({ document }: Canvas, text: string, x: number, y: number, side: number): void => {
  const modules = qrModules(text);
  const step = side / modules.length;
  modules.forEach((row, line) => {
    for (let column = 0; column < row.length; column += 1) {
      if (row[column] !== true) continue;
      const first = column;
      while (row[column + 1] === true) column += 1;
      document.rect(x + first * step, y + line * step, (column - first + 1) * step, step);
    }
  });
  document.fill('#000000');
};
