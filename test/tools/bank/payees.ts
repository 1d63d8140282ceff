// Payees whose text on the statement has nothing of their names, with bills of each month. Importing this registers no hooks;
// usingPayees does.
import { after, before, beforeEach } from 'node:test';

import type { BankAccountId, BankTransactionId, BillId, CounterpartyId } from '../../../generated/ids.ts';
import { addBill, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, type LineFacts } from './support.ts';

export let service: TestService;
export let account: BankAccountId;
export let supplier: CounterpartyId;
let made = 0;

const LETTERS = 'bcdfghjklm';
/** A payee whose text on the statement has nothing of its name. */
export const newPayee = () => {
  made += 1;
  const mark = [...String(made)].map((digit) => `${LETTERS[Number(digit)]}a`).join('');
  return { name: `Servicios Integrales ${mark}n SA de CV`, text: `ZUR${mark}x` };
};

/** Its text on the statement. */
export let text: string;
/** The hooks of a test file that works on these: a payee and an account of its own for each test. */
export const usingPayees = (): void => {
  before(async () => {
    service = await startTestService({ database: 'own' });
  });
  after(() => service.close());
  beforeEach(async () => {
    const payee = newPayee();
    text = payee.text;
    account = await addAccount(service, service.entities.mx, { name: `Cuenta ${made}` });
    supplier = await addParty(service.database, service.entities.mx, payee.name);
  });
};

export const client = () => service.client(service.keys.mx);
const at = (month: number): string => `2026-${String(month).padStart(2, '0')}`;

export const bill = (month: number, total = '399.00', counterparty_id = supplier): Promise<BillId> =>
  addBill(service.database, service.entities.mx, {
    counterparty_id,
    total,
    issue_date: `${at(month)}-01`,
    due_date: `${at(month)}-10`,
  });
export const line = (month: number, facts: LineFacts = {}): Promise<BankTransactionId> =>
  addLine(service, service.entities.mx, account, {
    date: `${at(month)}-10`,
    amount_minor: 39_900,
    transaction_type: 'debit',
    description: `CARGO ${text} ${month}0${month}77 ${month}/2026`,
    ...facts,
  }) as Promise<BankTransactionId>;
export const run = async (month: number) => {
  service.setNow(new Date(`${at(month)}-20T18:00:00Z`));
  return client().run_ai_matching({ bank_account_id: account });
};
export const confirm = (transaction_id: BankTransactionId, matched_record_id: BillId) =>
  client().confirm_bank_match({ transaction_id, matched_record_id });
export const aliases = async (counterparty_id = supplier) =>
  (await client().list_counterparty_aliases({ counterparty_id })).data;

/** So many months, each confirmed by hand. */
export const months = async (count: number): Promise<BankTransactionId[]> => {
  const lines = [];
  for (let month = 1; month <= count; month += 1) {
    const [transaction_id, document] = [await line(month), await bill(month)];
    await confirm(transaction_id, document);
    lines.push(transaction_id);
  }
  return lines;
};

export const outcome = async (transaction_id: BankTransactionId) => {
  const { data } = await client().search_bank_transactions({ bank_account_id: account, limit: 50 });
  const found = data.find(({ id }) => id === transaction_id);
  return {
    status: found?.match_status,
    reasons: [
      ...(found?.suggestions.flatMap(({ reasons }) => reasons) ?? []),
      ...(found?.matches.flatMap(({ reasons }) => reasons ?? []) ?? []),
    ].join(' | '),
  };
};
