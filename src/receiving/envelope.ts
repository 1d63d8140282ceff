// The head of a StandardBusinessDocument: from whom to whom the network carries it. It is read from the first bytes, before the
// rest has come (Peppol Business Message Envelope 2.0).
import { readXml, XmlFault, type XmlNode } from '../einvoicing/xml/read.ts';
import { ENVELOPE, nameAt, NO_SPACES, type Spaces, spacesAt } from './xml/tree.ts';

export interface Envelope {
  /** Participant ids as they are written. */
  readonly sender: string | null;
  readonly receiver: string | null;
  /** The InstanceIdentifier, unique to the message. */
  readonly messageId: string | null;
}

/** A header has some 3 kB; with all that its standard allows, a few more. */
export const HEAD_BYTES = 65_536;

const AUTHORITY = 'iso6523-actorid-upis';
const LIMITS = { characters: HEAD_BYTES, depth: 20, elements: 2_000 };
const END = /<\/(?:[\w.-]+:)?StandardBusinessDocumentHeader\s*>/gu;
const ROOT = /<((?:[\w.-]+:)?StandardBusinessDocument)[\s>]/uy;

/** Where the root begins, after declaration, comments and instructions; -1 where there is anything else before it. */
const rootAt = (text: string): number => {
  for (let at = 0; ;) {
    while (/\s/u.test(text.charAt(at))) at += 1;
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : undefined;
    if (end === undefined) return at;
    const next = text.indexOf(end, at);
    if (next < 0) return -1;
    at = next + end.length;
  }
};

const childrenOf = (node: XmlNode, spaces: Spaces, local: string) =>
  node.children.flatMap((child) => {
    const inner = spacesAt(child, spaces);
    const name = nameAt(child, inner);
    return name.space === ENVELOPE && name.local === local ? [{ node: child, spaces: inner }] : [];
  });

/** The only one on that way; undefined where it is missing or stands there twice. */
const only = (from: { node: XmlNode; spaces: Spaces }, ...path: readonly string[]) => {
  let here = from;
  for (const local of path) {
    const [next, second] = childrenOf(here.node, here.spaces, local);
    if (next === undefined || second !== undefined) return undefined;
    here = next;
  }
  return here.node;
};

const textOf = (node: XmlNode | undefined): string | null => node?.text.trim() || null;

/** Ids of another authority than the network's are none. */
const participantOf = (node: XmlNode | undefined): string | null =>
  (node?.attributes.get('Authority') ?? AUTHORITY) === AUTHORITY ? textOf(node) : null;

const readHeader = (text: string): Envelope | undefined => {
  const root = readXml(text, LIMITS);
  const spaces = spacesAt(root, NO_SPACES);
  if (nameAt(root, spaces).space !== ENVELOPE || root.children.length !== 1) return undefined;
  const [header] = childrenOf(root, spaces, 'StandardBusinessDocumentHeader');
  if (header === undefined) return undefined;
  return {
    sender: participantOf(only(header, 'Sender', 'Identifier')),
    receiver: participantOf(only(header, 'Receiver', 'Identifier')),
    messageId: textOf(only(header, 'DocumentIdentification', 'InstanceIdentifier')),
  };
};

/** Undefined where the bytes begin no envelope, or its header does not end within them. */
export const readEnvelope = (head: Uint8Array): Envelope | undefined => {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES))
    .toString('utf8')
    .replace(/^\uFEFF/u, '');
  ROOT.lastIndex = Math.max(0, rootAt(text));
  const root = ROOT.exec(text)?.[1];
  if (root === undefined) return undefined;
  // An end within a comment leaves it open, so that the next one is tried.
  for (const end of text.matchAll(END)) {
    try {
      return readHeader(`${text.slice(0, end.index + end[0].length)}</${root}>`);
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error;
    }
  }
  return undefined;
};
