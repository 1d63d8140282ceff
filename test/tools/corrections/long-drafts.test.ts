// Drafts of many lines are planned and checked in slices, between which other calls run: none of them sees or leaves a draft
// that is partly of one call and partly of another.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AnswerOf } from '../../../generated/dispatch.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely } from '../support.ts';

type Invoice = Pick<AnswerOf<'get_invoice'>, 'title' | 'notes' | 'line_items' | 'subtotal' | 'compliance'>;

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const LINES = 300;
const ROUNDS = 6;

/** Every line names the call that it is of; calls of odd numbers name no product, which the check finds. */
const content = (side: 'mx' | 'de', call: number): object => ({
  title: `Pedido ${call}`,
  notes: `De la llamada ${call}`,
  ...(side === 'de' ? { country_details: { buyer_reference: 'PO-7' } } : {}),
  line_items: Array.from({ length: LINES + call }, (_, line) => ({
    description: `${call}: partida ${line}`,
    quantity: 1 + line,
    unit_price: call + line / 4,
    ...(side === 'mx' && call % 2 === 0
      ? { country_details: { sat_product_code: '31161500', sat_unit_code: 'H87' } }
      : {}),
  })),
});

const isWhole = (side: 'mx' | 'de', invoice: Invoice): number => {
  const call = Number(/^Pedido (\d+)$/.exec(invoice.title ?? '')?.[1]);
  assert.equal(invoice.notes, `De la llamada ${call}`);
  assert.deepEqual(
    invoice.line_items.map(({ description }) => description),
    Array.from({ length: LINES + call }, (_, line) => `${call}: partida ${line}`),
  );
  const net = Array.from({ length: LINES + call }, (_, line) => (1 + line) * (call + line / 4));
  assert.equal(
    invoice.subtotal,
    net.reduce((sum, amount) => sum + amount, 0),
  );
  const missing = invoice.compliance.issues.some(({ path }) => (path ?? '').includes('sat_product_code'));
  assert.equal(
    missing,
    side === 'mx' && call % 2 === 1,
    `call ${call}: ${JSON.stringify(invoice.compliance)}`,
  );
  return call;
};

const customerOf = (side: 'mx' | 'de') =>
  side === 'mx'
    ? addMexicanCustomer(service, 'Distribuidora Luna', { postal_code: '06600' })
    : addGermanCustomer(service, 'Nordwind Energie AG', {
        country_details: { vat_id: 'DE129273398', street: 'Elbchaussee 7', city: 'Hamburg' },
      });

for (const side of ['mx', 'de'] as const)
  test(`${side.toUpperCase()}: calls that change a draft at the same time leave one of them`, async () => {
    const counterparty_id = await customerOf(side);
    const { id: invoice_id } = await callLoosely(service, side, 'create_invoice', {
      counterparty_id,
      ...content(side, 0),
    });
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const calls = [1, 2, 3].map((at) => 3 * round + at);
      const changes = calls.map(async (call) => {
        const answer: Invoice = await callLoosely(service, side, 'update_invoice', {
          invoice_id,
          ...content(side, call),
        });
        assert.equal(isWhole(side, answer), call);
      });
      const looks = Array.from({ length: 6 }, async () => {
        const found: Invoice = await callLoosely(service, side, 'get_invoice', { invoice_id });
        seen.add(isWhole(side, found));
      });
      await Promise.all([...changes, ...looks]);
      const last: Invoice = await callLoosely(service, side, 'get_invoice', { invoice_id });
      assert.ok(calls.includes(isWhole(side, last)));
    }
    assert.ok(seen.size > 1);
  });

test('a customer who changes while a draft is checked is in no answer by half', async () => {
  const counterparty_id = await customerOf('mx');
  const { id: invoice_id } = await callLoosely(service, 'mx', 'create_invoice', {
    counterparty_id,
    ...content('mx', 2),
  });
  const change = (postal_code: string) =>
    callLoosely(service, 'mx', 'update_counterparty', { counterparty_id, postal_code });
  for (const postal_code of ['64000', '06600', '44100']) {
    await Promise.all([
      change(postal_code),
      ...Array.from({ length: 4 }, () => callLoosely(service, 'mx', 'get_invoice', { invoice_id })),
    ]);
    const found: Invoice = await callLoosely(service, 'mx', 'get_invoice', { invoice_id });
    isWhole('mx', found);
  }
});

test('the check of a draft is never that of another company, or of another state of the customer', async () => {
  const ready = async (invoice_id: string): Promise<boolean> =>
    (await callLoosely(service, 'mx', 'get_invoice', { invoice_id })).compliance.ready;
  const counterparty_id = await addMexicanCustomer(service, 'Ferretería Norte', { postal_code: '06600' });
  const { id } = await callLoosely(service, 'mx', 'create_invoice', { counterparty_id, ...content('mx', 2) });
  assert.equal(await ready(id), true);
  // Past the service, as a merge or an import changes it: the draft has the same version.
  const setPlace = (postal_code: string | null) =>
    service.database.kysely
      .updateTable('counterparty')
      .set({ postal_code })
      .where('id', '=', counterparty_id)
      .execute();
  await setPlace(null);
  assert.equal(await ready(id), false);
  await setPlace('06600');
  assert.equal(await ready(id), true);
});
