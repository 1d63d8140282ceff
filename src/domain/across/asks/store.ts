// Statements on changes that keys ask for; all of them name the organisation.
import type { Selectable } from 'kysely';
import type { AskingTool } from '../../../../generated/dispatch.ts';
import type { ApiKeyId, ChangeRequestId, EntityId } from '../../../../generated/ids.ts';
import type { RequestStatus } from '../../../../generated/types.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import type { ChangeRequestTable } from '../../../db/schema.ts';
import { findRow } from '../../parties/key-requests/store.ts';

/** The tools whose calls may wait for a person. */
export type AskedTool = AskingTool<'change_request_id'>;

export interface Ask {
  readonly object: 'change_request';
  readonly id: ChangeRequestId;
  /** Pending past its end is expired. */
  readonly status: RequestStatus;
  readonly tool: AskedTool;
  /** The record that it would end or change. */
  readonly subject: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly organisation_id: string;
  /** Null for a record of the organisation. */
  readonly entity_id: EntityId | null;
  readonly requested_by: ApiKeyId;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly rejection: string | null;
}

const toAsk = (row: Selectable<ChangeRequestTable>, now: Date): Ask => ({
  object: 'change_request',
  id: row.id as ChangeRequestId,
  status: row.status === 'pending' && row.expires_at <= toInstant(now) ? 'expired' : row.status,
  tool: row.tool as AskedTool,
  subject: row.record_id,
  arguments: row.arguments as Ask['arguments'],
  organisation_id: row.organisation_id,
  entity_id: row.entity_id as EntityId | null,
  requested_by: row.requested_by as ApiKeyId,
  requested_at: instantToIso(row.requested_at),
  expires_at: instantToIso(row.expires_at),
  decided_by: row.decided_by,
  decided_at: row.decided_at === null ? null : instantToIso(row.decided_at),
  rejection: row.rejection,
});

/** See `findRow`. */
export const findAsk = async (
  db: Reader,
  organisationId: string | null,
  id: string,
  now: Date,
): Promise<Ask | undefined> => {
  const row = await findRow(db, 'change_request', organisationId, id);
  return row && toAsk(row, now);
};

/** What the tool answers that asked; undefined until a person has approved. */
export const findAnswer = async (
  db: Reader,
  organisationId: string,
  id: string,
): Promise<object | undefined> => {
  const { answer = null } = (await findRow(db, 'change_request', organisationId, id)) ?? {};
  return answer === null ? undefined : (JSON.parse(answer) as object);
};

export const keepAnswer = async (db: Writer, { id, organisation_id }: Ask, answer: object): Promise<void> => {
  await db
    .updateTable('change_request')
    .set({ answer: JSON.stringify(answer) })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .execute();
};

/** The newest requests first, at most this many. */
const SHOWN = 200;

export const listAsks = async (
  db: Reader,
  organisationId: string,
  now: Date,
  status?: 'pending',
): Promise<Ask[]> => {
  let query = db.selectFrom('change_request').selectAll().where('organisation_id', '=', organisationId);
  if (status !== undefined)
    query = query.where('status', '=', status).where('expires_at', '>', toInstant(now));
  const rows = await query.orderBy('id', 'desc').limit(SHOWN).execute();
  return rows.map((row) => toAsk(row, now));
};

export type NewAsk = Pick<
  Ask,
  'tool' | 'subject' | 'arguments' | 'organisation_id' | 'entity_id' | 'requested_by'
> & { readonly open_key: string; readonly expires_at: Date };

/** The request that waits for the same; `open_key` stands for it and the key that asked. */
export const findOpenAsk = async (
  db: Reader,
  { organisation_id, open_key }: Pick<NewAsk, 'organisation_id' | 'open_key'>,
  now: Date,
): Promise<Ask | undefined> => {
  const row = await db
    .selectFrom('change_request')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('open_key', '=', open_key)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirst();
  return row === undefined ? undefined : toAsk(row, now);
};

/** Stores a request for what none waits for; the row of the key that asks must be locked. */
export const insertAsk = async (
  db: Writer,
  { subject, expires_at, ...wish }: NewAsk,
  now: Date,
): Promise<Ask> => {
  // One that nobody decided in time.
  await db
    .updateTable('change_request')
    .set({ open_key: null })
    .where('organisation_id', '=', wish.organisation_id)
    .where('open_key', '=', wish.open_key)
    .execute();
  const row = {
    ...wish,
    id: newId('ChangeRequestId'),
    record_id: subject,
    status: 'pending',
    requested_at: toInstant(now),
    expires_at: toInstant(expires_at),
    decided_by: null,
    decided_at: null,
    rejection: null,
    answer: null,
  } as const;
  await db
    .insertInto('change_request')
    .values({ ...row, arguments: JSON.stringify(wish.arguments) })
    .execute();
  return toAsk(row, now);
};
