// The font of all documents: Noto Sans covers Latin, Greek and Cyrillic, and its license (OFL) permits embedding, which
// PDF/A requires. What it can show is known to src/base/typeface.ts.
import { createRequire } from 'node:module';

export type Weight = 'regular' | 'bold';

const FILES: Readonly<Record<Weight, string>> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

const { resolve } = createRequire(import.meta.url);

export const fontFile = (weight: Weight): string => resolve(FILES[weight]);

/** A font that pdfkit has loaded; it takes one wherever its types ask for a file. */
type Face = string;

/** The types of pdfkit leave it out. */
interface Loaded {
  readonly _font: { readonly font: Face };
}

export type Faces = Readonly<Record<Weight, Face>>;

let faces: Faces | undefined;

/** Both faces, parsed once for all documents: reading their tables takes longer than a whole invoice. */
export const loadFaces = (open: () => PDFKit.PDFDocument): Faces => {
  if (faces !== undefined) return faces;
  const load = (weight: Weight): Face =>
    (open().font(fontFile(weight)) as PDFKit.PDFDocument & Loaded)._font.font;
  faces = { regular: load('regular'), bold: load('bold') };
  return faces;
};
