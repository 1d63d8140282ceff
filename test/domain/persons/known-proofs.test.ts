// Persons of earlier releases: whose address counts as proven after the upgrade.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { personKnownProofs } from '../../../src/db/migrations/0302_person_with_known_proofs.ts';
import { enrol } from '../../../src/domain/parties/persons/enrol.ts';
import { getMembership, linkMember } from '../../../src/domain/parties/persons/links.ts';
import { admitMember } from '../../../src/domain/parties/persons/joining.ts';
import { createAuthenticator } from '../../console/authenticator.ts';
import { entered, ORIGIN, type People, startPeople } from './people.ts';

let people: People;
before(async () => {
  people = await startPeople();
});
after(() => people.close());

test('who came by the operator or a recovery has proven the address, who was invited has not', async () => {
  const { kysely, reader } = people.books.database;
  for (const [kind, email] of [
    ['bootstrap', 'operator@a.example'],
    ['recovery', 'recovered@a.example'],
    ['invitation', 'invited@a.example'],
  ] as const) {
    await people.change((ctx) => admitMember(ctx, { email, name: email, role: 'viewer' }));
    const member = await getMembership(reader, email);
    const token = await people.change((ctx) => linkMember(ctx, member, kind));
    const browser = people.browser(email);
    const given = await people.enrolment(createAuthenticator(ORIGIN), browser);
    entered(await enrol(people.parts(), browser, token, given));
  }
  await kysely.updateTable('person').set({ email_proven_at: null }).execute();
  for (let run = 0; run < 2; run += 1) await personKnownProofs.run(kysely);
  const rows = await kysely
    .selectFrom('person')
    .select(['email', 'email_proven_at', 'created_at'])
    .orderBy('email')
    .execute();
  assert.deepEqual(
    rows.map(({ email, email_proven_at, created_at }) => [email, email_proven_at === created_at]),
    [
      ['invited@a.example', false],
      ['operator@a.example', true],
      ['recovered@a.example', true],
    ],
  );
});
