// Boxes of known height: measured first, then drawn where they fit.
import { BODY, type Canvas, HEADING, LABEL, lineHeight, type Style } from './canvas.ts';
import type { Flow } from './flow.ts';
import type { PrintedFact } from './printed.ts';

export interface Box {
  readonly height: number;
  draw(x: number, y: number): void;
}

export const textBox = (canvas: Canvas, text: string, style: Style, width: number): Box => {
  const lines = canvas.lines(text, style, width);
  return {
    height: lines.length * lineHeight(style),
    draw: (x, y) => {
      canvas.block(lines, x, y, style);
    },
  };
};

export const gap = (height: number): Box => ({ height, draw: () => undefined });

/** Stacks boxes vertically. */
export const stack = (boxes: readonly Box[]): Box => ({
  height: boxes.reduce((sum, { height }) => sum + height, 0),
  draw: (x, y) => {
    let top = y;
    for (const box of boxes) {
      box.draw(x, top);
      top += box.height;
    }
  },
});

/** Places boxes side by side, each at its offset from the left. */
export const beside = (parts: readonly { readonly at: number; readonly box: Box }[]): Box => ({
  height: Math.max(0, ...parts.map(({ box }) => box.height)),
  draw: (x, y) => {
    for (const { at, box } of parts) box.draw(x + at, y);
  },
});

export const headed = (canvas: Canvas, heading: string, box: Box, width: number): Box =>
  stack([textBox(canvas, heading.toUpperCase(), HEADING, width), gap(3), box]);

const FACT_GAP = 8;
const ROW_GAP = 1.5;

/** Labels with values beside them; the label column is as wide as its widest label, up to just over a third. */
export const factsBox = (
  canvas: Canvas,
  facts: readonly PrintedFact[],
  width: number,
  value: Style = BODY,
): Box => {
  const label: Style = { ...LABEL, size: value.size };
  const widest = Math.max(0, ...facts.map((fact) => canvas.width(fact.label, label)));
  const labels = Math.min(widest, width * 0.42);
  return stack(
    facts.map((fact) =>
      stack([
        beside([
          { at: 0, box: textBox(canvas, fact.label, label, labels) },
          {
            at: labels + FACT_GAP,
            box: textBox(canvas, fact.value, value, width - labels - FACT_GAP),
          },
        ]),
        gap(ROW_GAP),
      ]),
    ),
  );
};

/** Draws the box at the current position, on a new page if it does not fit. */
export const place = (flow: Flow, box: Box, after = 0): void => {
  if (box.height === 0) return;
  flow.need(box.height);
  box.draw(flow.left, flow.y);
  flow.y += box.height + after;
};
