// Things of known height: measured first, drawn where there is room for them.
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

/** Below each other. */
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

/** Next to each other, each at its distance from the left. */
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

/** Labels with their values beside them; the labels take as much as the widest needs, at most a good third. */
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

/** Draws the box at the current place, on a new page if it does not fit this one. */
export const place = (flow: Flow, box: Box, after = 0): void => {
  if (box.height === 0) return;
  flow.need(box.height);
  box.draw(flow.left, flow.y);
  flow.y += box.height + after;
};
