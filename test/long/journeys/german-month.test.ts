// October of a builder in Hamburg and of a designer who is a small business: invoices as German companies write them, paid
// with Skonto, credited, sent over the network and by e-mail, and closed at the end of the month.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ANA } from '../../support/office.ts';
import { checkDoctor, checkNumbers, checkUblDocument, checkViews, keepPdfs } from './month-end.ts';
import { type Answer, type Company, type Month, openMonth } from './month.ts';

let month: Month;
let builder: Company;
let trader: Company;
const of: Record<string, string> = {};
const by = `--by=${ANA}`;
const left: Record<string, Answer> = {};

const open = async (name: string, ...options: string[]): Promise<Company> => {
  const org = `--org=${month.service.organisation_id}`;
  const { id } = await month.admin(
    'entity',
    'create',
    org,
    '--country=DE',
    `--name=${name}`,
    '--postal-code=20457',
    '--street=Am Sandtorkai 50',
    '--city=Hamburg',
    '--contact-name=Buchhaltung',
    '--contact-email=rechnung@bau.example',
    '--contact-phone=+49 40 5550110',
    ...options,
  );
  await month.admin(
    'bank-account',
    'create',
    `--entity=${id}`,
    '--name=Hausbank',
    '--currency=EUR',
    '--iban=DE89370400440532013000',
    '--bic=COBADEFFXXX',
  );
  return month.company(id);
};

const customer = async (company: Company, name: string, country_details: object): Promise<string> => {
  const { counterparty_id } = await company.call('create_counterparty', {
    name,
    postal_code: '20095',
    email: `rechnung@${name.split(' ')[0]?.toLowerCase()}.example`,
    country_details: { street: 'Elbchaussee 7', city: 'Hamburg', ...country_details },
  });
  return counterparty_id as string;
};

before(async () => {
  month = await openMonth('2026-10-01');
  builder = await open('Nordlicht Bau GmbH', '--vat-id=DE312847567');
  trader = await open(
    'Lena Peters Grafik',
    '--tax-id=27/345/67890',
    '--small-business',
    '--vat-id=DE404833048',
  );
  of['works'] = await customer(builder, 'Harbour Werkzeugbau GmbH', { vat_id: 'DE136695976' });
  of['mail'] = await customer(builder, 'Kontor Sailer GmbH', { tax_number: '27/123/45678' });
  of['person'] = await customer(builder, 'Petra Quast', {});
  of['client'] = await customer(trader, 'Agentur Wellenreiter GmbH', { vat_id: 'DE136695976' });
});
after(async () => {
  await builder.close();
  await trader.close();
  await month.close();
});

const creditFiled = async (invoice: string, ...options: string[]): Promise<Answer> => {
  const note = await month.admin('invoice', 'credit', invoice, by, ...options);
  const told = await month.admin('approval', 'approve', note['approval_id'], by, '--wait=30');
  assert.equal(told['outcome'], 'filed', JSON.stringify(told['filing']));
  return note;
};

const order = (buyer_reference: string) => ({ country_details: { buyer_reference } });
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n').toString('base64');

describe('a month in Hamburg', () => {
  test('Skonto is drawn, and the rest credited as a discount', async () => {
    month.on('2026-10-02');
    const machine = await builder.invoice({
      counterparty_id: of['works'],
      ...order('PO-118'),
      title: 'Lieferung Rüttelplatte',
      notes: 'Geliefert frei Haus.',
      delivery_date: '2026-10-01',
      payment_terms_text: 'Zahlbar innerhalb von 30 Tagen ohne Abzug.',
      discount_terms: [
        { percent: 3, days: 7 },
        { percent: 2, days: 14 },
      ],
      line_items: [
        {
          description: 'Rüttelplatte',
          unit_price: 2500,
          product_number: 'RP-200',
          country_details: { unit_code: 'H87' },
        },
      ],
    });
    assert.equal(machine['total'], 2975);
    assert.match(await month.xml(machine['id']), /#SKONTO#TAGE=7#PROZENT=3\.00#/);
    month.on('2026-10-08');
    await builder.pay(machine['id'], { amount: 2885.75 });
    const note = await creditFiled(machine['id'], '--amount=89.25', '--reason=discount');
    const settled = await builder.get(machine['id']);
    assert.deepEqual([settled['balance_due'], settled['amount_credited']], [0, 89.25]);
    left['skonto'] = note;
  });

  test('a building job owes its tax by § 13b', async () => {
    month.on('2026-10-06');
    const job = await builder.invoice({
      counterparty_id: of['works'],
      ...order('BV-2026-4'),
      order_reference: 'AB-77',
      contract_reference: 'BV-2026-4',
      project_reference: 'Kita Süd',
      delivery_period: { from: '2026-09-14', to: '2026-10-02' },
      line_items: [
        {
          description: 'Mauerwerk',
          quantity: 240.5,
          unit_price: 85,
          country_details: { exemption_code: 'AE', unit_code: 'MTK' },
        },
        {
          description: 'Facharbeiter',
          quantity: 31.25,
          unit_price: 62,
          country_details: { exemption_code: 'AE', unit_code: 'HUR' },
        },
      ],
    });
    assert.deepEqual([job['tax_total'], job['total']], [0, 22_380]);
    const wrong = await builder.pay(job['id'], { amount: 12_000, reference_number: 'falscher Kunde' });
    const back = await month.admin('payment', 'reverse', wrong['id'], '--reason=Falscher Kunde', by);
    assert.equal(back['reversal'], 'done');
    await builder.pay(job['id'], { amount: 20_000 });
    left['job'] = job;
  });

  test('an allowance over two rates, and a time sheet inside the document', async () => {
    month.on('2026-10-12');
    const draft = await builder.draft({
      counterparty_id: of['works'],
      ...order('PO-131'),
      delivery_date: '2026-10-12',
      allowances: [{ percent: 5, reason: 'Treuerabatt' }],
      attachments: [
        {
          name: 'Stunden.pdf',
          mime_type: 'application/pdf',
          content_base64: PDF,
          description: 'Stunden im Oktober',
        },
      ],
      line_items: [
        { description: 'Beratung', quantity: 8, unit_price: 110, country_details: { unit_code: 'HUR' } },
        { description: 'Fachbuch', unit_price: 60, country_details: { tax_rate: 7 } },
      ],
    });
    assert.deepEqual([draft['subtotal'], draft['total']], [893, 1055.83]);
    const file = month.file('allowance.json', {
      allowances: [{ amount: 40, reason: 'Gutschein' }],
      country_details: { buyer_reference: 'PO-132' },
    });
    const corrected = await month.admin('invoice', 'update', draft['id'], `--file=${file}`, by);
    assert.deepEqual(
      [corrected['subtotal'], corrected['country_details'].buyer_reference, corrected['attachments'].length],
      [900, 'PO-132', 1],
    );
    const filed = await builder.file(draft['id']);
    assert.match(await month.xml(filed['id']), /EmbeddedDocumentBinaryObject/);
    const lines = month.file('credit.json', [{ line: 1, quantity: 2 }]);
    left['partial'] = await creditFiled(filed['id'], `--lines=${lines}`, '--reason=error');
    left['allowance'] = filed;
  });

  test('a final invoice takes off what was prepaid', async () => {
    month.on('2026-10-16');
    const final = await builder.invoice({
      counterparty_id: of['works'],
      ...order('BV-2026-2'),
      title: 'Schlussrechnung',
      notes: 'Abzüglich Abschlagsrechnung RE-900: 5.950,00 EUR, darin 950,00 EUR USt.',
      prepaid_amount: 5950,
      delivery_period: { from: '2026-10-01', to: '2026-10-15' },
      line_items: [{ description: 'Umbau Halle 3', unit_price: 14_000 }],
    });
    assert.match(await month.xml(final['id']), /<cbc:PayableAmount currencyID="EUR">10710\.00</);
    assert.equal(final['balance_due'], 10_710);
    await builder.pay(final['id']);
    const copy = await month.admin('invoice', 'duplicate', final['id'], by);
    assert.deepEqual([copy['status'], copy['folio']], ['draft', null]);
    await month.admin('invoice', 'discard', copy['id'], by);
  });

  test('customers outside of the network get mail: a company ZUGFeRD, a person a PDF', async () => {
    month.on('2026-10-20');
    const lines = {
      line_items: [{ description: 'Gutachten', unit_price: 480 }],
      delivery_date: '2026-10-19',
    };
    const company = await builder.invoice({ counterparty_id: of['mail'], ...order('K-1'), ...lines });
    const person = await builder.invoice({ counterparty_id: of['person'], ...order('P-1'), ...lines });
    assert.deepEqual(
      [company, person].map(({ delivery_channel, delivery_format }) => [delivery_channel, delivery_format]),
      [
        ['email', 'zugferd'],
        ['email', 'pdf'],
      ],
    );
    assert.equal((await month.mails('rechnung@kontor.example', `${company['folio']}.pdf`)).length, 1);
    assert.equal((await month.mails('rechnung@petra.example', `${person['folio']}.pdf`)).length, 1);
    await builder.pay(person['id']);
  });

  test('a small business bears no tax', async () => {
    month.on('2026-10-22');
    const filed = await trader.invoice({
      counterparty_id: of['client'],
      ...order('W-9'),
      delivery_date: '2026-10-21',
      line_items: [{ description: 'Gestaltung einer Broschüre', unit_price: 640 }],
    });
    assert.deepEqual([filed['tax_total'], filed['total']], [0, 640]);
    assert.match(await month.xml(filed['id']), /§ 19 UStG/);
    await trader.pay(filed['id']);
  });

  test('the month is closed', async () => {
    month.on('2026-11-03');
    await month.admin('entity', 'close', builder.entity, '--through=2026-10-31', by);
    const late = await builder.fails('record_invoice_payment', {
      invoice_id: left['job']?.['id'],
      payment_date: '2026-10-28',
    });
    assert.deepEqual([late['code'], late['first_open_day']], ['period_closed', '2026-11-01']);
    await builder.pay(left['job']?.['id']);
  });

  test('at the end every view says the same', async () => {
    const invoices = await checkViews(month, builder, {});
    assert.deepEqual(await checkNumbers(month, builder), { RE: 6, RK: 2 });
    const own = await checkViews(month, trader, {});
    assert.deepEqual(await checkNumbers(month, trader), { RE: 1 });
    for (const invoice of [...invoices, ...own])
      checkUblDocument(await month.xml(String(invoice['id'])), invoice);
    const notes = [left['skonto'], left['partial']].map((note) => String(note?.['id']));
    for (const id of notes) checkUblDocument(await month.xml(id));
    const filed = [...invoices, ...own].map(({ id }) => String(id));
    await keepPdfs(month, 'de', [...filed, ...notes]);
    await checkDoctor(month);
  });
});
