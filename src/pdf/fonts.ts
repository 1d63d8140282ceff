// Typefaces. The standard ones of PDF need no file but know West European letters only; names with others (Polish,
// Czech, Greek, Cyrillic) take an embedded face, if the package that brings it is installed.
import { createRequire } from 'node:module';
import { hasSpelling, isWinAnsi, toWinAnsi } from './win-ansi.ts';

export type Weight = 'regular' | 'bold';

/** One family as paths of TrueType or OpenType files, which are read when a text needs them. */
export interface FontFiles {
  readonly regular: string;
  readonly bold: string;
}

/** All under the Open Font License; the first one covers Latin, Greek and Cyrillic. */
const PACKAGES = [
  {
    regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  },
] as const;

const { resolve } = createRequire(import.meta.url);

let installed: readonly FontFiles[] | undefined;

/** The families that are there. */
export const installedFonts = (): readonly FontFiles[] => {
  installed ??= PACKAGES.flatMap(({ regular, bold }) => {
    try {
      return [{ regular: resolve(regular), bold: resolve(bold) }];
    } catch {
      // Not installed: its letters are spelt with those of the standard faces.
      return [];
    }
  });
  return installed;
};

const STANDARD: Readonly<Record<Weight, string>> = { regular: 'Helvetica', bold: 'Helvetica-Bold' };

/** What a document needs to know of its faces. */
export interface FaceSource {
  registerFont(name: string, path: string): unknown;
  font(name: string): unknown;
}

/** Whether a registered face has a character; pdfkit knows it from the file. */
type Covers = (face: string, character: string) => boolean;

export interface Face {
  readonly name: string;
  /** As this face can show it. */
  readonly text: string;
  /** False when some of it can be shown in no way. */
  readonly whole: boolean;
}

export type ChooseFace = (text: string, weight: Weight) => Face;

const missingIn = (text: string, covered: (character: string) => boolean): ReadonlySet<string> =>
  new Set([...text].filter((character) => !covered(character)));

/** Registers the families; the answer says which face shows a text, and how it is then spelt. */
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
    // What even the best face lacks is spelt out, the rest stays.
    const spelt = [...text].map((each) => (best.missing.has(each) ? toWinAnsi(each) : each)).join('');
    return { name: best.name, text: spelt, whole: [...best.missing].every(hasSpelling) };
  };
};
