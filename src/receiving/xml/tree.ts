// An XML document as its reader walks it: names without prefixes, whichever the author chose, and nothing from namespaces
// that the format does not have. What was read is marked, so that the rest can be told.
import type { XmlNode } from '../../einvoicing/xml/read.ts';

export interface Tree {
  readonly name: string;
  /** Those without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Tree[];
  /** Without the space around it; line ends as one character. */
  readonly text: string;
  seen: boolean;
}

/** The namespaces that prefixes stand for at an element; '' is the default one. */
export type Spaces = ReadonlyMap<string, string>;

export const NO_SPACES: Spaces = new Map();

/** The namespace of the envelope in which the network carries a document. */
export const ENVELOPE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** With what the element itself declares. */
export const spacesAt = (node: XmlNode, outer: Spaces): Spaces => {
  const own = [...node.attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (own.length === 0) return outer;
  return new Map([...outer, ...own.map(([name, value]) => [name.slice('xmlns:'.length), value] as const)]);
};

/** Namespace and name without prefix; the namespace is '' where none is declared. */
export const nameAt = (node: XmlNode, spaces: Spaces): { readonly space: string; readonly local: string } => {
  const colon = node.name.indexOf(':');
  const prefix = colon < 0 ? '' : node.name.slice(0, colon);
  return { space: spaces.get(prefix) ?? '', local: node.name.slice(colon + 1) };
};

/** The element and what is below it in the namespaces that count; `spaces` are those around it. */
export const toTree = (node: XmlNode, counts: (space: string) => boolean, spaces: Spaces): Tree => {
  const here = spacesAt(node, spaces);
  const children: Tree[] = [];
  for (const child of node.children) {
    if (counts(nameAt(child, spacesAt(child, here)).space)) children.push(toTree(child, counts, here));
  }
  return {
    name: nameAt(node, here).local,
    attributes: node.attributes,
    children,
    text: node.text.replace(/\r\n?/g, '\n').trim(),
    seen: false,
  };
};

/** The elements that the path names: `all(invoice, 'TaxTotal/TaxSubtotal')`. */
export const all = (tree: Tree | undefined, path: string): readonly Tree[] => {
  let found: readonly Tree[] = tree === undefined ? [] : [tree];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
};

/** All texts at the path, without empty ones. */
export const texts = (tree: Tree | undefined, path: string): readonly string[] =>
  all(tree, path).flatMap((each) => {
    each.seen = true;
    return each.text === '' ? [] : [each.text];
  });

/** The first of them; null where there is none. */
export const textAt = (tree: Tree | undefined, path: string): string | null => texts(tree, path)[0] ?? null;

export const first = (tree: Tree | undefined, path: string): Tree | undefined => all(tree, path)[0];

export const attribute = (tree: Tree | undefined, name: string): string | null => {
  const value = tree?.attributes.get(name)?.trim() ?? '';
  return value === '' ? null : value;
};

/** Several texts as one. */
export const joined = (parts: readonly (string | null)[], between: string): string | null => {
  const said = parts.filter((part) => part !== null && part !== '');
  return said.length === 0 ? null : said.join(between);
};

/** The paths below of texts that nobody has read, each once. */
export const unread = (tree: Tree): readonly string[] => {
  const paths = new Set<string>();
  const walk = (each: Tree, path: string): void => {
    if (each.children.length === 0 && each.text !== '' && !each.seen) paths.add(path);
    for (const child of each.children) walk(child, path === '' ? child.name : `${path}/${child.name}`);
  };
  walk(tree, '');
  return [...paths];
};
