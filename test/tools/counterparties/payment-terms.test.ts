// Agreed discounts of a customer: said in a call, at the command line and in a file, checked, and changed.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { adminOn } from '../../admin/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer } from '../support.ts';

const BY = '--by=ana@example.org';
let service: TestService;
let admin: ReturnType<typeof adminOn>;
before(async () => {
  service = await startTestService();
  admin = adminOn(service.databaseUrl, new Date());
  await admin.json(
    'member',
    'add',
    `--org=${service.organisation_id}`,
    '--email=ana@example.org',
    '--name=Ana',
  );
});
after(() => service.close());

const termsOf = async (counterparty_id: string): Promise<string | null> =>
  (
    await service.database.kysely
      .selectFrom('counterparty')
      .select('payment_terms')
      .where('id', '=', counterparty_id)
      .executeTakeFirstOrThrow()
  ).payment_terms;

test('terms are changed at the command line, and kept by other changes', async () => {
  const id = await addGermanCustomer(service, 'Bedingungen GmbH', { payment_terms: '3/7 2/14' });
  await admin.json('counterparty', 'update', id, '--email=neu@bedingungen.example', BY);
  assert.equal(await termsOf(id), '3/7 2/14');
  await admin.json('counterparty', 'update', id, '--payment-terms=2/10', BY);
  assert.equal(await termsOf(id), '2/10');
});

test('what is no discount is refused, and the customer stays as it was', async () => {
  const id = await addGermanCustomer(service, 'Geprüft GmbH', { payment_terms: '2/14' });
  for (const wrong of ['2', '2/14/30', '101/14', '-2/14', 'zwei/14', '2/1000']) {
    const { code } = await admin.refused('counterparty', 'update', id, `--payment-terms=${wrong}`, BY);
    assert.ok(code.length > 0, wrong);
    assert.equal(await termsOf(id), '2/14', wrong);
  }
});

test('a file of customers brings them', async () => {
  const path = join(admin.folder, 'kunden.csv');
  writeFileSync(
    path,
    'external_id,name,country_code,postal_code,country_details.street,country_details.city,payment_terms,is_customer\r\nK-1,Import Eins GmbH,DE,20457,Weg 1,Hamburg,3/7 2/14,true\r\nK-2,Import Zwei GmbH,DE,20457,Weg 2,Hamburg,,true\r\n',
  );
  await admin.json('import', 'counterparties', `--entity=${service.entities.de}`, path);
  const rows = await service.database.kysely
    .selectFrom('counterparty')
    .select(['external_id', 'payment_terms'])
    .where('entity_id', '=', service.entities.de)
    .where('external_id', 'in', ['K-1', 'K-2'])
    .orderBy('external_id')
    .execute();
  assert.deepEqual(rows, [
    { external_id: 'K-1', payment_terms: '3/7 2/14' },
    { external_id: 'K-2', payment_terms: null },
  ]);
});
