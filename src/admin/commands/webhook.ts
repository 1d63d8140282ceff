// Webhooks: where the events of an organisation are sent.
import type { OrganisationId, WebhookEndpointId } from '../../../generated/ids.ts';
import { WebhookDeliveryStatusValues } from '../../../generated/types.ts';
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

const WEBHOOK = arg(parseId('WebhookEndpointId'));
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
  options: O,
  work: (ctx: OrganisationChange, id: WebhookEndpointId, options: Given<O>, call: Call) => Promise<object>,
): Row =>
  command({
    args: [WEBHOOK],
    options,
    answer: (call, given, id) => changed(call, id, given, (ctx) => work(ctx, id, given, call)),
  });

const partsOf = async ({ config, secrets }: Call) => webhookParts(config, await secrets());

const createCommand = command({
  options: {
    org: must(ORG),
    url: must(),
    events: must(),
    entity: may(ENTITY),
    description: may(text),
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
  url: may(),
  events: may(),
  entity: without(may(ENTITY), 'allEntities'),
  allEntities: on,
  description: may(text),
  enable: without(on, 'disable'),
  disable: on,
  reason: without(may(text), 'enable'),
  by: BY,
};

const updateCommand = special({
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
  args: [WEBHOOK],
  options: {
    status: oneOf(WebhookDeliveryStatusValues),
    limit: byDefault(oneOf(['10', '50', '200', '1000']), '50'),
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
  args: [arg(parseId('WebhookDeliveryId', 'delivery'))],
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
    options: { org: may(ORG) },
    answer: async ({ database: { reader }, now }, { org }) => {
      if (org !== undefined) await getOrganisation(reader, org);
      return manyRecords(await listEndpoints(reader, org ?? null, now), COLUMNS);
    },
  }),
  show: command({
    args: [WEBHOOK],
    answer: async (call, _, id) => oneRecord(await findWebhook(call, id)),
  }),
  update: updateCommand,
  rotate: onWebhook({ now: on, by: BY }, async (ctx, id, { now = false }, call) => {
    const made = await rotateSecret(ctx, await partsOf(call), id, { now });
    return { id, secret: made.secret, previous_until: made.webhook.previous_until };
  }),
  delete: onWebhook({ by: BY }, deleteWebhook),
  test: onWebhook({ by: BY }, testWebhook),
  deliveries: deliveriesCommand,
  redeliver: redeliverCommand,
};
