// The commands on a database of the test's own, with a Mexican and a German company of one organisation. Importing this
// registers the hooks.
import { after, before } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, anOrganisation, deEntity } from './support.ts';

export let db: TestDatabase;
export let admin: Admin;
export let mx: string;
export let de: string;
/** The hooks of a test file that works on these. */
export const usingTwoCompanies = (): void => {
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    const { org, entity } = await anOrganisation(admin);
    mx = entity;
    de = (await admin.json(...deEntity(org))).id;
  });
  after(() => db.close());
};
