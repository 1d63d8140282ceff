// A key asks to end, redirect or narrow what a person or another key made. Nothing changes before a person says so.
import { createHash } from 'node:crypto';
import type { ApiKeyId, EntityId, OrganisationId } from '../../../../generated/ids.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { canonicalJson } from '../../../base/key-order.ts';
import type { Raises } from '../../../base/raises.ts';
import { DAY_MS } from '../../../base/time/day.ts';
import type { Writer } from '../../../db/database.ts';
import { requireRoom } from '../../parties/access/open-limit.ts';
import type { Actor, Change } from '../../ground/change/scope.ts';
import { lockKey } from '../../parties/access/store.ts';
import { countOpen } from '../../parties/key-requests/store.ts';
import { type Ask, type AskedTool, findOpenAsk, insertAsk } from './store.ts';

/** The change of an organisation or of a company's books. */
export interface AskScope {
  readonly db: Writer;
  readonly actor: Actor;
  readonly now: Date;
  record(change: Change): void;
  unchanged(): void;
}

export interface Wish {
  readonly organisation_id: OrganisationId;
  /** Null for a record of the organisation. */
  readonly entity_id: EntityId | null;
  readonly tool: AskedTool;
  /** The record that it would end or change. */
  readonly subject: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The request that waits: a new one, or the earlier one of this key for the same. */
export const askPerson = async (
  ctx: AskScope & Raises<'too_many_open'>,
  wish: Wish,
  path: string,
): Promise<Ask> => {
  const { db, actor, now } = ctx;
  const { organisation_id } = wish;
  const open_key = createHash('sha256')
    .update(canonicalJson([actor.id, wish.tool, wish.subject, wish.arguments]))
    .digest('hex');
  await lockKey(db, actor.id);
  const earlier = await findOpenAsk(db, { organisation_id, open_key }, now);
  if (earlier !== undefined) {
    ctx.unchanged();
    return earlier;
  }
  await requireRoom(ctx, actor.id, 'changes', path, () =>
    countOpen(db, 'change_request', { organisation_id, key: actor.id }, now),
  );
  const expires_at = new Date(now.getTime() + SERVICE.windows.approval_expiry_days * DAY_MS);
  const requested_by = actor.id as ApiKeyId;
  const ask = await insertAsk(db, { ...wish, open_key, expires_at, requested_by }, now);
  ctx.record({
    event: 'change_request.created',
    record_type: 'change_request',
    record_id: ask.id,
    before: null,
    after: ask,
  });
  return ask;
};
