// confirm_bank_match: what in the line speaks against what is confirmed is told, also by a dry run, and it is done all the same.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import type { SearchType } from '../../../generated/types.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { indexRecord } from '../../../src/domain/ground/search-index/index-record.ts';
import { addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { changingNothing, warned } from '../support.ts';
import { addAccount, addLine, NOW } from './support.ts';

let service: TestService;
let account: BankAccountId;
let ibarra: CounterpartyId;
let quetzal: CounterpartyId;

const named = (record_id: string, type: SearchType, label: string, identifiers: string[]): Promise<void> =>
  inTransaction(service.database, (db) =>
    indexRecord({ db, entity: { id: service.entities.mx } }, { record_id, type, label, identifiers }),
  );

const party = async (name: string): Promise<CounterpartyId> => {
  const id = await addParty(service.database, service.entities.mx, name);
  await named(id, 'counterparties', name, []);
  return id;
};

const invoice = async (number: string, total: string, counterparty_id = ibarra): Promise<InvoiceId> => {
  const facts = { number, total, counterparty_id, issue_date: '2026-02-20', due_date: '2026-03-02' };
  const id = await addInvoice(service.database, service.entities.mx, facts);
  await named(id, 'invoices', number, [`A${number}`, number]);
  return id;
};

const line = (amount_minor: number, description: string): Promise<string> =>
  addLine(service, service.entities.mx, account, { amount_minor, description });

/** What contradicts, if anything. */
const confirm = async (id: string, matched_record_id: InvoiceId, dry_run = false) => {
  const transaction_id = id as BankTransactionId;
  const { warnings, match_status } = await service
    .client(service.keys.mx)
    .confirm_bank_match({ transaction_id, matched_record_id, dry_run });
  assert.equal(match_status, 'confirmed');
  return warnings.flatMap(({ code, message }) => (code === 'match_contradicted' ? [message] : []));
};

before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
  ibarra = await party('Comercial Ibarra SA de CV');
  quetzal = await party('Herrajes Quetzal SA de CV');
});
after(() => service.close());

describe('what a line says against a confirm', () => {
  test(warned('confirm_bank_match', 'match_contradicted', 'the number of another document'), async () => {
    const right = await invoice('7101', '1100.00');
    const wrong = await invoice('7102', '1200.00');
    const id = await line(110_000, 'SPEI COMERCIAL IBARRA FACTURA A7101');
    const told = [
      'The transaction contradicts this match: The text has the number of A-7101, not of A-7102.',
    ];
    const [dry] = await changingNothing(service.database, () => confirm(id, wrong, true));
    assert.ok(dry?.startsWith(told[0] ?? ''), dry);
    assert.deepEqual(await changingNothing(service.database, () => confirm(id, right, true)), []);
    assert.deepEqual(await confirm(id, wrong), [dry]);
  });

  test('the name of another party', async () => {
    await invoice('7111', '1311.00', quetzal);
    const wrong = await invoice('7112', '1311.00');
    const id = await line(131_100, 'SPEI RECIBIDO HERRAJES QUETZAL');
    const [told] = await confirm(id, wrong);
    assert.match(told ?? '', /names Herrajes Quetzal SA de CV, not Comercial Ibarra SA de CV/);
  });

  test('another document of the party has the very amount', async () => {
    await invoice('7121', '1421.00');
    const wrong = await invoice('7122', '1499.00');
    const [told] = await confirm(await line(142_100, 'PAGO COMERCIAL IBARRA'), wrong);
    assert.match(told ?? '', /A-7121 of the same party has exactly this amount/);
  });

  test('a suggestion waits for the line, and is another', async () => {
    const own = await addAccount(service, service.entities.mx, { name: 'Otra' });
    const wrong = await invoice('7131', '1531.00', quetzal);
    await invoice('7132', '1532.00');
    const id = await addLine(service, service.entities.mx, own, {
      amount_minor: 153_200,
      description: 'SPEI COMERCIAL IBARRA FACTURA A9999',
    });
    const run = await service.client(service.keys.mx).run_ai_matching({ bank_account_id: own });
    assert.equal(run.suggested, 1);
    const [told] = await confirm(id, wrong);
    assert.match(told ?? '', /Another match is suggested: A-7132 – Comercial Ibarra SA de CV \(\d+ %\)/);
  });

  for (const [title, description, amount] of [
    ['a number and the amount', 'SPEI COMERCIAL IBARRA A7141', 164_100],
    ['the name alone', 'SPEI COMERCIAL IBARRA', 164_100],
    ['nothing but the amount', 'DEPOSITO', 164_100],
    ['a part, with its number', 'ANTICIPO COMERCIAL IBARRA A7141', 100_000],
    ['a discount taken', 'COMERCIAL IBARRA', 160_818],
    ['words of the bank', 'SPEI RECIBIDO BBVA REF 0007999 CVE RAST 85729', 164_100],
  ] as const) {
    test(`nothing is told of a usual payment: ${title}`, async () => {
      const record = await invoice('7141', '1641.00', await party('Comercial Ibarra SA de CV'));
      const id = await line(amount, description);
      assert.deepEqual(await confirm(id, record, true), []);
      const drop = { status: 'void' as const, open: null, balance_minor: 0 };
      await service.database.kysely
        .updateTable('invoice')
        .set({ ...drop, open: false, series: record.slice(-20) })
        .where('id', '=', record)
        .execute();
    });
  }
});
