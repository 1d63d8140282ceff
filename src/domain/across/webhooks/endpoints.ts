// Makes, changes and ends endpoints. What sends data to a new place waits for a person when a key asks for it.
import { createHash } from 'node:crypto';
import { LIMITS } from '../../../../generated/limits.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { Actor } from '../../ground/change/scope.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { say } from '../../../base/said.ts';
import type { Raises } from '../../../base/raises.ts';
import { requireRoom } from '../../parties/access/open-limit.ts';
import { findEntity } from '../../ground/entities/store.ts';
import { endUnwanted } from './store/deliveries.ts';
import {
  type Endpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  readSecrets,
  updateEndpoint,
} from './store/endpoints.ts';
import type { WebhookParts } from './parts.ts';
import { WebhookRefusal } from './refusal.ts';
import { newWebhookSecret, sealWebhookSecret } from './secret.ts';
import { checkEvents, checkUrl } from './wanted.ts';

export interface WantedWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly entity_id: string | null;
  readonly description: string | null;
}

export interface MadeWebhook {
  readonly webhook: Endpoint;
  /** For nobody but who made the webhook, or a person: whoever has it can forge what a receiver believes. */
  readonly secret: string;
}

/** A key that made a webhook knows its secret already. */
export const isMadeBy = (
  { created_by_type, created_by }: Endpoint,
  { type, id }: Pick<Actor, 'type' | 'id'>,
): boolean => created_by_type === type && created_by === id;

const HOUR_MS = 3_600_000;
const ASKED = say('webhook_asked', {});
const SWITCHED_OFF = say('webhook_switched_off', {});

const isKey = ({ actor }: OrganisationChange): boolean => actor.type === 'key';

/** What nobody lets receive is the business of the key that made it, and takes nobody's place. */
const isUnapproved = ({ status, created_by_type }: Endpoint): boolean =>
  created_by_type === 'key' && status !== 'enabled';

/** Refuses a key that has made as many as people are to look at. */
export const requireRoomForWebhook = async (
  ctx: OrganisationChange & Raises<'too_many_open'>,
): Promise<void> => {
  const { db, organisation_id, now, actor } = ctx;
  await requireRoom(ctx, actor.id, 'webhooks', 'url', async () => {
    const all = await listEndpoints(db, organisation_id, now);
    return all.filter((other) => isUnapproved(other) && isMadeBy(other, actor)).length;
  });
};

const requirePlace = (others: readonly Endpoint[]): void => {
  const taken = others.filter((other) => !isUnapproved(other)).length;
  if (taken < SERVICE.webhooks.endpoints) return;
  throw new WebhookRefusal('limit', say('webhook_limit', { count: taken }));
};

export const createWebhook = async (
  ctx: OrganisationChange,
  parts: WebhookParts,
  wanted: WantedWebhook,
): Promise<MadeWebhook> => {
  const { db, organisation_id, now, actor } = ctx;
  const events = checkEvents(wanted.events);
  checkLength('description', wanted.description);
  await checkEntity(ctx, wanted.entity_id);
  const url = await checkUrl(parts, wanted.url);
  const others = await listEndpoints(db, organisation_id, now);
  requirePlace(others);
  const id = newId('WebhookEndpointId');
  const secret = newWebhookSecret();
  await insertEndpoint(db, {
    id,
    organisation_id,
    entity_id: wanted.entity_id,
    url,
    description: wanted.description,
    events: JSON.stringify(events),
    status: isKey(ctx) ? 'pending' : 'enabled',
    status_reason: isKey(ctx) ? ASKED : null,
    status_at: toInstant(now),
    failing_since: null,
    secret: sealWebhookSecret(parts.secrets, id, secret),
    previous_secret: null,
    previous_until: null,
    created_by_type: actor.type,
    created_by: actor.id,
    created_at: toInstant(now),
  });
  const webhook = await requireWebhook(ctx, id);
  ctx.record({
    event: 'webhook.created',
    record_type: 'webhook',
    record_id: id,
    before: null,
    after: webhook,
  });
  return { webhook, secret };
};

export interface WebhookChanges {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly entity_id?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  /** Why it is switched off, for who reads it. */
  readonly reason?: string | undefined;
  /** What the person saw, by `shownState`: refused when it is something else by now. */
  readonly shown?: string | undefined;
}

/** Stands for what is sent where, as a person saw it. */
export const shownState = ({ url, events, entity_id }: Endpoint): string =>
  createHash('sha256')
    .update(JSON.stringify([url, events, entity_id]))
    .digest('hex');

/** What the webhook would say; refuses what it may not. */
const readChanges = async (
  ctx: OrganisationChange,
  parts: WebhookParts,
  before: Endpoint,
  changes: WebhookChanges,
): Promise<Pick<Endpoint, 'url' | 'events' | 'entity_id' | 'description'>> => {
  checkLength('description', changes.description);
  checkLength('reason', changes.reason);
  const events = changes.events === undefined ? before.events : checkEvents(changes.events);
  if (changes.entity_id !== undefined) await checkEntity(ctx, changes.entity_id);
  const url = changes.url === undefined ? before.url : await checkUrl(parts, changes.url);
  const entity_id = changes.entity_id === undefined ? before.entity_id : changes.entity_id;
  const description = changes.description === undefined ? before.description : changes.description;
  return { url, events, entity_id, description };
};

/** Whether the webhook says all that already; refuses what it may not say. */
export const changesNothing = async (
  ctx: OrganisationChange,
  parts: WebhookParts,
  before: Endpoint,
  changes: WebhookChanges,
): Promise<boolean> => {
  const { url, events, entity_id, description } = before;
  const next = await readChanges(ctx, parts, before, changes);
  const { enabled = before.status === 'enabled' } = changes;
  return (
    enabled === (before.status === 'enabled') &&
    JSON.stringify(next) === JSON.stringify({ url, events, entity_id, description })
  );
};

/** A key may switch off by itself; what would send more, or elsewhere, waits for a person. */
export const updateWebhook = async (
  ctx: OrganisationChange,
  parts: WebhookParts,
  id: string,
  changes: WebhookChanges,
): Promise<Endpoint> => {
  const before = await requireWebhook(ctx, id);
  if (isUnapproved(before) && changes.enabled === true && !isKey(ctx))
    requirePlace(await listEndpoints(ctx.db, ctx.organisation_id, ctx.now));
  if (changes.shown !== undefined && changes.shown !== shownState(before))
    throw new WebhookRefusal('state', say('webhook_changed', {}));
  const { url, events, entity_id, description } = await readChanges(ctx, parts, before, changes);
  const next = { url, events, entity_id };
  const same =
    JSON.stringify(next) ===
    JSON.stringify({ url: before.url, events: before.events, entity_id: before.entity_id });
  const status = statusAfter(ctx, before, { same, enabled: changes.enabled });
  const moved = status !== before.status;
  await updateEndpoint(ctx.db, id, {
    url,
    entity_id,
    description,
    events: JSON.stringify(events),
    ...(moved
      ? {
          status,
          status_at: toInstant(ctx.now),
          status_reason:
            status === 'pending' ? ASKED : status === 'disabled' ? (changes.reason ?? SWITCHED_OFF) : null,
        }
      : {}),
    // Another receiver has failed at nothing yet.
    ...(moved || url !== before.url ? { failing_since: null } : {}),
  });
  const after = await requireWebhook(ctx, id);
  if (!same) await endUnwanted(ctx.db, after);
  if (JSON.stringify(after) === JSON.stringify(before)) ctx.unchanged();
  else
    ctx.record({
      event:
        moved && status === 'enabled'
          ? 'webhook.enabled'
          : moved && status === 'disabled'
            ? 'webhook.disabled'
            : 'webhook.updated',
      record_type: 'webhook',
      record_id: id,
      before,
      after,
    });
  return after;
};

const statusAfter = (
  ctx: OrganisationChange,
  before: Endpoint,
  { same, enabled }: { readonly same: boolean; readonly enabled: boolean | undefined },
): Endpoint['status'] => {
  if (enabled === false) return 'disabled';
  const wanted = enabled === true ? 'enabled' : before.status;
  if (!isKey(ctx)) return wanted;
  if (!same && wanted === 'enabled') return 'pending';
  return wanted === 'enabled' && before.status !== 'enabled' ? 'pending' : wanted;
};

export const deleteWebhook = async (ctx: OrganisationChange, id: string): Promise<Endpoint> => {
  const before = await requireWebhook(ctx, id);
  await updateEndpoint(ctx.db, id, { status: 'deleted', status_at: toInstant(ctx.now) });
  ctx.record({ event: 'webhook.deleted', record_type: 'webhook', record_id: id, before, after: null });
  return before;
};

/** A new secret; the one before signs too for a while, unless it is to end now. */
export const rotateSecret = async (
  ctx: OrganisationChange,
  { secrets }: Pick<WebhookParts, 'secrets'>,
  id: string,
  { now: atOnce }: { readonly now: boolean },
): Promise<MadeWebhook> => {
  const before = await requireWebhook(ctx, id);
  if (isKey(ctx) && !isMadeBy(before, ctx.actor))
    throw new WebhookRefusal('secret', `The webhook ${id} was not made by this key.`);
  const present = await readSecrets(ctx.db, id);
  const secret = newWebhookSecret();
  const until = new Date(ctx.now.getTime() + SERVICE.webhooks.rotation_hours * HOUR_MS);
  await updateEndpoint(ctx.db, id, {
    secret: sealWebhookSecret(secrets, id, secret),
    previous_secret: atOnce ? null : (present?.secret ?? null),
    previous_until: atOnce ? null : toInstant(until),
  });
  const webhook = await requireWebhook(ctx, id);
  ctx.record({
    event: 'webhook.secret_rotated',
    record_type: 'webhook',
    record_id: id,
    before,
    after: webhook,
  });
  return { webhook, secret };
};

export const requireWebhook = async (ctx: OrganisationChange, id: string): Promise<Endpoint> => {
  const found = await lockEndpoint(ctx.db, ctx.organisation_id, id, ctx.now);
  if (found === undefined) throw new WebhookRefusal('webhook', say('webhook_unknown', { id }));
  return found;
};

/** Tools say their lengths; pages and commands may be given more. */
const checkLength = (field: 'description' | 'reason', text: string | null | undefined): void => {
  const most = LIMITS.Webhook[field === 'reason' ? 'status_reason' : field];
  if (text !== null && text !== undefined && text.length > most)
    throw new WebhookRefusal(field, say('webhook_text_long', { field, count: text.length, most }));
};

const checkEntity = async ({ db, organisation_id }: OrganisationChange, id: string | null): Promise<void> => {
  if (id !== null && (await findEntity(db, organisation_id, id)) === undefined)
    throw new WebhookRefusal('entity', say('webhook_entity_unknown', { id }));
};
