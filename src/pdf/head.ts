// Draws the head of the first page: seller, document title, buyer and the facts of the document.
import { beside, type Box, factsBox, gap, headed, place, stack, textBox } from './boxes.ts';
import { ACCENT, BODY, type Canvas, LABEL, lineHeight, STRONG, type Style } from './canvas.ts';
import type { Flow } from './flow.ts';
import type { PrintedInvoice, PrintedParty } from './printed.ts';

const NAME: Style = { ...STRONG, size: 13 };
const TITLE: Style = { weight: 'bold', size: 19, colour: ACCENT };
const NUMBER: Style = { ...STRONG, size: 12 };
const GUTTER = 24;

export const drawHead = (flow: Flow, printed: PrintedInvoice): void => {
  const { canvas, width } = flow;
  const { seller, buyer, facts } = printed;
  const title = Math.min(width * 0.48, Math.max(170, titleWidth(canvas, printed)));
  const half = (width - GUTTER) / 2;
  place(
    flow,
    beside([
      { at: 0, box: sellerBox(canvas, seller, width - title - GUTTER) },
      { at: width - title, box: titleBox(canvas, printed, title) },
    ]),
    12,
  );
  canvas.rule(flow.left, flow.y, width, ACCENT);
  flow.y += 12;
  place(
    flow,
    beside([
      { at: 0, box: headed(canvas, buyer.heading, partyBox(canvas, buyer, half), half) },
      { at: half + GUTTER, box: factsBox(canvas, facts, half) },
    ]),
    16,
  );
};

const titleWidth = (canvas: Canvas, { title, number }: PrintedInvoice): number =>
  Math.max(canvas.width(title, TITLE), canvas.width(number, NUMBER)) + 1;

const sellerBox = (canvas: Canvas, { name, lines }: PrintedParty, width: number): Box =>
  stack([
    textBox(canvas, name, NAME, width),
    gap(3),
    ...lines.map((line) => textBox(canvas, line, LABEL, width)),
  ]);

const partyBox = (canvas: Canvas, { name, lines }: PrintedParty, width: number): Box =>
  stack([
    textBox(canvas, name, { ...STRONG, size: 10 }, width),
    gap(2),
    ...lines.map((line) => textBox(canvas, line, BODY, width)),
  ]);

/** Title, number and subtitle, right-aligned. */
const titleBox = (canvas: Canvas, { title, number, subtitle }: PrintedInvoice, width: number): Box => {
  const parts: readonly (readonly [string, Style])[] = [
    [title, TITLE],
    [number, NUMBER],
    ...(subtitle === null ? [] : [[subtitle, LABEL] as const]),
  ];
  const strips = parts.flatMap(([text, style]) =>
    canvas.lines(text, style, width).map((line) => ({ line, style })),
  );
  return {
    height: strips.reduce((sum, { style }) => sum + lineHeight(style), 0),
    draw: (x, y) => {
      let top = y - 4;
      for (const { line, style } of strips) {
        canvas.put(line, x, top, style, x + width);
        top += lineHeight(style);
      }
    },
  };
};
