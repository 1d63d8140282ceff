// Reads XML from others, strictly. No DTD, hence no entities but the five of XML and character references: nothing is
// fetched or expanded.

export interface XmlNode {
  /** With its prefix, as written. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  /** The character data directly inside, joined. */
  readonly text: string;
}

/** Why a text is not the XML it should be. */
export class XmlFault extends Error {
  override name = 'XmlFault';
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlNode[];
  text: string;
}

/** What a text may have; more of it is a fault. */
export interface XmlLimits {
  readonly characters: number;
  readonly depth: number;
  readonly elements: number;
}

/** Attachments of 10 MB in base64 and some; a CFDI of 200 lines has about 100 kB. */
const LIMITS: XmlLimits = { characters: 16_000_000, depth: 64, elements: 1_000_000 };

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.\-]*(?::[\p{L}_][\p{L}\p{N}_.\-]*)?`;
const QUOTED = String.raw`"[^"<]*"|'[^'<]*'`;
const START = new RegExp(String.raw`<(${NAME})((?:\s+${NAME}\s*=\s*(?:${QUOTED}))*)\s*(/?)>`, 'uy');
const END = new RegExp(String.raw`</(${NAME})\s*>`, 'uy');
const ATTRIBUTE = new RegExp(String.raw`\s(${NAME})\s*=\s*(${QUOTED})`, 'gu');

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Char of XML 1.0. */
const isCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

const decode = (text: string): string => {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,4}));|&/g, (whole, hex, digits, name) => {
    const named = ENTITIES.get(String(name));
    if (named !== undefined) return named;
    const code = hex === undefined ? Number(digits) : Number.parseInt(String(hex), 16);
    if (!isCharacter(code)) throw new XmlFault(`${whole} is not a character that XML knows`);
    return String.fromCodePoint(code);
  });
};

const readAttributes = (text: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted = ''] of text.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) throw new XmlFault(`the attribute ${name} stands twice in one element`);
    // Attribute-value normalisation: literal white space is a space, what a reference stands for stays.
    attributes.set(name, decode(quoted.slice(1, -1).replace(/[\t\n\r]/g, ' ')));
  }
  return attributes;
};

/** Comments, declarations and CDATA: where each ends and the text it stands for. */
const MARKUP = [
  { start: '<!--', end: '-->', isText: false },
  { start: '<![CDATA[', end: ']]>', isText: true },
  { start: '<?', end: '?>', isText: false },
] as const;

class Reader {
  private readonly stack: Open[] = [];
  private root: XmlNode | undefined;
  private position = 0;
  private elements = 0;
  private readonly source: string;
  private readonly limits: XmlLimits;

  constructor(source: string, limits: XmlLimits) {
    this.source = source;
    this.limits = limits;
  }

  read(): XmlNode {
    while (this.position < this.source.length) this.step();
    const [open] = this.stack;
    if (open !== undefined) throw new XmlFault(`the element ${open.name} is not closed`);
    if (this.root === undefined) throw new XmlFault('there is no element');
    return this.root;
  }

  private step(): void {
    const { source, position } = this;
    const next = source.indexOf('<', position);
    const end = next === -1 ? source.length : next;
    if (end > position) this.addText(decode(source.slice(position, end)));
    this.position = end;
    if (next === -1 || this.takeMarkup()) return;
    if (source.startsWith('</', next)) this.close();
    else this.open();
  }

  private addText(text: string): void {
    const parent = this.stack.at(-1);
    if (parent !== undefined) parent.text += text;
    else if (text.trim() !== '') throw new XmlFault('there is text outside the root element');
  }

  private takeMarkup(): boolean {
    const kind = MARKUP.find(({ start }) => this.source.startsWith(start, this.position));
    if (kind === undefined) return false;
    const from = this.position + kind.start.length;
    const end = this.source.indexOf(kind.end, from);
    if (end === -1) throw new XmlFault(`${kind.start} is not closed`);
    if (kind.isText) this.addText(this.source.slice(from, end));
    this.position = end + kind.end.length;
    return true;
  }

  private match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.source);
    if (match === null) {
      const near = this.source.slice(this.position, this.position + 40);
      throw new XmlFault(`not well-formed at character ${this.position}: ${near}`);
    }
    this.position = pattern.lastIndex;
    return match;
  }

  private open(): void {
    const [, name = '', attributes = '', slash = ''] = this.match(START);
    if (this.root !== undefined) throw new XmlFault('there is more than one root element');
    this.elements += 1;
    if (this.elements > this.limits.elements) throw new XmlFault('there are too many elements');
    const element: Open = { name, attributes: readAttributes(attributes), children: [], text: '' };
    if (slash === '/') return this.add(element);
    if (this.stack.length >= this.limits.depth) throw new XmlFault('elements are nested too deeply');
    this.stack.push(element);
  }

  private close(): void {
    const [, name = ''] = this.match(END);
    const element = this.stack.pop();
    if (element?.name !== name) throw new XmlFault(`</${name}> closes ${element?.name ?? 'nothing'}`);
    this.add(element);
  }

  private add(element: XmlNode): void {
    const parent = this.stack.at(-1);
    if (parent === undefined) this.root = element;
    else parent.children.push(element);
  }
}

/** The root element; throws XmlFault. */
export const readXml = (text: string, limits = LIMITS): XmlNode => {
  if (text.length > limits.characters) throw new XmlFault('the document is too large');
  return new Reader(text.replace(/^\uFEFF/, ''), limits).read();
};

/** The same from bytes, which must be UTF-8. */
export const readXmlBytes = (bytes: Buffer): XmlNode => {
  if (bytes.length > LIMITS.characters) throw new XmlFault('the document is too large');
  try {
    return readXml(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (fault) {
    if (fault instanceof XmlFault) throw fault;
    throw new XmlFault('the bytes are not UTF-8');
  }
};

export const readAttribute = (node: XmlNode | undefined, name: string): string | null =>
  node?.attributes.get(name) ?? null;

/** The elements at a path below the node: `childrenAt(root, ['cfdi:Conceptos', 'cfdi:Concepto'])`. */
export const childrenAt = (node: XmlNode, path: readonly string[]): readonly XmlNode[] => {
  let found: readonly XmlNode[] = [node];
  for (const name of path) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
    if (found.length === 0) break;
  }
  return found;
};

export const childAt = (node: XmlNode, path: readonly string[]): XmlNode | undefined =>
  childrenAt(node, path)[0];
