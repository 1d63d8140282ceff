// The trail of an organisation, newest first: who did what to which record, with the state before and after.
import { canonicalJson, inOrderThroughout, orderedNames } from '../../../base/key-order.ts';
import { decodeCursor, encodeCursor } from '../../ground/lists/cursor.ts';
import { instantToIso } from '../../../db/instant.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import { namesOf, selectTrail, type TrailRow } from './store/rows.ts';

export interface TrailFilters {
  /** The organisation itself, or some of its companies. */
  readonly owners: readonly string[];
  /** Any of these. */
  readonly actor_ids?: readonly string[] | undefined;
  readonly record_id?: string | undefined;
  readonly action?: string | undefined;
  /** A day, or a moment as on the wire. */
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface TrailEntry {
  readonly id: string;
  readonly owner_id: string;
  readonly at: string;
  readonly actor: { readonly type: string; readonly id: string; readonly name: string | null };
  readonly session_id: string | null;
  /** How it is known who it was; null for keys and the service itself. */
  readonly method: string | null;
  readonly action: string;
  readonly record_type: string;
  readonly record_id: string;
  /** What people call the record: its number, name or title. */
  readonly label: string | null;
  readonly kind: 'created' | 'removed' | 'changed';
  /** Only where it changed. */
  readonly status: { readonly before: string; readonly after: string } | null;
  /** The fields that differ. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

export interface TrailPage {
  readonly data: readonly TrailEntry[];
  readonly next_cursor: string | null;
  /** Known when one page holds all. */
  readonly total_count: number | null;
}

export const readTrail = async (ctx: OrganisationScope, filters: TrailFilters): Promise<TrailPage> => {
  const question = { tool: 'trail', tenant: ctx.organisation_id, filters };
  const key =
    filters.cursor === undefined ? undefined : decodeCursor(question, filters.cursor, ['text', 'text']);
  const after = key === undefined ? undefined : { occurred_at: String(key[0]), id: String(key[1]) };
  const rows = await selectTrail(ctx.db, filters, after, filters.limit + 1);
  const shown = rows.slice(0, filters.limit);
  const names = await namesOf(
    ctx,
    shown.map(({ actor_id }) => actor_id),
  );
  const last = shown.at(-1);
  return {
    data: shown.map((row) => describeEntry(row, names)),
    next_cursor:
      rows.length > filters.limit && last !== undefined
        ? encodeCursor(question, [last.occurred_at, last.id])
        : null,
    total_count: after === undefined && rows.length <= filters.limit ? rows.length : null,
  };
};

export const describeEntry = (row: TrailRow, names: ReadonlyMap<string, string>): TrailEntry => ({
  id: row.id,
  owner_id: row.entity_id,
  at: instantToIso(row.occurred_at),
  actor: { type: row.actor_type, id: row.actor_id, name: names.get(row.actor_id) ?? null },
  session_id: row.session_id,
  method: row.method,
  action: row.action,
  record_type: row.record_type,
  record_id: row.record_id,
  label: labelOf(row.after) ?? labelOf(row.before),
  kind: row.before === null ? 'created' : row.after === null ? 'removed' : 'changed',
  status: statusOf(asFields(row.before)['status'], asFields(row.after)['status']),
  changes: differences(row.before, row.after),
});

const NAMES = ['number', 'bill_number', 'name', 'title', 'email', 'file_name', 'description'] as const;

const labelOf = (record: unknown): string | null => {
  const fields = asFields(record);
  const name = NAMES.map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : null;
};

const statusOf = (before: unknown, after: unknown): TrailEntry['status'] =>
  typeof before === 'string' && typeof after === 'string' && before !== after ? { before, after } : null;

const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const differences = (before: unknown, after: unknown): TrailEntry['changes'] => {
  const [old, now] = [asFields(before), asFields(after)];
  return orderedNames(Object.keys({ ...old, ...now }))
    .filter(
      (field) =>
        Object.hasOwn(old, field) !== Object.hasOwn(now, field) ||
        canonicalJson(old[field]) !== canonicalJson(now[field]),
    )
    .map((field) => ({
      field,
      before: inOrderThroughout(old[field] ?? null),
      after: inOrderThroughout(now[field] ?? null),
    }));
};
