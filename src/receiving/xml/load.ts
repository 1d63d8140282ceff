// The root element of an XML file, or why it cannot be read.
import { readXml, XmlFault, type XmlLimits, type XmlNode } from '../../einvoicing/xml/read.ts';
import { decodeXml } from '../decode.ts';
import { issue } from '../issue.ts';
import type { ReadingIssue } from '../reading.ts';

/** An e-invoice with its attachments; one of 10,000 lines has 400,000 elements less than this allows in characters. */
export const XML_LIMITS: XmlLimits = { characters: 20_000_000, depth: 100, elements: 200_000 };

export interface LoadedXml {
  readonly root: XmlNode;
  readonly issues: readonly ReadingIssue[];
}

const UNIT = 4;

/** UTF-32 tells itself by the zeros of its first characters, or by its mark. */
const order32 = (bytes: Uint8Array): 'LE' | 'BE' | null => {
  const [a, b, c, d] = bytes;
  if (a === 0 && b === 0 && (d === 0x3c || (c === 0xfe && d === 0xff))) return 'BE';
  if (c === 0 && d === 0 && ((a === 0x3c && b === 0) || (a === 0xff && b === 0xfe))) return 'LE';
  return null;
};

const UTF8_MARK = '\uFEFF';

/** Characters of UTF-32 as UTF-8, marked so, whatever the declaration says; null where one is none. */
const fromUtf32 = (bytes: Uint8Array, order: 'LE' | 'BE'): Uint8Array | null => {
  if (bytes.length % UNIT !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += UNIT) {
    const code = view.getUint32(at, order === 'LE');
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    parts.push(String.fromCodePoint(code));
  }
  return Buffer.from(`${UTF8_MARK}${parts.join('').replace(/^\uFEFF/, '')}`, 'utf8');
};

/** Some writers declare UTF-16, as their texts are in memory, and write UTF-8. */
const isUtf8AfterAll = (bytes: Uint8Array): boolean =>
  /^<\?xml[^>]*encoding=["']utf-16/i.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1'));

const withMark = (bytes: Uint8Array): Uint8Array => Buffer.concat([Buffer.from(UTF8_MARK, 'utf8'), bytes]);

const refused = (refusal: ReadingIssue): { readonly refusal: ReadingIssue } => ({ refusal });

export const loadXml = (given: Uint8Array): LoadedXml | { readonly refusal: ReadingIssue } => {
  if (given.length > XML_LIMITS.characters)
    return refused(issue('xml_too_large', { megabytes: String(XML_LIMITS.characters / 1_000_000) }));
  const order = order32(given);
  const narrow = isUtf8AfterAll(given) ? withMark(given) : given;
  const bytes = order === null ? narrow : fromUtf32(given, order);
  if (bytes === null) return refused(issue('xml_unreadable', { fault: `UTF-32${order ?? ''}` }));
  const decoded = decodeXml(bytes);
  if ('fault' in decoded)
    return refused(
      decoded.fault === 'doctype'
        ? issue('xml_doctype')
        : issue('xml_unreadable', { fault: decoded.named.toUpperCase() }),
    );
  const encoding = order === null ? decoded.encoding : `utf-32${order.toLowerCase()}`;
  try {
    const root = readXml(decoded.text.trimStart(), XML_LIMITS);
    const told = encoding === 'utf-8' || encoding === 'us-ascii';
    return { root, issues: told ? [] : [issue('xml_encoding', { encoding: encoding.toUpperCase() })] };
  } catch (fault) {
    // An expression of a million attributes exceeds the stack of the engine.
    if (!(fault instanceof XmlFault || fault instanceof RangeError)) throw fault;
    return refused(issue('xml_unreadable', { fault: fault.message }));
  }
};
