// What is looked for is found however its words stand, and what is near an exact hit only by accident is left out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ToolName } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { callError } from '../../support/wire.ts';
import { addInvoice } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer, callLoosely, declared, refused, warned } from '../support.ts';

let service: TestService;
const mx = () => service.client(service.keys.mx);
let hotels: CounterpartyId;
let cedar: CounterpartyId;

const invoice = (number: string, day: string, due: string) =>
  addInvoice(service.database, service.entities.mx, {
    counterparty_id: hotels,
    total: '500.00',
    currency: 'MXN',
    issue_date: day,
    due_date: due,
    number,
    series: 'A',
  });

before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-11-20T18:00:00Z'));
  hotels = await addMexicanCustomer(service, 'HOTELES TEPOZAN');
  cedar = await addMexicanCustomer(service, 'Transportes Cedro', { is_supplier: true, is_customer: false });
  for (const bill_number of ['F-1', 'F-2'])
    await mx().create_bill({
      counterparty_id: cedar,
      bill_number,
      line_items: [{ description: 'Flete', unit_price: 100 }],
    });
});
after(() => service.close());

test('a name is found by its words in any order', async () => {
  for (const query of ['tepozan hoteles', 'HOTELES tepo', 'zan hotel']) {
    const { data } = await mx().list_counterparties({ query });
    assert.deepEqual(
      data.map(({ id }) => id),
      [hotels],
      query,
    );
  }
  assert.deepEqual((await mx().list_counterparties({ query: 'tepozan cedro' })).data, []);
});

test('so are documents by the name of their party', async () => {
  const id = await invoice('7', '2026-11-01', '2026-12-01');
  const invoices = await mx().search_invoices({ query: 'tepozan hoteles' });
  assert.deepEqual(
    invoices.data.map((row) => row.id),
    [id],
  );
  assert.equal((await mx().search_bills({ query: 'cedro transportes' })).data.length, 2);
});

test(
  warned('list_counterparties', 'found_in_other_role', 'who has the name in the other role is told'),
  async () => {
    const { data, warnings } = await mx().list_counterparties({ query: 'cedro', role: 'customer' });
    assert.deepEqual([data, warnings?.map(({ code }) => code)], [[], ['found_in_other_role']]);
    assert.ok(warnings?.[0]?.message.includes(cedar));
    for (const args of [
      { query: 'cedro', role: 'supplier' },
      { query: 'nadie', role: 'customer' },
    ] as const)
      assert.deepEqual((await mx().list_counterparties(args)).warnings ?? [], [], JSON.stringify(args));
  },
);

test('invoices by the day they are due, and bills of one supplier', async () => {
  const ids = [
    await invoice('11', '2026-03-01', '2026-03-31'),
    await invoice('12', '2026-03-05', '2026-04-04'),
    await invoice('13', '2026-03-06', '2026-05-05'),
  ];
  const due = async (args: object) =>
    (await mx().search_invoices({ date_to: '2026-04-30', ...args })).data.map(({ id }) => id);
  assert.deepEqual(await due({ due_from: '2026-04-01', due_to: '2026-04-30' }), [ids[1]]);
  assert.deepEqual(await due({ due_to: '2026-04-04' }), [ids[1], ids[0]]);
  assert.deepEqual(await due({ due_from: '2026-04-04' }), [ids[2], ids[1]]);
  const ofSupplier = await mx().search_bills({ counterparty_id: cedar });
  assert.equal(ofSupplier.data.length, 2);
  assert.deepEqual((await mx().search_bills({ counterparty_id: hotels })).data, []);
});

const refusal = (side: 'mx' | 'de', tool: ToolName, args: object) =>
  callError(service.url, service.keys[side], tool, args);

const draftFor = (counterparty_name: string) =>
  refusal('mx', 'create_invoice', {
    counterparty_name,
    line_items: [{ description: 'Flete', unit_price: 100 }],
  });

test('a name with a slip is refused with the one that was meant, which one more call takes', async () => {
  for (const name of ['HOTELES TEPOZON', 'Hotles Tepozan', 'hoteles tepozna']) {
    const { code, hint } = await draftFor(name);
    assert.deepEqual(
      [code, hint],
      ['counterparty_ambiguous', `Did you mean HOTELES TEPOZAN? Its counterparty_id is ${hotels}.`],
      name,
    );
  }
  for (const name of ['Hoteles Robles', 'HOTELES TEPOZAN 2'])
    assert.doesNotMatch(String((await draftFor(name))['hint']), /Did you mean/u, name);
});

test('candidates of whom none has the role are said to be none', async () => {
  for (const name of ['Robles Norte', 'Robles Sur']) await addMexicanCustomer(service, name);
  const { code, hint } = await refusal('mx', 'create_bill', {
    counterparty_name: 'Robles',
    bill_number: 'R-1',
    line_items: [{ description: 'Papel', unit_price: 100 }],
  });
  assert.equal(code, 'counterparty_ambiguous');
  assert.match(String(hint), /^None of the candidates is a supplier yet\./u);
});

test('a tax id that is known in the other role leads to its holder', async () => {
  const { data } = await mx().list_counterparties({ query: 'cedro', role: 'all' });
  const { hint } = await refusal('mx', 'create_counterparty', {
    name: 'Cedro',
    postal_code: '06600',
    country_details: { rfc: data[0]?.tax_id },
  });
  assert.match(String(hint), new RegExp(`^Use ${cedar} .*is_customer true`, 'u'));
});

test('a price below zero is told where a deduction and a return go', async () => {
  const price = (side: 'mx' | 'de', tool: 'create_invoice' | 'create_bill', line: object) =>
    refusal(side, tool, {
      counterparty_name: 'Cedro',
      ...(tool === 'create_bill' ? { bill_number: 'N-1' } : {}),
      line_items: [{ description: 'Pfand', unit_price: 1, ...line }],
    });
  for (const line of [{ unit_price: -5 }, { quantity: -1 }]) {
    assert.match(String((await price('de', 'create_invoice', line))['hint']), /allowances.*credit note/u);
    assert.match(
      String((await price('mx', 'create_bill', line))['hint']),
      /discount of its line, or one of allowances.*no bill/u,
    );
  }
});

test(declared('search_bills', 'counterparty_not_found', 'a supplier of nobody'), async () => {
  const told = await refused(service, 'mx', 'search_bills', { counterparty_id: newId('CounterpartyId') });
  assert.deepEqual([told['code'], told['path']], ['counterparty_not_found', 'counterparty_id']);
});

test('beside an exact folio nothing is shown that only has a part of it, and a payment stands behind its bill', async () => {
  const add = (bill_number: string, title: string) =>
    mx().create_bill({
      counterparty_id: cedar,
      bill_number,
      title,
      line_items: [{ description: 'Flete', unit_price: 100 }],
    });
  const { id: bill_id } = await add('G-1098', 'Fletes');
  for (const n of [1, 2, 3]) await add(`H-${n}`, `Pedido 1098${n} de un cliente que compra mucho`);
  await mx().record_bill_payment({ bill_id, amount: 100, paid_on: '2026-11-20', payment_method: 'transfer' });
  const { data } = await mx().search({ query: 'G-1098' });
  assert.deepEqual(
    [data[0]?.id, data[1]?.type, data.length],
    [bill_id, 'bill_payments', 2],
    JSON.stringify(data),
  );
});

test('what a customer lacks to be invoiced is told at once, and no more when it is there', async () => {
  const bare = await service.client(service.keys.de).create_counterparty({ name: 'Nackt GmbH' });
  assert.deepEqual(bare.needed_to_invoice, ['email', 'country_details.city', 'postal_code']);
  const { data } = await service.client(service.keys.de).list_counterparties({ query: 'nackt' });
  assert.deepEqual(data[0]?.needed_to_invoice, bare.needed_to_invoice);
  const done = await service.client(service.keys.de).update_counterparty({
    counterparty_id: bare.id,
    email: 'rechnung@nackt.example',
    postal_code: '10115',
    country_details: { city: 'Berlin' },
  });
  assert.equal(done.needed_to_invoice, undefined);
  const noRegime = await callLoosely(service, 'mx', 'create_counterparty', {
    name: 'Herrajes Nogal',
    postal_code: '44100',
    country_details: { rfc: 'HNO010101AB1' },
  });
  assert.deepEqual(noRegime['needed_to_invoice'], ['country_details.fiscal_regime_code']);
});
