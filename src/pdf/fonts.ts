// Fonts. The standard PDF fonts need no file but cover only Western European letters; other names (Polish, Czech,
// Greek, Cyrillic) use an embedded font, if its package is installed.
import { createRequire } from 'node:module';
import { hasSpelling, isWinAnsi, toWinAnsi } from './win-ansi.ts';

export type Weight = 'regular' | 'bold';

/** Paths of a family's TrueType or OpenType files, read on demand. */
export interface FontFiles {
  readonly regular: string;
  readonly bold: string;
}

/** All under the Open Font License; the first covers Latin, Greek and Cyrillic. */
const PACKAGES = [
  {
    regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  },
] as const;

const { resolve } = createRequire(import.meta.url);

let installed: readonly FontFiles[] | undefined;

/** The families that are installed. */
export const installedFonts = (): readonly FontFiles[] => {
  installed ??= PACKAGES.flatMap(({ regular, bold }) => {
    try {
      return [{ regular: resolve(regular), bold: resolve(bold) }];
    } catch {
      // Not installed: its letters are replaced by those of the standard fonts.
      return [];
    }
  });
  return installed;
};

const STANDARD: Readonly<Record<Weight, string>> = { regular: 'Helvetica', bold: 'Helvetica-Bold' };

/** The part of a PDF document that font selection needs. */
export interface FaceSource {
  registerFont(name: string, path: string): unknown;
  font(name: string): unknown;
}

/** Whether a registered font has a glyph for the character, as read by pdfkit. */
type Covers = (face: string, character: string) => boolean;

export interface Face {
  readonly name: string;
  /** The text as this font can show it. */
  readonly text: string;
  /** False if some characters cannot be shown. */
  readonly whole: boolean;
}

export type ChooseFace = (text: string, weight: Weight) => Face;

const missingIn = (text: string, covered: (character: string) => boolean): ReadonlySet<string> =>
  new Set([...text].filter((character) => !covered(character)));

/** Registers the families and returns a function that picks the font for a text. */
export const faceChooser = (
  document: FaceSource,
  families: readonly FontFiles[],
  covers: Covers,
): ChooseFace => {
  const names = families.map((files, index) => {
    const face = { regular: `family-${index}`, bold: `family-${index}-bold` };
    document.registerFont(face.regular, files.regular);
    document.registerFont(face.bold, files.bold);
    return face;
  });
  return (raw, weight) => {
    const text = raw.normalize('NFC');
    const standard = STANDARD[weight];
    if (isWinAnsi(text)) return { name: standard, text, whole: true };
    const best = names
      .map((face) => ({ name: face[weight], missing: missingIn(text, (each) => covers(face[weight], each)) }))
      .toSorted((left, right) => left.missing.size - right.missing.size)[0];
    if (best === undefined) return { name: standard, text: toWinAnsi(text), whole: hasSpelling(text) };
    // Only the characters that the best font lacks are replaced.
    const spelt = [...text].map((each) => (best.missing.has(each) ? toWinAnsi(each) : each)).join('');
    return { name: best.name, text: spelt, whole: [...best.missing].every(hasSpelling) };
  };
};
