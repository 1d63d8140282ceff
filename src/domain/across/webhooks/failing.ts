// Switches off an endpoint that has taken nothing for long, and makes a task of it for people.
import { LIMITS } from '../../../../generated/limits.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { english, type Said, say } from '../../../base/said.ts';
import type { OrganisationId } from '../../../../generated/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { type Books, SYSTEM, newAct } from '../../ground/change/change.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { allEntities, findEntity } from '../../ground/entities/store.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Endpoint, findEndpoint, lockEndpoint, updateEndpoint } from './store/endpoints.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import { isOrganisationId } from './message.ts';

const HOUR_MS = 3_600_000;

export interface Failing {
  readonly endpoint_id: string;
  readonly organisation_id: string;
  /** Of the event that could not be delivered. */
  readonly tenant_id: string;
  /** What the last attempt came to. */
  readonly reason: Said;
  /** The receiver says that it is gone for good. */
  readonly gone: boolean;
}

/** True if it was switched off. */
export const disableFailing = async (books: Books, failing: Failing, now: Date): Promise<boolean> => {
  const id = failing.organisation_id as OrganisationId;
  const seen = await findEndpoint(books.database.reader, id, failing.endpoint_id, now);
  if (seen === undefined || !isLasting(seen, failing, now)) return false;
  const act = newAct(SYSTEM, 'webhook disable', { ...failing, reason: english(failing.reason) }, now);
  return books.transaction(async (open) => {
    const off = await open.changeOrganisation(id, act, async (ctx) => {
      const before = await lockEndpoint(ctx.db, id, failing.endpoint_id, now);
      if (before === undefined || before.status !== 'enabled') return undefined;
      await updateEndpoint(ctx.db, before.id, {
        status: 'disabled',
        status_at: toInstant(now),
        status_reason: reasonOf(before, failing),
      });
      const after = await lockEndpoint(ctx.db, id, before.id, now);
      ctx.record({ event: 'webhook.disabled', record_type: 'webhook', record_id: before.id, before, after });
      return after;
    });
    if (off === undefined) return false;
    const entity = await homeOfTask(open.db, off, failing);
    if (entity !== undefined) await open.change(entity, act, (ctx: WriteScope) => openTask(ctx, off));
    return true;
  });
};

const isLasting = ({ status, failing_since }: Endpoint, { gone }: Failing, now: Date): boolean =>
  status === 'enabled' &&
  (gone ||
    (failing_since !== null &&
      now.getTime() - new Date(failing_since).getTime() >= SERVICE.webhooks.failing_hours * HOUR_MS));

const reasonOf = ({ failing_since }: Endpoint, { gone, reason: why }: Failing): Said =>
  gone
    ? say('webhook_gone', { why })
    : say('webhook_failing', { when: `${failing_since?.slice(0, 16) ?? 'long ago'}Z`, why });

/** Tasks belong to a company: that of the event, else the endpoint's own or the first. */
const homeOfTask = async (
  db: WriteScope['db'],
  endpoint: Endpoint,
  { tenant_id }: Failing,
): Promise<Entity | undefined> => {
  const organisation = endpoint.organisation_id as OrganisationId;
  const wanted = isOrganisationId(tenant_id) ? endpoint.entity_id : tenant_id;
  const own = wanted === null ? undefined : await findEntity(db, organisation, wanted);
  return own ?? (await allEntities(db, organisation)).find(({ active }) => active);
};

const openTask = async (ctx: WriteScope, { url, status_reason, id }: Endpoint): Promise<void> => {
  const host = new URL(url).host;
  await storeTask(ctx, {
    title: `The webhook to ${host} was switched off`.slice(0, LIMITS.ListedTask.title),
    description:
      `${status_reason ?? ''} Events since then do not reach it. Have the receiver put right, then switch it on again: "webhook update ${id} --enable".`.slice(
        0,
        LIMITS.ListedTask.description,
      ),
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: 'Entity',
    taskable_id: ctx.entity.id,
  });
};
