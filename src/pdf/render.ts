// Renders a printed invoice as a PDF. Deterministic: equal input gives equal bytes.
import { beside, factsBox, headed, place } from './boxes.ts';
import { BODY, type Canvas, lineHeight, openCanvas } from './canvas.ts';
import { drawFeet, type Flow, openFlow } from './flow.ts';
import { type FontFiles, installedFonts } from './fonts.ts';
import { drawHead } from './head.ts';
import type { PrintedInvoice, PrintedSection } from './printed.ts';
import { drawSandboxMarks } from './sandbox-mark.ts';
import { stampBox } from './stamp.ts';
import { drawTable } from './table.ts';
import { drawTotals } from './totals.ts';

export const renderInvoicePdf = async (
  printed: PrintedInvoice,
  families: readonly FontFiles[] = installedFonts(),
): Promise<Buffer> => {
  const canvas = await openCanvas(printed, families);
  const done = collect(canvas.document);
  const flow = openFlow(canvas, printed);
  drawHead(flow, printed);
  drawTable(flow, printed.lines, { x: flow.left, width: flow.width });
  drawTotals(flow, printed);
  drawSections(flow, printed.sections);
  drawRemarks(flow, [...printed.remarks, ...missingLetters(canvas, printed)]);
  if (printed.stamp !== null) place(flow, stampBox(canvas, printed.stamp, flow.width));
  drawFeet(flow, printed);
  if (printed.sandbox !== null) drawSandboxMarks(canvas, printed.sandbox);
  canvas.document.end();
  return done;
};

const collect = (document: NodeJS.ReadableStream): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });

const GUTTER = 24;

/** Two side by side. */
const drawSections = (flow: Flow, sections: readonly PrintedSection[]): void => {
  const { canvas, width } = flow;
  const half = (width - GUTTER) / 2;
  for (let index = 0; index < sections.length; index += 2) {
    const pair = sections.slice(index, index + 2);
    const each = pair.length === 1 ? width : half;
    const parts = pair.map(({ heading, facts }, position) => ({
      at: position * (half + GUTTER),
      box: headed(canvas, heading, factsBox(canvas, facts, each), each),
    }));
    place(flow, beside(parts), 10);
  }
};

/** Refers the reader to the original document when a name contains replaced characters. */
const missingLetters = (canvas: Canvas, printed: PrintedInvoice): readonly string[] => {
  const { seller, buyer, lines, facts } = printed;
  const texts = [
    ...[seller, buyer].flatMap((party) => [party.name, ...party.lines]),
    ...facts.map(({ value }) => value),
    ...lines.rows.flatMap(({ cells }) => cells),
    ...printed.remarks,
  ];
  return texts.every((text) => canvas.shows(text)) ? [] : [printed.unprintable];
};

/** Drawn line by line, since notes may be longer than a page. */
const drawRemarks = (flow: Flow, remarks: readonly string[]): void => {
  const { canvas, left, width } = flow;
  for (const remark of remarks) {
    for (const line of canvas.lines(remark, BODY, width)) {
      flow.need(lineHeight(BODY));
      canvas.put(line, left, flow.y, BODY);
      flow.y += lineHeight(BODY);
    }
    flow.y += 4;
  }
  if (remarks.length > 0) flow.y += 8;
};
