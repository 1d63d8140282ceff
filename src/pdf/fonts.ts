// The font of all documents: Noto Sans covers Latin, Greek and Cyrillic, and its license (OFL) permits embedding, which
// PDF/A requires. What it can show is known to src/einvoicing/typeface.ts.
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

/**
 * fontkit keeps a glyph as what it was when it was first asked for, and the parts of an accented letter are asked for
 * without their characters: glyphs of another document would have no text. The tables are shared.
 */
const withOwnGlyphs = (face: Face): Face => Object.create(Object(face), { _glyphs: { value: {} } });

/** Both faces for one document; parsed once for all, since reading their tables takes longer than a whole invoice. */
export const openFaces = (open: () => PDFKit.PDFDocument): Faces => {
  const load = (weight: Weight): Face =>
    (open().font(fontFile(weight)) as PDFKit.PDFDocument & Loaded)._font.font;
  faces ??= { regular: load('regular'), bold: load('bold') };
  return { regular: withOwnGlyphs(faces.regular), bold: withOwnGlyphs(faces.bold) };
};
