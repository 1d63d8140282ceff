// What persons say of themselves.
import { inTransaction } from '../../../db/transaction.ts';
import { updateMember } from '../../ground/organisations/store.ts';
import { currentMembership, type PersonParts } from './parts.ts';
import { isByCompany, type SignedIn } from './signed-in.ts';
import { type Person, updatePerson } from './store/persons.ts';

/**
 * No trail: it changes how pages look to this person alone. Whom a company's issuer let in has it in its organisation
 * only, and the name that the organisation gave them.
 */
export const saveProfile = (
  { books }: PersonParts,
  signedIn: SignedIn,
  { name, locale, time_zone }: Pick<Person, 'name' | 'locale' | 'time_zone'>,
): Promise<void> =>
  inTransaction(books.database, (db) => {
    if (!isByCompany(signedIn)) return updatePerson(db, signedIn.person.id, { name, locale, time_zone });
    const { organisation_id, member_id: id } = currentMembership(signedIn);
    return updateMember(db, { organisation_id, id }, { locale, time_zone });
  });
