// How much of a model's context answers take, in characters / 4, as the budgets of tools/list count.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { tokensOf } from '../../codegen/generator/emit/published.ts';
import type { AnswerOf } from '../../generated/dispatch.ts';
import type { CounterpartyId } from '../../generated/ids.ts';
import { startDemoService, type DemoService } from '../demo/support.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callTool } from '../support/wire.ts';
import { addMexicanCustomer, callLoosely } from './support.ts';

const WHAT = [
  'Asesoría fiscal',
  'Laptop 14 pulgadas',
  'Papel bond carta',
  'Flete a Monterrey',
  'Café molido',
];
const CODES = { country_details: { sat_product_code: '84111506', sat_unit_code: 'E48' } };

let service: TestService;
let counterparty_id: CounterpartyId;
before(async () => {
  service = await startTestService();
  counterparty_id = await addMexicanCustomer(service, 'Distribuidora Luna', { postal_code: '06600' });
});
after(() => service.close());

const linesOf = (count: number, more: object = {}): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({
    description: `${WHAT[at % WHAT.length]} ${at + 1}`,
    quantity: 1 + (at % 7),
    unit_price: 100 + at,
    ...more,
  }));

const draftOf = (line_items: readonly object[]): Promise<AnswerOf<'create_invoice'>> =>
  callLoosely(service, 'mx', 'create_invoice', { counterparty_id, line_items });

for (const [count, atMost] of [
  [1, 800],
  [20, 2_800],
  [100, 10_000],
  [500, 45_000],
] as const)
  test(`a draft of ${count} lines without codes takes fewer than ${atMost} tokens, none of its lines is missing`, async () => {
    const draft = await draftOf(linesOf(count));
    assert.ok(tokensOf(draft) < atMost, String(tokensOf(draft)));
    assert.equal(draft.line_items.length, count);
    const { issues } = draft.compliance;
    assert.deepEqual(
      issues.map(({ rule, count: places, paths }) => [rule, places, paths.length]),
      Array.from({ length: 2 }, () => ['DERIVED-CODE', count, Math.min(count, 10)]),
    );
    assert.deepEqual(
      draft.derived.map(({ value, count: places = 1, paths: { length } = [''] }) => [value, places, length]),
      ['80101501', 'E48', '02'].map((value) => [value, count, Math.min(count, 10)]),
    );
    for (const { reason } of draft.derived)
      assert.ok(!JSON.stringify(issues).includes(reason), 'a default is told once');
    const found = await callLoosely(service, 'mx', 'get_invoice', { invoice_id: draft.id });
    assert.ok(tokensOf(found) < atMost, String(tokensOf(found)));
  });

test('what a long draft leaves out changes nothing when all of its lines are sent again', async () => {
  const special = [
    { description: 'Con descuento', unit_price: 90, discount: { percent: 10 }, product_number: 'X-1' },
    { description: 'Exento', unit_price: 50, country_details: { exempt: true } },
  ];
  const draft = await draftOf([...linesOf(12, CODES), ...special]);
  const [plain, ...others] = [draft.line_items[0], ...draft.line_items.slice(12)];
  assert.deepEqual(Object.keys(plain ?? {}).toSorted(), [
    'country_details',
    'description',
    'position',
    'quantity',
    'subtotal',
    'tax_amount',
    'tax_rate',
    'total',
    'unit_price',
  ]);
  assert.deepEqual(
    others.map(({ discount_amount, product_number, taxes }) => [
      discount_amount,
      product_number,
      taxes?.[0]?.factor,
    ]),
    [
      [9, 'X-1', undefined],
      [undefined, undefined, 'exempt'],
    ],
  );
  const short = await draftOf(linesOf(1, CODES));
  assert.equal(short.line_items[0]?.taxes?.[0]?.tax, 'IVA');
  const again = await draftOf(
    draft.line_items.map(
      ({ description, quantity, unit_price, discount_amount, product_number, taxes, country_details }) => ({
        description,
        quantity,
        unit_price,
        ...(discount_amount === undefined ? {} : { discount: { amount: discount_amount } }),
        ...(typeof product_number === 'string' ? { product_number } : {}),
        country_details:
          taxes?.[0]?.factor === 'exempt' ? { ...country_details, exempt: true } : country_details,
      }),
    ),
  );
  const amounts = ({ subtotal, tax_total, total, line_items }: typeof draft): object => [
    subtotal,
    tax_total,
    total,
    line_items.map(({ position, ...line }) => [
      position,
      line.subtotal,
      line.tax_amount,
      line.country_details.sat_product_code,
    ]),
  ];
  assert.deepEqual(amounts(again), amounts(draft));
});

test('a row of a list takes fewer than 150 tokens in the books of the demo', async () => {
  const demo = await startDemoService(() => new Date(), false);
  try {
    await checkRows(demo);
  } finally {
    await demo.close();
  }
});

const LISTS = ['list_counterparties', 'search_invoices', 'search_bills', 'list_tasks', 'list_bank_accounts'];

const checkRows = async ({ url, key }: DemoService): Promise<void> => {
  const rowsOf = async (tool: string, args: object): Promise<readonly object[]> => {
    const { structuredContent } = await callTool(url, key, tool, args);
    return (structuredContent as { readonly data: readonly object[] }).data;
  };
  const entities = (await rowsOf('list_entities', {})) as readonly { readonly entity_id: string }[];
  let seen = 0;
  for (const { entity_id } of entities)
    for (const tool of LISTS)
      for (const row of await rowsOf(tool, { entity_id })) {
        seen += 1;
        assert.ok(tokensOf(row) < 150, `${tool}: ${tokensOf(row)} ${JSON.stringify(row)}`);
      }
  assert.ok(seen > 15, String(seen));
};
