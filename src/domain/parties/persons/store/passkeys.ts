// Statements on passkeys, and on the challenges that they sign.
import { createHash } from 'node:crypto';
import type { PasskeyId, PersonId } from '../../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import { parseInstant, toInstant } from '../../../../db/instant.ts';

export interface Passkey {
  readonly id: PasskeyId;
  readonly person_id: PersonId;
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly backed_up: boolean;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const hashOf = (credentialId: string): string => createHash('sha256').update(credentialId).digest('hex');

const selectPasskeys = (db: Reader) => db.selectFrom('passkey').selectAll();

type PasskeyRow = Awaited<ReturnType<ReturnType<typeof selectPasskeys>['executeTakeFirstOrThrow']>>;

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id as PasskeyId,
  person_id: row.person_id as PersonId,
  credential_id: row.credential_id,
  public_key: row.public_key,
  counter: row.counter,
  backed_up: row.backed_up,
  transports: row.transports === '' ? [] : row.transports.split(','),
  name: row.name,
  created_at: parseInstant(row.created_at),
  last_used_at: row.last_used_at === null ? null : parseInstant(row.last_used_at),
});

export const findPasskey = async (db: Reader, credentialId: string): Promise<Passkey | undefined> => {
  const row = await selectPasskeys(db).where('credential_hash', '=', hashOf(credentialId)).executeTakeFirst();
  return row === undefined ? undefined : toPasskey(row);
};

/** The oldest first. */
export const listPasskeys = async (db: Reader, personId: PersonId): Promise<Passkey[]> =>
  (await selectPasskeys(db).where('person_id', '=', personId).orderBy('created_at').execute()).map(toPasskey);

export const insertPasskey = async (
  db: Writer,
  passkey: Omit<Passkey, 'id' | 'created_at' | 'last_used_at'>,
  now: Date,
): Promise<PasskeyId> => {
  const id = newId('PasskeyId');
  await db
    .insertInto('passkey')
    .values({
      ...passkey,
      id,
      credential_hash: hashOf(passkey.credential_id),
      transports: passkey.transports.join(','),
      created_at: toInstant(now),
      last_used_at: null,
    })
    .execute();
  return id;
};

export const touchPasskey = async (
  db: Writer,
  { credential_id }: Passkey,
  counter: number,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('passkey')
    .set({ counter, last_used_at: toInstant(now) })
    .where('credential_hash', '=', hashOf(credential_id))
    .execute();
};

export const deletePasskey = async (db: Writer, { credential_id }: Passkey): Promise<void> => {
  await db.deleteFrom('passkey').where('credential_hash', '=', hashOf(credential_id)).execute();
};

/** Challenges of visitors who left are removed on the way, some at a time. */
const SWEPT = 100;

export const insertChallenge = async (
  db: Writer,
  challenge: { readonly secret_hash: string; readonly challenge: string; readonly expires_at: Date },
  now: Date,
): Promise<void> => {
  await db.deleteFrom('sign_in_challenge').where('expires_at', '<', toInstant(now)).limit(SWEPT).execute();
  await db
    .insertInto('sign_in_challenge')
    .values({ ...challenge, expires_at: toInstant(challenge.expires_at) })
    .execute();
};

/** False when this browser was not given it, or used it, or it ran out. */
export const takeChallenge = async (
  db: Writer,
  secret_hash: string,
  challenge: string,
  now: Date,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_challenge')
    .where('secret_hash', '=', secret_hash)
    .where('challenge', '=', challenge)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirst();
  return numDeletedRows === 1n;
};
