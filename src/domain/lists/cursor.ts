// The opaque text that continues a list. It carries the sort key of the last row given and a hash of the question,
// so a cursor of another tool, another company or other filters is refused instead of skipping rows silently.
import { createHash } from 'node:crypto';

/** The sort values of one row, in the order of the list. */
export type CursorKey = readonly (string | number)[];

/** Which of the two a column's values are: a number must never be compared with a text column, it matches nearly all rows. */
export type KeyType = 'text' | 'number';

/** What a cursor belongs to: the tool, the tenant whose rows are listed, and the filters of the call. */
export interface ListQuestion {
  readonly tool: string;
  /** The entity id; for lists of the whole organisation the organisation id. */
  readonly tenant: string;
  /** The call's parameters; `limit` and `cursor` may change from page to page and are left out of the hash. */
  readonly filters: object;
}

/** 48 bits: enough against mix-ups. The cursor grants nothing, so it needs no secret. */
const FINGERPRINT_LENGTH = 8;

const PAGING_PARAMETERS: ReadonlySet<string> = new Set(['limit', 'cursor', 'entity_id']);

const fingerprint = ({ tool, tenant, filters }: ListQuestion): string => {
  const given = Object.entries(filters)
    .filter(([name, value]) => value !== undefined && value !== null && !PAGING_PARAMETERS.has(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const question = JSON.stringify([tool, tenant, given]);
  return createHash('sha256').update(question).digest('base64url').slice(0, FINGERPRINT_LENGTH);
};

export const encodeCursor = (question: ListQuestion, key: CursorKey): string =>
  Buffer.from(JSON.stringify([fingerprint(question), ...key])).toString('base64url');

/** The key of the last row given, or undefined when the text is not a cursor of this very question. */
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
