// Apps that people connect, and those that an administrator types in with an id and a secret.
import type { OAuthClientId, OrganisationId } from '../../../generated/ids.ts';
import type { Scope } from '../../../generated/scopes.ts';
import { TOOLSET_NAMES } from '../../../generated/toolsets.ts';
import { Refusal } from '../../base/refusal.ts';
import type { OrganisationChange } from '../../domain/ground/change/change.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { parseScopes, parseToolsets } from '../../domain/parties/access/scope-list.ts';
import { type ConnectedApp, findApp, listApps } from '../../domain/parties/oauth/apps/app.ts';
import { changeApp, disconnectApp } from '../../domain/parties/oauth/apps/change.ts';
import { knownScopes, roleAllows, SCOPE_NAMES } from '../../domain/parties/oauth/role-scopes.ts';
import {
  changeTypedClient,
  createTypedClient,
  deleteTypedClient,
  type MadeClient,
  rotateTypedClient,
} from '../../domain/parties/oauth/clients/typed.ts';
import {
  findTypedClient,
  listTypedClients,
  type TypedClient,
} from '../../domain/parties/oauth/store/clients.ts';
import { toolError } from '../../base/errors.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import type { Session } from '../command.ts';
import { arg, BY, type Call, command, may, must, on, oneOf, type Rows, saying } from '../define.ts';
import { parseId, text } from '../values.ts';

const COLUMNS: readonly (keyof TypedClient)[] = ['id', 'name', 'redirect_uris', 'hint', 'last_used_at'];

const CLIENT = arg(parseId('OAuthClientId', 'app'));
const ORG = parseId('OrganisationId');

/** Given once for each. */
const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const findClient = async ({ database, now }: Session, id: string): Promise<TypedClient> => {
  const found = await findTypedClient(database.reader, id, now);
  if (found !== undefined) return found;
  throw new Refusal('not_found', `There is no app ${id}; "app client list" shows them.`);
};

const changed = async <T extends object>(
  call: Call,
  id: OAuthClientId,
  options: object,
  work: (ctx: OrganisationChange) => Promise<T>,
): Promise<T> => {
  const org = (await findClient(call, id)).organisation_id as OrganisationId;
  return call.changeOrganisation(org, { ...options, id }, work);
};

/** With the secret, which nothing shows again. */
const told = ({ client, secret }: MadeClient) =>
  oneRecord({ id: client.id, secret, previous_until: client.previous_until });

const clientCommands: Rows = {
  create: command({
    options: { org: must(ORG), name: must(text), redirectUri: may(several), by: BY },
    answer: async (call, options) => {
      await getOrganisation(call.database.reader, options.org);
      const wanted = { name: options.name, redirect_uris: options.redirectUri ?? [] };
      return told(
        await call.changeOrganisation(options.org, options, (ctx) => createTypedClient(ctx, wanted)),
      );
    },
  }),
  list: command({
    options: { org: may(ORG) },
    answer: async ({ database: { reader }, now }, { org }) => {
      if (org !== undefined) await getOrganisation(reader, org);
      return manyRecords(await listTypedClients(reader, org ?? null, now), COLUMNS);
    },
  }),
  show: command({ args: [CLIENT], answer: async (call, _, id) => oneRecord(await findClient(call, id)) }),
  update: command({
    args: [CLIENT],
    options: { name: may(text), redirectUri: may(several), by: BY },
    answer: async (call, options, id) => {
      const wanted = {
        ...(options.name === undefined ? {} : { name: options.name }),
        ...(options.redirectUri === undefined ? {} : { redirect_uris: options.redirectUri }),
      };
      return oneRecord(await changed(call, id, options, (ctx) => changeTypedClient(ctx, id, wanted)));
    },
  }),
  rotate: command({
    args: [CLIENT],
    options: { now: on, by: BY },
    answer: async (call, options, id) =>
      told(
        await changed(call, id, options, (ctx) => rotateTypedClient(ctx, id, { now: options.now === true })),
      ),
  }),
  delete: command({
    args: [CLIENT],
    options: { by: BY },
    answer: async (call, options, id) =>
      oneRecord(await changed(call, id, options, (ctx) => deleteTypedClient(ctx, id))),
  }),
};

const APP_COLUMNS: readonly (keyof ConnectedApp)[] = [
  'id',
  'client_name',
  'known',
  'hosts',
  'person_email',
  'status',
  'entity_id',
  'scopes',
  'toolsets',
  'calls',
  'last_used_at',
  'ends_at',
];

const APP = arg(parseId('ApiKeyId', 'app'));
/** As many as are read at once. */
const APPS_A_TIME = 500;

const everyApp = async (
  { database: { reader }, now }: Session,
  organisation_id: OrganisationId | undefined,
  standing: boolean,
): Promise<readonly ConnectedApp[]> => {
  const all: ConnectedApp[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const filters = { organisation_id, standing, after };
    const page = await listApps(reader, filters, APPS_A_TIME, now);
    all.push(...page.apps);
    after = page.next;
  }
  return all;
};

const requireApp = async ({ database, now }: Session, id: string): Promise<ConnectedApp> => {
  const app = await findApp(database.reader, id, now);
  if (app === undefined) throw toolError('no_app', { app_id: id });
  return app;
};

/** `*` and `read-only` are what the person's role allows of them; what is named is refused beyond it. */
const scopesFor = ({ role }: ConnectedApp, given: string): readonly Scope[] => {
  const scopes = parseScopes(given);
  const meant = scopes.includes('*') ? SCOPE_NAMES : knownScopes(scopes);
  const named = given.split(',').map((word) => word.trim());
  return meant.filter((scope) => named.includes(scope) || (role !== null && roleAllows(role, scope)));
};

export const appCommands: Rows = {
  list: command({
    options: { org: may(ORG), status: oneOf(['active', 'ended']) },
    answer: async (call, { org, status }) => {
      if (org !== undefined) await getOrganisation(call.database.reader, org);
      const apps = await everyApp(call, org, status === 'active');
      return manyRecords(
        apps.filter((app) => status === undefined || app.status === status),
        APP_COLUMNS,
      );
    },
  }),
  show: command({ args: [APP], answer: async (call, _, id) => oneRecord(await requireApp(call, id)) }),
  update: command({
    args: [APP],
    options: {
      scopes: may(text),
      toolsets: saying(
        may(text),
        '<sets>',
        `of ${TOOLSET_NAMES.join(', ')}; "none" for the common tools alone`,
      ),
      entity: may(parseId('EntityId')),
      allEntities: on,
      by: BY,
    },
    answer: async (call, options, id) => {
      const app = await requireApp(call, id);
      const { scopes, toolsets, entity, allEntities } = options;
      if (entity !== undefined && allEntities === true)
        throw new Refusal('invalid_value', 'Give --entity or --all-entities, not both.');
      const wanted = {
        ...(scopes === undefined ? {} : { scopes: scopesFor(app, scopes) }),
        ...(toolsets === undefined ? {} : { toolsets: toolsets === 'none' ? [] : parseToolsets(toolsets) }),
        ...(entity === undefined ? {} : { entity_id: entity }),
        ...(allEntities === true ? { entity_id: null } : {}),
      };
      if (Object.keys(wanted).length === 0)
        throw new Refusal(
          'invalid_value',
          'Give at least one of --scopes, --toolsets, --entity, --all-entities.',
        );
      const { organisation_id } = app;
      return oneRecord(
        await call.changeOrganisation(organisation_id, { ...options, id }, (ctx) =>
          changeApp(ctx, id, wanted, { mayWiden: true, isProven: true }),
        ),
      );
    },
  }),
  revoke: command({
    args: [APP],
    options: { by: BY },
    answer: async (call, options, id) => {
      const { organisation_id } = await requireApp(call, id);
      return oneRecord(
        await call.changeOrganisation(organisation_id, { ...options, id }, (ctx) => disconnectApp(ctx, id)),
      );
    },
  }),
  client: clientCommands,
};
