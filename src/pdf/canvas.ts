// A PDF document to draw on. It measures text and breaks it into lines, so that nothing overlaps or leaves its column.
import { setText } from '../einvoicing/typeface.ts';
import { describeAuthor } from './hybrid.ts';
import type { PrintedInvoice } from './printed.ts';
import { openFaces, type Weight } from './faces.ts';

type Document = PDFKit.PDFDocument;

export interface Style {
  readonly weight: Weight;
  readonly size: number;
  readonly colour: string;
}

export const INK = '#1a1a1a';
export const SOFT = '#5f6671';
export const RULE = '#c9ced6';
export const FILL = '#f1f3f6';
export const ACCENT = '#1f3a5f';
export const ALARM = '#b3261e';

export const BODY: Style = { weight: 'regular', size: 8.5, colour: INK };
export const STRONG: Style = { ...BODY, weight: 'bold' };
export const SMALL: Style = { weight: 'regular', size: 7, colour: SOFT };
export const LABEL: Style = { ...BODY, colour: SOFT };
export const HEADING: Style = { weight: 'bold', size: 7.5, colour: ACCENT };

const LEADING = 1.28;
/** The height of the capitals, from which the baseline is measured. */
const BASELINE = 0.714;
/** Tolerance for rounding, so that text measured to fit still fits. */
const ROUNDING = 0.01;

export const lineHeight = ({ size }: Style): number => size * LEADING;

export interface Canvas {
  readonly document: Document;
  width(text: string, style: Style): number;
  /** Breaks text into lines that fit; splits words that are too long. */
  lines(text: string, style: Style, width: number): readonly string[];
  put(text: string, x: number, y: number, style: Style, right?: number): void;
  /** Draws lines below each other and returns their height. */
  block(lines: readonly string[], x: number, y: number, style: Style): number;
  rule(x: number, y: number, width: number, colour?: string): void;
}

export const openCanvas = async (printed: PrintedInvoice): Promise<Canvas> => {
  // Loaded on demand: the library and its fonts take 40 MB.
  const { default: PdfDocument } = await import('pdfkit');
  const faces = openFaces(() => new PdfDocument());
  const document = new PdfDocument({
    size: printed.page,
    margin: 0,
    bufferPages: true,
    lang: printed.language,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    // None yet: one that is named here is opened and compared anew with each change of the font.
    font: '',
    info: {
      // pdfkit copies it into the XMP metadata as it is.
      Title: setText(`${printed.title} ${printed.number}`).replace(/[&<>]/g, ' '),
      Creator: 'Folio',
      CreationDate: printed.createdAt,
      ModDate: printed.createdAt,
    },
  });
  describeAuthor(document, printed);
  document.registerFont('regular', faces.regular).registerFont('bold', faces.bold).font('regular');
  return canvasOn(document);
};

const canvasOn = (document: Document): Canvas => {
  const take = (text: string, { weight, size }: Style): string => {
    document.font(weight).fontSize(size);
    return setText(text);
  };
  const width = (text: string, style: Style): number => document.widthOfString(take(text, style));
  const put: Canvas['put'] = (text, x, y, style, right) => {
    const shown = take(text, style);
    const start = right === undefined ? x : right - document.widthOfString(shown);
    document
      .fillColor(style.colour)
      .text(shown, start, y + BASELINE * style.size, { lineBreak: false, baseline: 'alphabetic' });
  };
  return {
    document,
    width,
    lines: (text, style, limit) => breakText(text, limit + ROUNDING, (part) => width(part, style)),
    put,
    block: (lines, x, y, style) => {
      lines.forEach((line, index) => put(line, x, y + index * lineHeight(style), style));
      return lines.length * lineHeight(style);
    },
    rule: (x, y, length, colour = RULE) => {
      document
        .moveTo(x, y)
        .lineTo(x + length, y)
        .lineWidth(0.5)
        .strokeColor(colour)
        .stroke();
    },
  };
};

type Measure = (text: string) => number;

const breakText = (text: string, limit: number, measure: Measure): readonly string[] =>
  text
    .replaceAll('\t', ' ')
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .flatMap((paragraph) => breakParagraph(paragraph.trim(), limit, measure));

const breakParagraph = (paragraph: string, limit: number, measure: Measure): readonly string[] => {
  const fits = (text: string): boolean => !isFarTooLong(text, limit, measure) && measure(text) <= limit;
  if (fits(paragraph)) return [paragraph];
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/ +/u)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, limit, measure);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  if (line !== '') lines.push(line);
  return lines;
};

/** A seal, for one. */
const LONG_WORD = /\S{64,}/u;

/** Whether it has a word of which the characters alone say so: no pair of them stands so close that it takes half of their width. */
const isFarTooLong = (text: string, limit: number, measure: Measure): boolean => {
  let sum = 0;
  for (const character of LONG_WORD.exec(text)?.[0] ?? '') {
    sum += measure(character);
    if (sum > 2 * limit) return true;
  }
  return false;
};

/** Letters that are set as one are no more. */
const NEIGHBOURS = 3;

/** Splits a word that is longer than a line; each piece has at least one character. */
const breakWord = (word: string, limit: number, measure: Measure): readonly string[] => {
  const characters = [...word];
  const pieces: string[] = [];
  const piece = (from: number, to: number): string => characters.slice(from, to).join('');
  for (let start = 0; start < characters.length;) {
    let end = start + 1;
    // Pairs stand closer or wider than their characters alone, so that the sum is only near the width.
    let sum = measure(piece(start, end));
    while (end < characters.length && (sum += measure(piece(end, end + 1))) <= limit) end += 1;
    let width = measure(piece(start, end));
    // What one more adds follows from those beside it: to measure the whole again takes as long as to set a line.
    const added = (): number => {
      const beside = Math.max(start, end - NEIGHBOURS);
      return measure(piece(beside, end + 1)) - measure(piece(beside, end));
    };
    while (end < characters.length && width + added() <= limit) width = measure(piece(start, ++end));
    while (end > start + 1 && width > limit) width = measure(piece(start, --end));
    pieces.push(piece(start, end));
    start = end;
  }
  return pieces;
};
