// Guessing is slowed down, never answered by a lock for good: whoever knows the e-mail address of a person could lock
// them out. Strangers count for the account and for their network address; who is signed in counts for their session, and
// a browser in which the person has signed in before for itself, so that no stranger delays them (OWASP, Slow Down Online
// Guessing Attacks with Device Cookies). Each attempt counts before it is checked, so that many at once do not slip
// through; a good one is forgiven.
import type { OrganisationId, PersonId, PersonSessionId } from '../../../../generated/ids.ts';
import { networkOf } from '../../../base/network-address.ts';
import type { Database, Reader, Writer } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { hashOf, newSecret } from './secret.ts';
import { type Misses, deleteMisses, lockMisses, sweepMisses, updateMisses } from './store/misses.ts';
import { SealError } from '../../../base/secrets/secrets.ts';
import type { Browser, PersonParts } from './parts.ts';
import { type PersonWithSecrets, findPerson } from './store/persons.ts';

const MINUTE = 60_000;
const WINDOW_MS = 15 * MINUTE;
const LONGEST_MS = 60 * MINUTE;
/** After a delay the count is kept for this long. */
const MEMORY_MS = 2 * LONGEST_MS;

export interface Subject {
  readonly hash: string;
  readonly limit: number;
  /** Of many people: a good attempt of one forgives itself alone. */
  readonly shared: boolean;
}

const own = (name: string): Subject => ({ hash: hashOf(name), limit: 10, shared: false });

const accountOf = (email: string): Subject => own(`account ${email.toLowerCase()}`);
export const sessionSubject = (id: PersonSessionId): Subject => own(`session ${id}`);
export const companySubject = (organisation: OrganisationId, person: PersonId): Subject =>
  own(`company ${organisation} ${person}`);
export const browserSubject = (nonce: string): Subject => own(`browser ${nonce}`);

/** `source`: the network address, after those of proxies that report it; null where nobody can tell whose it is. */
export const strangerSubjects = (email: string, source: string | null): readonly Subject[] => [
  accountOf(email),
  ...(source === null ? [] : [{ hash: hashOf(`address ${networksOf(source)}`), limit: 50, shared: true }]),
];

/** Of an address, or of that of a proxy with the one that it reports. */
const networksOf = (source: string): string => source.split(' ').map(networkOf).join(' ');

/** Counts an attempt; the moment until which none is taken, if there are too many. */
export const countAttempt = (
  database: Database,
  subjects: readonly Subject[],
  now: Date,
): Promise<Date | undefined> =>
  inTransaction(database, async (db) => {
    const counted: (Subject & { readonly before: Misses })[] = [];
    for (const subject of subjects.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)))
      counted.push({ ...subject, before: await lockMisses(db, subject.hash, now) });
    const blocked = counted
      .flatMap(({ before: { blocked_until: until } }) => (until !== null && until > now ? [until] : []))
      .toSorted((a, b) => b.getTime() - a.getTime())[0];
    if (blocked !== undefined) return blocked;
    for (const { hash, limit, before } of counted) await updateMisses(db, hash, addMiss(before, limit, now));
    await sweepMisses(db, new Date(now.getTime() - 24 * LONGEST_MS));
    return undefined;
  });

export const addMiss = (before: Misses, limit: number, now: Date): Misses => {
  const kept = before.misses < limit ? WINDOW_MS : MEMORY_MS;
  const misses = now.getTime() - before.last_at.getTime() > kept ? 1 : before.misses + 1;
  const over = misses - limit;
  const blocked_until =
    over < 0 ? null : new Date(now.getTime() + Math.min(MINUTE * 2 ** Math.min(over, 10), LONGEST_MS));
  return { misses, last_at: now, blocked_until };
};

export const deleteMissesOf = (db: Writer, email: string): Promise<void> =>
  deleteMisses(db, accountOf(email).hash);

/** The attempt was good: the account starts anew, and the address did not miss. */
export const forgive = async (db: Writer, subjects: readonly Subject[], now: Date): Promise<void> => {
  for (const { hash, limit, shared } of subjects) {
    if (!shared) {
      await deleteMisses(db, hash);
      continue;
    }
    const before = await lockMisses(db, hash, now);
    const misses = Math.max(0, before.misses - 1);
    const blocked_until = misses < limit ? null : before.blocked_until;
    await updateMisses(db, hash, { ...before, misses, blocked_until });
  }
};

type Marked = Pick<PersonWithSecrets, 'id' | 'password_hash'>;

const nameOf = ({ id }: Marked): string => `known-browser/${id}`;
const footOf = ({ password_hash }: Marked): string => hashOf(password_hash ?? '');

/** What the browser keeps after the person has signed in in it. */
export const markBrowser = ({ secrets }: Pick<PersonParts, 'secrets'>, person: Marked): string =>
  secrets.seal(nameOf(person), Buffer.from(`${newSecret()} ${footOf(person)}`));

/** The same, with the password as it is now. */
export const newMark = async (
  parts: Pick<PersonParts, 'secrets'>,
  db: Reader,
  id: PersonId,
): Promise<string> => {
  const person = await findPerson(db, id);
  return markBrowser(parts, person ?? { id, password_hash: null });
};

/** The mark of this person that the browser sent, with what its guesses are counted for. */
export const knownMark = (
  { secrets }: Pick<PersonParts, 'secrets'>,
  { marks = [] }: Pick<Browser, 'marks'>,
  person: Marked,
): { readonly mark: string; readonly nonce: string } | undefined => {
  for (const mark of marks)
    try {
      const [nonce = '', foot] = secrets.open(nameOf(person), mark).toString('utf8').split(' ');
      if (foot === footOf(person)) return { mark, nonce };
    } catch (error) {
      // Of somebody else, made up, or sealed with an earlier key.
      if (!(error instanceof SealError)) throw error;
    }
  return undefined;
};
