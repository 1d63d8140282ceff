// The network's names for a document, read from its bytes.
import { XMLParser } from 'fast-xml-parser';
import { isRecord } from '../ask.ts';

export interface DocumentIds {
  /** With its scheme, as in a service metadata publisher. */
  readonly docType: string;
  readonly process: string;
}

const ROOTS = ['Invoice', 'CreditNote'] as const;

/** PINT documents are looked up by wildcard, all others by their exact name. */
const chooseScheme = (customization: string): string =>
  customization.startsWith('urn:peppol:pint:') ? 'peppol-doctype-wildcard' : 'busdox-docid-qns';

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: true,
});

/** Null unless the bytes are a UBL invoice or credit note that names its profile. */
export const readDocumentIds = (bytes: Buffer): DocumentIds | null => {
  const document = parse(bytes);
  const root = ROOTS.find((name) => isRecord(document) && isRecord(document[name]));
  if (root === undefined || !isRecord(document)) return null;
  const body = document[root];
  const customization = readField(body, 'CustomizationID');
  const profile = readField(body, 'ProfileID');
  if (customization === null || profile === null) return null;
  const name = `urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${customization}::2.1`;
  return { docType: `${chooseScheme(customization)}::${name}`, process: `cenbii-procid-ubl::${profile}` };
};

const parse = (bytes: Buffer): unknown => {
  try {
    return parser.parse(bytes);
  } catch {
    return undefined;
  }
};

const readField = (body: unknown, name: string): string | null => {
  const value = isRecord(body) ? body[name] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};
