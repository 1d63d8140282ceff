// Puts a document into the envelope in which the network carries it (Peppol Business Message Envelope 2.0).
import { childAt, readXmlBytes, type XmlNode } from '../../einvoicing/xml/read.ts';
import { escapeText } from '../../einvoicing/xml/write.ts';
import { readDocumentIds } from '../../providers/access-point/document-ids.ts';

const ENVELOPE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
const CONTENT = 'http://peppol.eu/xsd/ticc/envelope/1.0';
const ACTOR = 'iso6523-actorid-upis';
/** Of documents that name no sender. */
const NOBODY = '9999:folio-sandbox';

const rootOf = (document: Buffer): XmlNode | undefined => {
  try {
    return readXmlBytes(document);
  } catch {
    return undefined;
  }
};

const senderOf = (root: XmlNode | undefined): string => {
  const endpoint = root && childAt(root, ['cac:AccountingSupplierParty', 'cac:Party', 'cbc:EndpointID']);
  const scheme = endpoint?.attributes.get('schemeID');
  return scheme === undefined || endpoint === undefined ? NOBODY : `${scheme}:${endpoint.text.trim()}`;
};

const DECLARATION = /^\uFEFF?\s*<\?xml[^>]*\?>\s*/u;

const payloadOf = (document: Buffer, isXml: boolean): string =>
  isXml
    ? document.toString('utf8').replace(DECLARATION, '')
    : `<BinaryContent xmlns="${CONTENT}" mimeType="application/octet-stream" encoding="Base64Binary">${document.toString('base64')}</BinaryContent>`;

const party = (name: string, id: string): string =>
  `<${name}><Identifier Authority="${ACTOR}">${escapeText(id)}</Identifier></${name}>`;

const scope = (type: string, id: string): string =>
  `<Scope><Type>${type}</Type><InstanceIdentifier>${escapeText(id)}</InstanceIdentifier></Scope>`;

/** One that is in an envelope already is carried as it is. */
export const wrap = (
  document: Buffer,
  { receiver, messageId, at }: { readonly receiver: string; readonly messageId: string; readonly at: Date },
): Buffer => {
  const root = rootOf(document);
  if (/^(?:[\w.-]+:)?StandardBusinessDocument$/u.test(root?.name ?? '')) return document;
  const ids = readDocumentIds(document);
  const scopes = ids === null ? '' : scope('DOCUMENTID', ids.docType) + scope('PROCESSID', ids.process);
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>
<StandardBusinessDocument xmlns="${ENVELOPE}"><StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion>${party('Sender', senderOf(root))}${party('Receiver', receiver)}<DocumentIdentification><Standard>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2</Standard><TypeVersion>2.1</TypeVersion><InstanceIdentifier>${escapeText(messageId)}</InstanceIdentifier><Type>${escapeText(root?.name.replace(/^.*:/u, '') ?? 'Invoice')}</Type><CreationDateAndTime>${at.toISOString()}</CreationDateAndTime></DocumentIdentification><BusinessScope>${scopes}</BusinessScope></StandardBusinessDocumentHeader>${payloadOf(document, root !== undefined)}</StandardBusinessDocument>
`,
    'utf8',
  );
};
