// From a visit to what the verbs of signing in take.
import { findHidden } from '../../../base/text/hidden.ts';
import type { Browser, PersonParts } from '../../../domain/parties/persons/parts.ts';
import type { CredentialFault, WantedCredential } from '../../../domain/parties/persons/credentials.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../../domain/parties/persons/password.ts';
import type { Refused } from '../../../domain/parties/persons/sign-in.ts';
import type { Form } from '../../form.ts';
import { moment } from '../../format.ts';
import { FormProblem } from '../../problem.ts';
import type { Visit } from '../../visit.ts';

export const partsOf = ({ parts, now, request_id }: Visit): PersonParts => ({
  books: parts.books,
  secrets: parts.secrets,
  origin: parts.origin,
  now,
  request_id,
});

export const browserOf = ({ secret, address, source, marks, userAgent }: Visit): Browser => ({
  secret,
  address,
  source,
  marks,
  userAgent,
});

/** As typed: blanks belong to a password. */
export const passwordIn = (form: Form, name = 'password'): string => form.all(name)[0] ?? '';

export const PASSKEY = 'credential';

export const credentialIn = (form: Form, kind: 'passkey' | 'password', userAgent: string): WantedCredential =>
  kind === 'passkey'
    ? { kind, sent: form.text(PASSKEY), name: form.optional('passkey_name') ?? deviceOf(userAgent) }
    : {
        kind,
        password: passwordIn(form),
        totp_secret: form.text('totp_secret'),
        code: form.text('code'),
      };

const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'] as const;

/** What a person recognises a browser by. */
export const deviceOf = (userAgent: string): string => {
  const device = DEVICES.find((name) => userAgent.includes(name));
  return device === 'Macintosh' ? 'Mac' : device === 'CrOS' ? 'Chromebook' : (device ?? 'Browser');
};

/** The fault of a field, by its name. */
export const faultFields = (visit: Visit, fault: CredentialFault): Readonly<Record<string, string>> => {
  const { person: words } = visit.words;
  if (fault === 'no_passkey') return { [PASSKEY]: words.noPasskey };
  if (fault === 'wrong_code') return { code: words.wrongCode };
  const bound = fault === 'short_password' ? MIN_PASSWORD : MAX_PASSWORD;
  return {
    password:
      fault === 'short_password' ? words.shortPassword(String(bound)) : words.longPassword(String(bound)),
  };
};

export const refusedText = (
  { language, words: { person: words }, signedIn }: Visit,
  refused: Refused,
): string => {
  if (refused.outcome === 'wrong') return words.wrong;
  return words.delayed(moment(language, refused.until, signedIn?.person.time_zone ?? 'UTC'));
};

/** A name as a form gives it; none, or one that hides something, is a fault of the field. */
export const nameIn = (visit: Visit, form: Form, field: string, label: string): string => {
  const text = form.optional(field);
  if (text === undefined) throw new FormProblem({ [field]: visit.words.common.required(label) });
  const hidden = findHidden(text);
  if (hidden !== undefined)
    throw new FormProblem({
      [field]: visit.words.person.hidden(hidden.code, String(hidden.position)),
    });
  return Array.from(text).slice(0, MAX_NAME).join('');
};

const MAX_NAME = 300;

/** A path of these pages, whatever was in the address: never another site. */
export const backPath = ({ url, parts }: Visit): string => {
  const back = url.searchParams.get('back') ?? '/';
  if (!/^\/(?![/\\])/.test(back) || !URL.canParse(back, parts.origin.href)) return '/';
  const { origin, pathname, search } = new URL(back, parts.origin.href);
  return origin === parts.origin.href && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
};
