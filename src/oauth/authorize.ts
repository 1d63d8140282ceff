// What a program asks for (RFC 6749, 4.1.1; 7636; 8707; 9207). Until the program and its address are certain, faults are
// told to the person alone, on a page; afterwards they go back to the program.
import type { Scope } from '../../generated/scopes.ts';
import { SERVICE } from '../../generated/service.ts';
import { networkOf } from '../base/network-address.ts';
import { english, type Said, type SaidSentence, say } from '../base/said.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database } from '../db/database.ts';
import type { Client, ClientProblem } from '../domain/parties/oauth/client.ts';
import { isLoopbackRedirect, matchRedirect } from '../domain/parties/oauth/clients/redirect.ts';
import { knownScopes, SCOPE_NAMES } from '../domain/parties/oauth/role-scopes.ts';
import { type AccessRequest, insertRequest } from '../domain/parties/oauth/store/requests.ts';
import { hashOf, newSecret } from '../domain/parties/persons/secret.ts';
import { type Clients, isClient } from './clients.ts';
import { printable } from './reply.ts';
import { isOurs, resourceOf } from './resource.ts';

const { response_types, response_modes, challenge_methods, longest_state, request_minutes } = SERVICE.oauth;
/** RFC 7636, 4.2: SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Told to the person: where the program would get it is not certain. */
export type PersonFault =
  | ClientProblem['problem']
  | 'no_client'
  | 'no_redirect'
  | 'foreign_redirect'
  | 'repeated'
  | 'busy';

export type Verdict =
  | { readonly kind: 'page'; readonly fault: PersonFault; readonly detail: Said }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'asked'; readonly request: AccessRequest };

/** What goes back to the program, always with its state and who answers. */
export const answerTo = (
  { redirect_uri, state, issuer }: Pick<AccessRequest, 'redirect_uri' | 'state' | 'issuer'>,
  members: Readonly<Record<string, string>>,
): string => {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  url.searchParams.set('iss', issuer);
  return url.href;
};

/** Unknown ones are dropped; where none is left, all are offered, and the person narrows. */
const scopesOf = (asked: string | null): readonly Scope[] => {
  const known = knownScopes((asked ?? '').split(' '));
  return known.length === 0 ? SCOPE_NAMES : known;
};

const page = (fault: PersonFault, detail: Said): Verdict => ({ kind: 'page', fault, detail });

interface Sender {
  readonly client: Client;
  readonly redirect_uri: string;
}

const senderOf = async (
  clients: Clients,
  params: URLSearchParams,
  source: string,
): Promise<Sender | Verdict> => {
  for (const name of ['client_id', 'redirect_uri'])
    if (params.getAll(name).length > 1) return page('repeated', name);
  const id = params.get('client_id') ?? '';
  if (id === '') return page('no_client', '');
  const client = await clients.find(id, source);
  if (!isClient(client)) return page(client.problem, client.reason);
  const given = params.get('redirect_uri') ?? '';
  const redirect_uri = matchRedirect(client.redirect_uris, given === '' ? undefined : given);
  if (redirect_uri !== undefined) return { client, redirect_uri };
  return given === '' ? page('no_redirect', client.name) : page('foreign_redirect', given);
};

type Fault = readonly [error: string, why: SaidSentence];

const malformed = (why: SaidSentence): Fault => ['invalid_request', why];

const only = (name: string, allowed: readonly string[]): SaidSentence =>
  say('ask_only', { name, allowed: allowed.join(', ') });

const isOf = (allowed: readonly string[], word: string): boolean => allowed.includes(word);

const faultOf = (params: URLSearchParams, issuer: string): Fault | undefined => {
  const one = (name: string): string => params.get(name) ?? '';
  for (const name of new Set(params.keys()))
    if (name !== 'resource' && params.getAll(name).length > 1)
      return malformed(say('ask_repeated', { name }));
  if (one('state').length > longest_state)
    return malformed(say('ask_long', { name: 'state', most: longest_state }));
  for (const name of ['request', 'request_uri'])
    if (params.has(name)) return [`${name}_not_supported`, say('ask_not_taken', { name })];
  if (one('response_type') === '') return malformed(say('ask_missing', { name: 'response_type' }));
  if (!isOf(response_types, one('response_type')))
    return ['unsupported_response_type', only('response_type', response_types)];
  if (!isOf(['', ...response_modes], one('response_mode')))
    return malformed(only('response_mode', response_modes));
  if (one('code_challenge') === '') return malformed(say('ask_missing', { name: 'code_challenge' }));
  if (!isOf(challenge_methods, one('code_challenge_method')))
    return malformed(only('code_challenge_method', challenge_methods));
  if (!CHALLENGE.test(one('code_challenge'))) return malformed(say('ask_challenge', {}));
  if (!params.getAll('resource').every((resource) => resource === '' || isOurs(issuer, resource)))
    return ['invalid_target', only('resource', [resourceOf(issuer)])];
  // A person is always asked.
  if (one('prompt').split(' ').includes('none')) return ['interaction_required', say('ask_person', {})];
  return undefined;
};

/** Anybody may register any address: a fault alone leads to none of a program that no person has ever been asked about. */
const isTrusted = ({ client, redirect_uri }: Sender): boolean =>
  client.consented || client.kind === 'typed' || isLoopbackRedirect(redirect_uri);

/** `source`: the network address that it comes from. */
export const judgeRequest = async (
  clients: Clients,
  issuer: string,
  params: URLSearchParams,
  source: string,
): Promise<Verdict> => {
  if (clients.limits.requests.take(networkOf(source)) > 0) return page('busy', '');
  const sender = await senderOf(clients, params, source);
  if ('kind' in sender) return sender;
  const { client, redirect_uri } = sender;
  const state = params.get('state');
  const fault = faultOf(params, issuer);
  if (fault !== undefined) {
    const [error, why] = fault;
    if (!isTrusted(sender)) return page('invalid', why);
    const returned = state !== null && state.length > longest_state ? null : state;
    const to = answerTo(
      { redirect_uri, issuer, state: returned },
      { error, error_description: printable(english(why)) },
    );
    return { kind: 'redirect', to };
  }
  const code_challenge = params.get('code_challenge') ?? '';
  const scopes = scopesOf(params.get('scope'));
  const request = { oauth_client_id: client.id, issuer, redirect_uri, state, code_challenge, scopes };
  return { kind: 'asked', request };
};

/** Keeps what is asked for until a person has answered. The id is told to the browser alone. */
export const keepRequest = async (database: Database, request: AccessRequest, now: Date): Promise<string> => {
  const id = newSecret();
  const expires_at = new Date(now.getTime() + request_minutes * 60_000);
  await inTransaction(database, (db) =>
    insertRequest(db, { ...request, id_hash: hashOf(id) }, { now, expires_at }),
  );
  return id;
};
