// Statements on persons and their recovery codes.
import type { PersonId } from '../../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { instantToIso, toInstant } from '../../../../db/instant.ts';
import { LOCKED } from '../../../../db/row-lock.ts';

export interface Person {
  readonly id: PersonId;
  readonly email: string;
  readonly name: string;
  readonly locale: 'en' | 'es' | 'de' | null;
  readonly time_zone: string | null;
}

/** With what checks a sign-in. */
export interface PersonWithSecrets extends Person {
  readonly password_hash: string | null;
  readonly totp_secret: string | null;
  /** By a link that came to the address, or by the operator; others may have taken the address for theirs. */
  readonly email_proven: boolean;
}

const PERSON = ['id', 'email', 'name', 'locale', 'time_zone'] as const;

const selectPersons = (db: Reader) =>
  db.selectFrom('person').select([...PERSON, 'password_hash', 'totp_secret', 'email_proven_at']);

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPersons>['executeTakeFirstOrThrow']>>;

const toPerson = ({ email_proven_at, ...row }: PersonRow): PersonWithSecrets => ({
  ...row,
  id: row.id as PersonId,
  email_proven: email_proven_at !== null,
});

export const findPersonByEmail = async (
  db: Reader,
  email: string,
): Promise<PersonWithSecrets | undefined> => {
  const row = await selectPersons(db).where('email', '=', email.toLowerCase()).executeTakeFirst();
  // The collation takes an address with blanks behind it for the same.
  return row?.email === email.toLowerCase() ? toPerson(row) : undefined;
};

export const findPerson = async (db: Reader, id: PersonId): Promise<PersonWithSecrets | undefined> => {
  const row = await selectPersons(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toPerson(row);
};

/** Of everybody who has one, sealed. */
export const listTotpSecrets = async (db: Reader): Promise<{ id: string; totp_secret: string }[]> =>
  db
    .selectFrom('person')
    .select(['id', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .$narrowType<{ totp_secret: string }>()
    .execute();

export const insertPerson = async (
  db: Writer,
  person: Pick<Person, 'id' | 'email' | 'name' | 'locale'>,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('person')
    .values({
      ...person,
      time_zone: null,
      password_hash: null,
      totp_secret: null,
      totp_last_step: 0,
      email_proven_at: null,
      created_at: toInstant(now),
    })
    .execute();
};

export const updatePerson = async (
  db: Writer,
  id: PersonId,
  values: Partial<Pick<PersonWithSecrets, 'name' | 'locale' | 'time_zone' | 'password_hash' | 'totp_secret'>>,
): Promise<void> => {
  await db.updateTable('person').set(values).where('id', '=', id).execute();
};

/** From now on they find every organisation that knows the address. */
export const proveEmail = async (db: Writer, id: PersonId, now: Date): Promise<void> => {
  await db
    .updateTable('person')
    .set({ email_proven_at: toInstant(now) })
    .where('id', '=', id)
    .where('email_proven_at', 'is', null)
    .execute();
};

/** Serialises what changes the ways in of one person. */
export const lockPerson = async (db: Writer, id: PersonId): Promise<void> => {
  await db.updateTable('person').set(LOCKED).where('id', '=', id).execute();
};

/** Takes a step of the code once: false when it, or a later one, was taken before. */
export const takeStep = async (db: Writer, id: PersonId, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export interface PersonRecord extends Person {
  readonly object: 'person';
  readonly has_password: boolean;
  readonly passkeys: number;
  readonly created_at: string;
}

/** All of them, by e-mail address. */
export const listPersons = async (db: Reader): Promise<PersonRecord[]> => {
  const rows = await db
    .selectFrom('person')
    .leftJoin('passkey', 'passkey.person_id', 'person.id')
    .select([
      'person.id',
      'person.email',
      'person.name',
      'person.locale',
      'person.time_zone',
      'person.password_hash',
      'person.created_at',
    ])
    .select(({ fn }) => fn.count<number>('passkey.id').as('passkeys'))
    .groupBy([
      'person.id',
      'person.email',
      'person.name',
      'person.locale',
      'person.time_zone',
      'person.password_hash',
      'person.created_at',
    ])
    .orderBy('person.email')
    .execute();
  return rows.map(({ id, password_hash, passkeys, created_at, ...row }) => ({
    object: 'person',
    id: id as PersonId,
    ...row,
    has_password: password_hash !== null,
    passkeys,
    created_at: instantToIso(created_at),
  }));
};

/** Whether anybody has a way to sign in. */
export const hasCredentials = async (db: Reader): Promise<boolean> => {
  const passkey = await db.selectFrom('passkey').select('id').limit(1).executeTakeFirst();
  if (passkey !== undefined) return true;
  const person = await db
    .selectFrom('person')
    .select('id')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return person !== undefined;
};

export const replaceRecoveryCodes = async (
  db: Writer,
  person_id: PersonId,
  hashes: readonly string[],
): Promise<void> => {
  await db.deleteFrom('recovery_code').where('person_id', '=', person_id).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ person_id, code_hash, used_at: null })))
    .execute();
};

/** False when there is no such code, or it was used. */
export const takeRecoveryCode = async (
  db: Writer,
  person_id: PersonId,
  code_hash: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: toInstant(now) })
    .where('person_id', '=', person_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const countRecoveryCodes = async (db: Reader, person_id: PersonId): Promise<number> => {
  const rows = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('person_id', '=', person_id)
    .where('used_at', 'is', null)
    .execute();
  return rows.length;
};
