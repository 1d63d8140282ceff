// What an app says of itself (RFC 7591, 2), whether it registers or publishes it as a document.
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import { headerText } from '../../../../base/mail-address.ts';
import { isPlainObject } from '../../../../base/plain-object.ts';
import { type SaidSentence, say } from '../../../../base/said.ts';
import { findHidden } from '../../../../base/text/hidden.ts';
import { redirectFault, redirectHost } from './redirect.ts';

const { most_redirect_uris: most, longest_name } = OAUTH_CLIENTS;

export interface ClientMetadata {
  readonly name: string;
  readonly redirect_uris: readonly string[];
}

export interface MetadataFault {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly fault: SaidSentence;
}

export type Members = Readonly<Record<string, unknown>>;

export const wrong = (fault: SaidSentence): MetadataFault => ({ error: 'invalid_client_metadata', fault });

export const isFault = (value: ClientMetadata | MetadataFault): value is MetadataFault => 'fault' in value;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

export const readMembers = (text: string): Members | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Only what is kept is looked at: unknown members, grants and scopes are nobody's business here. */
export const readMetadata = (members: Members): ClientMetadata | MetadataFault => {
  const redirect_uris = readRedirects(members['redirect_uris']);
  if ('fault' in redirect_uris) return redirect_uris;
  const name = readName(members['client_name'], redirect_uris.kept);
  if (typeof name !== 'string') return wrong(name);
  if (members['jwks'] !== undefined && members['jwks_uri'] !== undefined)
    return wrong(say('oauth_two_key_sets', {}));
  return { name, redirect_uris: redirect_uris.kept };
};

const readRedirects = (value: unknown): { readonly kept: readonly string[] } | MetadataFault => {
  const refuse = (fault: SaidSentence): MetadataFault => ({ error: 'invalid_redirect_uri', fault });
  if (!isTexts(value) || value.length === 0) return refuse(say('oauth_no_redirect', {}));
  const kept = [...new Set(value)];
  if (kept.length > most) return refuse(say('oauth_many_redirects', { count: kept.length, most }));
  const fault = kept.map(redirectFault).find((found) => found !== undefined);
  return fault === undefined ? { kept } : refuse(fault);
};

/** A name is only what the app says. Without one, the host that it sends people back to stands for it. */
const readName = (value: unknown, redirects: readonly string[]): string | SaidSentence => {
  if (value !== undefined && value !== null && typeof value !== 'string') return say('oauth_name_form', {});
  const given = headerText(value ?? '');
  if (given === '') return redirectHost(redirects[0] ?? '').slice(0, longest_name);
  if (findHidden(given) !== undefined) return say('oauth_name_form', {});
  const { length } = Array.from(given);
  return length > longest_name ? say('oauth_name_long', { count: length, most: longest_name }) : given;
};
