// Statements on filed documents: the final bytes, unchanged.
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reader } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import type { DB } from '../../../db/schema.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import type { WriteScope } from '../../change/scope.ts';

export type FiledDocument = Pick<
  Selectable<DB['filed_document']>,
  'kind' | 'media_type' | 'bytes' | 'sha256' | 'created_at'
>;

/** `xml`: accepted by the authority or network; `pdf`: for people; `acuse`: acknowledges its last cancellation request. */
export const filedDocument = (
  ctx: Tenant<Reader>,
  documentId: string,
  kind: FiledDocument['kind'],
): Promise<FiledDocument | undefined> =>
  scoped(ctx, 'filed_document')
    .select()
    .select(['kind', 'media_type', 'bytes', 'sha256', 'created_at'])
    .where('document_id', '=', documentId)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** Stores a document; the first one of a kind is kept. */
export const keepDocument = async (
  ctx: WriteScope,
  documentId: string,
  document: Omit<FiledDocument, 'sha256' | 'created_at'>,
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

/** Removes a document that a newer one of its kind replaces. */
export const dropDocument = async (
  ctx: WriteScope,
  documentId: string,
  kind: FiledDocument['kind'],
): Promise<void> => {
  await scoped(ctx, 'filed_document')
    .delete()
    .where('document_id', '=', documentId)
    .where('kind', '=', kind)
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
