// Persons of a test, with sessions as a sign-in makes them.
import type { OrganisationId } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { type Books, newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { addMember } from '../../src/domain/ground/organisations/members.ts';
import type { Role } from '../../src/domain/ground/organisations/role.ts';
import { findMember, updateMember } from '../../src/domain/ground/organisations/store.ts';
import { hashOf, newSecret } from '../../src/domain/parties/persons/secret.ts';
import { newSessionId, startSession } from '../../src/domain/parties/persons/sessions.ts';
import {
  findPersonByEmail,
  insertPerson,
  proveEmail,
} from '../../src/domain/parties/persons/store/persons.ts';

interface Wanted {
  readonly role: Role;
  readonly email: string;
  readonly strong: boolean;
}

const NAMES = { viewer: 'Vera', accountant: 'Carla', administrator: 'Ana' } as const;

/** A session of the person with this address; made when there is none. Answers the browser's secret. */
export const signInAs = async (
  books: Books,
  organisation: OrganisationId,
  { role, email, strong }: Wanted,
): Promise<string> => {
  const secret = newSecret();
  const now = new Date();
  const browser = { secret, address: '127.0.0.1', userAgent: 'test' };
  const name = NAMES[role];
  await books.changeOrganisation(organisation, newAct(SYSTEM, 'sign-in', {}, now), async (ctx) => {
    const member = await findMember(ctx.db, organisation, email);
    const id = member?.id ?? (await addMember(ctx, { email, name, role }));
    const known = await findPersonByEmail(ctx.db, email);
    const person_id = known?.id ?? newId('PersonId');
    if (known === undefined) await insertPerson(ctx.db, { id: person_id, email, name, locale: 'en' }, now);
    await proveEmail(ctx.db, person_id, now);
    await updateMember(ctx.db, { organisation_id: organisation, id }, { person_id });
    await startSession(ctx, browser, secret, { id: newSessionId(), person_id, method: 'passkey' });
  });
  if (!strong) {
    const { kysely } = books.database;
    await kysely
      .updateTable('person_session')
      .set({ strong_at: null })
      .where('secret_hash', '=', hashOf(secret))
      .execute();
  }
  return secret;
};
