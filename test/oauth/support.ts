// A program that a person connects, over the wire.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { ApiKeyId } from '../../generated/ids.ts';
import type { Scope } from '../../generated/scopes.ts';
import { SERVICE } from '../../generated/service.ts';
import type { Toolset } from '../../generated/toolsets.ts';
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { addMember } from '../../src/domain/ground/organisations/members.ts';
import type { Role } from '../../src/domain/ground/organisations/role.ts';
import { findMember } from '../../src/domain/ground/organisations/store.ts';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { connectApp } from '../../src/domain/parties/oauth/grant.ts';
import { findStoredClient } from '../../src/domain/parties/oauth/store/clients.ts';
import { insertTokens } from '../../src/domain/parties/oauth/store/tokens.ts';
import type { TestService } from '../support/service.ts';
import type { Answer, Person, TestConsole } from '../console/support.ts';

export const REDIRECT = 'http://127.0.0.1:33418/callback';

export interface TestClient {
  readonly id: string;
  readonly redirect_uris: readonly string[];
}

/** As a registration leaves it. */
export const registerClient = async (
  { service }: { readonly service: Pick<TestService, 'database'> },
  {
    id = `clnt_${randomBytes(8).toString('hex')}`,
    name = 'Claude',
    redirect_uris = [REDIRECT],
    organisation_id = null,
  }: {
    readonly id?: string;
    readonly name?: string;
    readonly redirect_uris?: readonly string[];
    readonly organisation_id?: string | null;
  } = {},
): Promise<TestClient> => {
  await service.database.kysely
    .insertInto('oauth_client')
    .values({
      id,
      kind: organisation_id === null ? 'registered' : 'typed',
      organisation_id,
      name,
      redirect_uris: JSON.stringify(redirect_uris),
      auth_method: 'none',
      created_at: toInstant(new Date()),
    })
    .execute();
  return { id, redirect_uris };
};

export interface Asking {
  readonly path: string;
  readonly verifier: string;
  readonly state: string;
}

/** What a program sends the browser to. */
export const ask = (
  { id }: Pick<TestClient, 'id'>,
  changes: Readonly<Record<string, string | null>> = {},
): Asking => {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
  });
  for (const [name, value] of Object.entries(changes))
    if (value === null) params.delete(name);
    else params.set(name, value);
  return { path: `/oauth/authorize?${params}`, verifier, state };
};

/** Where the page moves on to. */
export const onwardOf = ({ html }: Pick<Answer, 'html'>): URL => {
  const to = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html)?.[1];
  assert.ok(to, `the page moves on: ${html.slice(0, 400)}`);
  return new URL(to.replaceAll('&amp;', '&'));
};

export interface Allowing {
  readonly entity?: string;
  readonly scope?: readonly string[];
  readonly toolset?: readonly string[];
}

/** The path of the page on which the person decides. */
export const openConsent = async (person: Person, path: string): Promise<string> => {
  const shown = await person.get(path);
  assert.equal(shown.status, 200, shown.html);
  assert.match(shown.path, /^\/connect\//);
  return shown.path;
};

export const allow = async (
  person: Person,
  path: string,
  { entity = '', scope = ['invoices:read', 'bills:read'], toolset = [] }: Allowing = {},
): Promise<URL> => {
  const consent = await openConsent(person, path);
  const answer = await person.send(consent, 'allow', { entity, scope, toolset });
  assert.equal(answer.status, 200, answer.html);
  return onwardOf(answer);
};

export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, string>>;
}

export const post = async (
  url: string,
  fields: Readonly<Record<string, string>> | URLSearchParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<OAuthAnswer> => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

/** From the person's consent to the tokens. */
export const connect = async (
  { origin }: Pick<TestConsole, 'origin'>,
  person: Person,
  client: TestClient,
  allowing: Allowing = {},
): Promise<Readonly<Record<string, string>>> => {
  const { path, verifier } = ask(client);
  const back = await allow(person, path, allowing);
  const { status, body } = await post(`${origin}/oauth/token`, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    client_id: client.id,
    code_verifier: verifier,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

export const refresh = (
  { origin }: Pick<TestConsole, 'origin'>,
  { id }: Pick<TestClient, 'id'>,
  refresh_token: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<OAuthAnswer> =>
  post(`${origin}/oauth/token`, { grant_type: 'refresh_token', client_id: id, refresh_token, ...fields });

/** One tool call without a client's help. */
export const call = async (
  { origin }: Pick<TestConsole, 'origin'>,
  token: string | undefined,
  name = 'list_entities',
  args: object = {},
): Promise<{ readonly status: number; readonly challenge: string | null; readonly text: string }> => {
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  });
  return {
    status: answer.status,
    challenge: answer.headers.get('www-authenticate'),
    text: await answer.text(),
  };
};

/** As a consent of this member leaves it, without the pages; the id of the app. */
export const connectAs = async (
  { database, organisation_id }: Pick<TestService, 'database' | 'organisation_id'>,
  {
    email,
    scopes,
    toolsets = [],
    now,
  }: { email: string; scopes: readonly Scope[]; toolsets?: readonly Toolset[]; now: Date },
): Promise<string> => {
  const { id: oauth_client_id } = await registerClient({ service: { database } });
  const client = await findStoredClient(database.reader, oauth_client_id);
  const member = await findMember(database.reader, organisation_id, email);
  assert.ok(client !== undefined && member !== undefined);
  const act = newAct({ type: 'member', id: member.id }, 'app connect', {}, now);
  const consent = {
    client,
    person_id: newId('PersonId'),
    name: `Claude for ${member.name}`,
    entity_id: null,
    scopes,
    toolsets,
    redirect_uri: REDIRECT,
    code_challenge: 'x'.repeat(43),
  };
  await openBooks(database).changeOrganisation(organisation_id, act, (ctx) => connectApp(ctx, consent));
  const keys = database.kysely.selectFrom('api_key').select('id');
  return (await keys.where('oauth_client_id', '=', client.id).executeTakeFirstOrThrow()).id;
};

/** The access token of an app that a new member connects, without the pages. */
export const tokenAs = async (
  service: Pick<TestService, 'database' | 'organisation_id'>,
  member: { readonly email: string; readonly role: Role; readonly scopes: readonly Scope[] },
  { toolsets = [], now }: { readonly toolsets?: readonly Toolset[]; readonly now: Date },
): Promise<string> => {
  const { database, organisation_id } = service;
  const { email, role, scopes } = member;
  await openBooks(database).changeOrganisation(organisation_id, newAct(SYSTEM, 'test', {}, now), (ctx) =>
    addMember(ctx, { email, name: 'Berta', role }),
  );
  const api_key_id = (await connectAs(service, { email, scopes, toolsets, now })) as ApiKeyId;
  const secret = SERVICE.oauth.access_prefix + randomBytes(32).toString('base64url');
  const token = { kind: 'access', api_key_id, token_hash: hashSecret(secret) } as const;
  const expires_at = new Date('2100-01-01T00:00:00Z');
  await inTransaction(database, (db) => insertTokens(db, [{ ...token, expires_at }], now));
  return secret;
};
