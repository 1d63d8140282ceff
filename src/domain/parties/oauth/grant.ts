// Consent, and what follows from it: a key whose secret nobody has, a code for it, and tokens that point to it.
import { createHash, randomBytes } from 'node:crypto';
import type { ApiKeyId, EntityId, OrganisationId, PersonId } from '../../../../generated/ids.ts';
import type { Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { Toolset } from '../../../../generated/toolsets.ts';
import type { Writer } from '../../../db/database.ts';
import {
  type Act,
  type Books,
  newAct,
  type OpenBooks,
  type OrganisationChange,
} from '../../ground/change/change.ts';
import { endKey, issueKey } from '../access/keys.ts';
import { hashSecret } from '../access/secret.ts';
import { findKey } from '../access/store.ts';
import type { Client } from './client.ts';
import { roleAllows } from './role-scopes.ts';
import {
  type AppScopes,
  deleteToken,
  findApp,
  findCode,
  findToken,
  insertCode,
  insertTokens,
  takeCode,
  takeToken,
} from './store/tokens.ts';
import { findDeadApps } from './store/ends.ts';

const { oauth: OAUTH } = SERVICE;
const MINUTE_MS = 60_000;

const random = (prefix: string): string => prefix + randomBytes(32).toString('base64url');
const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

export interface Consent {
  readonly client: Client;
  readonly person_id: PersonId;
  /** Of the key, as people tell it from others. */
  readonly name: string;
  readonly entity_id: EntityId | null;
  readonly scopes: readonly Scope[];
  readonly toolsets: readonly Toolset[];
  readonly redirect_uri: string;
  readonly code_challenge: string;
}

/** Makes the key of the app, and the code with which the program fetches its tokens. */
export const connectApp = async (ctx: OrganisationChange, consent: Consent): Promise<string> => {
  const { client, person_id, redirect_uri, code_challenge, name, entity_id, scopes, toolsets } = consent;
  const app = { person_id, oauth_client_id: client.id };
  const wanted = { type: SERVICE.keys.mcp_type, name, entity_id, scopes, toolsets, expires_at: null, app };
  await endDead(ctx, consent);
  const { id } = await issueKey(ctx, wanted);
  const code = random(OAUTH.code_prefix);
  const { organisation_id, now } = ctx;
  const expires_at = after(now, OAUTH.code_seconds * 1000);
  const stored = {
    organisation_id,
    api_key_id: id,
    oauth_client_id: client.id,
    redirect_uri,
    code_challenge,
  };
  await insertCode(ctx.db, { ...stored, code_hash: hashSecret(code) }, { now, expires_at });
  return code;
};

/** Of consents before this one that the program never came back for, or whose tokens ran out, nothing is left. */
const endDead = async (ctx: OrganisationChange, { client, person_id }: Consent): Promise<void> => {
  const { organisation_id, actor, now, db } = ctx;
  const code = { organisation_id, oauth_client_id: client.id };
  for (const id of await findDeadApps(db, code, { person_id, member_id: actor.id, now })) {
    const key = await findKey(db, id, now);
    if (key?.status === 'active') await endKey(ctx, key);
  }
};

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scopes: readonly string[];
}

type Faults = typeof SERVICE.oauth_errors;

/** Why there are none, as the spec says it; `ended`: the app, because what was used up was used again. */
export interface Refused {
  readonly fault: {
    [Name in keyof Faults]: Faults[Name]['error'] extends 'invalid_grant' ? Name : never;
  }[keyof Faults];
  readonly ended?: ApiKeyId;
  /** It was not found, here. */
  readonly unknown?: true;
}

const refuse = (fault: Refused['fault']): Refused => ({ fault });

/** What another instance has just made may not have reached this member of the database cluster. */
const onMember = async <T extends object>(books: Books, attempt: () => Promise<T>): Promise<T> => {
  const first = await attempt();
  return 'unknown' in first && (await books.database.catchUp()) ? attempt() : first;
};

const effective = ({ granted, role }: AppScopes): string[] =>
  granted.filter((scope) => roleAllows(role, scope));

const issueTokens = async (db: Writer, api_key_id: ApiKeyId, app: AppScopes, now: Date): Promise<Tokens> => {
  const access_token = random(OAUTH.access_prefix);
  const refresh_token = random(OAUTH.refresh_prefix);
  const { access_hours, refresh_days } = OAUTH;
  const token = (kind: 'access' | 'refresh', secret: string, hours: number) => ({
    kind,
    api_key_id,
    token_hash: hashSecret(secret),
    expires_at: after(now, hours * 60 * MINUTE_MS),
  });
  const both = [
    token('access', access_token, access_hours),
    token('refresh', refresh_token, refresh_days * 24),
  ];
  await insertTokens(db, both, now);
  return { access_token, refresh_token, scopes: effective(app) };
};

const act = (action: string, now: Date, id: ApiKeyId): Act =>
  newAct({ type: 'system', id: 'oauth' }, action, { api_key_id: id }, now);

/** Ends the app with all its tokens; nothing to do when that has happened. */
const endApp = async (
  books: OpenBooks,
  {
    organisation_id,
    api_key_id,
  }: { readonly organisation_id: OrganisationId; readonly api_key_id: ApiKeyId },
  action: string,
  now: Date,
): Promise<boolean> => {
  const key = await findKey(books.db, api_key_id, now);
  if (key?.status !== 'active') return false;
  await books.changeOrganisation(organisation_id, act(action, now, api_key_id), (ctx) => endKey(ctx, key));
  return true;
};

export interface CodeProof {
  readonly code: string;
  readonly client: Client;
  /** Undefined where the program does not repeat it, as OAuth 2.1 has it. */
  readonly redirect_uri: string | undefined;
  readonly verifier: string;
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** The tokens for a code, once. A second use tells that somebody has read it: the app ends. */
export const exchangeCode = (
  books: Books,
  { code, client, redirect_uri, verifier }: CodeProof,
  now: Date,
): Promise<Tokens | Refused> =>
  onMember<Tokens | Refused>(books, () =>
    books.transaction(async (open) => {
      const hash = hashSecret(code);
      const found = await findCode(open.db, hash);
      if (found === undefined || found.oauth_client_id !== client.id)
        return { ...refuse('code_unknown'), unknown: true };
      const holds = !found.used && found.expires_at > now;
      if (holds && redirect_uri !== undefined && redirect_uri !== found.redirect_uri)
        return refuse('code_sent_elsewhere');
      if (holds && challengeOf(verifier) !== found.code_challenge) return refuse('verifier_wrong');
      if (!(await takeCode(open.db, hash, now))) {
        // Of one that holds, somebody else was faster.
        if (!found.used && !holds) return refuse('code_expired');
        const ended = await endApp(open, found, 'app code used twice', now);
        return { fault: 'code_used', ...(ended ? { ended: found.api_key_id } : {}) };
      }
      const app = await findApp(open.db, found.api_key_id, now);
      return app === undefined ? refuse('app_ended') : issueTokens(open.db, found.api_key_id, app, now);
    }),
  );

export interface RefreshProof {
  readonly token: string;
  readonly client: Client;
  /** What the program asks for anew; undefined for what it has. */
  readonly scopes: readonly string[] | undefined;
  /** In how many seconds this app may have another pair; 0 for now. */
  readonly waits: (app: ApiKeyId) => number;
}

type Refreshed = Tokens | Refused | { readonly beyond: string } | { readonly wait_s: number };

/**
 * Another pair for a refresh token. For some minutes one that was exchanged still answers, since programs refresh from two
 * places at once; after that its use tells that it was copied, and the app ends.
 */
export const refreshTokens = (
  books: Books,
  { token, client, scopes, waits }: RefreshProof,
  now: Date,
): Promise<Refreshed> =>
  onMember<Refreshed>(books, () =>
    books.transaction(async (open) => {
      const hash = hashSecret(token);
      const found = await findToken(open.db, hash, now);
      if (found === undefined || found.kind !== 'refresh' || found.oauth_client_id !== client.id)
        return { ...refuse('refresh_unknown'), unknown: true };
      const beyond = scopes?.find((scope) => !found.granted.includes(scope));
      if (beyond !== undefined) return { beyond };
      const graceUntil = found.used_at === null ? now : after(found.used_at, OAUTH.grace_minutes * MINUTE_MS);
      if (graceUntil < now) {
        await endApp(open, found, 'app refresh token used again', now);
        return {
          fault: 'refresh_used',
          ended: found.api_key_id,
        };
      }
      const wait_s = waits(found.api_key_id);
      if (wait_s > 0) return { wait_s };
      // Whoever comes second at the same moment is within the grace.
      await takeToken(open.db, hash, now);
      return issueTokens(open.db, found.api_key_id, found, now);
    }),
  );

/** Ends what the token stands for: all of the app for a refresh token. `foreign`: it is another client's; `unknown`: nobody's. */
export const revokeToken = async (
  books: Books,
  { token, client }: { readonly token: string; readonly client: Client },
  now: Date,
): Promise<Revoked['outcome']> => {
  const { outcome } = await onMember<Revoked>(books, () =>
    books.transaction(async (open) => {
      const hash = hashSecret(token);
      const found = await findToken(open.db, hash, now);
      if (found === undefined) return { outcome: 'unknown', unknown: true };
      if (found.oauth_client_id !== client.id) return { outcome: 'foreign' };
      if (found.kind === 'refresh') await endApp(open, found, 'app disconnect', now);
      else await deleteToken(open.db, hash);
      return { outcome: 'done' };
    }),
  );
  return outcome;
};

interface Revoked {
  readonly outcome: 'done' | 'foreign' | 'unknown';
  /** It was not found, here. */
  readonly unknown?: true;
}
