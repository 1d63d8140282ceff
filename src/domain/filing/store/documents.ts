// Statements on filed documents: the final bytes, unchanged.
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reader } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import type { DB } from '../../../db/schema.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import { XML_MEDIA_TYPE } from '../../../einvoicing/filing.ts';
import type { WriteScope } from '../../change/scope.ts';

export type FiledDocument = Pick<
  Selectable<DB['filed_document']>,
  'kind' | 'media_type' | 'bytes' | 'sha256'
>;

/** `xml`: accepted by the authority or network, or what a PDF that went alone shows; `pdf`: for people. */
export const filedDocument = (
  ctx: Tenant<Reader>,
  documentId: string,
  kind: FiledDocument['kind'],
): Promise<FiledDocument | undefined> =>
  scoped(ctx, 'filed_document')
    .select()
    .select(['kind', 'media_type', 'bytes', 'sha256'])
    .where('document_id', '=', documentId)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** What the authority, the network or the customer got as XML; undefined also where a PDF alone was sent. */
export const filedXml = async (
  ctx: Tenant<Reader>,
  documentId: string,
): Promise<FiledDocument | undefined> => {
  const found = await filedDocument(ctx, documentId, 'xml');
  return found?.media_type === XML_MEDIA_TYPE ? found : undefined;
};

/** Stores a document; the first one of a kind is kept. */
export const keepDocument = async (
  ctx: WriteScope,
  documentId: string,
  document: Omit<FiledDocument, 'sha256'>,
): Promise<void> => {
  await scoped(ctx, 'filed_document')
    .insert({
      ...document,
      document_id: documentId,
      sha256: createHash('sha256').update(document.bytes).digest('hex'),
      created_at: toInstant(ctx.now),
    })
    .ignore()
    .execute();
};

/** The customer's current e-mail address. Reads `counterparty`. */
export const findEmail = async (ctx: Tenant<Reader>, counterpartyId: string): Promise<string | null> => {
  const row = await scoped(ctx, 'counterparty')
    .select()
    .select('email')
    .where('id', '=', counterpartyId)
    .executeTakeFirst();
  const email = row?.email?.trim() ?? '';
  return email === '' ? null : email;
};
