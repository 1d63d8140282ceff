// Renders a printed invoice as a PDF/A-3b. Deterministic: equal input gives equal bytes.
import { unsetCharacters } from '../einvoicing/typeface.ts';
import { type Box, beside, factsBox, gap, headed, place, textBox } from './boxes.ts';
import { ALARM, BODY, type Canvas, STRONG, openCanvas } from './canvas.ts';
import { type Flow, drawFeet, openFlow } from './flow.ts';
import { drawHead } from './head.ts';
import type { PrintedBlock, PrintedInvoice, PrintedSection } from './printed.ts';
import { stampBox } from './stamp.ts';
import { type Following, drawTable } from './table.ts';
import { type Part, partOf, totalsPart } from './totals.ts';

/** A file inside the PDF that says the same as its pages. */
export type Attach = (document: PDFKit.PDFDocument) => void;

export const renderInvoicePdf = async (printed: PrintedInvoice, attach?: Attach): Promise<Buffer> => {
  const canvas = await openCanvas(printed);
  const done = collect(canvas.document);
  const flow = openFlow(canvas, printed);
  drawHead(flow, printed);
  if (printed.subject !== null) place(flow, textBox(canvas, printed.subject, SUBJECT, flow.width), 8);
  const parts = listParts(canvas, printed, flow.width);
  const [totals, ...others] = parts;
  const least = totals?.height ?? 0;
  const all = others.reduce((sum, { height }) => sum + height, least);
  drawBlocks(flow, printed.blocks, { least, most: all < flow.room * MOST_KEPT ? all : least });
  for (const part of parts) part.place(flow);
  drawFeet(flow, printed);
  if (printed.sandbox !== null) drawSandboxMarks(canvas, printed.sandbox);
  attach?.(canvas.document);
  canvas.document.end();
  return done;
};

/** The last table is kept together with what follows it. */
const drawBlocks = (flow: Flow, blocks: readonly PrintedBlock[], following: Following): void => {
  blocks.forEach(({ heading, facts, table }, index) => {
    if (heading !== null) {
      const box = headed(flow.canvas, heading, factsBox(flow.canvas, facts, flow.width), flow.width);
      flow.need(box.height + MOST_HEAD);
      place(flow, box, 6);
    }
    const area = { x: flow.left, width: flow.width };
    drawTable(flow, table, area, index === blocks.length - 1 ? following : undefined);
    if (index < blocks.length - 1) flow.y += 16;
  });
};

/** Room for the headings of a table and its first row. */
const MOST_HEAD = 80;

const SUBJECT = { ...STRONG, size: 10 };

/** The share of a page that is moved to the next one to stay together; the last line has to fit above it. */
const MOST_KEPT = 0.8;

const collect = (document: NodeJS.ReadableStream): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });

/** What follows the lines, totals first. */
const listParts = (canvas: Canvas, printed: PrintedInvoice, width: number): readonly Part[] => {
  const { inWords, sections, stamp } = printed;
  const remarks = [...printed.remarks, ...explainNames(printed)];
  return [
    totalsPart(canvas, printed, width),
    ...(inWords === null ? [] : [partOf(textBox(canvas, inWords, BODY, width), 10)]),
    ...sectionBoxes(canvas, sections, width).map((box) => partOf(box, 10)),
    ...remarks.flatMap((remark) => remarkParts(canvas, remark, width)),
    ...(remarks.length === 0 ? [] : [partOf(gap(8))]),
    ...(stamp === null ? [] : [partOf(stampBox(canvas, stamp, width))]),
  ];
};

const GUTTER = 24;

/** Two side by side. */
const sectionBoxes = (canvas: Canvas, sections: readonly PrintedSection[], width: number): readonly Box[] => {
  const half = (width - GUTTER) / 2;
  const rows: Box[] = [];
  for (let index = 0; index < sections.length; index += 2) {
    const pair = sections.slice(index, index + 2);
    const each = pair.length === 1 ? width : half;
    const parts = pair.map(({ heading, facts }, position) => ({
      at: position * (half + GUTTER),
      box: headed(canvas, heading, factsBox(canvas, facts, each), each),
    }));
    rows.push(beside(parts));
  }
  return rows;
};

/** Line by line, since notes may be longer than a page. */
const remarkParts = (canvas: Canvas, remark: string, width: number): readonly Part[] => {
  const lines = canvas.lines(remark, BODY, width);
  return lines.map((line, index) =>
    partOf(textBox(canvas, line, BODY, width), index === lines.length - 1 ? 4 : 0),
  );
};

/** Refers the reader to the original document when a character is printed by its number. */
const explainNames = (printed: PrintedInvoice): readonly string[] => {
  const { seller, buyer, blocks, facts, remarks } = printed;
  const texts = [
    ...[seller, buyer].flatMap((party) => [party.name, ...party.lines]),
    ...facts.map(({ value }) => value),
    ...blocks.flatMap(({ table }) => table.rows.flatMap(({ cells }) => cells)),
    ...remarks,
  ];
  return texts.every((text) => unsetCharacters(text).length === 0) ? [] : [printed.unprintable];
};

// Marks sandbox documents on every page, with a band at the top and a diagonal watermark, so that no print can pass
// for a real invoice.

const BAND_HEIGHT = 22;

export const drawSandboxMarks = (canvas: Canvas, text: string): void => {
  const { document } = canvas;
  const { start, count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    drawBand(canvas, text);
    drawAcross(canvas, text);
  }
};

const drawBand = (canvas: Canvas, text: string): void => {
  const { document } = canvas;
  const style = { weight: 'bold', size: 9, colour: '#ffffff' } as const;
  document.rect(0, 0, document.page.width, BAND_HEIGHT).fill(ALARM);
  canvas.put(text, (document.page.width - canvas.width(text, style)) / 2, 7, style);
};

const drawAcross = (canvas: Canvas, text: string): void => {
  const { document } = canvas;
  const { width, height } = document.page;
  const style = { weight: 'bold', size: 34, colour: ALARM } as const;
  const length = canvas.width(text, style);
  const size = Math.min(style.size, (style.size * Math.hypot(width, height) * 0.72) / length);
  const fitted = { ...style, size };
  document.save();
  document.rotate((-Math.atan2(height, width) * 180) / Math.PI, { origin: [width / 2, height / 2] });
  document.fillOpacity(0.09);
  canvas.put(text, (width - canvas.width(text, fitted)) / 2, (height - size) / 2, fitted);
  document.restore();
};
