// Draws the tax breakdown on the left and the totals on the right.
import { type Box, gap, headed, place, stack, textBox } from './boxes.ts';
import { BODY, type Canvas, FILL, HEADING, LABEL, lineHeight, STRONG, type Style } from './canvas.ts';
import type { Flow } from './flow.ts';
import type { PrintedFact, PrintedInvoice, PrintedTable } from './printed.ts';
import { drawTable } from './table.ts';

const TOTALS_WIDTH = 218;
const GUTTER = 24;
const GRAND: Style = { ...STRONG, size: 11 };
/** With more rates than this, the breakdown goes above the totals, where it can continue over pages. */
const MOST_BESIDE = 8;
const ROW = lineHeight(BODY) + 10;

export const drawTotals = (flow: Flow, printed: PrintedInvoice): void => {
  const { canvas, left, right, width } = flow;
  const totals = totalsBox(canvas, printed);
  const { taxes } = printed;
  const taxArea = { x: left, width: width - TOTALS_WIDTH - GUTTER };
  flow.y += 12;
  if (taxes.rows.length > MOST_BESIDE) {
    drawTaxes(flow, printed.taxHeading, taxes, taxArea);
    flow.y += 10;
    place(flow, shifted(totals, right - TOTALS_WIDTH - left));
  } else {
    flow.need(Math.max(totals.height, taxesHeight(taxes)));
    const top = flow.y;
    totals.draw(right - TOTALS_WIDTH, top);
    if (taxes.rows.length > 0) drawTaxes(flow, printed.taxHeading, taxes, taxArea);
    flow.y = Math.max(flow.y, top + totals.height);
  }
  flow.y += 12;
  const { inWords } = printed;
  if (inWords !== null) place(flow, textBox(canvas, inWords, BODY, width), 10);
};

const taxesHeight = ({ rows }: PrintedTable): number => lineHeight(HEADING) + 3 + (rows.length + 2) * ROW;

const drawTaxes = (
  flow: Flow,
  heading: string,
  table: PrintedTable,
  area: { readonly x: number; readonly width: number },
): void => {
  place(flow, headed(flow.canvas, heading, gap(0), area.width));
  drawTable(flow, table, area);
};

const shifted = ({ height, draw }: Box, by: number): Box => ({
  height,
  draw: (x, y) => {
    draw(x + by, y);
  },
});

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
  // An amount too wide to fit beside its label goes below it.
  const below = room < canvas.width(label, words);
  const height = lineHeight(style) * (below ? 2 : 1) + (filled ? 2 * PAD - 1 : 5);
  return {
    height,
    draw: (x, y) => {
      if (filled) canvas.document.rect(x, y, TOTALS_WIDTH, height).fill(FILL);
      const top = y + (filled ? PAD + 1 : 2);
      canvas.put(label, x + PAD, top, words);
      canvas.put(value, x, top + (below ? lineHeight(style) : 0), style, x + TOTALS_WIDTH - PAD);
    },
  };
};
