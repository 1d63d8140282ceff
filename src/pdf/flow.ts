// Where on the pages the drawing is: what comes next goes below what came before, on a new page when it does not fit.
import { ACCENT, BODY, type Canvas, lineHeight, RULE, SMALL, STRONG } from './canvas.ts';
import type { PrintedInvoice } from './printed.ts';

export const MARGIN = 42;
const FOOT = 54;
/** Below the sandbox band, where there is one. */
const BAND = 22;

export interface Flow {
  readonly canvas: Canvas;
  readonly left: number;
  readonly right: number;
  readonly width: number;
  /** Where the next thing begins. */
  y: number;
  /** Whether so much fits on this page. */
  fits(height: number): boolean;
  /** Begins another page unless so much fits. */
  need(height: number): void;
  breakPage(): void;
}

export const openFlow = (canvas: Canvas, printed: PrintedInvoice): Flow => {
  const { document } = canvas;
  const top = MARGIN + (printed.sandbox === null ? 0 : BAND);
  const right = document.page.width - MARGIN;
  const flow: Flow = {
    canvas,
    left: MARGIN,
    right,
    width: right - MARGIN,
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

/** What tells which invoice a later page belongs to. */
const runningHead = (flow: Flow, { seller, title, number }: PrintedInvoice): void => {
  const { canvas, left, right, width } = flow;
  const label = `${title} ${number}`;
  const room = width - canvas.width(label, STRONG) - 26;
  const [name = '', ...more] = canvas.lines(seller.name, BODY, room);
  canvas.put(more.length === 0 ? name : `${name} …`, left, flow.y, BODY);
  canvas.put(label, left, flow.y, { ...STRONG, colour: ACCENT }, right);
  flow.y += lineHeight(BODY) + 4;
  canvas.rule(left, flow.y, width);
  flow.y += 10;
};

/** Legend and number at the foot of every page; drawn last, when it is known how many there are. */
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
