// What cannot be undone is asked of a person at a terminal, and of nobody else.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, it, test } from 'node:test';
import { openTerminal } from '../../src/admin/terminal.ts';
import { ANA, type Office, openOffice, QUICK } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer } from '../tools/support.ts';
import { type Admin, adminOn, type Outcome } from './support.ts';

const BY = ['--by', ANA];
const REFUSED = 'Nothing was changed: the answer was not yes.\n';

test('the end of the input is no answer', async () => {
  const stream = (): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), { isTTY: true });
  const [input, output] = [stream(), stream()];
  const open = () =>
    openTerminal(input as unknown as NodeJS.ReadStream, output as unknown as NodeJS.WriteStream);
  input.write('yes\n');
  assert.equal(await open()?.ask('Go on? '), 'yes');
  input.end();
  assert.equal(await open()?.ask('Go on? '), '');
  assert.equal(String(output.read()), 'Go on? Go on? ');
  input.isTTY = false;
  assert.equal(open(), undefined);
});

describe('what cannot be undone', () => {
  let service: TestService;
  let office: Office;
  let admin: Admin;
  before(async () => {
    service = await startTestService({ filing: { timing: QUICK } });
    office = await openOffice(service);
    admin = adminOn(service.databaseUrl, new Date(), { DATA_DIR: service.dataDir ?? '' });
  });
  after(() => service.close());

  const pending = async () => {
    const id = await office.draft('mx');
    return { id, request: (await office.submit('mx', id)).approval_request_id };
  };

  const text = ({ code, err }: Outcome) => ({ code, err });

  it('is not done unless the answer is yes', async () => {
    const { id, request } = await pending();
    for (const typed of ['', 'no', 'yesterday', 'n', 'ok']) {
      const told = await admin.asked(typed, 'approval', 'approve', request, ...BY);
      assert.deepEqual({ ...text(told), out: told.out }, { code: 1, err: REFUSED, out: '' });
      assert.deepEqual(told.questions, [
        `This files the invoice of ${(await office.get('mx', id)).entity.name} for CAFE LUNA, 1160.00 MXN (${request}). What is filed can only be cancelled or credited.\nGo on? (yes/no) `,
      ]);
    }
    assert.equal((await admin.json('approval', 'show', request)).status, 'pending');
    const done = await admin.asked(' Yes', 'approval', 'approve', request, ...BY);
    assert.equal(done.code, 0);
    assert.equal((await office.settled('mx', id)).filing.status, 'filed');
    // The decision stands, so nothing is left to ask.
    assert.deepEqual((await admin.asked('no', 'approval', 'approve', request, ...BY)).questions, []);
  });

  it('names each of several', async () => {
    const [first, second] = [await pending(), await pending()];
    const { questions } = await admin.asked(
      'no',
      'approval',
      'approve',
      first.request,
      second.request,
      ...BY,
    );
    assert.match(
      questions[0] ?? '',
      new RegExp(
        `^This files\n  the invoice .*\\(${first.request}\\)\n  .*\\(${second.request}\\)\nWhat is filed`,
      ),
    );
  });

  it('is done without a question by --yes, by programs, and with --json', async () => {
    const discard = async (ask: (id: string) => Promise<Outcome>): Promise<void> => {
      const id = await office.draft('mx');
      const { code, err } = await ask(id);
      assert.deepEqual({ code, err }, { code: 0, err: '' });
      assert.equal((await admin.refused('invoice', 'show', id)).code, 'not_found');
    };
    await discard((id) => admin.run('invoice', 'discard', id, ...BY));
    for (const flag of ['--yes', '--json'])
      await discard(async (id) => {
        const told = await admin.asked('no', 'invoice', 'discard', id, ...BY, flag);
        assert.deepEqual(told.questions, []);
        return told;
      });
  });

  it('is told with the record: its number, its customer, its amount', async () => {
    const { id } = await office.approved('mx');
    const { folio } = await office.settled('mx', id);
    const { id: paid } = await service.client(service.keys.mx).record_invoice_payment({ invoice_id: id });
    const twin = await addMexicanCustomer(service, 'CAFE LUNA DOS');
    const org = ['--org', service.organisation_id];
    const { id: key } = await admin.json('key', 'create', ...org, '--name', 'Report');
    const url = 'https://hooks.example.com/folio';
    const { id: hook } = await admin.json('webhook', 'create', ...org, '--url', url, '--events', '*');
    const draft = await office.draft('mx');
    const asked: readonly (readonly [RegExp, ...string[]])[] = [
      [
        new RegExp(`^This asks the authority to cancel the invoice ${folio} for CAFE LUNA, 1160\\.00 MXN`),
        'invoice',
        'void',
        id,
        ...BY,
        '--reason=02',
      ],
      [
        new RegExp(`^This says that the provider does not have the invoice ${folio}`),
        'invoice',
        'not-filed',
        id,
        ...BY,
      ],
      [new RegExp(`^This removes the invoice ${draft} for CAFE LUNA`), 'invoice', 'discard', draft, ...BY],
      [
        new RegExp(`^This takes the payment of 1160\\.00 MXN \\(CAFE LUNA, ${paid}\\) back`),
        'payment',
        'reverse',
        paid,
        ...BY,
        '--reason=x',
      ],
      [
        /^This makes CAFE LUNA DOS \(ctpy_\w+\) a part of CAFE LUNA \(ctpy_\w+\) for good/,
        'counterparty',
        'merge',
        twin,
        '--into',
        office.customers.mx,
        ...BY,
      ],
      [/^This ends for good the key "Report" \(…[\w-]+, akey_\w+\)/, 'key', 'revoke', key],
      [/^This ends at once the present secret of the key "Report"/, 'key', 'roll', key, '--now'],
      [/^This takes Ana \(ana@ibarra\.example, administrator\) out of orgn_\w+/, 'member', 'remove', ANA],
      [new RegExp(`^This ends for good the webhook to ${url}`), 'webhook', 'delete', hook],
      [/^This ends at once the present secret of the webhook/, 'webhook', 'rotate', hook, '--now'],
    ];
    for (const [question, ...args] of asked) {
      const told = await admin.asked('no', ...args);
      assert.match(told.questions[0] ?? '', question, args.join(' '));
      assert.deepEqual(text(told), { code: 1, err: REFUSED });
    }
    assert.equal((await office.get('mx', id)).filing.cancellation, null);
    assert.equal((await admin.json('key', 'show', key)).status, 'active');
    assert.equal((await admin.json('payment', 'show', paid)).status, 'recorded');
  });

  it('is not asked where nothing would be lost', async () => {
    const twin = await addMexicanCustomer(service, 'CAFE LUNA TRES');
    const merge = ['counterparty', 'merge', twin, '--into', office.customers.mx, ...BY, '--dry-run'];
    assert.deepEqual((await admin.asked('no', ...merge)).questions, []);
    const { id } = await admin.json('key', 'create', '--org', service.organisation_id);
    const rolled = await admin.asked('no', 'key', 'roll', id);
    assert.deepEqual([rolled.code, rolled.questions], [0, []]);
  });
});
