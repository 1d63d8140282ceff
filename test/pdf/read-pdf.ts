// Reads back what pdfkit wrote: pages, text in the standard fonts, and rectangles. Not a reader of PDFs in general.
import { inflateSync } from 'node:zlib';

const CONTENT = /<<[^>]*\/Filter \/FlateDecode[^>]*>>\s*stream\n/g;

/** The drawing of each page, as operators. */
const contents = (pdf: Buffer): readonly string[] => {
  const raw = pdf.toString('latin1');
  const found: string[] = [];
  for (const { index, 0: head } of raw.matchAll(CONTENT)) {
    const start = index + head.length;
    const end = raw.indexOf('\nendstream', start);
    const text = inflateSync(pdf.subarray(start, end)).toString('latin1');
    if (text.includes(' cm') && text.includes('BT')) found.push(text);
  }
  return found;
};

/** Windows-1252 from 0x80 to 0x9f; the decoder of Node 20 takes these for the controls of Latin-1. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const decode = (hex: string): string =>
  Buffer.from(hex, 'hex')
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => HIGH.charAt(control.charCodeAt(0) - 0x80));

/** One string for each piece of text that was drawn, page by page. */
export const pagesOf = (pdf: Buffer): readonly (readonly string[])[] =>
  contents(pdf).map((content) =>
    [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces = '']) =>
      [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => decode(hex)).join(''),
    ),
  );

export const textOf = (pdf: Buffer): string =>
  pagesOf(pdf)
    .map((page) => page.join('\n'))
    .join('\n\f\n')
    .replaceAll('\u00a0', ' ');

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The groups of rectangles that were filled together, in the order of drawing. */
export const filledGroups = (pdf: Buffer): readonly (readonly Rectangle[])[] => {
  const groups: Rectangle[][] = [];
  let group: Rectangle[] = [];
  for (const line of contents(pdf).join('\n').split('\n')) {
    const match = /^(\S+) (\S+) (\S+) (\S+) re$/.exec(line);
    if (match !== null) {
      const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(Number);
      group.push({ x, y, width, height });
    } else if (line === 'f' && group.length > 0) {
      groups.push(group);
      group = [];
    }
  }
  return groups;
};

/** Each piece of text with the place where it begins and the size of its letters; of pages with standard fonts. */
export const placesOf = (
  pdf: Buffer,
): readonly (readonly {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}[])[] =>
  contents(pdf).map((content) =>
    [...content.matchAll(/BT\n1 0 0 1 (\S+) (\S+) Tm\n\/\S+ (\S+) Tf\n\[([^\]]*)\] TJ/g)].map(
      ([, x = '', y = '', size = '', pieces = '']) => ({
        text: [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => decode(hex)).join(''),
        x: Number(x),
        y: Number(y),
        size: Number(size),
      }),
    ),
  );
