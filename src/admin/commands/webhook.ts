// Webhooks: where the events of an organisation are sent.
import type { OrganisationId, WebhookEndpointId } from '../../../generated/ids.ts';
import { WebhookDeliveryStatusValues } from '../../../generated/types.ts';
import { SERVICE } from '../../../generated/service.ts';
import { Refusal } from '../../base/refusal.ts';
import type { OrganisationChange } from '../../domain/ground/change/change.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import {
  type Delivery,
  findDelivery,
  listAttempts,
  listDeliveries,
} from '../../domain/across/webhooks/store/deliveries.ts';
import { type Endpoint, findEndpoint, listEndpoints } from '../../domain/across/webhooks/store/endpoints.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
} from '../../domain/across/webhooks/endpoints.ts';
import { webhookParts } from '../../domain/across/webhooks/parts.ts';
import { redeliver, testWebhook } from '../../domain/across/webhooks/resend.ts';
import { type Answer, manyRecords, oneRecord } from '../answer.ts';
import type { Session } from '../command.ts';
import {
  arg,
  BY,
  byDefault,
  type Call,
  command,
  type Given,
  may,
  must,
  on,
  onDatabase,
  oneOf,
  type Opts,
  type Row,
  type Rows,
  special,
  without,
} from '../define.ts';
import { parseId, text } from '../values.ts';

const COLUMNS: readonly (keyof Endpoint)[] = ['id', 'status', 'url', 'events', 'entity_id', 'failing_since'];
const DELIVERY_COLUMNS: readonly (keyof Delivery)[] = [
  'id',
  'type',
  'record_id',
  'sequence',
  'status',
  'attempts',
  'next_attempt_at',
];

const words = (list: string): string[] => list.split(',');

export const findWebhook = async ({ database, now }: Session, id: string): Promise<Endpoint> => {
  const found = await findEndpoint(database.reader, null, id, now);
  if (found === undefined)
    throw new Refusal('not_found', `There is no webhook ${id}; "webhook list" shows them.`);
  return found;
};

const WEBHOOK = arg('<webhook>', 'its id', parseId('WebhookEndpointId'));
const ENTITY = parseId('EntityId');
const ORG = parseId('OrganisationId');

/** Changes one webhook, named by its id alone. */
const changed = async (
  call: Call,
  id: WebhookEndpointId,
  options: object,
  work: (ctx: OrganisationChange) => Promise<object>,
): Promise<Answer> => {
  const org = (await findWebhook(call, id)).organisation_id as OrganisationId;
  return oneRecord(await call.changeOrganisation(org, { ...options, id }, work));
};

const onWebhook = <O extends Opts>(
  about: string,
  options: O,
  work: (ctx: OrganisationChange, id: WebhookEndpointId, options: Given<O>, call: Call) => Promise<object>,
): Row =>
  command({
    about,
    args: [WEBHOOK],
    options,
    answer: (call, given, id) => changed(call, id, given, (ctx) => work(ctx, id, given, call)),
  });

const partsOf = async ({ config, secrets }: Call) => webhookParts(config, await secrets());

const createCommand = command({
  about: 'send events to an address; the secret that signs them is shown only now',
  options: {
    org: must('<id>', 'the organisation', ORG),
    url: must('<url>', 'an https address'),
    events: must('<events>', 'a list such as invoice.filed,payment.*, or * for all'),
    entity: may('<id>', 'only events of this entity', ENTITY),
    description: may('<text>', 'what it is for', text),
    by: BY,
  },
  answer: async (call, options) => {
    await getOrganisation(call.database.reader, options.org);
    const parts = await partsOf(call);
    const { url, entity: entity_id = null, description = null } = options;
    const wanted = { url, events: words(options.events), entity_id, description };
    const { webhook, secret } = await call.changeOrganisation(options.org, options, (ctx) =>
      createWebhook(ctx, parts, wanted),
    );
    return oneRecord({ id: webhook.id, secret });
  },
});

const CHANGES = {
  url: may('<url>', 'another address'),
  events: may('<events>', 'other events'),
  entity: without(may('<id>', 'only events of this entity', ENTITY), 'allEntities'),
  allEntities: on('events of all entities'),
  description: may('<text>', 'what it is for', text),
  enable: without(on('switch it on'), 'disable'),
  disable: on('switch it off; events meanwhile are not sent later'),
  reason: without(may('<text>', 'with --disable: why, for who asked for it', text), 'enable'),
  by: BY,
};

const updateCommand = special({
  about: 'change a webhook, or switch it on or off',
  args: [WEBHOOK],
  options: CHANGES,
  act: async (run, path, options, id) => {
    if (options.reason !== undefined && options.disable !== true)
      throw new Refusal('usage', '--reason says why a webhook is switched off; add --disable.');
    return onDatabase(run, path, (call) =>
      changed(call, id, options, async (ctx) =>
        updateWebhook(ctx, await partsOf(call), id, {
          url: options.url,
          events: options.events === undefined ? undefined : words(options.events),
          entity_id: options.allEntities === true ? null : options.entity,
          description: options.description,
          enabled: options.enable === true ? true : options.disable === true ? false : undefined,
          reason: options.reason,
        }),
      ),
    );
  },
});

const deliveriesCommand = command({
  about: 'the newest deliveries of a webhook with their attempts',
  args: [WEBHOOK],
  options: {
    status: oneOf('<status>', 'only these', WebhookDeliveryStatusValues),
    limit: byDefault(oneOf('<number>', 'at most this many', ['10', '50', '200', '1000']), '50'),
  },
  answer: async (call, { status, limit }, id) => {
    await findWebhook(call, id);
    const { reader } = call.database;
    const rows = await listDeliveries(reader, id, { status }, Number(limit));
    const attempts = await listAttempts(
      reader,
      id,
      rows.map((row) => row.id),
    );
    return manyRecords(
      rows.map((row) => ({ ...row, attempted: attempts.get(row.id) ?? [] })),
      DELIVERY_COLUMNS,
    );
  },
});

const redeliverCommand = command({
  about: 'send a delivery again, under the same id',
  args: [arg('<delivery>', 'its id', parseId('WebhookDeliveryId', 'delivery'))],
  options: { by: BY },
  answer: async ({ database, now, changeOrganisation }, options, id) => {
    const all = await listEndpoints(database.reader, null, now);
    const ids = all.map((endpoint) => endpoint.id);
    const found = await findDelivery(database.reader, ids, id);
    const endpoint = all.find((each) => each.id === found?.endpoint_id);
    if (endpoint === undefined) throw new Refusal('not_found', `There is no delivery ${id}.`);
    const org = endpoint.organisation_id as OrganisationId;
    return oneRecord(await changeOrganisation(org, { ...options, id }, (ctx) => redeliver(ctx, id)));
  },
});

export const webhookCommands: Rows = {
  create: createCommand,
  list: command({
    about: 'the webhooks, without their secrets',
    options: { org: may('<id>', 'only those of this organisation', ORG) },
    answer: async ({ database: { reader }, now }, { org }) => {
      if (org !== undefined) await getOrganisation(reader, org);
      return manyRecords(await listEndpoints(reader, org ?? null, now), COLUMNS);
    },
  }),
  show: command({
    about: 'one webhook',
    args: [WEBHOOK],
    answer: async (call, _, id) => oneRecord(await findWebhook(call, id)),
  }),
  update: updateCommand,
  rotate: onWebhook(
    `a new secret, shown only now; the old one signs too for ${SERVICE.webhooks.rotation_hours} hours`,
    { now: on('the old secret ends at once'), by: BY },
    async (ctx, id, { now = false }, call) => {
      const made = await rotateSecret(ctx, await partsOf(call), id, { now });
      return { id, secret: made.secret, previous_until: made.webhook.previous_until };
    },
  ),
  delete: onWebhook('end a webhook for good', { by: BY }, deleteWebhook),
  test: onWebhook('send a test; "webhook deliveries" shows what came of it', { by: BY }, testWebhook),
  deliveries: deliveriesCommand,
  redeliver: redeliverCommand,
};
