// Draws the tax breakdown on the left and the totals on the right.
import { beside, type Box, gap, headed, place, stack } from './boxes.ts';
import { BODY, type Canvas, FILL, LABEL, lineHeight, STRONG, type Style } from './canvas.ts';
import type { Flow } from './flow.ts';
import type { PrintedFact, PrintedInvoice } from './printed.ts';
import { drawTable, tableBox } from './table.ts';

const TOTALS_WIDTH = 218;
const GUTTER = 24;
const GRAND: Style = { ...STRONG, size: 11 };
/** With more rates than this, the breakdown goes above the totals, where it can continue over pages. */
const MOST_BESIDE = 8;

/** A part of what follows the lines; `after` is the space below it. */
export interface Part {
  readonly height: number;
  place(flow: Flow): void;
}

export const partOf = (box: Box, after = 0): Part => ({
  height: box.height === 0 ? 0 : box.height + after,
  place: (flow) => {
    place(flow, box, after);
  },
});

export const totalsPart = (canvas: Canvas, printed: PrintedInvoice, width: number): Part => {
  const { taxes, taxHeading } = printed;
  const totals = beside([{ at: width - TOTALS_WIDTH, box: totalsBox(canvas, printed) }]);
  if (taxes.rows.length === 0) return partOf(stack([gap(12), totals]), 12);
  const beyond = width - TOTALS_WIDTH - GUTTER;
  const long = taxes.rows.length > MOST_BESIDE;
  const heading = headed(canvas, taxHeading, gap(0), beyond);
  const table = tableBox(canvas, taxes, beyond);
  if (!long)
    return partOf(
      stack([
        gap(12),
        beside([
          { at: 0, box: stack([heading, table]) },
          { at: 0, box: totals },
        ]),
      ]),
      12,
    );
  return {
    height: table.height + totals.height + heading.height + 34,
    place: (flow) => {
      flow.y += 12;
      place(flow, heading);
      drawTable(
        flow,
        taxes,
        { x: flow.left, width: beyond },
        { least: totals.height + 22, most: totals.height + 22 },
      );
      flow.y += 10;
      place(flow, totals, 12);
    },
  };
};

const totalsBox = (canvas: Canvas, { totals, grandTotal }: PrintedInvoice): Box =>
  stack([
    ...totals.map((fact) => sumBox(canvas, fact, BODY, false)),
    gap(3),
    sumBox(canvas, grandTotal, GRAND, true),
  ]);

const PAD = 6;

const sumBox = (canvas: Canvas, { label, value }: PrintedFact, style: Style, filled: boolean): Box => {
  const words = filled ? style : { ...LABEL, size: style.size };
  const room = TOTALS_WIDTH - 3 * PAD - canvas.width(value, style);
  const widest = Math.max(...label.split(' ').map((word) => canvas.width(word, words)));
  // An amount too wide to fit beside its label goes below it.
  const below = room < widest;
  const labels = canvas.lines(label, words, below ? TOTALS_WIDTH - 2 * PAD : room);
  const before = labels.length - (below ? 0 : 1);
  const height = lineHeight(style) * (before + 1) + (filled ? 2 * PAD - 1 : 5);
  return {
    height,
    draw: (x, y) => {
      if (filled) canvas.document.rect(x, y, TOTALS_WIDTH, height).fill(FILL);
      const top = y + (filled ? PAD + 1 : 2);
      canvas.block(labels, x + PAD, top, words);
      canvas.put(value, x, top + before * lineHeight(style), style, x + TOTALS_WIDTH - PAD);
    },
  };
};
