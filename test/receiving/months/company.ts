// A company that lives a month by files only: what arrives is received and booked by tools, what is paid comes from the
// statement of its bank, and the books are read back by tools alone.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { BankAccountId, BillId, EntityId } from '../../../generated/ids.ts';
import type { AnswerOf } from '../../../generated/dispatch.ts';
import { adminOn } from '../../admin/support.ts';
import { walkList } from '../../property/reading.ts';
import { addEntity, addKey } from '../../support/books.ts';
import type { FolioClient } from '../../support/client.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import type { TestService } from '../../support/service.ts';
import { callError } from '../../support/wire.ts';
import { addAccount } from '../../tools/bank/support.ts';
import { moneyText } from '../en16931/meant.ts';
import type { Model, Standing } from './model.ts';

export const ANA = 'ana@ibarra.example';

export type Received = AnswerOf<'get_received_document'>;

export interface BankLine {
  readonly day: string;
  readonly cents: number;
  readonly text: string;
  readonly payee: string;
  readonly account: string;
  /** The number of the bill that it pays. */
  readonly pays: string;
}

export interface Company {
  readonly entity: EntityId;
  readonly key: string;
  client(): FolioClient;
  /** By a person at the command line. */
  admin(...args: string[]): Promise<unknown>;
  receive(bytes: Buffer, name: string): Promise<Received & { readonly already: boolean }>;
  book(id: Received['id']): Promise<Received>;
  /** The rules for which a key may not book it. */
  blocked(id: Received['id']): Promise<string>;
  account(currency: string): Promise<BankAccountId>;
  importLines(account: BankAccountId, lines: readonly BankLine[], name: string): Promise<number>;
  billOf(number: string): Promise<AnswerOf<'get_bill'>>;
}

export const cents = (amount: number): number => Math.round(amount * 100);

/** Rules that say nothing of a month: new suppliers, what was never imported, what no certificate proves here. */
const BESIDE = new Set([
  'supplier_new',
  'account_new',
  'list_missing',
  'cfdi_issuer_unproven',
  'cfdi_sat_seal_unchecked',
  'xml_encoding',
  'en_lines_for_information',
  'en_fields_unread',
  'status_unchecked',
  'sandbox_answered',
]);

export const rulesOf = ({ issues }: Pick<Received, 'issues'>): readonly string[] =>
  issues.map(({ rule }) => rule).filter((rule) => !BESIDE.has(rule));

export const openCompany = async (
  service: TestService,
  country_code: 'DE' | 'MX',
  now: Date,
): Promise<Company> => {
  const { database, organisation_id } = service;
  const entity = await addEntity(database, organisation_id, { country_code });
  const key = await addKey(database, organisation_id, { entity_id: entity });
  const client = () => service.client(key);
  const bills = async () => walkList((page) => client().search_bills(page), 50);
  return {
    entity,
    key,
    client,
    admin: (...args) => adminOn(service.databaseUrl, now).json(...args),
    receive: async (bytes, file_name) => {
      const { received_document: got, already_received: already } = await client().receive_document({
        file_name,
        content_base64: bytes.toString('base64'),
      });
      assert.ok(got);
      assert.equal(got.sha256, createHash('sha256').update(bytes).digest('hex'));
      return { ...(await client().get_received_document({ received_document_id: got.id })), already };
    },
    book: async (received_document_id) => {
      const got = await client().book_received_document({ received_document_id });
      assert.equal(got.status, 'booked');
      return got;
    },
    blocked: async (received_document_id) => {
      const args = { received_document_id };
      const error = await callError(service.url, key, 'book_received_document', args);
      assert.equal(error['code'], 'received_document_blocked');
      return String(error['rules']);
    },
    account: (currency) => addAccount(service, entity, { currency, name: `Bank ${currency}` }),
    importLines: async (bank_account_id, lines, file_name) => {
      const rows = lines.map(({ day, cents: out, text, payee, account }) =>
        [day, moneyText(-out), text, payee, account].join(';'),
      );
      const { imported, rejected_count } = await client().import_statement({
        bank_account_id,
        file_name,
        content: ['date;amount;description;counterparty;party account', ...rows, ''].join('\n'),
        columns: [
          { field: 'date', heading: 'date' },
          { field: 'amount', heading: 'amount' },
          { field: 'description', heading: 'description' },
          { field: 'counterparty', heading: 'counterparty' },
          { field: 'party_account', heading: 'party account' },
        ],
      });
      assert.equal(rejected_count, 0);
      return imported;
    },
    billOf: async (number) => {
      const all = (await bills()).filter(
        (bill) => bill.bill_number === number && bill.status !== 'rejected' && bill.status !== 'inbox',
      );
      assert.equal(all.length, 1, `bills with the number ${number}`);
      return client().get_bill({ bill_id: all[0]?.id as BillId });
    },
  };
};

/**
 * Runs the matching, and confirms of the lines that are left those whose bill is in the books. Every line that is matched is
 * matched with the bill that it pays. The lines that were confirmed by now, by their texts.
 */
export const reconcile = async (
  company: Company,
  bank_account_id: BankAccountId,
  lines: readonly BankLine[],
  isBooked: (number: string) => boolean,
): Promise<ReadonlyMap<string, AnswerOf<'get_bill'>['payments'][number]['payment_id']>> => {
  const client = company.client();
  await client.run_ai_matching({ bank_account_id });
  const rows = await walkList((page) => client.search_bank_transactions({ ...page, bank_account_id }));
  const paid = new Map<string, AnswerOf<'get_bill'>['payments'][number]['payment_id']>();
  for (const row of rows) {
    const line = lines.find(({ text }) => text === row.description);
    assert.ok(line, row.description);
    if (!isBooked(line.pays)) {
      assert.deepEqual(
        [row.match_status, row.matches],
        ['unmatched', []],
        `${line.text} pays what is not here`,
      );
      continue;
    }
    const bill = await company.billOf(line.pays);
    const { matches } =
      row.match_status === 'confirmed'
        ? row
        : await client.confirm_bank_match({ transaction_id: row.id, matched_record_id: bill.id });
    assert.deepEqual(
      matches.map(({ matched_record_id }) => matched_record_id),
      [bill.id],
      line.text,
    );
    const id = matches[0]?.payment_id;
    assert.ok(id);
    paid.set(line.text, id as never);
  }
  return paid;
};

/** What the books say is owed, by bill and by supplier. */
const readStanding = async (company: Company): Promise<Standing> => {
  const client = company.client();
  const bills = await walkList((page) => client.search_bills(page), 50);
  const live = bills.filter(({ status }) => status === 'received' || status === 'validated');
  const { payable } = await client.get_payment_summary({});
  return {
    open: Object.fromEntries(
      live
        .map(({ bill_number, balance_due }) => [bill_number ?? '', cents(balance_due)] as const)
        .toSorted(byName),
    ),
    net: Object.fromEntries(
      payable
        .map(({ currency, net }) => [currency, cents(net)] as const)
        .filter(([, net]) => net !== 0)
        .toSorted(byName),
    ),
  };
};

const byName = (
  left: readonly [string | number, ...unknown[]],
  right: readonly [string | number, ...unknown[]],
): number => (left[0] < right[0] ? -1 : 1);

export const check = async (
  service: TestService,
  company: Company,
  model: Model,
  what: string,
): Promise<void> => {
  assert.deepEqual(await readStanding(company), model.standing(), what);
  assert.deepEqual(await ledgerDifferences(service.database, company.entity), [], what);
};

/** What each supplier is owed, by the ledger. */
export const checkSuppliers = async (company: Company, model: Model): Promise<void> => {
  const client = company.client();
  const suppliers = await walkList((page) => client.list_counterparties({ ...page, role: 'supplier' }));
  const owed: [string, number][] = [];
  for (const { id, name } of suppliers) {
    const { currencies } = await client.generate_ledger({ counterparty_id: id, type: 'ap' });
    for (const { currency, closing_balance } of currencies ?? [])
      owed.push([`${name} ${currency}`, 0 - cents(closing_balance)]);
  }
  const isOwed = ([, amount]: readonly [string, number]): boolean => amount !== 0;
  assert.deepEqual(
    owed.filter(isOwed).toSorted(byName),
    [...model.suppliers()].filter(isOwed).toSorted(byName),
  );
};
