// Between a person's look and the sending a key can change nothing of what is sent: what changed is refused, and the rest
// goes out as it was shown, to whom it was shown.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { BankAccountId, CounterpartyId, InvoiceId } from '../../generated/ids.ts';
import type { ToolName } from '../../generated/dispatch.ts';
import type { FilingPreview } from '../../generated/types.ts';
import type { Progress } from '../../src/domain/filing/steps/step.ts';
import { hiddenIn } from '../domain/filing/preview/found.ts';
import { type MailServer, readMail, startMailServer } from '../mail/mail-server.ts';
import { ANA, type Office, openOffice, QUICK, type Side, until } from '../support/office.ts';
import { doseOf, longDoseOf, seedOf } from '../support/dose.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely } from '../tools/support.ts';

type Moment = 'looked' | 'claimed' | 'signed' | 'built' | 'sent' | 'delivering';

let server: MailServer;
let service: TestService;
let office: Office;
/** What the key does at this point of the filing; once. */
let planned: { readonly at: Moment; readonly act: () => Promise<unknown> } | undefined;

let accounts: Readonly<Record<Side, BankAccountId>>;
const openAccount = async (side: Side, ...facts: string[]): Promise<BankAccountId> => {
  const entity = `--entity=${service.entities[side]}`;
  return (await office.admin.json('bank-account', 'create', entity, '--name=Cuenta', ...facts)).id;
};

const isAt = (moment: Moment, progress: Progress, kind: string): boolean =>
  moment === 'delivering'
    ? kind === 'deliver' && progress === 'claimed'
    : kind === 'file' && progress === moment;

before(async () => {
  server = await startMailServer();
  service = await startTestService({
    smtp_url: server.url,
    filing: {
      timing: QUICK,
      onStep: async (progress, { kind }) => {
        if (planned === undefined || !isAt(planned.at, progress, kind)) return;
        const { act } = planned;
        planned = undefined;
        await act();
      },
    },
  });
  office = await openOffice(service);
  accounts = {
    mx: await openAccount('mx', '--currency=MXN', '--clabe=002010077777777771'),
    de: await openAccount('de', '--currency=EUR', '--iban=DE89370400440532013000', '--bic=COBADEFFXXX'),
  };
});
after(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.taken.length = 0;
  planned = undefined;
});

interface Target {
  readonly side: Side;
  readonly invoice_id: InvoiceId;
  readonly counterparty_id: CounterpartyId;
  readonly bank_account_id: BankAccountId;
}

const THIEF = 'thief@evil.example';
const call = (side: Side, tool: ToolName, args: object): Promise<unknown> =>
  callLoosely(service, side, tool, args);

const customer =
  (change: object) =>
  ({ side, counterparty_id }: Target) =>
    call(side, 'update_counterparty', { counterparty_id, ...change });
const draft =
  (change: object) =>
  ({ side, invoice_id }: Target) =>
    call(side, 'update_invoice', { invoice_id, ...change });
const account =
  (change: object) =>
  ({ side, bank_account_id }: Target) =>
    call(side, 'update_bank_account', { bank_account_id, ...change });
const closeAccount = ({ side, bank_account_id }: Target) =>
  call(side, 'set_bank_account_active', { bank_account_id, active: false });

const FILE = { name: 'a.pdf', mime_type: 'application/pdf', description: 'Anlage' };
const base64 = (text: string) => Buffer.from(`%PDF-1.4 ${text}`).toString('base64');

/** `mail`: a German company that is reached by e-mail. */
type Way = readonly [title: string, to: Side | 'mail', at: Moment, act: (target: Target) => Promise<unknown>];

const WAYS: readonly Way[] = [
  ['the address of the customer', 'mx', 'looked', customer({ email: THIEF })],
  ['no address of the customer', 'mx', 'looked', customer({ clear: ['email'] })],
  ['the name of the customer', 'mx', 'looked', customer({ name: 'Cafe Sol' })],
  ['the postal code of the customer', 'mx', 'looked', customer({ postal_code: '64000' })],
  ['the RFC of the customer', 'mx', 'looked', customer({ country_details: { rfc: 'IVD920810GU2' } })],
  ['the regime', 'mx', 'looked', customer({ country_details: { fiscal_regime_code: '603' } })],
  ['the use of the customer', 'mx', 'looked', customer({ country_details: { cfdi_use_code: 'G01' } })],
  ['a price', 'mx', 'looked', draft({ line_items: [{ description: 'Servicio', unit_price: 9000 }] })],
  ['a product code', 'mx', 'looked', draft({ line_items: [line({ sat_product_code: '43231500' })] })],
  [
    'a retention',
    'mx',
    'looked',
    draft({ line_items: [line({ withholdings: [{ tax: 'ISR', rate: 10 }] })] }),
  ],
  ['the terms in words', 'mx', 'looked', draft({ payment_terms_text: 'Pagar a otra cuenta' })],
  ['the notes', 'mx', 'looked', draft({ notes: 'Otra CLABE: 032180000118359719' })],
  ['the days', 'mx', 'looked', draft({ payment_terms_days: 90 })],
  ['the own CLABE', 'mx', 'looked', account({ clabe: '032180000118359719', name: 'Otra' })],
  ['the own account closed', 'mx', 'looked', closeAccount],
  ['the address once approved', 'mx', 'claimed', customer({ email: THIEF })],
  ['the name once approved', 'mx', 'claimed', customer({ name: 'Cafe Sol' })],
  ['the address once sealed', 'mx', 'signed', customer({ email: THIEF })],
  ['the address once built', 'mx', 'built', customer({ email: THIEF, name: 'Cafe Sol' })],
  ['the address once stamped', 'mx', 'sent', customer({ email: THIEF, name: 'Cafe Sol' })],
  ['the address at the mail', 'mx', 'delivering', customer({ email: THIEF, name: 'Cafe Sol' })],
  ['no address at the mail', 'mx', 'delivering', customer({ clear: ['email'] })],
  ['the own CLABE at the mail', 'mx', 'delivering', account({ clabe: '032180000118359719' })],
  ['the address of the customer', 'de', 'looked', customer({ email: THIEF })],
  ['the VAT id', 'de', 'looked', customer({ country_details: { vat_id: 'DE129273398' } })],
  ['the participant', 'de', 'looked', customer({ country_details: { participant_id: '9930:DE129273398' } })],
  ['the street', 'de', 'looked', customer({ country_details: { street: 'Nebenweg 9' } })],
  ['the contact', 'de', 'looked', customer({ country_details: { contact_email: THIEF } })],
  ['the way', 'de', 'looked', draft({ delivery: { channel: 'email', format: 'pdf' } })],
  ['a file', 'de', 'looked', draft({ attachments: [{ ...FILE, content_base64: base64('zwei') }] })],
  ['a discount for early payment', 'de', 'looked', draft({ discount_terms: [{ percent: 50, days: 30 }] })],
  ['the account of the invoice', 'de', 'looked', draft(ibanOf('DE02120300000000202051'))],
  ['an allowance', 'de', 'looked', draft({ allowances: [{ percent: 90, reason: 'Rabatt' }] })],
  ['the own IBAN', 'de', 'looked', account({ iban: 'DE02120300000000202051', bic: 'BYLADEM1001' })],
  ['the order number', 'de', 'looked', draft({ order_reference: 'BST-9' })],
  [
    'the participant once approved',
    'de',
    'claimed',
    customer({ country_details: { participant_id: '9930:DE129273398' } }),
  ],
  ['the address once built', 'de', 'built', customer({ email: THIEF, name: 'Nordwind Neu' })],
  ['the address of the customer', 'mail', 'looked', customer({ email: THIEF })],
  ['no address of the customer', 'mail', 'looked', customer({ clear: ['email'] })],
  ['the network', 'mail', 'looked', customer({ country_details: { participant_id: '0088:4012345000009' } })],
  [
    'the network once approved',
    'mail',
    'claimed',
    customer({ country_details: { participant_id: '0088:4012345000009' } }),
  ],
  ['the address once approved', 'mail', 'claimed', customer({ email: THIEF })],
  ['the address once built', 'mail', 'built', customer({ email: THIEF, name: 'Nordwind Neu' })],
  ['the address once sent', 'mail', 'sent', customer({ email: THIEF, name: 'Nordwind Neu' })],
  ['the address at the mail', 'de', 'delivering', customer({ email: THIEF, name: 'Nordwind Neu' })],
];

function line(country_details: object): object {
  return { description: 'Servicio', unit_price: 1000, country_details };
}
function ibanOf(bank_account_number: string): object {
  return { country_details: { bank_account_number } };
}

const ADDRESS = 'cuentas@cliente.example';
let made = 0;
const NETWORK = { participant_id: '0088:4012345000009' };
const target = async (to: Way[1], args: object = {}): Promise<Target> => {
  const side = to === 'mail' ? 'de' : to;
  made += 1;
  const name = `Cliente ${String.fromCharCode(65 + (made % 26))}${made}`;
  const counterparty_id = await (side === 'mx'
    ? addMexicanCustomer(service, name, { email: ADDRESS })
    : addGermanCustomer(service, name, {
        email: ADDRESS,
        country_details: { ...(to === 'de' && NETWORK), street: 'Am Sandtorkai 50', city: 'Hamburg' },
      }));
  const invoice_id = await office.draft(side, {
    counterparty_id,
    ...(side === 'de' && { attachments: [{ ...FILE, content_base64: base64('eins') }] }),
    ...args,
  });
  return { side, invoice_id, counterparty_id, bank_account_id: accounts[side] };
};

/** All that was shown, with the number that filing gives. */
const withNumber = (preview: FilingPreview, number: string | null): FilingPreview => ({
  ...preview,
  fixed_at_approval: { ...preview.fixed_at_approval, number },
});

/** Without certificate, seal and stamp. */
const unsealed = (xml: string): string =>
  xml
    .replace(/ (?:Sello|NoCertificado|Certificado)="[^"]*"/g, '')
    .replace(/<tfd:TimbreFiscalDigital[^>]*>/, '');

const addressOf = (raw: string): string => readMail(raw).headers.get('to') ?? '';

const SEED = seedOf(import.meta.filename);
const isLooked = ([, , at]: Way): boolean => at === 'looked';
/** What is done right after the look always, at later moments a part of it each run. */
const TRIED = [
  ...WAYS.filter(isLooked),
  ...longDoseOf(
    WAYS.filter((way) => !isLooked(way)),
    0.4,
    SEED,
  ),
];

for (const [title, to, at, act] of TRIED)
  test(`${to}, ${at}: ${title}`, async () => {
    const subject = await target(to);
    const { invoice_id, side } = subject;
    const { approval_request_id: request } = await office.submit(side, invoice_id);
    const { preview } = (await office.admin.json('approval', 'show', request)) as { preview: FilingPreview };
    assert.deepEqual(preview.recipients, [ADDRESS]);
    if (at === 'looked') await act(subject);
    else planned = { at, act: () => act(subject) };
    const { code } = await office.admin.run('approval', 'approve', request, `--by=${ANA}`, '--wait=0');
    const invoice = await office.settled(side, invoice_id);
    assert.equal(planned, undefined, 'the key has acted');
    if (invoice.status === 'draft') {
      const { last_error, status } = invoice.filing;
      assert.ok(
        (code !== 0 && status === 'not_submitted') ||
          ['changed_after_approval', 'delivery_changed'].includes(last_error?.code ?? ''),
        JSON.stringify(invoice.filing),
      );
      assert.deepEqual(server.taken, []);
      return;
    }
    const filed = await office.admin.run('invoice', 'document', invoice_id);
    assert.deepEqual(hiddenIn(unsealed(filed.out), withNumber(preview, invoice.number)), []);
    const delivered = await until(
      () => office.get(side, invoice_id),
      ({ filing }) => filing.delivery.status !== 'pending',
    );
    assert.deepEqual(
      [delivered.filing.delivery.status, delivered.filing.delivery.recipient],
      ['sent', preview.recipients[0]],
    );
    assert.deepEqual(
      server.taken.map(({ to }) => to),
      [preview.recipients],
    );
    assert.ok(addressOf(server.taken[0]?.raw ?? '').includes(preview.buyer.name));
  });

test('there are thirty ways and more', () => assert.ok(WAYS.length >= 30));

/** A filed invoice of the customer, and what follows on it. */
const FOLLOWING = {
  'credit note': async ({ invoice_id }: Target) => {
    const { approval_id } = await office.admin.json(
      'invoice',
      'credit',
      invoice_id,
      '--amount=100',
      `--by=${ANA}`,
    );
    return approval_id as string;
  },
  'payment complement': async ({ invoice_id, side }: Target) => {
    await call(side, 'record_invoice_payment', { invoice_id, amount: 116, payment_date: TODAY() });
    const rows = (await office.admin.json('approval', 'list', '--status=pending')) as {
      readonly id: string;
      readonly document_id: string;
      readonly record_type: string;
    }[];
    return rows.find(({ record_type }) => record_type === 'payment_complement')?.id ?? assert.fail();
  },
} as const;

const TODAY = () => new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);

for (const [kind, follow] of Object.entries(FOLLOWING))
  for (const at of doseOf(['looked', 'claimed', 'built', 'delivering'] as const, 0.5, SEED))
    test(`mx, ${at}: the address of the customer of a ${kind}`, async () => {
      const subject = await target('mx', { country_details: { payment_method: 'PPD' } });
      const { invoice_id } = subject;
      const { approval_request_id } = await office.submit('mx', invoice_id);
      await office.admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`);
      await until(
        () => office.get('mx', invoice_id),
        ({ filing }) => filing.delivery.status === 'sent',
      );
      server.taken.length = 0;
      const request = await follow(subject);
      const shown = await office.admin.json('approval', 'show', request);
      assert.deepEqual(
        [shown.preview.recipients, shown.preview.record_type, shown.record_type],
        [[ADDRESS], shown.record_type, kind === 'credit note' ? 'invoice_credit_note' : 'payment_complement'],
      );
      const act = customer({ email: THIEF, name: 'Cafe Sol' });
      if (at === 'looked') await act(subject);
      else planned = { at, act: () => act(subject) };
      const { code } = await office.admin.run('approval', 'approve', request, `--by=${ANA}`, '--wait=0');
      const ended = await until(
        () => office.admin.json('approval', 'show', request),
        ({ document: { filing } }) =>
          !['pending', 'unclear', 'awaiting_approval'].includes(filing.status) &&
          filing.delivery.status !== 'pending',
      );
      const { filing } = ended.document;
      if (at === 'looked' || at === 'claimed') {
        assert.deepEqual(
          [code !== 0, filing.last_error?.code ?? null],
          [at === 'looked', at === 'looked' ? null : 'changed_after_approval'],
        );
        assert.deepEqual(server.taken, []);
        return;
      }
      assert.deepEqual(
        [filing.status, filing.delivery.status, filing.delivery.recipient],
        ['filed', 'sent', ADDRESS],
      );
      assert.deepEqual(
        server.taken.map(({ to }) => to),
        [[ADDRESS]],
      );
      // What was filed is shown as it was approved.
      assert.deepEqual(ended.preview.recipients, [ADDRESS]);
      assert.equal(ended.preview.buyer.name, shown.preview.buyer.name);
      const filed = await office.admin.run('invoice', 'document', shown.document_id);
      const whole = { ...shown.preview, fixed_at_approval: ended.preview.fixed_at_approval };
      assert.deepEqual(hiddenIn(unsealed(filed.out), whole), []);
    });
