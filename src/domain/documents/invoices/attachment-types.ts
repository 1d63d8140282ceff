// The files that a document of the network may carry (EN 16931, BT-125), by the ending of their names.
import type { AttachmentType } from '../../../../generated/types.ts';

export const ATTACHMENT_TYPES: Readonly<Record<string, AttachmentType>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.csv': 'text/csv',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
};
