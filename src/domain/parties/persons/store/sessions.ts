// Statements on sessions. Only the hash of the browser's secret is stored.
import type { MemberId, OrganisationId, PersonId, PersonSessionId } from '../../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { parseInstant, toInstant } from '../../../../db/instant.ts';
import type { Membership, SignInMethod } from '../signed-in.ts';
import type { Person } from './persons.ts';

export interface Session {
  readonly id: PersonSessionId;
  readonly person_id: PersonId;
  readonly method: SignInMethod;
  readonly organisation_id: OrganisationId;
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly strong_at: Date | null;
  readonly address: string;
  readonly user_agent: string;
}

const SESSION = [
  'person_session.id',
  'person_session.person_id',
  'person_session.method',
  'person_session.organisation_id',
  'person_session.created_at',
  'person_session.seen_at',
  'person_session.strong_at',
  'person_session.address',
  'person_session.user_agent',
] as const;

const selectSessions = (db: Reader) => db.selectFrom('person_session').select(SESSION);

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>;

const toSession = (row: SessionRow): Session => ({
  id: row.id as PersonSessionId,
  person_id: row.person_id as PersonId,
  method: row.method,
  organisation_id: row.organisation_id as OrganisationId,
  created_at: parseInstant(row.created_at),
  seen_at: parseInstant(row.seen_at),
  strong_at: row.strong_at === null ? null : parseInstant(row.strong_at),
  address: row.address,
  user_agent: row.user_agent,
});

/** A session that was neither idle nor kept for too long, with its person. */
export const findSession = async (
  db: Reader,
  secretHash: string,
  { seen_after, created_after }: { readonly seen_after: Date; readonly created_after: Date },
): Promise<{ readonly session: Session; readonly person: Person } | undefined> => {
  const row = await selectSessions(db)
    .innerJoin('person', 'person.id', 'person_session.person_id')
    .select(['person.email', 'person.name', 'person.locale', 'person.time_zone'])
    .where('secret_hash', '=', secretHash)
    .where('person_session.seen_at', '>', toInstant(seen_after))
    .where('person_session.created_at', '>', toInstant(created_after))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { email, name, locale, time_zone } = row;
  const session = toSession(row);
  return { session, person: { id: session.person_id, email, name, locale, time_zone } };
};

/** Where the person belongs now, the oldest membership first. */
export const findMemberships = async (db: Reader, personId: PersonId): Promise<Membership[]> =>
  (await selectMemberships(db).where('member.person_id', '=', personId).execute()).map(toMembership);

/**
 * What a company's issuer opens: the one membership of the address in its organisation, whoever else has joined it,
 * with what the person is there.
 */
export const findCompanyMembership = async (
  db: Reader,
  organisationId: OrganisationId,
  email: string,
): Promise<(Membership & Pick<Person, 'name' | 'locale' | 'time_zone'>) | undefined> => {
  const row = await selectMemberships(db)
    .select(['member.name as member_name', 'member.locale', 'member.time_zone'])
    .where('member.organisation_id', '=', organisationId)
    .where('member.email', '=', email)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { member_name: name, locale, time_zone } = row;
  return { ...toMembership(row), name, locale, time_zone };
};

const selectMemberships = (db: Reader) =>
  db
    .selectFrom('member')
    .innerJoin('organisation', 'organisation.id', 'member.organisation_id')
    .select(['member.id', 'member.organisation_id', 'organisation.name', 'member.role'])
    .where('member.removed_at', 'is', null)
    .orderBy('member.created_at')
    .orderBy('member.id');

type MembershipRow = Awaited<ReturnType<ReturnType<typeof selectMemberships>['executeTakeFirstOrThrow']>>;

const toMembership = ({ id, organisation_id, name, role }: MembershipRow): Membership => ({
  member_id: id as MemberId,
  organisation_id: organisation_id as OrganisationId,
  organisation_name: name,
  role,
});

/** Those that still hold, the latest seen first. */
export const listSessions = async (db: Reader, personId: PersonId, seenAfter: Date): Promise<Session[]> =>
  (
    await selectSessions(db)
      .where('person_session.person_id', '=', personId)
      .where('person_session.seen_at', '>', toInstant(seenAfter))
      .orderBy('person_session.seen_at', 'desc')
      .execute()
  ).map(toSession);

export const insertSession = async (
  db: Writer,
  { secret_hash, ...session }: Session & { readonly secret_hash: string },
): Promise<void> => {
  await db
    .insertInto('person_session')
    .values({
      ...session,
      secret_hash,
      created_at: toInstant(session.created_at),
      seen_at: toInstant(session.seen_at),
      strong_at: session.strong_at === null ? null : toInstant(session.strong_at),
    })
    .execute();
};

export const updateSession = async (
  db: Writer,
  id: PersonSessionId,
  personId: PersonId,
  values: {
    readonly seen_at?: Date;
    readonly strong_at?: Date;
    readonly organisation_id?: OrganisationId;
    readonly secret_hash?: string;
  },
): Promise<void> => {
  const { seen_at, strong_at, ...rest } = values;
  await db
    .updateTable('person_session')
    .set({
      ...(seen_at === undefined ? {} : { seen_at: toInstant(seen_at) }),
      ...(strong_at === undefined ? {} : { strong_at: toInstant(strong_at) }),
      ...rest,
    })
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .execute();
};

/** False when it had ended. */
export const deleteSession = async (db: Writer, personId: PersonId, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('person_session')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/** All of a person, or all but one; `within`: only those that work in this organisation. */
export const deleteSessions = async (
  db: Writer,
  personId: PersonId,
  but: PersonSessionId | null,
  within?: OrganisationId,
): Promise<number> => {
  let query = db.deleteFrom('person_session').where('person_id', '=', personId);
  if (but !== null) query = query.where('id', '!=', but);
  if (within !== undefined) query = query.where('organisation_id', '=', within);
  return Number((await query.executeTakeFirst()).numDeletedRows);
};

/** What ran out long ago, some at a time. */
export const sweepSessions = async (db: Writer, personId: PersonId, createdBefore: Date): Promise<void> => {
  await db
    .deleteFrom('person_session')
    .where('person_id', '=', personId)
    .where('created_at', '<', toInstant(createdBefore))
    .execute();
};
