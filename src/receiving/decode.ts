// The text of an XML file from its bytes: by its byte order mark, or by what its declaration says. A DOCTYPE is refused in
// every encoding, before anything is parsed.

/** What a file is written in, where it is not UTF-8 as e-invoices are. */
export interface Decoded {
  readonly text: string;
  readonly encoding: string;
}

export type DecodeFault =
  | { readonly fault: 'doctype' }
  | { readonly fault: 'encoding'; readonly named: string };

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // Without a mark: `<` and a zero.
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
];

const DECLARED = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]{0,39})["']/;
const DECLARATION_BYTES = 200;

const encodingOf = (bytes: Uint8Array): string => {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return marked[1];
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1').trimStart();
  return (DECLARED.exec(start)?.[1] ?? 'utf-8').toLowerCase();
};

const BEFORE_ROOT = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const;

/** A DOCTYPE stands before the root; behind it the text is no XML anyway, and text may speak of one. */
const hasDoctype = (text: string): boolean => {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const markup = BEFORE_ROOT.find(([start]) => text.startsWith(start, at));
    if (markup === undefined) return text.slice(at, at + '<!DOCTYPE'.length).toUpperCase() === '<!DOCTYPE';
    const end = text.indexOf(markup[1], at + markup[0].length);
    if (end < 0) return false;
    at = end + markup[1].length;
  }
};

export const decodeXml = (bytes: Uint8Array): Decoded | DecodeFault => {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return { fault: 'encoding', named: encoding };
  }
  return hasDoctype(text) ? { fault: 'doctype' } : { text, encoding };
};
