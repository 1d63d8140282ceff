// The use of a one-time link: the person, their membership, their way in and their first session are one transaction,
// and of two who use the same link one comes in.
import type { OrganisationId, PersonId } from '../../../../generated/ids.ts';
import { newId } from '../../../db/ids.ts';
import type { OpenBooks, OrganisationChange } from '../../ground/change/change.ts';
import { changeRole } from '../../ground/organisations/members.ts';
import { createOrganisation } from '../../ground/organisations/organisation.ts';
import { type MemberRecord, findOnlyOrganisation, membershipsOf } from '../../ground/organisations/store.ts';
import {
  type CredentialFault,
  type WantedCredential,
  checkCredential,
  dropCredentials,
  storeCredential,
} from './credentials.ts';
import { admitMember, join, joinWaiting } from './joining.ts';
import { newMark } from './lock-out.ts';
import { canSignIn, endsWays, memberOfLink } from './links.ts';
import { type Browser, NOBODY, type PersonParts, actOf, actorOf } from './parts.ts';
import { hashOf, newSecret } from './secret.ts';
import { type EndAlso, newSessionId, startSession } from './sessions.ts';
import { type Link, endLinks, endNamelessLinks, findLink, takeLink } from './store/links.ts';
import {
  findPersonByEmail,
  hasCredentials,
  insertPerson,
  lockPerson,
  proveEmail,
  updatePerson,
} from './store/persons.ts';

export interface Enrolment {
  readonly name: string;
  /** What the first administrator gives; otherwise the link has it. */
  readonly email: string;
  readonly organisation_name: string;
  readonly locale: 'en' | 'es' | 'de';
  readonly credential: WantedCredential;
}

export type Enrolled =
  | {
      readonly outcome: 'signed_in';
      readonly secret: string;
      readonly codes: readonly string[];
      /** For the browser to keep. */
      readonly mark: string;
    }
  /** Used, run out, or no longer meant. */
  | { readonly outcome: 'ended' }
  /** Somebody invited who can sign in already. */
  | { readonly outcome: 'known' }
  | { readonly outcome: 'refused'; readonly fault: CredentialFault };

const ENDED: Enrolled = { outcome: 'ended' };

export const enrol = async (
  parts: PersonParts,
  browser: Browser,
  token: string,
  given: Enrolment,
  also?: EndAlso,
): Promise<Enrolled> => {
  const { books, now } = parts;
  const link = await findLink(books.database.reader, hashOf(token), now);
  if (link === undefined) return ENDED;
  const checked = await checkCredential(parts, browser, given.credential);
  if (typeof checked === 'string') return { outcome: 'refused', fault: checked };
  const secret = newSecret();
  const session_id = newSessionId();
  return books.transaction(async (open): Promise<Enrolled> => {
    if (!(await takeLink(open.db, hashOf(token), now))) return ENDED;
    if (link.email === null && (await hasCredentials(open.db))) return ENDED;
    const email = link.email ?? given.email.toLowerCase();
    const organisation_id =
      link.email === null ? await appointFirst(parts, open, { ...given, email }) : link.organisation_id;
    const membership = await memberOfLink(open.db, { ...link, organisation_id }, email);
    if (membership === undefined) return ENDED;
    const session = { id: session_id, method: given.credential.kind };
    const act = (member: MemberRecord) => actOf(parts, actorOf(member.id, session), 'welcome');
    const entered = await open.changeOrganisation(
      membership.organisation_id,
      act(membership),
      async (ctx): Promise<{ readonly person: PersonId; readonly enrolled: Enrolled }> => {
        noteUse(ctx, link, email);
        const { person, isKnown } = await settlePerson(ctx, link, { ...given, email });
        await join(ctx, membership, person, link.way);
        if (isKnown) return { person, enrolled: { outcome: 'known' } };
        if (link.email === null) await endNamelessLinks(ctx.db, now);
        await endLinks(ctx.db, email, now);
        const codes = await storeCredential(parts, ctx, person, checked);
        await startSession(ctx, browser, secret, { ...session, person_id: person });
        const mark = await newMark(parts, ctx.db, person);
        return { person, enrolled: { outcome: 'signed_in', secret, codes, mark } };
      },
    );
    if (entered.enrolled.outcome === 'signed_in') await also?.(open, entered.person, act(membership).actor);
    if (link.way !== 'shown') await joinWaiting(open, { id: entered.person, email }, link.way, act);
    return entered.enrolled;
  });
};

/** Takes over the one organisation there is, as the demo is, or makes one; answers which. */
const appointFirst = async (
  parts: PersonParts,
  open: OpenBooks,
  { email, name, organisation_name }: Enrolment,
): Promise<OrganisationId> => {
  const only = await findOnlyOrganisation(open.db);
  const act = actOf(parts, NOBODY, 'welcome');
  const wanted = { email, name, role: 'administrator' } as const;
  const id: OrganisationId = only?.id ?? newId('OrganisationId');
  await open.changeOrganisation(id, act, async (ctx) => {
    if (only === undefined) await createOrganisation(ctx, organisation_name);
    const known = (await membershipsOf(ctx.db, email)).find((each) => each.organisation_id === id);
    if (known === undefined) await admitMember(ctx, wanted);
    else await changeRole(ctx, known, 'administrator');
  });
  return id;
};

const noteUse = (ctx: OrganisationChange, { id, kind, way, person_id }: Link, email: string): void =>
  ctx.record({
    event: 'person.link_used',
    record_type: 'person',
    record_id: person_id,
    before: null,
    after: { link: id, kind, way, email },
  });

/**
 * The person of this address: new, or one whose former ways in end. `isKnown`: an invitation takes nothing from somebody
 * who has proven the address.
 */
const settlePerson = async (
  ctx: OrganisationChange,
  { kind, way, person_id }: Link,
  { email, name, locale }: Enrolment,
): Promise<{ readonly person: PersonId; readonly isKnown: boolean }> => {
  const found = await findPersonByEmail(ctx.db, email);
  const person = found?.id ?? person_id;
  if (found === undefined) await insertPerson(ctx.db, { id: person, email, name, locale }, ctx.now);
  else {
    await lockPerson(ctx.db, person);
    const hasWays = await canSignIn(ctx.db, found);
    if (hasWays && !endsWays(kind, found)) return { person, isKnown: true };
    if (hasWays) await dropCredentials(ctx, person);
    await updatePerson(ctx.db, person, { name });
  }
  if (way !== 'shown') await proveEmail(ctx.db, person, ctx.now);
  return { person, isKnown: false };
};
