// Statements on filed documents: the final bytes, unchanged.
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { DocumentFormat } from '../../../../generated/types.ts';
import { toolError } from '../../../base/errors.ts';
import type { Reader } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import type { DB } from '../../../db/schema.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import { XML_MEDIA_TYPE } from '../../../einvoicing/filing.ts';
import type { WriteScope } from '../../ground/change/scope.ts';

export type FiledDocument = Pick<
  Selectable<DB['filed_document']>,
  'kind' | 'media_type' | 'bytes' | 'sha256' | 'created_at'
>;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const FIRST_ACUSE = 'acuse';

/** As callers name it: each acknowledgement is one. */
export const formatOf = (kind: FiledDocument['kind']): DocumentFormat =>
  kind === 'xml' || kind === 'pdf' ? kind : FIRST_ACUSE;

const COLUMNS = ['kind', 'media_type', 'bytes', 'sha256', 'created_at'] as const;

const sound = (documentId: string, found: FiledDocument | undefined): FiledDocument | undefined => {
  if (found !== undefined && digestOf(found.bytes) !== found.sha256)
    throw toolError('document_altered', { record_id: documentId, format: formatOf(found.kind) });
  return found;
};

/**
 * `xml`: accepted by the authority or network, or what a PDF that went alone shows; `pdf`: for people, rendered on
 * demand; `acuse`, `acuse2`: acknowledge its cancellation requests. Raises `document_altered` when the bytes are not
 * those that were kept.
 */
export const filedDocument = async (
  ctx: Tenant<Reader>,
  documentId: string,
  kind: FiledDocument['kind'],
): Promise<FiledDocument | undefined> =>
  sound(
    documentId,
    await scoped(ctx, 'filed_document')
      .select()
      .select(COLUMNS)
      .where('document_id', '=', documentId)
      .where('kind', '=', kind)
      .executeTakeFirst(),
  );

const acuses = (ctx: Tenant<Reader>, documentId: string) =>
  scoped(ctx, 'filed_document')
    .select()
    .where('document_id', '=', documentId)
    .where('kind', 'like', sql<DocumentFormat>`concat(${FIRST_ACUSE}, '%')`);

const numberOf = (kind: FiledDocument['kind']): number => Number(kind.slice(FIRST_ACUSE.length) || '1');

/** The acknowledgement that came last. Raises `document_altered`. */
export const lastAcuse = async (
  ctx: Tenant<Reader>,
  documentId: string,
): Promise<FiledDocument | undefined> =>
  sound(
    documentId,
    await acuses(ctx, documentId)
      .select(COLUMNS)
      .orderBy('created_at', 'desc')
      .orderBy(sql`length(kind)`, 'desc')
      .orderBy('kind', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );

/** Keeps an acknowledgement beside the earlier ones, once; the document is locked. */
export const addAcuse = async (
  ctx: WriteScope,
  documentId: string,
  acuse: Pick<FiledDocument, 'media_type' | 'bytes'>,
): Promise<void> => {
  const kept = await acuses(ctx, documentId).select(['kind', 'sha256']).execute();
  if (kept.some(({ sha256 }) => sha256 === digestOf(acuse.bytes))) return;
  const last = Math.max(0, ...kept.map(({ kind }) => numberOf(kind)));
  const kind = last === 0 ? FIRST_ACUSE : (`${FIRST_ACUSE}${last + 1}` as const);
  await keepDocument(ctx, documentId, { ...acuse, kind });
};

export interface AlteredDocument {
  readonly document_id: string;
  readonly kind: FiledDocument['kind'];
}

/** Of a company's newest documents, at most so many, those whose bytes are not those that were kept. */
export const findAltered = (ctx: Tenant<Reader>, newest: number): Promise<AlteredDocument[]> =>
  ctx.db
    .selectFrom(
      scoped(ctx, 'filed_document')
        .select()
        .select(['document_id', 'kind', 'bytes', 'sha256'])
        .orderBy('document_id', 'desc')
        .limit(newest)
        .as('newest'),
    )
    .select(['newest.document_id', 'newest.kind'])
    .where(sql<boolean>`sha2(newest.bytes, 256) <> newest.sha256`)
    .execute();

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
  document: Omit<FiledDocument, 'sha256' | 'created_at'>,
): Promise<void> => {
  await scoped(ctx, 'filed_document')
    .insert({
      ...document,
      document_id: documentId,
      sha256: digestOf(document.bytes),
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
