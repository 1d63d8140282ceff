// Apps that people connect, and those that an administrator types in with an id and a secret.
import type { OAuthClientId, OrganisationId } from '../../../generated/ids.ts';
import { Refusal } from '../../base/refusal.ts';
import type { OrganisationChange } from '../../domain/ground/change/change.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
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
import { manyRecords, oneRecord } from '../answer.ts';
import type { Session } from '../command.ts';
import { arg, BY, type Call, command, may, must, on, type Rows } from '../define.ts';
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

export const appCommands: Rows = { client: clientCommands };
