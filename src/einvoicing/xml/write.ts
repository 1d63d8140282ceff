// Writes XML 1.0 from a tree of elements: escaping, and leaving out absent values.

/** Null and undefined are absent. An empty text is absent too: no format here takes an empty attribute. */
export type XmlAttributes = Readonly<Record<string, string | null | undefined>>;

/** Absent children are left out. */
export type XmlChildren = string | readonly (XmlElement | null | undefined)[];

export interface XmlElement {
  readonly name: string;
  /** Written in the order in which the object names them. */
  readonly attributes: XmlAttributes;
  readonly children: XmlChildren;
}

/** `element('cbc:ID', { schemeID: '9930' }, 'DE123')`, `element('cac:Party', {}, [child, null])`. */
export const element = (
  name: string,
  attributes: XmlAttributes = {},
  children: XmlChildren = [],
): XmlElement => ({ name, attributes, children });

/** Not a Char of XML 1.0, even when escaped: most control characters, lone surrogates, two non-characters. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** The text without the characters that XML cannot carry. */
export const xmlCharacters = (text: string): string => text.replace(FORBIDDEN, '');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A reader turns these into spaces (in attributes) or line feeds unless they are written as references.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const escapeWith =
  (special: RegExp) =>
  (text: string): string =>
    xmlCharacters(text).replace(special, (character) => ESCAPES[character] ?? character);

export const escapeText = escapeWith(/[&<>\r]/g);

/** For a value between double quotes. */
export const escapeAttribute = escapeWith(/[&<>"\t\n\r]/g);

const attributesText = (attributes: XmlAttributes): string =>
  Object.entries(attributes)
    .map(([name, value]) =>
      value === null || value === undefined || value === '' ? '' : ` ${name}="${escapeAttribute(value)}"`,
    )
    .join('');

const childrenText = (children: XmlChildren): string =>
  typeof children === 'string'
    ? escapeText(children)
    : children.map((child) => (child === null || child === undefined ? '' : elementText(child))).join('');

/** The element and what it contains, without a declaration. */
export const elementText = ({ name, attributes, children }: XmlElement): string => {
  const start = `<${name}${attributesText(attributes)}`;
  const content = childrenText(children);
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
};

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** A whole document: declaration, then the root; no byte order mark, nothing between elements. */
export const xmlDocument = (root: XmlElement): string => `${DECLARATION}\n${elementText(root)}`;
