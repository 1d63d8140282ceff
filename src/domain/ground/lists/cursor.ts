// Opaque cursors. A cursor carries the sort key of the last row and a hash of the query, so that a cursor of another
// tool, company or filter is refused instead of silently skipping rows.
import { hash } from 'node:crypto';

/** The sort values of a row, in the order of the list. */
export type CursorKey = readonly (string | number)[];

/** The type of a column's values: a number compared with a text column would match nearly all rows. */
export type KeyType = 'text' | 'number';

/** The query of a cursor: the tool, the tenant and the filters of the call. */
export interface ListQuestion {
  readonly tool: string;
  /** The entity id, or the organisation id for lists of the organisation. */
  readonly tenant: string;
  /** The call's parameters; `limit` and `cursor` may change from page to page and are not hashed. */
  readonly filters: object;
}

/** 48 bits prevent mix-ups. The cursor grants no access, so it needs no secret. */
const FINGERPRINT_LENGTH = 8;

const PAGING_PARAMETERS: ReadonlySet<string> = new Set(['limit', 'cursor', 'entity_id']);

const fingerprint = ({ tool, tenant, filters }: ListQuestion): string => {
  const given = Object.entries(filters)
    .filter(([name, value]) => value !== undefined && value !== null && !PAGING_PARAMETERS.has(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const question = JSON.stringify([tool, tenant, given]);
  return hash('sha256', question, 'base64url').slice(0, FINGERPRINT_LENGTH);
};

export const encodeCursor = (question: ListQuestion, key: CursorKey): string =>
  Buffer.from(JSON.stringify([fingerprint(question), ...key])).toString('base64url');

/** The key of the last row, or undefined if the text is not a cursor of this query. */
export const decodeCursor = (
  question: ListQuestion,
  cursor: string,
  types: readonly KeyType[],
): CursorKey | undefined => {
  const parts = parseParts(cursor);
  if (parts === undefined || parts[0] !== fingerprint(question)) return undefined;
  const key = parts.slice(1);
  const typed = key.filter((value, index): value is string | number => hasType(value, types[index]));
  return typed.length === types.length && key.length === types.length ? typed : undefined;
};

const parseParts = (cursor: string): readonly unknown[] | undefined => {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
};

const hasType = (value: unknown, type: KeyType | undefined): boolean =>
  type === 'text' ? typeof value === 'string' : type === 'number' && Number.isSafeInteger(value);
