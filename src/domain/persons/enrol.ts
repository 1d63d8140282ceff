// The use of a one-time link: the person, their membership, their way in and their first session are one transaction,
// and of two who use the same link one comes in.
import type { OrganisationId, PersonId } from '../../../generated/ids.ts';
import { newId } from '../../db/ids.ts';
import type { OpenBooks, OrganisationChange } from '../change/change.ts';
import { addMember, changeRole } from '../organisations/members.ts';
import { createOrganisation } from '../organisations/organisation.ts';
import { findOnlyOrganisation, joinMembers, membershipsOf } from '../organisations/store.ts';
import {
  checkCredential,
  type CredentialFault,
  dropCredentials,
  storeCredential,
  type WantedCredential,
} from './credentials.ts';
import { canSignIn } from './links.ts';
import { actOf, actorOf, type Browser, NOBODY, type PersonParts } from './parts.ts';
import { hashOf, newSecret } from './secret.ts';
import { newSessionId, startSession } from './sessions.ts';
import { endLinks, endNamelessLinks, findLink, type Link, takeLink } from './store/links.ts';
import {
  findPersonByEmail,
  hasCredentials,
  insertPerson,
  lockPerson,
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
  | { readonly outcome: 'signed_in'; readonly secret: string; readonly codes: readonly string[] }
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
    if (link.email === null) await appointFirst(parts, open, { ...given, email });
    const [membership] = await membershipsOf(open.db, email);
    if (membership === undefined) return ENDED;
    const { organisation_id, id: member_id } = membership;
    const session = { id: session_id, method: given.credential.kind };
    const act = actOf(parts, actorOf(member_id, session), 'welcome');
    return open.changeOrganisation(organisation_id, act, async (ctx) => {
      noteUse(ctx, link, email);
      const person = await settlePerson(ctx, link, { ...given, email });
      if (person === 'known') return { outcome: 'known' };
      await joinMembers(ctx.db, email, person);
      if (link.email === null) await endNamelessLinks(ctx.db, now);
      await endLinks(ctx.db, email, now);
      const codes = await storeCredential(parts, ctx, person, checked);
      await startSession(ctx, browser, secret, { ...session, person_id: person });
      return { outcome: 'signed_in', secret, codes };
    });
  });
};

/** Takes over the one organisation there is, as the demo is, or makes one. */
const appointFirst = async (
  parts: PersonParts,
  open: OpenBooks,
  { email, name, organisation_name }: Enrolment,
): Promise<void> => {
  const only = await findOnlyOrganisation(open.db);
  const act = actOf(parts, NOBODY, 'welcome');
  const wanted = { email, name, role: 'administrator' } as const;
  const id: OrganisationId = only?.id ?? newId('OrganisationId');
  await open.changeOrganisation(id, act, async (ctx) => {
    if (only === undefined) await createOrganisation(ctx, organisation_name);
    const known = (await membershipsOf(ctx.db, email)).find((each) => each.organisation_id === id);
    if (known === undefined) await addMember(ctx, wanted);
    else await changeRole(ctx, known, 'administrator');
  });
};

const noteUse = (ctx: OrganisationChange, { id, kind, person_id }: Link, email: string): void =>
  ctx.record({
    event: 'person.link_used',
    record_type: 'person',
    record_id: person_id,
    before: null,
    after: { link: id, kind, email },
  });

/** The person of this address: new, or one whose former ways in end. An invitation takes nothing from anybody. */
const settlePerson = async (
  ctx: OrganisationChange,
  { kind, person_id }: Link,
  { email, name, locale }: Enrolment,
): Promise<PersonId | 'known'> => {
  const person = await findPersonByEmail(ctx.db, email);
  if (person === undefined) {
    await insertPerson(ctx.db, { id: person_id, email, name, locale }, ctx.now);
    return person_id;
  }
  await lockPerson(ctx.db, person.id);
  if (await canSignIn(ctx.db, person)) {
    if (kind === 'invitation') {
      await joinMembers(ctx.db, email, person.id);
      return 'known';
    }
    await dropCredentials(ctx, person.id);
  }
  await updatePerson(ctx.db, person.id, { name });
  return person.id;
};
