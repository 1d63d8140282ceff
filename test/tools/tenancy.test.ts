// Records of others are answered exactly like records that do not exist, and nothing changes on the way.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { ToolName } from '../../generated/dispatch.ts';
import type { IdTypes } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callError } from '../support/wire.ts';
import { addGermanCustomer, addMexicanCustomer, type Caller, newRfc, refused } from './support.ts';

interface Foreign {
  readonly counterparty: string;
  readonly invoice: string;
}

let service: TestService;
/** Of the sister company, and of a stranger's. */
let foreign: Readonly<Record<'sister' | 'stranger', Foreign>>;

before(async () => {
  service = await startTestService();
  await addMexicanCustomer(service, 'Café Luna');
  const line_items = [{ description: 'Servicio', unit_price: 100 }];
  const sister = await addGermanCustomer(service, 'Harms KG');
  const german = await service
    .client(service.keys.de)
    .create_invoice({ counterparty_id: sister, country_details: { buyer_reference: 'PO-1' }, line_items });
  const organisation = await addOrganisation(service.database, 'Another firm');
  const entity_id = await addEntity(service.database, organisation, { country_code: 'MX' });
  const stranger = service.client(await addKey(service.database, organisation, { entity_id }));
  const theirs = await stranger.create_counterparty({
    name: 'Secreta SA',
    postal_code: '06600',
    country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
  });
  const invoice = await stranger.create_invoice({ counterparty_id: theirs.id, line_items });
  foreign = {
    sister: { counterparty: sister, invoice: german.id },
    stranger: { counterparty: theirs.id, invoice: invoice.id },
  };
});
after(() => service.close());

const line_items = [{ description: 'Servicio', unit_price: 100 }];

const calls: readonly (readonly [ToolName, keyof Foreign, keyof IdTypes, (id: string) => object])[] = [
  ['get_invoice', 'invoice', 'InvoiceId', (invoice_id) => ({ invoice_id })],
  [
    'create_invoice',
    'counterparty',
    'CounterpartyId',
    (counterparty_id) => ({ counterparty_id, line_items }),
  ],
  ['create_invoice', 'counterparty', 'CounterpartyId', (id) => ({ counterparty_name: id, line_items })],
  ['search_invoices', 'counterparty', 'CounterpartyId', (counterparty_id) => ({ counterparty_id })],
];

for (const [tool, kind, idType, args] of calls) {
  describe(`${tool} with ${Object.keys(args('')).join(', ')}`, () => {
    for (const whose of ['sister', 'stranger'] as const) {
      for (const as of ['mx', 'organisation'] as const satisfies readonly Caller[]) {
        test(`the ${kind} of the ${whose} to the key of ${as} is one that does not exist`, async () => {
          const ask = async (id: string): Promise<object> => {
            const entity = as === 'organisation' ? { entity_id: service.entities.mx } : {};
            const { received, ...facts } = await refused(service, as, tool, { ...args(id), ...entity });
            assert.equal(received, id);
            return facts;
          };
          assert.deepEqual(await ask(foreign[whose][kind]), await ask(newId(idType)));
        });
      }
    }

    test('the id of another kind of record is told apart by its form alone', async () => {
      const id = foreign.sister[kind === 'invoice' ? 'counterparty' : 'invoice'];
      const { code, path } = await refused(service, 'mx', tool, args(id));
      // As a name, an id of another kind is a name that fits nobody.
      const expected = 'counterparty_name' in args('') ? 'counterparty_no_match' : 'invalid_parameter';
      assert.deepEqual([code, path], [expected, Object.keys(args(''))[0]]);
    });
  });
}

describe('names and lists', () => {
  test('names of others fit nobody', async () => {
    for (const counterparty_name of ['Secreta SA', 'Harms KG']) {
      const { code } = await refused(service, 'mx', 'create_invoice', { counterparty_name, line_items });
      assert.equal(code, 'counterparty_no_match', counterparty_name);
    }
  });

  test('lists hold nothing of others', async () => {
    const client = service.client(service.keys.mx);
    const { data } = await client.list_counterparties({ role: 'all' });
    assert.deepEqual(
      data.map(({ name }) => name),
      ['Café Luna'],
    );
    assert.equal((await client.search_invoices()).total_count, 0);
  });
});

test('a company that its own organisation has just asked for is one that does not exist to another', async () => {
  const organisation = await addOrganisation(service.database, 'A third firm');
  const theirs = await addEntity(service.database, organisation, { country_code: 'MX' });
  const own = await addKey(service.database, organisation, { entity_id: null });
  await service.client(own).list_tasks({ entity_id: theirs });
  const { received, ...facts } = await refused(service, 'organisation', 'list_tasks', { entity_id: theirs });
  const { received: asked, ...unknown } = await refused(service, 'organisation', 'list_tasks', {
    entity_id: newId('EntityId'),
  });
  assert.deepEqual([received === theirs, asked === theirs, facts], [true, false, unknown]);
  assert.equal(facts['code'], 'entity_not_found');
});

test('a call that names no company is told those of its organisation, and how many', async () => {
  const { entity_id: _none, ...args } = { entity_id: null };
  const key = await addKey(service.database, service.organisation_id, { entity_id: null });
  const error = await callError(service.url, key, 'list_tasks', args);
  assert.equal(error['code'], 'entity_required');
  assert.equal(error['candidate_count'], 2);
  assert.deepEqual(
    (error['candidates'] as { entity_id: string }[]).map(({ entity_id }) => entity_id).toSorted(),
    [service.entities.mx, service.entities.de].toSorted(),
  );
});
