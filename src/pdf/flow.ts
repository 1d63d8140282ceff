// Tracks the drawing position on the pages and starts a new page when something does not fit.
import { ACCENT, BODY, type Canvas, lineHeight, RULE, SMALL, STRONG } from './canvas.ts';
import type { PrintedInvoice } from './printed.ts';

export const MARGIN = 42;
const FOOT = 54;
/** Below the sandbox band, if any. */
const BAND = 22;

export interface Flow {
  readonly canvas: Canvas;
  readonly left: number;
  readonly right: number;
  readonly width: number;
  /** What a later page has room for. */
  readonly room: number;
  /** Where the next item starts. */
  y: number;
  /** Whether an item of this height fits on the page. */
  fits(height: number): boolean;
  /** Starts a new page unless this height fits. */
  need(height: number): void;
  breakPage(): void;
}

const HEAD_LINE = lineHeight(BODY) + 4;
const HEAD_GAP = 10;

export const openFlow = (canvas: Canvas, printed: PrintedInvoice): Flow => {
  const { document } = canvas;
  const top = MARGIN + (printed.sandbox === null ? 0 : BAND);
  const right = document.page.width - MARGIN;
  const flow: Flow = {
    canvas,
    left: MARGIN,
    right,
    width: right - MARGIN,
    room: document.page.height - FOOT - top - HEAD_LINE - HEAD_GAP,
    y: top,
    fits: (height) => flow.y + height <= document.page.height - FOOT,
    need: (height) => {
      if (!flow.fits(height)) flow.breakPage();
    },
    breakPage: () => {
      document.addPage();
      flow.y = top;
      runningHead(flow, printed);
    },
  };
  return flow;
};

/** Identifies the invoice on later pages. */
const runningHead = (flow: Flow, { seller, title, number }: PrintedInvoice): void => {
  const { canvas, left, right, width } = flow;
  const label = `${title} ${number}`;
  const room = width - canvas.width(label, STRONG) - 26;
  const [name = '', ...more] = canvas.lines(seller.name, BODY, room);
  canvas.put(more.length === 0 ? name : `${name} …`, left, flow.y, BODY);
  canvas.put(label, left, flow.y, { ...STRONG, colour: ACCENT }, right);
  flow.y += HEAD_LINE;
  canvas.rule(left, flow.y, width);
  flow.y += HEAD_GAP;
};

/** Footer text and page number; drawn last, when the number of pages is known. */
export const drawFeet = (flow: Flow, { legend, pageNumber }: PrintedInvoice): void => {
  const { canvas, left, right, width } = flow;
  const { document } = canvas;
  const { start, count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    const y = document.page.height - FOOT + 14;
    canvas.rule(left, y - 6, width, RULE);
    const page = pageNumber.replace('{page}', String(index + 1)).replace('{pages}', String(count));
    canvas.put(page, left, y, SMALL, right);
    canvas.block(
      canvas.lines(legend, SMALL, width - canvas.width(page, SMALL) - 24).slice(0, 3),
      left,
      y,
      SMALL,
    );
  }
};
