// Bookings of several payments: each payment is a transaction that is matched by itself, what the bank charged is another
// one, and however the booking comes again, it is known.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { BankAccountId } from '../../generated/ids.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { addInvoice, addParty } from '../support/documents.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addAccount } from '../tools/bank/support.ts';
import { type Admin, adminOn, NOW } from './support.ts';

const FIXTURES = join(packageRoot(), 'test', 'domain', 'bank-statements', 'fixtures');
const CHARGES = join(FIXTURES, 'camt053-charges.xml');
const TAKEN_APART =
  '2 rows were taken apart into 6 transactions, each of which is matched by itself. Charges of the bank among them are marked as no match.';

describe('batches of a statement', () => {
  let service: TestService;
  let admin: Admin;
  let account: BankAccountId;
  before(async () => {
    service = await startTestService();
    service.setNow(NOW);
    admin = adminOn(service.databaseUrl);
  });
  after(() => service.close());
  beforeEach(async () => {
    account = await addAccount(service, service.entities.de, { currency: 'EUR', name: 'Hausbank' });
  });

  const load = (path: string, ...more: string[]) =>
    admin.json('statement', 'import', '--bank-account', account, path, ...more);
  const client = () => service.client(service.keys.de);
  const search = async () =>
    (await client().search_bank_transactions({ bank_account_id: account, limit: 50 })).data.toReversed();
  const counts = ({ imported, duplicates }: { imported: number; duplicates: number }) => [
    imported,
    duplicates,
  ];

  it('become transactions of their own, and charges another one', async () => {
    const report = await load(CHARGES);
    assert.deepEqual(report, {
      bank_statement_id: report.bank_statement_id,
      rows: 2,
      imported: 2,
      duplicates: 0,
      left_out: [],
      rejected: [],
      money_in: 652.6,
      money_out: 0,
      opening_balance: 1_000,
      closing_balance: 1_652.6,
      currency: 'EUR',
      period_start: '2026-11-17',
      period_end: '2026-11-17',
      gap: null,
      transfers_suggested: 0,
      warnings: [TAKEN_APART],
    });
    const found = await search();
    const settlement = found[0]?.batch?.id;
    assert.match(settlement ?? '', /^bbat_/);
    const batch = {
      id: settlement,
      reference: 'SETTLE-7',
      amount: 395.5,
      transaction_type: 'credit',
      parts: 4,
    };
    assert.deepEqual(
      found
        .slice(0, 4)
        .map((each) => [
          each.amount,
          each.transaction_type,
          each.description,
          each.reference,
          each.counterparty_hint,
          each.match_status,
          each.statement_line,
          each.batch,
        ]),
      [
        [100, 'credit', 'RE 2026-1', 'C1', 'Anna Ast', 'unmatched', 1, { ...batch, kind: 'payment' }],
        [250, 'credit', 'RE 2026-2', 'C2', 'Bernd Busch', 'unmatched', 1, { ...batch, kind: 'payment' }],
        [50, 'credit', 'Clara Cohn', 'C3', 'Clara Cohn', 'unmatched', 1, { ...batch, kind: 'payment' }],
        [
          4.5,
          'debit',
          'Bank charges KARTENABRECHNUNG',
          null,
          null,
          'no_match',
          1,
          { ...batch, kind: 'charge' },
        ],
      ],
    );
    assert.deepEqual(
      found
        .slice(4)
        .map(({ amount, transaction_type, match_status, batch: of }) => [
          amount,
          transaction_type,
          match_status,
          of?.amount,
          of?.kind,
        ]),
      [
        [260, 'credit', 'unmatched', 257.1, 'payment'],
        [2.9, 'debit', 'no_match', 257.1, 'charge'],
      ],
    );
    const { data } = await client().list_bank_statements({ bank_account_id: account });
    const [statement] = data;
    assert.deepEqual(
      [statement?.transaction_count, statement?.duplicate_count, statement?.closing_balance],
      [6, 0, 1652.6],
    );
    assert.deepEqual(statement?.counts_by_match_status, {
      unmatched: 4,
      suggested: 0,
      confirmed: 0,
      no_match: 2,
    });
  });

  it('are confirmed part by part', async () => {
    await load(CHARGES);
    const invoiceOf = async (name: string, total: string, number: string) =>
      addInvoice(service.database, service.entities.de, {
        counterparty_id: await addParty(service.database, service.entities.de, name),
        total,
        currency: 'EUR',
        number,
        issue_date: '2026-11-01',
        due_date: '2026-11-20',
      });
    const [anna, bernd] = [
      await invoiceOf('Anna Ast', '100.00', 'RE 2026-1'),
      await invoiceOf('Bernd Busch', '250.00', 'RE 2026-2'),
    ];
    const [first, second] = await search();
    assert.ok(first !== undefined && second !== undefined);
    const one = await client().confirm_bank_match({ transaction_id: first.id, matched_record_id: anna });
    assert.deepEqual([one.match_status, one.payment?.amount, one.batch?.parts], ['confirmed', 100, 4]);
    await client().confirm_bank_match({ transaction_id: second.id, matched_record_id: bernd });
    for (const invoice_id of [anna, bernd])
      assert.equal((await client().get_invoice({ invoice_id })).payment_status, 'paid');
    assert.deepEqual(
      (await search()).map(({ match_status }) => match_status),
      ['confirmed', 'confirmed', 'unmatched', 'no_match', 'unmatched', 'no_match'],
    );
    // Undoing one leaves the others.
    const email = '--by=ana@ibarra.example';
    const who = ['--email=ana@ibarra.example', '--name=Ana', '--role=administrator'];
    await admin.json('member', 'add', '--org', service.organisation_id, ...who);
    await admin.json('bank', 'match', 'undo', first.id, email);
    assert.deepEqual(
      (await search()).slice(0, 2).map(({ match_status }) => match_status),
      ['unmatched', 'confirmed'],
    );
  });

  it('are known when the file comes again, in whatever order', async () => {
    const first = await load(CHARGES);
    assert.deepEqual(await load(CHARGES), { ...first, imported: 0, duplicates: 2, warnings: [] });
    const text = readFileSync(CHARGES, 'utf8');
    const entries = text.match(/ {6}<Ntry>[\s\S]*?<\/Ntry>/gu) ?? [];
    const turned = text.replace(/ {6}<Ntry>[\s\S]*<\/Ntry>/u, entries.toReversed().join('\n'));
    assert.notEqual(turned, text);
    assert.deepEqual(counts(await load(admin.file('turned.xml', turned))), [0, 2]);
    assert.equal((await search()).length, 6);
  });

  it('are the same movement as the sum in a file of another format', async () => {
    const sums = [
      'Buchungstag;Verwendungszweck;Betrag',
      '17.11.2026;KARTENABRECHNUNG;395,50',
      '17.11.2026;AUSLANDSUEBERWEISUNG RE 2026-3;257,10',
    ].join('\n');
    await load(CHARGES);
    assert.deepEqual(counts(await load(admin.file('sums.csv', sums))), [0, 2]);
    account = await addAccount(service, service.entities.de, { currency: 'EUR', name: 'Zweite' });
    await load(admin.file('sums.csv', sums));
    const later = await load(CHARGES);
    assert.deepEqual(counts(later), [0, 2]);
    assert.deepEqual(
      (await search()).map(({ amount, batch }) => [amount, batch]),
      [
        [395.5, null],
        [257.1, null],
      ],
    );
  });

  it('are the same movements as their payments in a file of another format', async () => {
    const singles = [
      'Buchungstag;Verwendungszweck;Empfänger;Betrag',
      '17.11.2026;RE 2026-1;Anna Ast;100,00',
      '17.11.2026;RE 2026-2;Bernd Busch;250,00',
      '17.11.2026;Kauf;Clara Cohn;50,00',
    ].join('\n');
    await load(admin.file('singles.csv', singles));
    assert.deepEqual(counts(await load(CHARGES)), [1, 1]);
    assert.deepEqual(
      (await search()).map(({ amount }) => amount),
      [100, 250, 50, 260, 2.9],
    );
  });

  it('are told of in a dry run, which writes nothing', async () => {
    const dry = await load(CHARGES, '--dry-run');
    assert.deepEqual([...counts(dry), dry.warnings], [2, 0, [TAKEN_APART]]);
    assert.deepEqual(await search(), []);
  });

  it('whose payments do not make them are refused, and with --partial stay one transaction', async () => {
    const path = join(FIXTURES, 'broken', 'camt-batch-sum.xml');
    const { code, out } = await admin.run('statement', 'import', '--bank-account', account, path, '--json');
    const reason =
      'the 2 payments in the entry make 290.00 EUR and the entry is 300.00 EUR; with --partial it stays one transaction';
    assert.equal(code, 1);
    assert.deepEqual((JSON.parse(out) as { rejected: object[] }).rejected, [{ line: 10, reason }]);
    assert.deepEqual(await search(), []);
    const partial = await load(path, '--partial');
    assert.deepEqual([...counts(partial), partial.warnings], [1, 0, [`Line 10: ${reason}.`]]);
    assert.deepEqual(
      (await search()).map(({ amount, description, batch }) => [amount, description, batch]),
      [[300, 'SAMMLER-GUTSCHRIFT 2 payments: Anna Ast RE 1 100.00 Bernd Busch RE 2 190.00', null]],
    );
  });

  it('without amounts, or told in part, stay one transaction and are named', async () => {
    const mixed = await load(join(FIXTURES, 'camt053-mixed-batch.xml'));
    assert.deepEqual(mixed.warnings, [
      'Line 20: the 2 payments in the entry of 60.00 EUR have no amounts of their own; it stays one transaction.',
      '1 row was taken apart into 3 transactions, each of which is matched by itself.',
    ]);
    assert.deepEqual(
      (await search()).map(({ amount, transaction_type, counterparty_hint }) => [
        amount,
        transaction_type,
        counterparty_hint,
      ]),
      [
        [120, 'credit', 'Anna Ast'],
        [80, 'credit', 'Bernd Busch'],
        [20, 'debit', 'Clara Cohn'],
        [60, 'credit', null],
      ],
    );
    account = await addAccount(service, service.entities.de, { currency: 'EUR', name: 'Dritte' });
    const incomplete = await load(join(FIXTURES, 'broken', 'camt-batch-incomplete.xml'));
    assert.deepEqual(incomplete.warnings, [
      'Line 10: the statement tells of 2 of the 3 payments in the entry of 300.00 EUR; it stays one transaction.',
    ]);
    assert.equal((await search()).length, 1);
  });

  it('keep the number of every document that a payment names', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `RE-2026-${1_001 + index}`);
    const documents = numbers.map((number) => `<Strd><RfrdDocInf><Nb>${number}</Nb></RfrdDocInf></Strd>`);
    const text = readFileSync(join(FIXTURES, 'camt053-documents.xml'), 'utf8');
    await load(admin.file('many.xml', text.replace(/<Strd>.*<\/Strd>/u, documents.join(''))));
    const [line] = await search();
    assert.equal(line?.description, ['GUTSCHRIFT 2017', ...numbers].join(' '));
  });
});
