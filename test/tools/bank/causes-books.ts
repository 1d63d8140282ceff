// German books with invoices that have taxes and terms, for the tests of what settles them without money. Importing this
// registers the hooks.
import { after, before } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import type { BankAccountId, BankTransactionId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { addInvoice, addParty, type InvoiceFacts } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { changingNothing, refused } from '../support.ts';
import { addAccount, addLine, type LineFacts } from './support.ts';

export const NOW = new Date('2026-03-20T12:00:00Z');

export let service: TestService;
let account: BankAccountId;
export const usingCauseBooks = (): void => {
  before(async () => {
    service = await startTestService();
    service.setNow(NOW);
    account = await addAccount(service, service.entities.de, { currency: 'EUR' });
  });
  after(() => service.close());
};

export const bankAccount = (): BankAccountId => account;
export const client = () => service.client(service.keys.de);

export const customer = async (
  name: string,
  payment_terms: string | null = null,
): Promise<CounterpartyId> => {
  const id = await addParty(service.database, service.entities.de, name);
  await service.database.kysely
    .updateTable('counterparty')
    .set({ payment_terms })
    .where('id', '=', id)
    .execute();
  return id;
};

interface Taxed extends Partial<InvoiceFacts> {
  /** Base and tax by rate. */
  readonly taxes?: readonly { readonly rate: string; readonly base: string; readonly amount: string }[];
  readonly terms?: readonly { readonly percent: string; readonly days: number }[];
  readonly text?: string;
}

const STANDARD = [{ rate: '19', base: '1000.00', amount: '190.00' }];

/** 1,190.00 of 1 March at 19 % unless said otherwise. */
export const invoice = async (
  counterparty_id: string,
  { taxes = STANDARD, terms = [], text, ...facts }: Taxed = {},
): Promise<InvoiceId> => {
  const id = await addInvoice(service.database, service.entities.de, {
    counterparty_id,
    total: '1190.00',
    currency: 'EUR',
    ...facts,
  });
  await service.database.kysely
    .updateTable('invoice')
    .set({
      tax_breakdown: JSON.stringify(taxes.map((row) => ({ tax: 'VAT', category: 'S', ...row }))),
      content: JSON.stringify(termsOnly(terms, text)),
    })
    .where('id', '=', id)
    .execute();
  return id;
};

const termsOnly = (discount_terms: Taxed['terms'], payment_terms_text: string | null = null) => ({
  terms: {
    payment_terms_text,
    global: null,
    delivery_date: null,
    delivery_period: null,
    order_reference: null,
    contract_reference: null,
    project_reference: null,
    prepaid: null,
    allowances: [],
    charges: [],
    discount_terms,
    direct_debit: null,
    attachments: [],
    delivery: { channel: null, format: null },
  },
  relations: [],
  withholdings: [],
  allowances: [],
  discount: '0',
  line_total: '1000.00',
  payee: null,
  derived: [],
});

/** 1,166.20 of 10 March: 2 % less, after nine days. */
export const line = (facts: LineFacts = {}): Promise<BankTransactionId> =>
  addLine(service, service.entities.de, account, {
    amount_minor: 116_620,
    currency: 'EUR',
    date: '2026-03-10',
    description: 'Ueberweisung',
    ...facts,
  }) as Promise<BankTransactionId>;

export const confirm = (args: InputOf<'confirm_bank_match'>) => client().confirm_bank_match(args);
export const refuse = (args: object): Promise<Record<string, unknown>> =>
  changingNothing(service.database, () => refused(service, 'de', 'confirm_bank_match', args));

export const owed = async (invoice_id: InvoiceId): Promise<number> =>
  (await client().get_invoice({ invoice_id })).balance_due;

/** What the ledger says of a customer: kind of entry, debit, credit, and the balance. */
export const ledgerOf = async (counterparty_id: CounterpartyId) => {
  const { currencies } = await client().generate_ledger({ counterparty_id });
  const [euro] = currencies ?? [];
  return {
    entries: (euro?.entries ?? [])
      .map(({ entry_type, debit, credit }) => [entry_type, debit, credit] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    closing: euro?.closing_balance ?? 0,
  };
};
