// What the verbs of signing in stand on.
import type { MemberId, PersonSessionId } from '../../../../generated/ids.ts';
import type { Secrets } from '../../../base/secrets/secrets.ts';
import { type Act, type Books, newAct } from '../../ground/change/change.ts';
import type { Actor } from '../../ground/change/scope.ts';
import type { SignedIn, SignInMethod } from './signed-in.ts';

export interface PersonParts {
  readonly books: Books;
  readonly secrets: Secrets;
  /** The public address of the pages: passkeys are bound to it. */
  readonly origin: { readonly href: string };
  readonly now: Date;
  readonly request_id?: string;
}

/** The browser that asks. */
export interface Browser {
  readonly secret: string;
  readonly address: string;
  /** What guesses are counted for in place of the address; null where it may be that of a whole crowd. */
  readonly source?: string | null;
  /** What it keeps of those who have signed in in it. */
  readonly marks?: readonly string[];
  readonly userAgent: string;
}

/** Somebody who is not known yet. */
export const NOBODY: Actor = { type: 'system', id: 'sign-in' };

/** Arguments stay out of it: they hold secrets. */
export const actOf = (
  { now, request_id }: Pick<PersonParts, 'now' | 'request_id'>,
  actor: Actor,
  action: string,
  about: object = {},
): Act => {
  const act = newAct(actor, action, about, now);
  return request_id === undefined ? act : { ...act, request_id };
};

export const actorOf = (
  member_id: MemberId,
  session: { readonly id: PersonSessionId; readonly method: SignInMethod },
): Actor => ({ type: 'member', id: member_id, session_id: session.id, method: session.method });

/** The organisation in whose trail stands what a person does for themselves: the one they work in. */
export const currentMembership = ({ session, memberships }: SignedIn): SignedIn['memberships'][number] => {
  const found =
    memberships.find(({ organisation_id }) => organisation_id === session.organisation_id) ?? memberships[0];
  if (found === undefined) throw new Error('nobody is signed in without a membership');
  return found;
};

export const ownAct = (
  parts: Pick<PersonParts, 'now' | 'request_id'>,
  signedIn: SignedIn,
  action: string,
): Act => actOf(parts, actorOf(currentMembership(signedIn).member_id, signedIn.session), action);
