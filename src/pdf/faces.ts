// The font of all documents: Noto Sans covers Latin, Greek and Cyrillic, and its license (OFL) permits embedding, which
// PDF/A requires. What it can show is known to src/einvoicing/typeface.ts. How a word is set is kept from one document to
// the next: most words of an invoice are those of every other, and to set them takes longer than the rest of a print.
import { createRequire } from 'node:module';

export type Weight = 'regular' | 'bold';

const FILES: Readonly<Record<Weight, string>> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

const { resolve } = createRequire(import.meta.url);

export const fontFile = (weight: Weight): string => resolve(FILES[weight]);

/** What pdfkit reads of glyphs, of their places (in which it writes its scale), and of both together. */
interface Run {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly { readonly xAdvance: number }[];
  readonly advanceWidth: number;
}

interface Glyph {
  readonly id: number;
  readonly codePoints: readonly number[];
  readonly advanceWidth: number;
}

type Layout = (text: string, features?: unknown) => Run;

type Words = Pick<Run, 'glyphs' | 'positions'>;

/** fontkit's font. */
interface Face {
  readonly getGlyph: (id: number, codePoints?: readonly number[]) => Glyph;
  readonly layout: Layout;
}

/** The types of pdfkit leave it out. */
interface Loaded {
  readonly _font: { readonly font: Face };
}

/** pdfkit takes one wherever its types ask for a file. */
export type Faces = Readonly<Record<Weight, Face & string>>;

/** Both faces for one document; parsed once for all, since reading their tables takes longer than a whole invoice. */
export const openFaces = (open: () => PDFKit.PDFDocument): Faces => {
  const load = (weight: Weight): (() => Face) =>
    sharing((open().font(fontFile(weight)) as PDFKit.PDFDocument & Loaded)._font.font);
  shared ??= { regular: load('regular'), bold: load('bold') };
  return { regular: shared.regular(), bold: shared.bold() } as Faces;
};

let shared: Readonly<Record<Weight, () => Face>> | undefined;

/** So many characters of a face's words are kept, those of some documents; longer words are seals, which do not come again. */
const MAX_KEPT = 40_000;
const MAX_LENGTH = 40;

/** Makes the face anew for each document, with the tables and the words of this one. */
const sharing = (face: Face): (() => Face) => {
  const words = new Map<string, Words>();
  let kept = 0;
  const setter = withGlyphsByText(face);
  const set = (text: string): Words => {
    const { glyphs, positions } = setter.layout(text);
    return {
      glyphs: glyphs.map(({ id, codePoints, advanceWidth }) => ({ id, codePoints, advanceWidth })),
      positions,
    };
  };
  const keep = (text: string): Words => {
    const known = words.get(text);
    if (known !== undefined || text.length > MAX_LENGTH) return known ?? set(text);
    const run = set(text);
    words.set(text, run);
    kept += text.length;
    for (const [oldest] of words) {
      if (kept <= MAX_KEPT) break;
      words.delete(oldest);
      kept -= oldest.length;
    }
    return run;
  };
  return () => {
    const own = withOwnGlyphs(face);
    const layout: Layout = (text, features) => {
      if (features !== undefined) return face.layout.call(own, text, features);
      const { glyphs, positions } = keep(text);
      return new Setting(
        glyphs,
        positions.map((position) => ({ ...position })),
      );
    };
    return Object.assign(own, { layout });
  };
};

class Setting implements Run {
  readonly glyphs: Run['glyphs'];
  readonly positions: Run['positions'];

  constructor(glyphs: Run['glyphs'], positions: Run['positions']) {
    this.glyphs = glyphs;
    this.positions = positions;
  }

  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  }
}

/**
 * fontkit keeps a glyph as what it was when it was first asked for, and the parts of an accented letter are asked for
 * without their characters: glyphs of another document would have no text.
 */
const withOwnGlyphs = (face: Face): Face => Object.create(face, { _glyphs: { value: {}, writable: true } });

/** Kept for each text that a glyph stands for, so that a word is set as if it were the first. */
const withGlyphsByText = (face: Face): Face => {
  const glyphs = new Map<string, Glyph>();
  const own = withOwnGlyphs(face);
  const getGlyph: Face['getGlyph'] = (id, codePoints = []) => {
    const key = [id, ...codePoints].join();
    const glyph = glyphs.get(key) ?? face.getGlyph.call(withOwnGlyphs(own), id, codePoints);
    glyphs.set(key, glyph);
    return glyph;
  };
  return Object.assign(own, { getGlyph });
};
