// Draws the authority's stamp: the QR code, the facts beside it, and the full seals.
import { type Box, beside, factsBox, gap, headed, stack, textBox } from './boxes.ts';
import { BODY, type Canvas, HEADING, INK, SMALL, type Style } from './canvas.ts';
import type { PrintedFact, PrintedStamp } from './printed.ts';
import { drawQr } from './mx/stamp.ts';

/** The SAT's guide requires at least 2.75 cm; with a quiet zone of four modules this is 3.4 cm. */
const CODE = 97;
const GUTTER = 16;

const SEAL: Style = { weight: 'regular', size: 5.8, colour: INK };
const FACT: Style = { ...BODY, size: 7.5 };

export const stampBox = (canvas: Canvas, stamp: PrintedStamp, width: number): Box => {
  const beyond = CODE + GUTTER;
  return headed(
    canvas,
    stamp.heading,
    stack([
      gap(2),
      beside([
        { at: 0, box: codeBox(canvas, stamp) },
        { at: beyond, box: wordsBox(canvas, stamp, width - beyond) },
      ]),
    ]),
    width,
  );
};

const wordsBox = (canvas: Canvas, { facts, seals }: PrintedStamp, width: number): Box =>
  stack([factsBox(canvas, facts, width, FACT), gap(4), ...seals.map((seal) => sealBox(canvas, seal, width))]);

const codeBox = (canvas: Canvas, { qr, caption }: PrintedStamp): Box =>
  stack([
    {
      height: CODE + 3,
      draw: (x, y) => {
        drawQr(canvas, qr, x, y, CODE);
      },
    },
    textBox(canvas, caption, { ...SMALL, size: 6 }, CODE),
  ]);

const sealBox = (canvas: Canvas, { label, value }: PrintedFact, width: number): Box =>
  stack([
    textBox(canvas, label, { ...HEADING, size: 6.5 }, width),
    textBox(canvas, value, SEAL, width),
    gap(4),
  ]);
