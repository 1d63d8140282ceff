// Statements on reference records.
import { sql } from 'kysely';
import type { Reader, Writer } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import { type Reassigned, reassign } from '../../../db/reassign.ts';
import { type Tenant, scoped } from '../../../db/scoped.ts';
import { MAX_LABEL_LENGTH } from '../../ground/search-index/expand.ts';
import type { ReferenceFacts, ReferenceType, StoredReference } from './reference.ts';

/** The label, truncated to the width of its column. */
export const cutLabel = (text: string): string => Array.from(text).slice(0, MAX_LABEL_LENGTH).join('');

/** The stored records with these external ids, by external id. */
export const referencesByExternalId = async (
  books: Tenant<Reader>,
  type: ReferenceType,
  externalIds: readonly string[],
): Promise<Map<string, StoredReference>> => {
  if (externalIds.length === 0) return new Map();
  const found = await scoped(books, 'reference_record')
    .select()
    .selectAll('reference_record')
    .where('type', '=', type)
    .where('external_id', 'in', externalIds)
    .execute();
  return new Map(
    found.flatMap(({ id, external_id, label, fields }) =>
      external_id === null ? [] : [[external_id, { id, external_id, label, fields }]],
    ),
  );
};

const toColumns = ({
  label,
  sublabel,
  status,
  amount,
  currency,
  date,
  counterparty_id,
  fields,
}: ReferenceFacts) => ({
  label: cutLabel(label),
  sublabel: sublabel === null ? null : cutLabel(sublabel),
  status,
  amount_minor: amount?.minor ?? null,
  currency: amount?.currency ?? currency,
  date,
  counterparty_id,
  fields: JSON.stringify(fields),
});

export interface NewReference {
  readonly id: string;
  readonly external_id: string | null;
  readonly facts: ReferenceFacts;
}

export const insertReferences = async (
  books: Tenant<Writer>,
  type: ReferenceType,
  references: readonly NewReference[],
  now: Date,
): Promise<void> => {
  const created_at = toInstant(now);
  await scoped(books, 'reference_record')
    .insert(
      references.map(({ id, external_id, facts }) => ({
        id,
        type,
        ...toColumns(facts),
        external_id,
        created_at,
        updated_at: created_at,
      })),
    )
    .execute();
};

export const updateReference = async (
  books: Tenant<Writer>,
  id: string,
  facts: ReferenceFacts,
  now: Date,
): Promise<void> => {
  await scoped(books, 'reference_record')
    .update()
    .set({ ...toColumns(facts), updated_at: toInstant(now) })
    .where('id', '=', id)
    .execute();
};

/** Those of a counterparty that is merged into another one; their fields name it too. */
export const moveReferences = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'reference_record', merge, {
    fields: sql`json_replace(fields, '$.counterparty', ${merge.to})`,
  });
