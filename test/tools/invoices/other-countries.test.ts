// Documents of companies outside of Mexico and Germany, through the wire: what is told of their way is what is sent, and
// what their rules ask of a register is asked for.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { attachment, type MailServer, readMail, startMailServer } from '../../mail/mail-server.ts';
import { textOf } from '../../pdf/read-pdf.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import { ANA, type Invoice, QUICK, until } from '../../support/office.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callError } from '../../support/wire.ts';
import { codesOf, declared, factsOf, warned } from '../support.ts';

type Client = ReturnType<TestService['client']>;

let server: MailServer;
let service: TestService;
let admin: Admin;
before(async () => {
  server = await startMailServer();
  service = await startTestService({ smtp_url: server.url, filing: { timing: QUICK } });
  admin = adminOn(service.databaseUrl, new Date(), { ENABLED_COUNTRIES: 'AU,GB,NL,SG' });
  const org = `--org=${service.organisation_id}`;
  await admin.json('member', 'add', org, `--email=${ANA}`, '--name=Ana', '--role=administrator');
});
after(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.taken.length = 0;
});

const PLACES = {
  AU: { street: '1 George Street', city: 'Sydney', postal_code: '2000' },
  NL: { street: 'Keizersgracht 1', city: 'Amsterdam', postal_code: '1016 DZ' },
  SG: { street: '1 Marina Boulevard', city: 'Singapore', postal_code: '018956' },
} as const;

interface Company {
  readonly client: Client;
  readonly key: string;
  readonly entity: string;
  readonly warnings: readonly string[];
}

const company = async (country: keyof typeof PLACES, ...ids: string[]): Promise<Company> => {
  const org = `--org=${service.organisation_id}`;
  const { street, city, postal_code } = PLACES[country];
  const { id, warnings } = await admin.json(
    'entity',
    'create',
    org,
    `--name=Company of ${country} ${ids[0]}`,
    `--country=${country}`,
    ...ids,
    `--street=${street}`,
    `--city=${city}`,
    `--postal-code=${postal_code}`,
    '--contact-name=Jo',
    '--contact-email=jo@company.example',
    '--contact-phone=5551234',
  );
  const { secret } = await admin.json(
    'key',
    'create',
    org,
    `--entity=${id}`,
    '--scopes=*',
    '--toolsets=corrections',
  );
  return { client: service.client(secret), key: secret, entity: id, warnings };
};

const customerOf = async (
  { client }: Company,
  country: keyof typeof PLACES,
  name: string,
  details: object,
  email?: string,
) => {
  const { street, city, postal_code } = PLACES[country];
  return client.create_counterparty({
    name,
    postal_code,
    country_details: { street, city, ...details },
    ...(email === undefined ? {} : { email }),
  });
};

const draftFor = ({ client }: Company, counterparty_id: CounterpartyId, more: object = {}) =>
  client.create_invoice({
    counterparty_id,
    country_details: { buyer_reference: 'PO-7' },
    line_items: [{ description: 'Consulting', unit_price: 100 }],
    ...more,
  });

const filed = async ({ client }: Company, invoice_id: Invoice['id']): Promise<Invoice> => {
  const { approval_request_id } = await client.submit_invoice({ invoice_id });
  await admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
  return until(
    () => client.get_invoice({ invoice_id }),
    ({ filing }) => filing.status === 'filed' || filing.status === 'failed',
  );
};

/** The service remembers a company for some seconds, whatever commands do. */
const onceReady = ({ client }: Company, invoice_id: Invoice['id']): Promise<Invoice> =>
  until(
    () => client.get_invoice({ invoice_id }),
    ({ compliance }) => compliance.ready,
  );

const issuesOf = ({ compliance }: Pick<Invoice, 'compliance'>): string[] =>
  compliance.issues.map(({ rule, path, severity }) => `${severity} ${rule} ${path ?? ''}`);

const filenames = (mail: ReturnType<typeof readMail>): string[] =>
  mail.parts
    .map(({ headers }) => /filename=(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')
    .filter((name) => name !== '');

for (const [country, ids, tax, header] of [
  ['AU', ['--tax-id=51824753556'], { vat_id: '53004085616' }, 'ABN: 51824753556'],
  ['SG', ['--tax-id=M12345678'], { vat_id: '201912345K' }, 'GST registration number: M12345678'],
] as const) {
  test(`${country}: by e-mail a company gets a PDF alone, with the files that belong to it`, async () => {
    const seller = await company(country, ...ids);
    const buyer = await customerOf(seller, country, 'Harbour Bridge Holdings', tax, 'pay@harbour.example');
    const attachments = [
      { name: 'hours.csv', mime_type: 'text/csv', content_base64: Buffer.from('a;1').toString('base64') },
    ] as const;
    const delivery = { channel: 'email' } as const;
    const draft = await draftFor(seller, buyer.id, { delivery, attachments });
    assert.deepEqual(
      [draft.delivery_channel, draft.delivery_format, draft.compliance.ready],
      ['email', 'pdf', true],
      issuesOf(draft).join(),
    );
    const invoice = await filed(seller, draft.id);
    assert.deepEqual(
      [
        invoice.filing.status,
        invoice.filing.delivery.recipient,
        invoice.delivery_channel,
        invoice.delivery_format,
      ],
      ['filed', 'pay@harbour.example', 'email', 'pdf'],
      JSON.stringify(invoice.filing),
    );
    const [mail, ...others] = server.taken.map(({ raw }) => readMail(raw));
    assert.ok(mail !== undefined && others.length === 0);
    const name = `${invoice.folio}.pdf`;
    assert.deepEqual(filenames(mail), [name, 'hours.csv']);
    const pdf = attachment(mail, name) ?? assert.fail();
    assert.equal(attachment(mail, 'hours.csv')?.toString('utf8'), 'a;1');
    assert.ok(!pdf.includes('EmbeddedFile'));
    const text = textOf(pdf);
    assert.ok(text.startsWith('Tax invoice') || text.includes('Tax invoice'), text);
    assert.ok(text.includes(header), text);
    for (const never of ['XML', 'EN 16931', 'Factur-X', 'VAT']) assert.ok(!text.includes(never), never);
    assert.match(mail.parts.map(({ body }) => body.toString('utf8')).join(), /attached as a PDF/);
    const got = await seller.client.call('get_document', { record_id: invoice.id, format: 'pdf' });
    assert.ok(Buffer.from(String(got.content), 'base64').equals(pdf));
    const { code, path } = factsOf(
      await callError(service.url, seller.key, 'get_document', { record_id: invoice.id, format: 'xml' }),
      { format: 'xml' },
    );
    assert.deepEqual([code, path], ['document_is_pdf', 'format']);
    const { message } = await admin.refused('invoice', 'document', invoice.id, '--kind=xml');
    assert.equal(message, `${invoice.id} went as a PDF alone; "--kind pdf" has it.`);
    for (const format of ['zugferd', 'xrechnung']) {
      const args = {
        counterparty_id: buyer.id,
        country_details: { buyer_reference: 'PO-7' },
        line_items: [{ description: 'Consulting', unit_price: 100 }],
        delivery: { channel: 'email', format },
      };
      const refused = factsOf(await callError(service.url, seller.key, 'create_invoice', args), args);
      assert.deepEqual(refused, {
        code: 'invalid_parameter',
        path: 'delivery.format',
        reason: `is no form of documents of ${country}, which go by e-mail as pdf`,
        received: format,
      });
    }
  });
}

test(declared('get_document', 'document_is_pdf', 'of a consumer in Singapore'), async () => {
  const seller = await company('SG', '--tax-id=200312345A');
  const buyer = await customerOf(seller, 'SG', 'Mei Lin', {}, 'mei@home.example');
  const invoice = await filed(seller, (await draftFor(seller, buyer.id)).id);
  assert.deepEqual([invoice.filing.status, invoice.delivery_format], ['filed', 'pdf']);
  const told = factsOf(await callError(service.url, seller.key, 'get_document', { record_id: invoice.id }));
  assert.deepEqual(told, { code: 'document_is_pdf', path: 'format', record_id: invoice.id });
});

test(warned('create_counterparty', 'registration_missing', 'NL: KvK numbers are asked for'), async () => {
  const bare = await company('NL', '--vat-id=NL001234567B01');
  assert.deepEqual(bare.warnings, [
    'Without --tax-number (KvK number or OIN) the network takes no invoice of the entity to companies in NL.',
  ]);
  const buyer = await customerOf(bare, 'NL', 'Zuiderzee B.V.', { vat_id: 'NL009876543B01' });
  assert.deepEqual(
    buyer.warnings.map(({ code, path, message }) => [code, path, message]),
    [
      [
        'registration_missing',
        'country_details.tax_number',
        'The counterparty has no KvK number or OIN; invoices to it over the network of NL cannot be filed until it is added with update_counterparty.',
      ],
    ],
  );
  const details = { country_details: { buyer_reference: 'PO-7', bank_account_number: 'NL91ABNA0417164300' } };
  const draft = await draftFor(bare, buyer.id, details);
  assert.deepEqual(issuesOf(draft), [
    'error BR-NL-1 entity.details.tax_number',
    'error BR-NL-10 counterparty.country_details.tax_number',
  ]);
  assert.match(draft.compliance.issues[0]?.fix ?? '', /Ask an administrator to set the KvK number/);
  const told = await admin.json('entity', 'update', bare.entity, '--tax-number=12345678');
  assert.deepEqual([told.details.tax_number, told.warnings ?? []], ['12345678', []]);
  await admin.json('counterparty', 'update', buyer.id, '--tax-number=87654321');
  const ready = await onceReady(bare, draft.id);
  assert.deepEqual([ready.compliance.ready, issuesOf(ready)], [true, []]);
  assert.equal((await filed(bare, draft.id)).filing.status, 'filed');
  const { content } = await bare.client.call('get_document', { record_id: draft.id, format: 'xml' });
  assert.deepEqual(
    [...String(content).matchAll(/<cbc:CompanyID schemeID="(\d+)">(\d+)</g)].map(([, scheme, id]) => [
      scheme,
      id,
    ]),
    [
      ['0106', '12345678'],
      ['0106', '87654321'],
    ],
  );
});

test('NL: the number that stands in a participant id is not asked for again', async () => {
  const seller = await company('NL', '--tax-id=NL820471616B01', '--participant-id=0106:52814397');
  assert.deepEqual(seller.warnings, []);
  const named = { vat_id: 'NL606567446B01', participant_id: '0190:00000001003214345000' };
  const buyer = await customerOf(seller, 'NL', 'Gemeente B', named);
  assert.deepEqual(codesOf(buyer.warnings), []);
  const details = { country_details: { buyer_reference: 'PO-7', bank_account_number: 'NL91ABNA0417164300' } };
  const draft = await draftFor(seller, buyer.id, details);
  assert.deepEqual([draft.compliance.ready, issuesOf(draft)], [true, []]);
  assert.equal((await filed(seller, draft.id)).filing.status, 'filed');
  const { content } = await seller.client.call('get_document', { record_id: draft.id, format: 'xml' });
  assert.match(String(content), /<cbc:CompanyID schemeID="0106">52814397</);
  assert.match(String(content), /<cbc:CompanyID schemeID="0190">00000001003214345000</);
});

test('NL: what goes by e-mail as plain EN 16931 is not held to the rules of the network', async () => {
  const seller = await company('NL', '--vat-id=NL003456789B01', '--tax-number=12345678');
  const { id } = await seller.client.create_counterparty({ name: 'Jan Jansen', email: 'jan@thuis.example' });
  const draft = await draftFor(seller, id, {
    country_details: { buyer_reference: 'PO-7', payment_means_code: '10' },
  });
  assert.deepEqual(
    [draft.compliance.ready, draft.delivery_channel, issuesOf(draft)],
    [true, 'email', ['warning BR-10 counterparty.country_details.street']],
  );
});

test('SG: a GST number that is no UEN needs the UEN beside it, over the network', async () => {
  const seller = await company('SG', '--tax-id=M90312345A');
  assert.deepEqual(seller.warnings, [
    'Without --tax-number (UEN) the network takes no invoice of the entity to companies in SG.',
  ]);
  const buyer = await customerOf(seller, 'SG', 'Orchard Retail', { vat_id: '201912345K' });
  assert.deepEqual(codesOf(buyer.warnings), []);
  const draft = await draftFor(seller, buyer.id);
  assert.deepEqual(
    issuesOf(draft).filter((issue) => issue.startsWith('error')),
    [
      'error PEPPOL-EN16931-R020 entity.details.participant_id',
      'error BR-112-GST-SG entity.details.tax_number',
    ],
  );
  await admin.json('entity', 'update', seller.entity, '--tax-number=200312345A');
  const ready = await onceReady(seller, draft.id);
  assert.equal(ready.compliance.ready, true, issuesOf(ready).join());
});
