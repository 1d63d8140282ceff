// Draws tables across pages: headings repeat on each page, and a row is split only if it is long.
import { ACCENT, BODY, type Canvas, FILL, lineHeight, SMALL, type Style } from './canvas.ts';
import type { Box } from './boxes.ts';
import type { Flow } from './flow.ts';
import type { PrintedColumn, PrintedRow, PrintedTable } from './printed.ts';

const PAD_X = 5;
/** Padding above the capitals and below the baseline, where the font has some space of its own. */
const PAD_TOP = 4;
const PAD_BOTTOM = 2.5;
/** Narrower headings are kept on one line. */
const HEADING_ROOM = 74;
/** Wider figures are broken into lines; only absurdly long ones are. */
const WIDEST = 118;
const NARROWEST_GROWING = 110;

const HEAD: Style = { weight: 'bold', size: 7.5, colour: ACCENT };

interface Laid {
  readonly column: PrintedColumn;
  readonly x: number;
  readonly width: number;
}

interface Area {
  readonly x: number;
  readonly width: number;
}

/** One text line of a row: its text in each column, and its style. */
interface Strip {
  readonly style: Style;
  readonly texts: readonly string[];
}

/** What drawing a table needs of a page. */
type Sheet = Pick<Flow, 'canvas' | 'y' | 'fits' | 'need' | 'breakPage'>;

/** What follows a table: heights that its last row is kept together with, the greater if rows stay before it. */
export interface Following {
  readonly least: number;
  readonly most: number;
}

const NOTHING: Following = { least: 0, most: 0 };
/** So many rows must stay on the page before the last one goes to the next page. */
const ROWS_BEFORE = 3;

export const drawTable = (flow: Sheet, table: PrintedTable, area: Area, following = NOTHING): void => {
  const { canvas } = flow;
  const columns = layOut(canvas, table, area);
  const drawHead = (): void => {
    flow.y += drawHeadings(canvas, columns, area, flow.y);
  };
  const rows = table.rows.map((row) => layOutRow(canvas, columns, row));
  const only = rows.length === 1 ? following.least : 0;
  // Headings are never left alone at the bottom of a page.
  flow.need(headHeight(canvas, columns) + measureTogether(rows[0] ?? []) + only);
  drawHead();
  let above = 0;
  rows.forEach((strips, index) => {
    const isLast = index === rows.length - 1 && index > 0;
    const kept = isLast ? (above >= ROWS_BEFORE ? following.most : following.least) : 0;
    const height = kept > 0 ? measureStrips(strips) + kept : measureTogether(strips);
    if (!flow.fits(height)) {
      flow.breakPage();
      drawHead();
      above = 0;
    }
    above += 1;
    drawRow(flow, columns, strips, drawHead);
    canvas.rule(area.x, flow.y, area.width);
  });
};

/** A table that fits on one page, as a box. */
export const tableBox = (canvas: Canvas, table: PrintedTable, width: number): Box => {
  const columns = layOut(canvas, table, { x: 0, width });
  const rows = table.rows.map((row) => measureStrips(layOutRow(canvas, columns, row)));
  return {
    height: rows.reduce((sum, height) => sum + height, headHeight(canvas, columns)),
    draw: (x, y) => {
      const sheet: Sheet = { canvas, y, fits: () => true, need: () => undefined, breakPage: () => undefined };
      drawTable(sheet, table, { x, width });
    },
  };
};

const measureStrips = (strips: readonly Strip[]): number =>
  strips.reduce((sum, { style }) => sum + lineHeight(style), PAD_TOP + PAD_BOTTOM);

/** A row longer than this may go on on the next page. */
const MOST_TOGETHER = 130;

const measureTogether = (strips: readonly Strip[]): number => Math.min(measureStrips(strips), MOST_TOGETHER);

const drawRow = (
  flow: Sheet,
  columns: readonly Laid[],
  strips: readonly Strip[],
  drawHead: () => void,
): void => {
  flow.y += PAD_TOP;
  for (const { style, texts } of strips) {
    if (!flow.fits(lineHeight(style))) {
      flow.breakPage();
      drawHead();
      flow.y += PAD_TOP;
    }
    texts.forEach((text, index) => {
      const laid = columns[index];
      if (laid !== undefined && text !== '') putCell(flow.canvas, laid, text, flow.y, style);
    });
    flow.y += lineHeight(style);
  }
  flow.y += PAD_BOTTOM;
};

const putCell = (canvas: Canvas, { column, x, width }: Laid, text: string, y: number, style: Style): void => {
  canvas.put(text, x + PAD_X, y, style, column.align === 'right' ? x + width - PAD_X : undefined);
};

const layOutRow = (canvas: Canvas, columns: readonly Laid[], row: PrintedRow): readonly Strip[] => {
  const cells = columns.map(({ width }, index) =>
    canvas.lines(row.cells[index] ?? '', BODY, width - 2 * PAD_X),
  );
  const height = Math.max(...cells.map((lines) => lines.length));
  const strips = Array.from({ length: height }, (_, line): Strip => ({
    style: BODY,
    texts: cells.map((lines) => lines[line] ?? ''),
  }));
  const grown = columns.findIndex(({ column }) => column.grows);
  // Nothing stands beside the small print, so it runs to the right edge.
  const room = columns.slice(grown).reduce((sum, { width }) => sum + width, -2 * PAD_X);
  const details = row.detail === null ? [] : canvas.lines(row.detail, SMALL, room);
  return [
    ...strips,
    ...details.map((line) => ({
      style: SMALL,
      texts: columns.map((_, index) => (index === grown ? line : '')),
    })),
  ];
};

const headLines = (canvas: Canvas, { column, width }: Laid): readonly string[] =>
  canvas.lines(column.heading, HEAD, width - 2 * PAD_X);

const headHeight = (canvas: Canvas, columns: readonly Laid[]): number =>
  Math.max(...columns.map((laid) => headLines(canvas, laid).length)) * lineHeight(HEAD) +
  PAD_TOP +
  PAD_BOTTOM;

const drawHeadings = (canvas: Canvas, columns: readonly Laid[], area: Area, y: number): number => {
  const height = headHeight(canvas, columns);
  canvas.document.rect(area.x, y, area.width, height).fill(FILL);
  for (const laid of columns) {
    headLines(canvas, laid).forEach((line, index) => {
      putCell(canvas, laid, line, y + PAD_TOP + index * lineHeight(HEAD), HEAD);
    });
  }
  return height;
};

/** Columns get their natural width; the growing one gets the rest. */
const layOut = (canvas: Canvas, { columns, rows }: PrintedTable, area: Area): readonly Laid[] => {
  const listTexts = (index: number): readonly string[] => rows.map(({ cells }) => cells[index] ?? '');
  const natural = columns.map((column, index) =>
    column.grows ? 0 : naturalWidth(canvas, column, listTexts(index)),
  );
  const fixed = natural.reduce((sum, width) => sum + width, 0);
  const growing = columns.findIndex(({ grows }) => grows);
  const needed =
    columns[growing] === undefined ? 0 : naturalWidth(canvas, columns[growing], listTexts(growing));
  const room = area.width - Math.min(NARROWEST_GROWING, needed);
  const scale = fixed > room ? room / fixed : 1;
  const rest = area.width - fixed * scale;
  let x = area.x;
  return columns.map((column, index) => {
    const width = column.grows ? rest : (natural[index] ?? 0) * scale;
    const laid = { column, x, width };
    x += width;
    return laid;
  });
};

const naturalWidth = (canvas: Canvas, column: PrintedColumn, texts: readonly string[]): number => {
  const whole = canvas.width(column.heading, HEAD);
  const words =
    whole <= HEADING_ROOM ? [whole] : column.heading.split(' ').map((word) => canvas.width(word, HEAD));
  const cells = texts.map((text) => canvas.width(text, BODY));
  return (
    Math.min(
      WIDEST,
      words.concat(cells).reduce((widest, width) => Math.max(widest, width), 0),
    ) +
    2 * PAD_X
  );
};
