// Sessions: an hour without a request or a day in all ends them (NIST 800-63B-4, AAL2). Rights are read anew with each
// request, so that a role that was taken away is gone at once.
import { toolError } from '../../../base/errors.ts';
import type { Database, Reader } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { PersonId } from '../../../../generated/ids.ts';
import type { OpenBooks, OrganisationChange } from '../../ground/change/change.ts';
import type { Actor } from '../../ground/change/scope.ts';
import { type Browser, currentMembership, ownAct, type PersonParts } from './parts.ts';
import { hashOf, newSecret } from './secret.ts';
import { isByCompany, type SignedIn } from './signed-in.ts';
import {
  deleteSession,
  findCompanyMembership,
  findMemberships,
  findSession,
  insertSession,
  listSessions,
  type Session,
  sweepSessions,
  updateSession,
} from './store/sessions.ts';

const IDLE_MS = 60 * 60_000;
const LONGEST_MS = 24 * IDLE_MS;
const TOUCH_MS = 60_000;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Who is signed in with this secret; undefined when nobody is, or they belong nowhere any more. */
export const resumeSession = async (
  database: Database,
  secret: string,
  now: Date,
): Promise<SignedIn | undefined> => {
  const limits = { seen_after: before(now, IDLE_MS), created_after: before(now, LONGEST_MS) };
  const found = await findSession(database.reader, hashOf(secret), limits);
  if (found === undefined) return undefined;
  const { session } = found;
  const { person, memberships } = await whoIsIn(database.reader, found);
  const [first] = memberships;
  if (first === undefined) return undefined;
  if (session.seen_at < before(now, TOUCH_MS))
    await inTransaction(database, (db) => updateSession(db, session.id, person.id, { seen_at: now }));
  const { id, method, strong_at, created_at } = session;
  const chosen = memberships.find(({ organisation_id }) => organisation_id === session.organisation_id);
  const { organisation_id } = chosen ?? first;
  return { session: { id, method, strong_at, organisation_id, created_at }, person, memberships };
};

type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** A company's issuer speaks for its own organisation alone, and there the person is what the organisation says. */
const whoIsIn = async (
  db: Reader,
  { session, person }: Found,
): Promise<Pick<SignedIn, 'person' | 'memberships'>> => {
  if (!isByCompany({ session })) return { person, memberships: await findMemberships(db, person.id) };
  const own = await findCompanyMembership(db, session.organisation_id, person.email);
  if (own === undefined) return { person, memberships: [] };
  const { name, locale, time_zone, ...membership } = own;
  return { person: { ...person, name, locale, time_zone }, memberships: [membership] };
};

export type NewSession = Pick<Session, 'person_id' | 'method'> & { readonly id: Session['id'] };

/** A session of this browser under a new secret; part of the change that says how the person came in. */
export const startSession = async (
  ctx: OrganisationChange,
  { address, userAgent }: Browser,
  secret: string,
  { id, person_id, method }: NewSession,
): Promise<void> => {
  await sweepSessions(ctx.db, person_id, before(ctx.now, LONGEST_MS));
  await insertSession(ctx.db, {
    secret_hash: hashOf(secret),
    id,
    person_id,
    method,
    organisation_id: ctx.organisation_id,
    created_at: ctx.now,
    seen_at: ctx.now,
    strong_at: method === 'company' ? null : ctx.now,
    address: address.slice(0, 64),
    user_agent: userAgent,
  });
  ctx.record({
    event: 'person.signed_in',
    record_type: 'person',
    record_id: person_id,
    before: null,
    after: { session_id: id, method, address },
  });
};

export const newSessionId = (): Session['id'] => newId('PersonSessionId');

/** A company's issuer opens nothing of the person beyond its own organisation, their other sessions neither. */
const isInReach = ({ session: own }: SignedIn, { method, organisation_id }: Session): boolean =>
  !isByCompany({ session: own }) || (method === 'company' && organisation_id === own.organisation_id);

export const openSessions = async ({ books, now }: PersonParts, signedIn: SignedIn): Promise<Session[]> =>
  (await listSessions(books.database.reader, signedIn.person.id, before(now, IDLE_MS))).filter((session) =>
    isInReach(signedIn, session),
  );

/** Part of the transaction in which sessions or ways in end: what else of the person ends with them. */
export type EndAlso = (open: OpenBooks, person: PersonId, actor: Actor) => Promise<unknown>;

/** Ends the session with this id, or `all`, or the `others`. */
export const endSession = async (
  parts: PersonParts,
  signedIn: SignedIn,
  which: string,
  also?: EndAlso,
): Promise<void> => {
  const { id: personId } = signedIn.person;
  const act = ownAct(parts, signedIn, 'session end');
  const { organisation_id } = currentMembership(signedIn);
  const end = async (ctx: OrganisationChange): Promise<void> => {
    const sessions = await listSessions(ctx.db, personId, before(ctx.now, LONGEST_MS));
    const wanted = sessions.filter(
      ({ id }) => which === 'all' || (which === 'others' ? id !== signedIn.session.id : id === which),
    );
    let ended = 0;
    for (const session of wanted)
      if (isInReach(signedIn, session) && (await deleteSession(ctx.db, personId, session.id))) ended += 1;
    if (ended === 0) return;
    ctx.record({
      event: 'person.session_ended',
      record_type: 'person',
      record_id: personId,
      before: { session: which },
      after: null,
    });
  };
  await parts.books.transaction(async (open) => {
    await also?.(open, personId, act.actor);
    await open.changeOrganisation(organisation_id, act, end);
  });
};

/** Works in another of the person's organisations from now on, under a new secret: the role may be another. */
export const chooseOrganisation = async (
  { books }: PersonParts,
  { person, session, memberships }: SignedIn,
  id: string,
): Promise<string> => {
  const chosen = memberships.find(({ organisation_id }) => organisation_id === id);
  if (chosen === undefined)
    throw toolError('person_not_in_organisation', { email: person.email, organisation_id: id });
  const { organisation_id } = chosen;
  const secret = newSecret();
  const values = { organisation_id, secret_hash: hashOf(secret) };
  await inTransaction(books.database, (db) => updateSession(db, session.id, person.id, values));
  return secret;
};
