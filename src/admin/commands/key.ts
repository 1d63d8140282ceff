import { Option } from 'commander';
import type { ApiKeyId, EntityId, OrganisationId } from '../../../generated/ids.ts';
import { listApiKeys } from '../../../generated/tools/list_api_keys.ts';
import { SERVICE } from '../../../generated/service.ts';
import { TOOLSET_NAMES } from '../../../generated/toolsets.ts';
import { endKey, issueKey, rollKey } from '../../domain/parties/access/keys.ts';
import type { ApiKeyType } from '../../domain/parties/access/identity.ts';
import { findKey, type KeyRecord, listKeys } from '../../domain/parties/access/store.ts';
import { parseExpiry, parseScopes, parseToolsets } from '../../domain/parties/access/scope-list.ts';
import type { Reader } from '../../db/database.ts';
import { findEntity } from '../../domain/ground/entities/store.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { Refusal } from '../../base/refusal.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { resolveAct, BY, type Register, type Session, type Surroundings } from '../command.ts';
import { optionOf } from '../listing.ts';
import { email, parseId, text } from '../values.ts';
import { keyRequestCommands } from './key-request.ts';

interface CreateOptions {
  readonly org: OrganisationId;
  readonly entity?: EntityId;
  readonly type: ApiKeyType;
  readonly name?: string;
  readonly scopes: string;
  readonly toolsets?: string;
  readonly expires?: string;
  readonly by?: string;
}

const COLUMNS: readonly (keyof KeyRecord)[] = [
  'id',
  'name',
  'type',
  'status',
  'entity_id',
  'scopes',
  'toolsets',
  'hint',
  'expires_at',
  'last_used_at',
];

const boundEntity = async (
  { database }: Session,
  org: OrganisationId,
  id: EntityId | undefined,
): Promise<EntityId | null> => {
  if (id === undefined) return null;
  if ((await findEntity(database.reader, org, id)) !== undefined) return id;
  throw new Refusal('not_found', `There is no entity ${id} in the organisation ${org}.`);
};

const create = (run: Surroundings, options: CreateOptions): Promise<void> =>
  run.onDatabase(async (session) => {
    const { books, database, now } = session;
    const scopes = parseScopes(options.scopes);
    const toolsets = parseToolsets(options.toolsets ?? '');
    const expires_at = options.expires === undefined ? null : parseExpiry(options.expires, now);
    await getOrganisation(database.reader, options.org);
    const entity_id = await boundEntity(session, options.org, options.entity);
    const act = await resolveAct(database.reader, options.org, 'key create', options, now);
    const wanted = {
      entity_id,
      type: options.type,
      name: options.name ?? `${options.type} key`,
      scopes,
      toolsets,
      expires_at,
    };
    const key = await books.changeOrganisation(options.org, act, (ctx) => issueKey(ctx, wanted));
    return oneRecord({ id: key.id, secret: key.secret });
  });

export const requireKey = async (db: Reader, id: ApiKeyId, now: Date): Promise<KeyRecord> => {
  const key = await findKey(db, id, now);
  if (key === undefined) throw new Refusal('not_found', `There is no key ${id}; "key list" shows them.`);
  return key;
};

const revoke = (run: Surroundings, id: ApiKeyId, options: { readonly by?: string }): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const before = await requireKey(database.reader, id, now);
    const org = before.organisation_id as OrganisationId;
    const act = await resolveAct(database.reader, org, 'key revoke', { ...options, id }, now);
    return oneRecord(await books.changeOrganisation(org, act, (ctx) => endKey(ctx, before)));
  });

interface RollOptions {
  readonly now?: true;
  readonly by?: string;
}

const roll = (run: Surroundings, id: ApiKeyId, options: RollOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const before = await requireKey(database.reader, id, now);
    const org = before.organisation_id as OrganisationId;
    const act = await resolveAct(database.reader, org, 'key roll', { ...options, id }, now);
    const wanted = { now: options.now === true };
    const { secret, previous_until } = await books.changeOrganisation(org, act, (ctx) =>
      rollKey(ctx, before, wanted),
    );
    return oneRecord({ id, secret, previous_until });
  });

export const keyCommands: Register = (program, run) => {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('make a key; its secret is shown only now')
    .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
    .option('--entity <id>', 'bind the key to this entity', parseId('EntityId', 'entity'))
    .addOption(
      new Option('--type <type>', 'only copilot keys open /mcp')
        .choices(SERVICE.keys.types)
        .default(SERVICE.keys.mcp_type),
    )
    .option('--name <name>', 'what it is for', text)
    .option(
      '--scopes <scopes>',
      'a list such as invoices:read,bills:read, * for all, or read-only',
      'read-only',
    )
    .option('--toolsets <sets>', `tools beside the common ones: ${TOOLSET_NAMES.join(', ')}`)
    .option('--expires <when>', 'a day (to its end in UTC) or an instant')
    .option(...BY, email)
    .action((options: CreateOptions) => create(run, options));
  key
    .command('list')
    .description('the keys, without their secrets')
    .option('--org <id>', 'only those of this organisation', parseId('OrganisationId', 'organisation'))
    .addOption(optionOf('status', listApiKeys.inputSchema.properties['status'] ?? { type: 'string' }))
    .action(({ org, status }: { org?: OrganisationId; status?: KeyRecord['status'] }) =>
      run.onDatabase(async ({ database: { reader }, now }) => {
        if (org !== undefined) await getOrganisation(reader, org);
        const keys = await listKeys(reader, org ?? null, now);
        return manyRecords(
          keys.filter((one) => status === undefined || one.status === status),
          COLUMNS,
        );
      }),
    );
  key
    .command('show')
    .description('a key, without its secret')
    .argument('<key>', 'its id', parseId('ApiKeyId', 'key'))
    .action((id: ApiKeyId) =>
      run.onDatabase(async ({ database, now }) => oneRecord(await requireKey(database.reader, id, now))),
    );
  key
    .command('roll')
    .description(
      `give a key a new secret, shown only now; the old one stays valid for ${SERVICE.windows.key_roll_hours} hours`,
    )
    .argument('<key>', 'its id', parseId('ApiKeyId', 'key'))
    .option('--now', 'the old secret ends at once')
    .option(...BY, email)
    .action((id: ApiKeyId, options: RollOptions) => roll(run, id, options));
  key
    .command('revoke')
    .description('end a key for good')
    .argument('<key>', 'its id', parseId('ApiKeyId', 'key'))
    .option(...BY, email)
    .action((id: ApiKeyId, options: { readonly by?: string }) => revoke(run, id, options));
  keyRequestCommands(key, run);
};
