// Character references and the five entities of XML. No other is known, so a file can define none.
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  // Of HTML, which OFX files of some banks write.
  nbsp: ' ',
};

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';

export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/giu, (whole, digits, hex, name) => {
        if (typeof digits === 'string') return character(Number(digits));
        if (typeof hex === 'string') return character(parseInt(hex, 16));
        return NAMED[String(name)] ?? whole;
      })
    : text;
