// Statements on index entries: label, words of the label, and identifiers.
import { type SearchType, SearchTypeValues } from '../../../../../generated/types.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { acrossTenants, scoped, type Tenant, type TenantRow } from '../../../../db/scoped.ts';
import type { SearchSpace } from './postings.ts';

/** A label as displayed and as normalised. */
export interface Labelled {
  readonly entity_id: string;
  readonly record_id: string;
  readonly type: SearchType;
  readonly label: string;
  readonly label_norm: string;
}

export const recordsById = async (
  db: Reader,
  { tenants, types }: SearchSpace,
  ids: readonly string[],
): Promise<Labelled[]> => {
  if (ids.length === 0) return [];
  let statement = acrossTenants(db, tenants, 'search_record')
    .select(['search_record.entity_id', 'record_id', 'type', 'label', 'label_norm'])
    .where('record_id', 'in', ids);
  if (types !== null) statement = statement.where('type', 'in', types);
  const rows = await statement.execute();
  return rows.map((row) => ({ ...row, type: row.type as SearchType }));
};

/** So many tenants are read one by one in a statement. */
export const FEW_TENANTS = 4;

/** Labels of one type, in their order. */
const LABEL_INDEX = 'ix_search_record_type';

/** Records with a normalised label that starts with the text. Each type is read by itself, in the order of the labels. */
export const idsByLabel = async (
  db: Reader,
  { tenants, types }: SearchSpace,
  beginning: string,
  limit: number,
): Promise<string[]> => {
  const [first, ...others] = (types ?? SearchTypeValues).map((type) => {
    const ofType = acrossTenants(db, tenants, 'search_record', { index: LABEL_INDEX })
      .select(['record_id', 'label_norm'])
      .where('type', '=', type)
      .where('label_norm', 'like', `${beginning}%`)
      .orderBy('label_norm')
      .limit(limit);
    return db.selectFrom(ofType.as('of_type')).select(['record_id', 'label_norm']);
  });
  if (first === undefined) return [];
  const rows = await others
    .reduce((all, other) => all.unionAll(other), first)
    .orderBy('label_norm')
    .limit(limit)
    .execute();
  return rows.map(({ record_id }) => record_id);
};

/** Records with an identifier like the pattern, in order of the identifiers. */
export const identifiersLike = async (
  db: Reader,
  { tenants, types }: SearchSpace,
  pattern: string,
  limit: number,
): Promise<{ readonly record_id: string; readonly identifier: string }[]> => {
  // Of a few tenants each is read in the order of its identifiers, as far as it is needed.
  const groups = tenants.length > FEW_TENANTS ? [tenants] : tenants.map((tenant) => [tenant]);
  const [first, ...others] = groups.map((group) => {
    const query = acrossTenants(db, group, 'search_identifier')
      .select(['record_id', 'identifier'])
      .where('identifier', 'like', pattern)
      .orderBy('identifier')
      .limit(limit);
    const some = types === null ? query : query.where('type', 'in', types);
    return db.selectFrom(some.as('some')).select(['record_id', 'identifier']);
  });
  if (first === undefined) return [];
  return others
    .reduce((all, other) => all.unionAll(other), first)
    .orderBy('identifier')
    .limit(limit)
    .execute();
};

/** Records of these types with an identifier that has the text in it, each as often as it has one. */
export const recordsWithin = async (
  ctx: Tenant<Reader>,
  types: readonly SearchType[],
  text: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'search_identifier')
    .select({ index: 'PRIMARY' })
    .select('record_id')
    .where('identifier', 'like', `%${text}%`)
    .where('type', 'in', types)
    .limit(limit)
    .execute();
  return rows.map(({ record_id }) => record_id);
};

export const insertRecords = async (
  owner: Tenant<Writer>,
  rows: readonly TenantRow<'search_record'>[],
): Promise<void> => {
  await scoped(owner, 'search_record').insert(rows).later().execute();
};

export const updateLabel = async (
  owner: Tenant<Writer>,
  recordId: string,
  labels: Pick<TenantRow<'search_record'>, 'label' | 'label_norm'>,
): Promise<void> => {
  await scoped(owner, 'search_record').update().set(labels).where('record_id', '=', recordId).execute();
};

/** A word or an identifier of a record. */
export interface Posting {
  readonly type: SearchType;
  readonly record_id: string;
  readonly word: string;
}

export const insertTokens = async (owner: Tenant<Writer>, postings: readonly Posting[]): Promise<void> => {
  await scoped(owner, 'search_token')
    .insert(postings.map(({ word, type, record_id }) => ({ token: word, type, record_id })))
    .ignore()
    .later()
    .execute();
};

export const insertIdentifiers = async (
  owner: Tenant<Writer>,
  postings: readonly Posting[],
): Promise<void> => {
  await scoped(owner, 'search_identifier')
    .insert(postings.map(({ word, type, record_id }) => ({ identifier: word, type, record_id })))
    .ignore()
    .later()
    .execute();
};

export const deleteToken = async (
  owner: Tenant<Writer>,
  { word, type, record_id }: Posting,
): Promise<void> => {
  await scoped(owner, 'search_token')
    .delete()
    .where('token', '=', word)
    .where('type', '=', type)
    .where('record_id', '=', record_id)
    .execute();
};

export const deleteIdentifier = async (
  owner: Tenant<Writer>,
  { word, type, record_id }: Posting,
): Promise<void> => {
  await scoped(owner, 'search_identifier')
    .delete()
    .where('identifier', '=', word)
    .where('type', '=', type)
    .where('record_id', '=', record_id)
    .execute();
};

/** Deletes all entries of a record, whatever its label was. */
export const deleteRecord = async (owner: Tenant<Writer>, recordId: string): Promise<void> => {
  await scoped(owner, 'search_record').delete().where('record_id', '=', recordId).execute();
  await scoped(owner, 'search_token').delete().where('record_id', '=', recordId).execute();
  await scoped(owner, 'search_identifier').delete().where('record_id', '=', recordId).execute();
};
