// What was taught of the bank's lines is told of a line as a run knows it: who it means, and that a confirm contradicts it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId, BillId, CounterpartyId } from '../../../generated/ids.ts';
import type { CounterpartyAliasKind } from '../../../generated/types.ts';
import { addBill, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, type LineFacts, NOW } from '../bank/support.ts';

let service: TestService;
let account: BankAccountId;
let robles: CounterpartyId;
let zubiri: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
  robles = await addParty(service.database, service.entities.mx, 'Papelería Robles');
  zubiri = await addParty(service.database, service.entities.mx, 'Fletes Zubiri');
});
after(() => service.close());

const client = () => service.client(service.keys.mx);
let made = 0;
const bill = (counterparty_id: CounterpartyId, minor: number): Promise<BillId> =>
  addBill(service.database, service.entities.mx, {
    counterparty_id,
    total: (minor / 100).toFixed(2),
    issue_date: '2026-02-20',
    due_date: '2026-03-02',
  });
const line = (facts: LineFacts): Promise<BankTransactionId> =>
  addLine(service, service.entities.mx, account, {
    transaction_type: 'debit',
    ...facts,
  }) as Promise<BankTransactionId>;
const newAmount = (): number => {
  made += 1;
  return 310_000 + made * 1_017;
};

/** What a confirm would warn of. */
const warningsOf = async (transaction_id: BankTransactionId, matched_record_id: BillId): Promise<string> => {
  const { warnings } = await client().confirm_bank_match({
    transaction_id,
    matched_record_id,
    dry_run: true,
  });
  return (warnings ?? []).map(({ message }) => message).join(' | ');
};

/** What speaks for the bill of a counterparty on which the amount is open, and what of it. */
const toldOf = async (transaction_id: BankTransactionId, record: BillId) => {
  const { near_documents } = await client().explain_bank_transaction({ transaction_id });
  const near = near_documents.find(({ matched_record_id }) => matched_record_id === record);
  return { pro: near?.speaks_for.join(' | ') ?? '', contra: near?.speaks_against.join(' | ') ?? '' };
};

const KINDS: readonly (readonly [CounterpartyAliasKind, string, LineFacts])[] = [
  ['text', 'LUZ MARINA', { description: 'CARGO LUZ MARINA 0042' }],
  ['text', 'Q.R.X.', { description: 'CARGO Q.R.X. 0042' }],
  ['text', 'qrz88', { description: 'CARGO QRZ 88 DOM' }],
  ['text', "D'Artagnan", { description: "COBRO D'ARTAGNAN 1" }],
  ['account', '032180000118359719', { description: 'SPEI ENVIADO', party_account: '032180000118359719' }],
  ['tax_id', 'TME840315KT6', { description: 'PAGO TME840315KT6' }],
  ['creditor_id', 'DE98ZZZ09999999999', { description: 'CRED DE98ABC09999999999 RECIBO' }],
  ['mandate', 'M-2024-0017', { description: 'MREF M-2024-0017 RECIBO' }],
];

describe('a line is explained by what was taught', () => {
  for (const [kind, value, facts] of KINDS)
    test(`${kind}: ${value}`, async () => {
      const { id: alias_id } = await client().create_counterparty_alias({
        counterparty_id: robles,
        kind,
        value,
      });
      const amount_minor = newAmount();
      const own = await bill(robles, amount_minor);
      const other = await bill(zubiri, amount_minor);
      const paid = await line({ ...facts, amount_minor });
      const { pro, contra } = await toldOf(paid, own);
      assert.ok(pro.includes(`The line has ${value}, taught for Papelería Robles`), pro);
      assert.doesNotMatch(contra, /not on record/);
      assert.match(await warningsOf(paid, other), /which stands for Papelería Robles, not for Fletes Zubiri/);
      assert.equal(await warningsOf(paid, own), '');
      await client().delete_counterparty_alias({ alias_id });
    });

  test('who pays for another', async () => {
    const payer = await addParty(service.database, service.entities.mx, 'Administradora Pelicano');
    const amount_minor = newAmount();
    const record = await bill(zubiri, amount_minor);
    const paid = await line({ amount_minor, description: 'SPEI ENVIADO A PELICANOS UNIDOS' });
    await client().create_counterparty_alias({ counterparty_id: payer, kind: 'text', value: 'PELICANOS' });
    await client().create_counterparty_alias({ counterparty_id: payer, kind: 'pays_for', value: zubiri });
    const { pro } = await toldOf(paid, record);
    assert.match(pro, /Administradora Pelicano stands in the text and pays for Fletes Zubiri/);
    assert.equal(await warningsOf(paid, record), '');
  });

  test('what two confirms taught', async () => {
    const amount_minor = newAmount();
    const description = 'CARGO VELERO AZUL';
    for (const day of ['2026-01-05', '2026-02-05'])
      await client().confirm_bank_match({
        transaction_id: await line({ amount_minor, description, date: day }),
        matched_record_id: await bill(robles, amount_minor),
      });
    const record = await bill(robles, amount_minor);
    const { pro } = await toldOf(await line({ amount_minor, description }), record);
    assert.match(pro, /The line has velero azul, learned for Papelería Robles from equal confirms/);
  });

  test('of another company nothing is told', async () => {
    const nord = await addParty(service.database, service.entities.de, 'Nordlicht GmbH');
    const wish = { counterparty_id: nord, kind: 'text', value: 'FARO NORTE' } as const;
    await service.client(service.keys.de).create_counterparty_alias(wish);
    const amount_minor = newAmount();
    const record = await bill(zubiri, amount_minor);
    const { pro, contra } = await toldOf(
      await line({ amount_minor, description: 'CARGO FARO NORTE' }),
      record,
    );
    assert.doesNotMatch(pro + contra, /Nordlicht|FARO/);
  });
});

test('a line whose numbers all belong to documents, or that has none, speaks of no unknown number', async () => {
  const amount_minor = newAmount();
  const record = await bill(zubiri, amount_minor);
  const { contra } = await toldOf(await line({ amount_minor, description: 'FLETES ZUBIRI' }), record);
  assert.doesNotMatch(contra, /not on record/);
});
