// A UBL document as a tree of elements with the rules' prefixes, whichever its author chose.
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface Node {
  /** `Invoice`, `cac:Party`, `cbc:ID`; in any other namespace `{namespace}name`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
  /** The text without the spaces around it. */
  readonly text: string;
  /** The text as it is written. */
  readonly raw: string;
  readonly path: string;
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const PREFIXES: ReadonlyMap<string, string> = new Map([
  [`${UBL}Invoice-2`, ''],
  [`${UBL}CreditNote-2`, ''],
  [`${UBL}CommonAggregateComponents-2`, 'cac:'],
  [`${UBL}CommonBasicComponents-2`, 'cbc:'],
  [`${UBL}CommonExtensionComponents-2`, 'ext:'],
]);

const ATTRIBUTES = ':@';
const TEXT = '#text';

type Raw = Readonly<Record<string, unknown>>;
type Namespaces = ReadonlyMap<string, string>;

const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Character references and the five entities of XML; documents with a DTD, which could define others, are refused.
  htmlEntities: false,
});

const readNamespaces = (attributes: Readonly<Record<string, string>>, outer: Namespaces): Namespaces => {
  const declared = Object.entries(attributes).filter(
    ([name]) => name === 'xmlns' || name.startsWith('xmlns:'),
  );
  if (declared.length === 0) return outer;
  return new Map([
    ...outer,
    ...declared.map(([name, value]) => [name === 'xmlns' ? '' : name.slice('xmlns:'.length), value] as const),
  ]);
};

const nameIn = (namespaces: Namespaces, qualified: string): string => {
  const colon = qualified.indexOf(':');
  const local = qualified.slice(colon + 1);
  const namespace = namespaces.get(colon < 0 ? '' : qualified.slice(0, colon)) ?? '';
  const prefix = PREFIXES.get(namespace);
  return prefix === undefined ? `{${namespace}}${local}` : `${prefix}${local}`;
};

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

const elementName = (raw: Raw): string | undefined =>
  Object.keys(raw).find((key) => key !== ATTRIBUTES && key !== TEXT);

/** The elements among the children, each with its place among those of its name. */
const toNodes = (raws: readonly Raw[], outer: Namespaces, path: string): readonly Node[] => {
  const counts = new Map<string, number>();
  return raws.flatMap((raw) => {
    const tag = elementName(raw);
    if (tag === undefined) return [];
    const attributes = (raw[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>;
    const namespaces = readNamespaces(attributes, outer);
    const name = nameIn(namespaces, tag);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const own = path === '' ? name : `${path}/${name}${count === 1 ? '' : `[${count}]`}`;
    const inner = (raw[tag] as readonly unknown[]).filter(isRaw);
    const children = toNodes(inner, namespaces, own);
    const content = inner.map((child) => (typeof child[TEXT] === 'string' ? child[TEXT] : '')).join('');
    return { name, attributes, children, text: content.trim(), raw: content, path: own };
  });
};

/** The root element, or why the bytes cannot be read. */
export const readTree = (bytes: Uint8Array): Node | { readonly fault: string } => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { fault: 'The document is not UTF-8.' };
  }
  if (/<!DOCTYPE/i.test(text)) return { fault: 'The document has a document type declaration.' };
  const valid = XMLValidator.validate(text);
  if (valid !== true) return { fault: `The document is not well-formed XML: ${valid.err.msg}` };
  const raws = (PARSER.parse(text) as readonly unknown[]).filter(isRaw);
  const root = toNodes(raws, new Map(), '')[0];
  if (root === undefined) return { fault: 'The document is empty.' };
  return root.name === 'Invoice' || root.name === 'CreditNote'
    ? root
    : { fault: `The document is ${root.name}, not an invoice of UBL 2.1.` };
};

/** The elements below `node` that the path names: `all(invoice, 'cac:TaxTotal/cac:TaxSubtotal')`. */
export const all = (node: Node | undefined, path: string): readonly Node[] =>
  path
    .split('/')
    .reduce<readonly Node[]>(
      (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
      node === undefined ? [] : [node],
    );

export const first = (node: Node | undefined, path: string): Node | undefined => all(node, path)[0];

/** The text of the first such element; empty when there is none. */
export const textAt = (node: Node | undefined, path: string): string => first(node, path)?.text ?? '';

/** The node and everything below it. */
export const everything = (node: Node): readonly Node[] => [node, ...node.children.flatMap(everything)];
