import type { ApiKeyId, EntityId, OrganisationId } from '../../../generated/ids.ts';
import { listApiKeys } from '../../../generated/tools/list_api_keys.ts';
import { SERVICE } from '../../../generated/service.ts';
import { TOOLSET_NAMES } from '../../../generated/toolsets.ts';
import { endKey, issueKey, rollKey } from '../../domain/parties/access/keys.ts';
import { findKey, type KeyRecord, listKeys } from '../../domain/parties/access/store.ts';
import { parseExpiry, parseScopes, parseToolsets } from '../../domain/parties/access/scope-list.ts';
import type { Reader } from '../../db/database.ts';
import { findEntity } from '../../domain/ground/entities/store.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import type { OrganisationChange } from '../../domain/ground/change/change.ts';
import { Refusal } from '../../base/refusal.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import type { Session } from '../command.ts';
import {
  arg,
  BY,
  byDefault,
  type Call,
  command,
  may,
  must,
  on,
  oneOf,
  type Rows,
  saying,
} from '../define.ts';
import { optionOf } from '../listing.ts';
import { parseId, text } from '../values.ts';
import { keyRequestCommands } from './requests.ts';

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

export const requireKey = async (db: Reader, id: ApiKeyId, now: Date): Promise<KeyRecord> => {
  const key = await findKey(db, id, now);
  if (key === undefined) throw new Refusal('not_found', `There is no key ${id}; "key list" shows them.`);
  return key;
};

const KEY = arg(parseId('ApiKeyId', 'key'));

/** Changes a key, named by its id alone. */
const onKey = async <T extends object>(
  { database, now, changeOrganisation }: Call,
  options: object,
  id: ApiKeyId,
  work: (ctx: OrganisationChange, key: KeyRecord) => Promise<T>,
): Promise<T> => {
  const before = await requireKey(database.reader, id, now);
  const org = before.organisation_id as OrganisationId;
  return changeOrganisation(org, { ...options, id }, (ctx) => work(ctx, before));
};

export const keyCommands: Rows = {
  create: command({
    options: {
      org: must(parseId('OrganisationId')),
      entity: may(parseId('EntityId')),
      type: byDefault(oneOf(SERVICE.keys.types), SERVICE.keys.mcp_type),
      name: may(text),
      scopes: byDefault(may(), 'read-only'),
      toolsets: saying(may(), '<sets>', `tools beside the common ones: ${TOOLSET_NAMES.join(', ')}`),
      expires: may(),
      by: BY,
    },
    answer: async (call, options) => {
      const scopes = parseScopes(options.scopes);
      const toolsets = parseToolsets(options.toolsets ?? '');
      const expires_at = options.expires === undefined ? null : parseExpiry(options.expires, call.now);
      await getOrganisation(call.database.reader, options.org);
      const entity_id = await boundEntity(call, options.org, options.entity);
      const { type, name = `${type} key` } = options;
      const wanted = { entity_id, type, name, scopes, toolsets, expires_at };
      const { id, secret } = await call.changeOrganisation(options.org, options, (ctx) =>
        issueKey(ctx, wanted),
      );
      return oneRecord({ id, secret });
    },
  }),
  list: command({
    options: {
      org: may(parseId('OrganisationId')),
      status: optionOf(listApiKeys.inputSchema.properties['status'] ?? { type: 'string' }),
    },
    answer: async ({ database: { reader }, now }, { org, status }) => {
      if (org !== undefined) await getOrganisation(reader, org);
      const keys = await listKeys(reader, org ?? null, now);
      return manyRecords(
        keys.filter((one) => status === undefined || one.status === status),
        COLUMNS,
      );
    },
  }),
  show: command({
    args: [KEY],
    answer: async ({ database, now }, _, id) => oneRecord(await requireKey(database.reader, id, now)),
  }),
  roll: command({
    args: [KEY],
    options: { now: on, by: BY },
    answer: async (call, options, id) => {
      const { secret, previous_until } = await onKey(call, options, id, (ctx, key) =>
        rollKey(ctx, key, { now: options.now === true }),
      );
      return oneRecord({ id, secret, previous_until });
    },
  }),
  revoke: command({
    args: [KEY],
    options: { by: BY },
    answer: async (call, options, id) => oneRecord(await onKey(call, options, id, endKey)),
  }),
  request: keyRequestCommands,
};
