// What a person sees before approving: every line with its codes and taxes, and the file itself.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ANA, type Office, openOffice, QUICK, type Side } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let office: Office;
let requests: Record<Side, Awaited<ReturnType<typeof asked>>>;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
  requests = {
    mx: await asked('mx', { line_items: MX_LINES }),
    de: await asked('de', { allowances: [{ amount: 50, reason: 'Rabatt' }] }),
  };
});
after(() => service.close());

const asked = async (side: Side, args: object) => {
  const id = await office.draft(side, args);
  const { approval_request_id: request } = await office.submit(side, id);
  return { id, request };
};
const show = (request: string, ...more: string[]) => office.admin.run('approval', 'show', request, ...more);

const MX_LINES = [
  {
    description: 'Honorarios',
    unit_price: 1000.1,
    quantity: 2,
    discount: { percent: 10 },
    country_details: {
      sat_product_code: '80111600',
      sat_unit_code: 'HUR',
      withholdings: [{ tax: 'ISR', rate: 10 }],
    },
  },
  { description: 'Libro', unit_price: 100.5, country_details: { tax_rate: 0 } },
];

it('shows each line with code, unit, quantity, price, discount and taxes, totals and what is retained', async () => {
  const { id, request } = requests.mx;
  const { code, out, err } = await show(request);
  assert.equal(code, 0);
  const table = (name: string): string[] =>
    (out.split(`\n${name}:\n`)[1]?.split('\n\n')[0] ?? '')
      .split('\n')
      .map((line) => line.replaceAll(/ {2,}/g, ' | '));
  const [head, ...lines] = table('line_items');
  assert.match(
    head ?? '',
    /^POSITION \| DESCRIPTION \| QUANTITY \| UNIT_PRICE \| DISCOUNT_AMOUNT \| SUBTOTAL \| /,
  );
  assert.deepEqual(lines, [
    '1 | Honorarios | 2 | 1000.10 MXN | 200.02 MXN | 1800.18 MXN | 16 | 288.0288 MXN | 2088.2088 MXN | 80111600 | HUR | 02',
    '2 | Libro | 1 | 100.50 MXN | 0.00 MXN | 100.50 MXN | 0 | 0.00 MXN | 100.50 MXN | 80101501 | E48 | 02',
  ]);
  assert.deepEqual(table('line_items.taxes'), [
    'LINE | TAX | FACTOR | RATE | BASE | AMOUNT | WITHHELD',
    '1 | IVA | rate | 16 | 1800.18 MXN | 288.0288 MXN | false',
    '1 | ISR | rate | 10 | 1800.18 MXN | 180.018 MXN | true',
    '2 | IVA | rate | 0 | 100.50 MXN | 0.00 MXN | false',
  ]);
  assert.deepEqual(table('withholdings'), [
    'TAX | RATE | BASE | AMOUNT',
    'ISR | 10 | 1800.18 MXN | 180.02 MXN',
  ]);
  for (const [name, value] of Object.entries({
    subtotal: '1900.68 MXN',
    tax_total: '288.03 MXN',
    discount_total: '200.02 MXN',
    withheld_total: '180.02 MXN',
    total: '2008.69 MXN',
    'country_details.payment_form': '03',
    'buyer.tax_id': (await office.get('mx', id)).counterparty.tax_id,
    'seller.fiscal_regime_code': '601',
    recipients: 'pagos@luna.example',
  }))
    assert.match(out, new RegExp(`^${name.replaceAll('.', '\\.')} +${value}$`, 'm'));
  // Nobody has said what a book is: the code that was chosen stands out.
  assert.match(out, /^line_items\[1\]\.country_details\.sat_product_code +80101501 +The default, /m);
  assert.match(err, /^Warning: DERIVED-CODE: The product code is 80101501, which nobody has set\./m);
  assert.match(
    out,
    /^ {4}<cfdi:Concepto ClaveProdServ="80111600" Cantidad="2" ClaveUnidad="HUR" .*ValorUnitario="1000\.10" /m,
  );

  const json = await office.admin.json('approval', 'show', request);
  const { entity: _, ...invoice } = await office.get('mx', id);
  const { compliance, ...document } = json.document;
  assert.deepEqual(
    { ...document, compliance: { ...compliance, checked_at: invoice.compliance.checked_at } },
    // An agent is told the tool, and here the command.
    JSON.parse(JSON.stringify(invoice).replaceAll('with update_invoice', 'with \\"invoice update\\"')),
  );
  assert.deepEqual(json.changed, []);
  assert.equal(json.file.filed, false);
});

/** Without what only filing gives. */
const timeless = (xml: string): string =>
  xml
    .replace(/ (?:Folio|Fecha|Sello|NoCertificado|Certificado)="[^"]*"/g, '')
    .replace(/<cfdi:Complemento>.*<\/cfdi:Complemento>/s, '')
    .replace(/(<cbc:ID>)RE-?\d+|(<cbc:(?:ID|PaymentID)>)[^<]*-\d+(?=<)/g, '$1$2');

for (const side of ['mx', 'de'] as const)
  it(`shows the file of ${side} that is filed then, but for its number, date, seal and stamp`, async () => {
    const { id, request } = requests[side];
    const before = await office.admin.json('approval', 'show', request);
    assert.equal((await show(request, '--kind', 'xml')).out, before.file.content);
    const pdf = await show(request, '--kind', 'pdf');
    assert.match(pdf.out, /^%PDF-/);
    await office.admin.json('approval', 'approve', request, `--by=${ANA}`);
    await office.settled(side, id);
    const filed = await office.admin.json('approval', 'show', request);
    assert.deepEqual([before.file.filed, filed.file.filed], [false, true]);
    assert.equal(filed.outcome, 'filed');
    assert.equal(timeless(before.file.content), timeless(filed.file.content));
    assert.match((await show(request)).out, /^the file:\n<\?xml /m);
  });

it('says what is no longer as it was submitted', async () => {
  const { id, request } = await asked('mx', {});
  const rename = (name: string) =>
    service.database.kysely
      .updateTable('invoice_line')
      .set({ description: name })
      .where('invoice_id', '=', id)
      .execute();
  await rename('Otra cosa');
  const { out, err } = await show(request);
  assert.match(
    err,
    /^Warning: Changed since it was submitted: lines\[0\]\.description\. It cannot be approved; /m,
  );
  assert.match(out, / Descripcion="Otra cosa" /);
  assert.deepEqual((await office.admin.json('approval', 'show', request)).changed, ['lines[0].description']);
});

/** The same with its keys in the opposite order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, turned(inner)]),
  );
};

it('shows what was submitted of a draft that is gone', async () => {
  const { id, request } = await asked('mx', {});
  await office.admin.json('approval', 'reject', request, `--by=${ANA}`, '--reason=No');
  await office.admin.json('invoice', 'discard', id, `--by=${ANA}`);
  const { kysely } = service.database;
  const { snapshot } = await kysely
    .selectFrom('approval')
    .select('snapshot')
    .where('id', '=', request)
    .executeTakeFirstOrThrow();
  // A server may keep the keys in any order.
  await kysely
    .updateTable('approval')
    .set({ snapshot: JSON.stringify(turned(snapshot)) })
    .where('id', '=', request)
    .execute();
  const { code, out } = await show(request);
  assert.equal(code, 0);
  assert.match(out, /^The draft is discarded; what was submitted:$/m);
  assert.match(out, /^lines:\nPOSITION +DESCRIPTION +QUANTITY +UNIT_PRICE .*\n1 +Servicio /m);
  assert.match(out, /^buyer\.name .*\nbuyer\.country_code .*\nbuyer\.tax_id /m);
  assert.match(out, /^There is no XML: /m);
  const json = await office.admin.json('approval', 'show', request);
  assert.deepEqual([json.document, json.file, json.snapshot.lines.length], [null, null, 1]);
  assert.equal(
    (await office.admin.refused('approval', 'show', request, '--kind', 'xml')).code,
    'wrong_state',
  );
});
