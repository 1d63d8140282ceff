// The commands on a database of the test's own, with an organisation and its Mexican company.
import { after, before } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, anOrganisation } from './support.ts';

export let db: TestDatabase;
export let admin: Admin;
export let org: string;
export let entity: string;
/** The hooks of a test file that works on these. */
export const usingCompany = (): void => {
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    ({ org, entity } = await anOrganisation(admin));
  });
  after(() => db.close());
};
