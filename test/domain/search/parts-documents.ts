// Received documents full of random texts, as the list finds them and as a walk over all of them does.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database, Reader } from '../../../src/db/database.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { scoped, type Tenant } from '../../../src/db/scoped.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { type ReceivedFilters, receivedPage } from '../../../src/domain/documents/received/store/listed.ts';
import { notePending } from '../../../src/domain/ground/search-index/store/parts.ts';
import type { Stored } from './parts-books.ts';

/** Of counterparties that are there, or of names that only the documents say. */
export const insertDocuments = async (
  { database, id, texts: { random, pick, word, number, name } }: Stored,
  count: number,
  at: Date,
  isNoted: boolean,
): Promise<void> => {
  await inTransaction(database, async (db) => {
    const owner = { db, entity: { id } };
    const known = await scoped(owner, 'counterparty').select().select('id').orderBy('id').limit(60).execute();
    const rows = Array.from({ length: count }, () => {
      const day = Date.UTC(2026, 0, 1 + Math.floor(random() * 120), Math.floor(random() * 3));
      return {
        id: newId('ReceivedDocumentId') as string,
        status: 'needs_review' as const,
        kind: pick(['bill', 'unknown'] as const),
        file_id: newId('StoredFileId') as string,
        file_name: pick([
          `${word()}-${number()}.xml`,
          `O'${word()} 50%_a.xml`,
          `${word()}.pdf`,
          `S.A.${word()}.xml`,
        ]),
        mime_type: 'text/xml',
        bytes: 1,
        sha256: 'a'.repeat(64),
        channel: 'upload' as const,
        received_at: toInstant(new Date(day)),
        counterparty_id: pick([...known.map((row) => row.id), null]),
        proposed: false,
        supplier_name: pick([name(), null]),
        number: pick([`B-${number()}`, number(), `${number()} ${word()}`]),
        lines_count: 0,
        links: '{}',
        issues: '[]',
        attempts: 0,
        version: 1,
        lease_fence: 0,
        created_at: toInstant(at),
        updated_at: toInstant(at),
      };
    });
    await scoped(owner, 'received_document').insert(rows).execute();
    if (isNoted)
      await notePending(
        owner,
        'inbox',
        rows.map((row) => row.id),
      );
  });
};

export type AskedDocuments = Pick<ReceivedFilters, 'kind' | 'since' | 'before'>;

export const listDocuments = async (
  ctx: Tenant<Reader>,
  filters: AskedDocuments,
  text: string,
  max: number,
): Promise<readonly string[]> => {
  const page = receivedPage(ctx, { ...filters, query: text });
  const rows = await page.rows(null, max);
  if (rows.length < max) assert.equal(await page.count(1_001), rows.length, `count of ${text}`);
  return rows.map((row) => row.id);
};

/** Any stretch of one of the texts, as the server compares them. */
export const walkDocuments = async (
  { kysely }: Database,
  id: string,
  filters: AskedDocuments,
  text: string,
  max: number,
): Promise<readonly string[]> => {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { kind = '%', since = '2000-01-01', before = '2100-01-01' } = filters;
  const { rows } = await sql<{ id: string }>`select r.id from received_document r
    left join counterparty c on c.entity_id = r.entity_id and c.id = r.counterparty_id where r.entity_id = ${id}
    and (r.file_name like ${like} or r.number like ${like} or r.supplier_name like ${like} or c.name like ${like})
    and r.kind like ${kind} and r.received_at >= ${since} and r.received_at < ${before}
    order by r.received_at desc, r.id desc limit ${max}`.execute(kysely);
  return rows.map((row) => row.id);
};

export const textsOfDocuments = async ({ kysely }: Database, id: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ file_name: string; number: string; supplier_name: string | null }>`
    select file_name, number, supplier_name from received_document
    where entity_id = ${id} order by rand() limit 100`.execute(kysely);
  return rows.flatMap((row) => [row.file_name, row.number, row.supplier_name ?? row.number]);
};
