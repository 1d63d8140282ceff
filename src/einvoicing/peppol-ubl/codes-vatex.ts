// The code list VATEX: why a line bears no VAT (BT-121), as BR-CL-22 checks it.

/** Articles of Directive 2006/112/EC, and what follows `VATEX-EU-` for each of their sections. */
const ARTICLES: Readonly<Record<string, readonly string[]>> = {
  '79': ['C'],
  '132': ['', ...Array.from('ABCDEFGHIJKLMNOPQ', (letter) => `1${letter}`)],
  '135': ['1'],
  '143': ['', ...Array.from('ABCDEFGHIJKL', (letter) => `1${letter}`), '1FA'],
  '144': [''],
  '146': ['1E'],
  '148': ['', ...'ABCDEFG'],
  '151': ['', ...Array.from('ABCDE', (letter) => `1${letter}`), '1AA'],
  '153': [''],
  '159': [''],
  '309': [''],
};

/** Whole regimes instead of an article. */
const REGIMES = ['AE', 'D', 'F', 'G', 'I', 'IC', 'J', 'O'];

const VATEX_CODES: ReadonlySet<string> = new Set([
  ...Object.entries(ARTICLES).flatMap(([article, sections]) =>
    sections.map((section) => (section === '' ? `VATEX-EU-${article}` : `VATEX-EU-${article}-${section}`)),
  ),
  ...REGIMES.map((regime) => `VATEX-EU-${regime}`),
]);

export const isVatexCode = (code: string): boolean => VATEX_CODES.has(code);
