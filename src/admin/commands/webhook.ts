// Webhooks: where the events of an organisation are sent.
import { Option } from 'commander';
import type { Command } from 'commander';
import type {
  EntityId,
  OrganisationId,
  WebhookDeliveryId,
  WebhookEndpointId,
} from '../../../generated/ids.ts';
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
import { manyRecords, oneRecord } from '../answer.ts';
import { BY, type Register, resolveAct, type Session, type Surroundings } from '../command.ts';
import { email, parseId, text } from '../values.ts';

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

/** A change of one webhook, named by its id alone. */
const onWebhook = (
  run: Surroundings,
  verb: string,
  id: string,
  options: object,
  work: (ctx: OrganisationChange, session: Session) => Promise<object>,
): Promise<void> =>
  run.onDatabase(async (session) => {
    const org = (await findWebhook(session, id)).organisation_id as OrganisationId;
    const { books, database, now } = session;
    const act = await resolveAct(database.reader, org, `webhook ${verb}`, { ...options, id }, now);
    return oneRecord(await books.changeOrganisation(org, act, (ctx) => work(ctx, session)));
  });

interface CreateOptions {
  readonly org: OrganisationId;
  readonly url: string;
  readonly events: string;
  readonly entity?: EntityId;
  readonly description?: string;
  readonly by?: string;
}

const create = (run: Surroundings, options: CreateOptions): Promise<void> =>
  run.onDatabase(async ({ books, config, database, now, secrets }) => {
    await getOrganisation(database.reader, options.org);
    const parts = webhookParts(config, await secrets());
    const act = await resolveAct(database.reader, options.org, 'webhook create', options, now);
    const wanted = {
      url: options.url,
      events: words(options.events),
      entity_id: options.entity ?? null,
      description: options.description ?? null,
    };
    const { webhook, secret } = await books.changeOrganisation(options.org, act, (ctx) =>
      createWebhook(ctx, parts, wanted),
    );
    return oneRecord({ id: webhook.id, secret });
  });

interface UpdateOptions {
  readonly url?: string;
  readonly events?: string;
  readonly entity?: EntityId;
  readonly allEntities?: true;
  readonly description?: string;
  readonly enable?: true;
  readonly disable?: true;
  readonly reason?: string;
  readonly by?: string;
}

const update = (run: Surroundings, id: string, options: UpdateOptions): Promise<void> => {
  if (options.reason !== undefined && options.disable !== true)
    throw new Refusal('usage', '--reason says why a webhook is switched off; add --disable.');
  return onWebhook(run, 'update', id, options, async (ctx, { config, secrets }) =>
    updateWebhook(ctx, webhookParts(config, await secrets()), id, {
      url: options.url,
      events: options.events === undefined ? undefined : words(options.events),
      entity_id: options.allEntities === true ? null : options.entity,
      description: options.description,
      enabled: options.enable === true ? true : options.disable === true ? false : undefined,
      reason: options.reason,
    }),
  );
};

const resend = (run: Surroundings, id: string, options: object): Promise<void> =>
  run.onDatabase(async (session) => {
    const { books, database, now } = session;
    const all = await listEndpoints(database.reader, null, now);
    const ids = all.map((endpoint) => endpoint.id);
    const found = await findDelivery(database.reader, ids, id);
    const endpoint = all.find((each) => each.id === found?.endpoint_id);
    if (endpoint === undefined) throw new Refusal('not_found', `There is no delivery ${id}.`);
    const org = endpoint.organisation_id as OrganisationId;
    const act = await resolveAct(database.reader, org, 'webhook redeliver', { ...options, id }, now);
    return oneRecord(await books.changeOrganisation(org, act, (ctx) => redeliver(ctx, id)));
  });

const deliveries = (
  run: Surroundings,
  id: string,
  { status, limit }: { readonly status?: Delivery['status']; readonly limit: string },
): Promise<void> =>
  run.onDatabase(async (session) => {
    await findWebhook(session, id);
    const { reader } = session.database;
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
  });

const ID = ['<webhook>', 'its id', parseId('WebhookEndpointId', 'webhook')] as const;
const ENTITY = parseId('EntityId', 'entity');
const ORG = parseId('OrganisationId', 'organisation');

export const webhookCommands: Register = (program, run) => {
  const webhook = program.command('webhook').description('where events are sent');
  webhook
    .command('create')
    .description('send events to an address; the secret that signs them is shown only now')
    .requiredOption('--org <id>', 'the organisation', ORG)
    .requiredOption('--url <url>', 'an https address')
    .requiredOption('--events <events>', 'a list such as invoice.filed,payment.*, or * for all')
    .option('--entity <id>', 'only events of this entity', ENTITY)
    .option('--description <text>', 'what it is for', text)
    .option(...BY, email)
    .action((options: CreateOptions) => create(run, options));
  webhook
    .command('list')
    .description('the webhooks, without their secrets')
    .option('--org <id>', 'only those of this organisation', ORG)
    .action(({ org }: { org?: OrganisationId }) =>
      run.onDatabase(async ({ database: { reader }, now }) => {
        if (org !== undefined) await getOrganisation(reader, org);
        return manyRecords(await listEndpoints(reader, org ?? null, now), COLUMNS);
      }),
    );
  changing(webhook, run);
  sending(webhook, run);
};

const changing = (webhook: Command, run: Surroundings): void => {
  webhook
    .command('show')
    .description('one webhook')
    .argument(...ID)
    .action((id: WebhookEndpointId) =>
      run.onDatabase(async (session) => oneRecord(await findWebhook(session, id))),
    );
  webhook
    .command('update')
    .description('change a webhook, or switch it on or off')
    .argument(...ID)
    .option('--url <url>', 'another address')
    .option('--events <events>', 'other events')
    .addOption(
      new Option('--entity <id>', 'only events of this entity').argParser(ENTITY).conflicts('allEntities'),
    )
    .option('--all-entities', 'events of all entities')
    .option('--description <text>', 'what it is for', text)
    .addOption(new Option('--enable', 'switch it on').conflicts('disable'))
    .option('--disable', 'switch it off; events meanwhile are not sent later')
    .addOption(
      new Option('--reason <text>', 'with --disable: why, for who asked for it')
        .argParser(text)
        .conflicts('enable'),
    )
    .option(...BY, email)
    .action((id: WebhookEndpointId, options: UpdateOptions) => update(run, id, options));
  webhook
    .command('rotate')
    .description(
      `a new secret, shown only now; the old one signs too for ${SERVICE.webhooks.rotation_hours} hours`,
    )
    .argument(...ID)
    .option('--now', 'the old secret ends at once')
    .option(...BY, email)
    .action((id: WebhookEndpointId, options: { readonly now?: true; readonly by?: string }) =>
      onWebhook(run, 'rotate', id, options, async (ctx, { config, secrets }) => {
        const made = await rotateSecret(ctx, webhookParts(config, await secrets()), id, {
          now: options.now === true,
        });
        return { id, secret: made.secret, previous_until: made.webhook.previous_until };
      }),
    );
  webhook
    .command('delete')
    .description('end a webhook for good')
    .argument(...ID)
    .option(...BY, email)
    .action((id: WebhookEndpointId, options: object) =>
      onWebhook(run, 'delete', id, options, (ctx) => deleteWebhook(ctx, id)),
    );
};

const sending = (webhook: Command, run: Surroundings): void => {
  webhook
    .command('test')
    .description('send a test; "webhook deliveries" shows what came of it')
    .argument(...ID)
    .option(...BY, email)
    .action((id: WebhookEndpointId, options: object) =>
      onWebhook(run, 'test', id, options, (ctx) => testWebhook(ctx, id)),
    );
  webhook
    .command('deliveries')
    .description('the newest deliveries of a webhook with their attempts')
    .argument(...ID)
    .addOption(new Option('--status <status>', 'only these').choices(WebhookDeliveryStatusValues))
    .addOption(
      new Option('--limit <number>', 'at most this many').choices(['10', '50', '200', '1000']).default('50'),
    )
    .action((id: WebhookEndpointId, options: { status?: Delivery['status']; limit: string }) =>
      deliveries(run, id, options),
    );
  webhook
    .command('redeliver')
    .description('send a delivery again, under the same id')
    .argument('<delivery>', 'its id', parseId('WebhookDeliveryId', 'delivery'))
    .option(...BY, email)
    .action((id: WebhookDeliveryId, options: object) => resend(run, id, options));
};
