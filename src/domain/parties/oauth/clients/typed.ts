// Clients that an administrator types in, for programs that take an id and a secret and nothing else. They serve the people
// of one organisation.
import { randomBytes } from 'node:crypto';
import { SERVICE } from '../../../../../generated/service.ts';
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import { headerText } from '../../../../base/mail-address.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { english, type SaidSentence, say } from '../../../../base/said.ts';
import { findHidden } from '../../../../base/text/hidden.ts';
import { newId } from '../../../../db/ids.ts';
import { toInstant } from '../../../../db/instant.ts';
import type { OrganisationChange } from '../../../ground/change/change.ts';
import { endKey } from '../../access/keys.ts';
import { hashSecret } from '../../access/secret.ts';
import { keysOfClient } from '../../access/store.ts';
import {
  findTypedClient,
  insertClient,
  listTypedClients,
  lockTypedClient,
  type TypedClient,
  updateTypedClient,
} from '../store/clients.ts';
import { redirectFault } from './redirect.ts';

const { typed_clients, secret_prefix, most_redirect_uris, longest_name } = OAUTH_CLIENTS;
const HOUR_MS = 3_600_000;

export interface WantedClient {
  readonly name: string;
  /** None yet for a program that tells its own only when it has the id. */
  readonly redirect_uris: readonly string[];
}

export interface MadeClient {
  readonly client: TypedClient;
  /** Told this once. */
  readonly secret: string;
}

/** Knows which part of the form it is about. */
export class ClientRefusal extends Refusal {
  readonly about: 'name' | 'redirect_uri' | 'limit' | 'client';
  readonly said: SaidSentence;

  constructor(about: ClientRefusal['about'], said: SaidSentence) {
    super(
      about === 'client' ? 'not_found' : about === 'limit' ? 'wrong_state' : 'invalid_value',
      english(said),
    );
    this.about = about;
    this.said = said;
  }
}

const checkName = (text: string): string => {
  const name = headerText(text);
  if (name === '' || findHidden(name) !== undefined)
    throw new ClientRefusal('name', say('oauth_client_name', {}));
  const { length } = Array.from(name);
  if (length <= longest_name) return name;
  throw new ClientRefusal('name', say('oauth_name_long', { count: length, most: longest_name }));
};

const checkRedirects = (uris: readonly string[]): readonly string[] => {
  const kept = [...new Set(uris.map((uri) => uri.trim()).filter((uri) => uri !== ''))];
  const fault = kept.map(redirectFault).find((found) => found !== undefined);
  if (fault !== undefined) throw new ClientRefusal('redirect_uri', fault);
  if (kept.length <= most_redirect_uris) return kept;
  const many = say('oauth_many_redirects', { count: kept.length, most: most_redirect_uris });
  throw new ClientRefusal('redirect_uri', many);
};

const newSecret = (): string => `${secret_prefix}${randomBytes(32).toString('base64url')}`;

const requireTyped = async (
  { db, now, organisation_id }: OrganisationChange,
  id: string,
): Promise<TypedClient> => {
  const found = await findTypedClient(db, id, now);
  if (found?.organisation_id === organisation_id) return found;
  throw new ClientRefusal('client', say('oauth_typed_unknown', {}));
};

type Event = 'created' | 'updated' | 'rotated' | 'deleted';

const record = (
  ctx: OrganisationChange,
  event: Event,
  id: string,
  before: TypedClient | null,
  after: TypedClient | null,
): void =>
  ctx.record({ event: `oauth_client.${event}`, record_type: 'oauth_client', record_id: id, before, after });

export const createTypedClient = async (
  ctx: OrganisationChange,
  { name, redirect_uris }: WantedClient,
): Promise<MadeClient> => {
  const { db, now, organisation_id, actor } = ctx;
  const others = await listTypedClients(db, organisation_id, now);
  if (others.length >= typed_clients)
    throw new ClientRefusal('limit', say('oauth_typed_limit', { most: typed_clients }));
  const [id, secret] = [newId('OAuthClientId'), newSecret()];
  const row = {
    id,
    kind: 'typed',
    organisation_id,
    name: checkName(name),
    redirect_uris: checkRedirects(redirect_uris),
    auth_method: 'client_secret_basic',
    secret_hash: hashSecret(secret),
    hint: secret.slice(-4),
    created_by: actor.type === 'member' ? actor.id : null,
  } as const;
  await insertClient(db, row, now);
  const client = await requireTyped(ctx, id);
  record(ctx, 'created', id, null, client);
  return { client, secret };
};

export const changeTypedClient = async (
  ctx: OrganisationChange,
  id: string,
  { name, redirect_uris }: Partial<WantedClient>,
): Promise<TypedClient> => {
  await lockTypedClient(ctx.db, id);
  const before = await requireTyped(ctx, id);
  const next = {
    name: name === undefined ? before.name : checkName(name),
    redirect_uris: redirect_uris === undefined ? before.redirect_uris : checkRedirects(redirect_uris),
  };
  const { name: called, redirect_uris: led } = before;
  if (JSON.stringify(next) === JSON.stringify({ name: called, redirect_uris: led })) {
    ctx.unchanged();
    return before;
  }
  await updateTypedClient(ctx.db, id, next);
  const after = await requireTyped(ctx, id);
  record(ctx, 'updated', id, before, after);
  return after;
};

/** Gives it a new secret. The present one stays good for a day, as that of a key does, unless it is to end now. */
export const rotateTypedClient = async (
  ctx: OrganisationChange,
  id: string,
  { now: atOnce }: { readonly now: boolean },
): Promise<MadeClient> => {
  const present = await lockTypedClient(ctx.db, id);
  const before = await requireTyped(ctx, id);
  const secret = newSecret();
  const until = new Date(ctx.now.getTime() + SERVICE.windows.key_roll_hours * HOUR_MS);
  await updateTypedClient(ctx.db, id, {
    secret_hash: hashSecret(secret),
    hint: secret.slice(-4),
    previous_secret_hash: atOnce ? null : (present ?? null),
    previous_until: atOnce ? null : toInstant(until),
  });
  const client = await requireTyped(ctx, id);
  record(ctx, 'rotated', id, before, client);
  return { client, secret };
};

/** Takes it away, and ends what people connected with it. */
export const deleteTypedClient = async (ctx: OrganisationChange, id: string): Promise<TypedClient> => {
  await lockTypedClient(ctx.db, id);
  const before = await requireTyped(ctx, id);
  for (const key of await keysOfClient(ctx.db, id, ctx.now)) await endKey(ctx, key);
  await updateTypedClient(ctx.db, id, { revoked_at: toInstant(ctx.now) });
  record(ctx, 'deleted', id, before, null);
  return before;
};
