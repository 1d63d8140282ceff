// An XML file: which format its root tells, and its reader.
import { RECEIVED_FORMATS } from '../../../generated/vocabulary/received-formats.ts';
import { type XmlNode } from '../../einvoicing/xml/read.ts';
import { readCfdiRoot } from '../cfdi/read.ts';
import { readCii } from '../cii/invoice.ts';
import type { Reader } from '../en16931/draft.ts';
import { readResponse } from '../en16931/response.ts';
import { takeDraft } from '../en16931/take.ts';
import { createValues } from '../en16931/values.ts';
import { issue } from '../issue.ts';
import { keptAs } from '../kept.ts';
import type { Reading, ReadingIssue, ReceivedFormat } from '../reading.ts';
import { readUbl } from '../ubl/invoice.ts';
import { loadXml } from './load.ts';
import { ENVELOPE, nameAt, NO_SPACES, type Spaces, spacesAt, toTree, type Tree, unread } from './tree.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const CII = 'urn:un:unece:uncefact:data:standard:';
/** In which an envelope holds what is no XML document (Peppol Business Message Envelope 2.0, BinaryContent and TextContent). */
const CONTENT = 'http://peppol.eu/xsd/ticc/envelope/1.0';
const CFDI = 'http://www.sat.gob.mx/cfd/';

/** UBL 2.1 and CII D16B: the elements of the document and of its common parts, not extensions and signatures. */
const ublCounts = (space: string): boolean =>
  space === `${UBL}CommonAggregateComponents-2` || space === `${UBL}CommonBasicComponents-2`;
const ciiCounts = (space: string): boolean => space.startsWith(CII);

/** Formats that are told by name and kept, by the name of their root. */
const UNSUPPORTED: ReadonlyMap<string, readonly [name: string, format: ReceivedFormat]> = new Map(
  RECEIVED_FORMATS.formats.flatMap((each) =>
    'root' in each ? [[each.root, [each.shown, each.format]] as const] : [],
  ),
);

const MOST_UNREAD = 12;

/** Profiles that go beyond EN 16931 say things that nobody here knows of. */
const isBeyond = (profile: string | null): boolean => /extended|extension|#conformant#/i.test(profile ?? '');

const read = (root: Tree, reader: Reader, format: ReceivedFormat): Reading => {
  const values = createValues();
  const reading = takeDraft(reader(root, values), values, format);
  if (!isBeyond(reading.profile)) return reading;
  const paths = unread(root);
  if (paths.length === 0) return reading;
  const names = paths.slice(0, MOST_UNREAD).map((path) => path.split('/').slice(-2).join('/'));
  const fields = `${[...new Set(names)].join(', ')}${paths.length > MOST_UNREAD ? ', …' : ''}`;
  return { ...reading, issues: [...reading.issues, issue('en_fields_unread', { fields })] };
};

/** A format of the network inside its envelope: the payload is the child that is not the header. */
const payloadOf = (root: XmlNode, spaces: Spaces): XmlNode | undefined =>
  root.children.find((child) => nameAt(child, spacesAt(child, spaces)).space !== ENVELOPE);

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/u;

/** What an envelope carries that is no XML document itself: null where it is not what it says. */
const carriedBy = (root: XmlNode): Uint8Array | null | undefined => {
  const spaces = spacesAt(root, NO_SPACES);
  if (nameAt(root, spaces).space !== ENVELOPE) return undefined;
  const payload = payloadOf(root, spaces);
  if (payload === undefined) return undefined;
  const { space, local } = nameAt(payload, spacesAt(payload, spaces));
  if (space !== CONTENT) return undefined;
  if (local === 'TextContent') return Buffer.from(payload.text, 'utf8');
  return local === 'BinaryContent' && BASE64.test(payload.text) ? Buffer.from(payload.text, 'base64') : null;
};

/** The root of the format that is read here; null for any other. */
const readRoot = (root: XmlNode, outer: Spaces, isInside: boolean): Reading | null => {
  const spaces = spacesAt(root, outer);
  const { space, local } = nameAt(root, spaces);
  if (space === ENVELOPE && local === 'StandardBusinessDocument' && !isInside) {
    const payload = payloadOf(root, spaces);
    return payload === undefined ? null : readRoot(payload, spaces, true);
  }
  const ubl = (): Tree => toTree(root, ublCounts, outer);
  if (space === `${UBL}Invoice-2` && local === 'Invoice') return read(ubl(), readUbl, 'ubl_invoice');
  if (space === `${UBL}CreditNote-2` && local === 'CreditNote')
    return read(ubl(), readUbl, 'ubl_credit_note');
  if (space === `${UBL}ApplicationResponse-2`) return readResponse(ubl(), createValues());
  if (space.startsWith(`${CII}CrossIndustryInvoice:`))
    return read(toTree(root, ciiCounts, outer), readCii, 'cii');
  if (space.startsWith(CFDI)) return readCfdiRoot(root);
  const [name, format] = UNSUPPORTED.get(local) ?? [];
  if (name !== undefined && format !== undefined)
    return keptAs('unknown', format, [issue('unsupported_document', { name })]);
  return null;
};

const withIssues = (reading: Reading, issues: readonly ReadingIssue[]): Reading =>
  issues.length === 0 ? reading : { ...reading, issues: [...reading.issues, ...issues] };

/** Whether the root of the XML is one that is read; a PDF may have other XML within it. */
export const isReadableRoot = (root: XmlNode): boolean => {
  const { space, local } = nameAt(root, spacesAt(root, NO_SPACES));
  return (
    space.startsWith(UBL) ||
    space.startsWith(CII) ||
    space === ENVELOPE ||
    space.startsWith(CFDI) ||
    UNSUPPORTED.has(local)
  );
};

/** `readCarried` reads what an envelope carries as bytes; without it, as within an envelope, that is not read. */
export const readXmlFile = async (
  bytes: Uint8Array,
  readCarried?: (bytes: Uint8Array) => Promise<Reading>,
): Promise<Reading> => {
  const loaded = loadXml(bytes);
  if ('refusal' in loaded) return keptAs('unknown', 'xml', [loaded.refusal]);
  const { root, issues } = loaded;
  const carried = carriedBy(root);
  if (carried === null)
    return keptAs('unknown', 'xml', [issue('xml_unreadable', { fault: 'BinaryContent' }), ...issues]);
  if (carried !== undefined && readCarried !== undefined)
    return withIssues(await readCarried(carried), issues);
  const { space, local } = nameAt(root, spacesAt(root, NO_SPACES));
  const reading = readRoot(root, NO_SPACES, false);
  if (reading !== null) return withIssues(reading, issues);
  return keptAs('unknown', 'xml', [issue('unknown_xml', { root: local, namespace: space }), ...issues]);
};
