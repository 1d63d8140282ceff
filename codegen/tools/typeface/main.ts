// Reads which characters the embedded font can show, for src/einvoicing/typeface.ts: rules ask for it before an invoice is
// filed, and the rooms they live in read no files. `npm run typeface` repeats this after a change of the font.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PdfDocument from 'pdfkit';

const TARGET = 'generated/typeface.ts';

const FILES = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
];

/** The font that pdfkit has loaded, which its types leave out. */
interface Loaded {
  readonly _font: { readonly font: { readonly characterSet: readonly number[] } };
}

const { resolve } = createRequire(import.meta.url);

const readCharacters = (file: string): ReadonlySet<number> => {
  const document = new PdfDocument();
  return new Set((document.font(resolve(file)) as PDFKit.PDFDocument & Loaded)._font.font.characterSet);
};

/** Code points of every face as `20-7e` ranges in hexadecimal. */
export const readRanges = (): readonly string[] => {
  const [first = new Set<number>(), ...others] = FILES.map(readCharacters);
  const shared = [...first]
    .filter((code) => others.every((face) => face.has(code)))
    .toSorted((a, b) => a - b);
  const ranges: { from: number; to: number }[] = [];
  for (const code of shared) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === code - 1) last.to = code;
    else ranges.push({ from: code, to: code });
  }
  return ranges.map(({ from, to }) =>
    from === to ? from.toString(16) : `${from.toString(16)}-${to.toString(16)}`,
  );
};

const WIDTH = 110;

const wrap = (words: readonly string[]): readonly string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
};

if (process.argv[1] === import.meta.filename) {
  const body = wrap(readRanges()).map((line) => `  '${line} '`);
  writeFileSync(
    TARGET,
    `// Written by \`npm run typeface\` from the embedded font. Do not edit.\n\n` +
      `/** The code points that every face of it can show, in hexadecimal. */\nexport const RANGES =\n${body.join(' +\n')};\n`,
  );
}
