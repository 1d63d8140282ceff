// Files inside a document (BG-24): whether they are what their types and names claim.
import type { AttachmentType } from '../../../generated/types.ts';
import type { Attachment } from '../terms.ts';
import { childrenAt, readAttribute, readXmlBytes } from '../xml/read.ts';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A spreadsheet is a ZIP archive. */
const ZIP = ascii('PK\u0003\u0004');

/** How files of a type begin; CSV is text and has no such mark. */
const BEGINNINGS: Readonly<Record<AttachmentType, Buffer | null>> = {
  'application/pdf': ascii('%PDF-'),
  'image/png': ascii('\u0089PNG\r\n\u001a\n'),
  'image/jpeg': ascii('\u00ff\u00d8\u00ff'),
  'text/csv': null,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ZIP,
  'application/vnd.oasis.opendocument.spreadsheet': ZIP,
};

/** Text of any encoding that extends ASCII holds no NUL, which other files hardly lack. */
const isText = (content: Buffer): boolean =>
  !content.includes(0) &&
  Object.values(BEGINNINGS).every(
    (beginning) => beginning === null || !content.subarray(0, beginning.length).equals(beginning),
  );

/** Why the content is not of its type; null where it is, or is not at hand. */
export const attachmentFault = ({ content, mimeType, size }: Attachment): string | null => {
  if (size === 0) return 'is empty';
  if (content === null) return null;
  const beginning = BEGINNINGS[mimeType];
  const fits = beginning === null ? isText(content) : content.subarray(0, beginning.length).equals(beginning);
  return fits ? null : `is not ${mimeType}`;
};

const ENDINGS: Readonly<Record<AttachmentType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'text/csv': ['csv', 'txt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
};

/** Readers store a file under its name, so it must be no path, and no letters may be turned round to hide its ending. */
const NO_NAME = /[\p{Cc}\u202A-\u202E\u2066-\u2069/\\]/u;
const ENDING = /\.([a-z][a-z0-9]{1,4})$/i;

export const nameFault = ({ name, mimeType }: Attachment): string | null => {
  if (NO_NAME.test(name)) return 'must be a file name without a path and control characters';
  const ending = ENDING.exec(name)?.[1]?.toLowerCase();
  const endings = ENDINGS[mimeType];
  return ending === undefined || endings.includes(ending)
    ? null
    : `does not end in .${endings.join(' or .')}, as ${mimeType} does`;
};

/** The files inside a document of UBL (BT-125). */
export const attachedFiles = (
  bytes: Buffer,
): readonly { readonly filename: string; readonly mediaType: string; readonly content: Buffer }[] =>
  childrenAt(readXmlBytes(bytes), [
    'cac:AdditionalDocumentReference',
    'cac:Attachment',
    'cbc:EmbeddedDocumentBinaryObject',
  ]).map((node) => ({
    filename: readAttribute(node, 'filename') ?? '',
    mediaType: readAttribute(node, 'mimeCode') ?? 'application/octet-stream',
    content: Buffer.from(node.text, 'base64'),
  }));
