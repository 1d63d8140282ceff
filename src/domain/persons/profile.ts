// What persons say of themselves.
import { inTransaction } from '../../db/transaction.ts';
import type { PersonParts } from './parts.ts';
import type { SignedIn } from './signed-in.ts';
import { type Person, updatePerson } from './store/persons.ts';

/** No trail: it changes how pages look to this person alone. */
export const saveProfile = (
  { books }: PersonParts,
  { person }: SignedIn,
  values: Pick<Person, 'name' | 'locale' | 'time_zone'>,
): Promise<void> => inTransaction(books.database, (db) => updatePerson(db, person.id, values));
