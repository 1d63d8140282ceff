// Reads back what pdfkit wrote: pages, text in embedded fonts, and rectangles. Not a reader of PDFs in general.
import { inflateSync } from 'node:zlib';

const STREAM = /<<[^>]*\/Filter \/FlateDecode[^>]*>>\s*stream\n/g;

/** The streams of the document that hold text. */
const streams = (pdf: Buffer): readonly string[] => {
  const raw = pdf.toString('latin1');
  return [...raw.matchAll(STREAM)].map(({ index, 0: head }) => {
    const start = index + head.length;
    return inflateSync(pdf.subarray(start, raw.indexOf('\nendstream', start))).toString('latin1');
  });
};

/** The drawing of each page, as operators. */
const contents = (pdf: Buffer): readonly string[] =>
  streams(pdf).filter((text) => text.includes(' cm') && text.includes('BT'));

type Letters = ReadonlyMap<string, string>;

const readLetters = (cmap: string): Letters => {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, codes = ''], index) => {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      const units = codes.split(' ').map((code) => Number.parseInt(code, 16));
      letters.set(glyph, String.fromCharCode(...units));
    });
  }
  return letters;
};

/** What the glyphs of each font stand for, by the name of the font on the pages. */
const fontsOf = (pdf: Buffer): ReadonlyMap<string, Letters> => {
  const raw = pdf.toString('latin1');
  const object = (id: string): string => {
    const start = raw.indexOf(`\n${id} 0 obj`);
    return raw.slice(start, raw.indexOf('\nendobj', start));
  };
  const fonts = new Map<string, Letters>();
  for (const [, name = '', id = ''] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const cmap = object(/\/ToUnicode (\d+) 0 R/.exec(object(id))?.[1] ?? '');
    const start = raw.indexOf(cmap) + cmap.indexOf('stream\n') + 7;
    const end = raw.indexOf('\nendstream', start);
    fonts.set(name, readLetters(inflateSync(pdf.subarray(start, end)).toString('latin1')));
  }
  return fonts;
};

interface Drawn {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Each piece of text with the place where it begins and the size of its letters. */
export const placesOf = (pdf: Buffer): readonly (readonly Drawn[])[] => {
  const fonts = fontsOf(pdf);
  return contents(pdf).map((content) =>
    [...content.matchAll(/BT\n1 0 0 1 (\S+) (\S+) Tm\n\/(\S+) (\S+) Tf\n([^]*?)ET/g)].map(
      ([, x = '', y = '', font = '', size = '', pieces = '']) => ({
        text: [...pieces.matchAll(/<([0-9a-f]*)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => fonts.get(font)?.get(glyph) ?? '\u0000')
          .join(''),
        x: Number(x),
        y: Number(y),
        size: Number(size),
      }),
    ),
  );
};

/** One string for each piece of text that was drawn, page by page. */
export const pagesOf = (pdf: Buffer): readonly (readonly string[])[] =>
  placesOf(pdf).map((page) => page.map(({ text }) => text));

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

/** The text of the file inside the document. */
export const embeddedIn = (pdf: Buffer): string => {
  const raw = pdf.toString('latin1');
  const start = raw.indexOf('stream\n', raw.indexOf('/Type /EmbeddedFile')) + 7;
  return inflateSync(pdf.subarray(start, raw.indexOf('\nendstream', start))).toString('utf8');
};
