// Describes a ledger for answers: JSON by currency, CSV by line.
import type { CounterpartyId } from '../../../../generated/ids.ts';
import {
  type DifferenceCause,
  DifferenceCauseValues,
  type DifferenceTax,
  type LedgerEntry,
  type LedgerOfCurrency,
} from '../../../../generated/types.ts';
import type { DifferenceTaxRow } from '../../../db/stated.ts';
import { codeColumn, type Column, numberColumn, textColumn } from '../../../base/csv.ts';
import { minorText, minorToWire, sumToWire } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { LedgerRow } from './store/entries.ts';
import type { LedgerLine } from './post.ts';
import type { LedgerPage } from './page.ts';

/** Base and tax that are settled without money, by rate. */
export const describeTaxes = (taxes: readonly DifferenceTaxRow[] | null, currency: string): DifferenceTax[] =>
  (taxes ?? []).map(({ tax, category, rate, base_minor, tax_minor }) => ({
    tax,
    category,
    rate: toNumber(decimal(rate)),
    base: minorToWire(base_minor, currency),
    tax_amount: minorToWire(tax_minor, currency),
  }));

/** Why an entry, or what a reversal takes back, came without money. */
const causeOf = ({ entry_type, reverses }: LedgerRow): DifferenceCause | undefined =>
  DifferenceCauseValues.find((cause) => cause === (reverses ?? entry_type));

const describeCause = (entry: LedgerRow) => {
  const cause = causeOf(entry);
  const { debit_minor, credit_minor, taxes, currency } = entry;
  const amount = minorToWire(debit_minor + credit_minor, currency);
  return cause === undefined ? {} : { difference: { cause, amount, taxes: describeTaxes(taxes, currency) } };
};

const describeEntry = (entry: LedgerRow, balance: bigint): LedgerEntry => ({
  date: entry.date,
  ledger: entry.ledger,
  // Only post.ts writes the column, with values of the spec.
  entry_type: entry.entry_type,
  record_id: entry.record_id,
  number: entry.number,
  counterparty_id: entry.counterparty_id as CounterpartyId,
  counterparty_name: entry.counterparty_name,
  description: entry.description,
  debit: minorToWire(entry.debit_minor, entry.currency),
  credit: minorToWire(entry.credit_minor, entry.currency),
  running_balance: sumToWire(balance, entry.currency),
  ...describeCause(entry),
});

/** Every currency of the whole answer, including those without entries on this page. */
export const describeLedger = ({ standing, entries, balanceOf }: LedgerPage): LedgerOfCurrency[] =>
  [...standing.values()].map(({ currency, balance, closing, totals }) => ({
    currency,
    opening_balance: sumToWire(balance, currency),
    entries: entries.flatMap(({ entry, balance: after }) =>
      entry?.currency === currency ? [describeEntry(entry, after)] : [],
    ),
    closing_balance: sumToWire(balanceOf(currency), currency),
    totals: {
      debit: sumToWire(totals.debit, currency),
      credit: sumToWire(totals.credit, currency),
      closing_balance: sumToWire(closing, currency),
      entry_count: totals.count,
    },
  }));

const entryText = (name: string, value: (entry: LedgerRow) => string | null): Column<LedgerLine> =>
  textColumn(name, ({ entry }) => (entry === null ? null : value(entry)));

const entryCode = (name: string, value: (entry: LedgerRow) => string | null): Column<LedgerLine> =>
  codeColumn(name, ({ entry }) => (entry === null ? null : value(entry)));

const entryAmount = (name: string, field: 'debit_minor' | 'credit_minor'): Column<LedgerLine> =>
  numberColumn(name, ({ entry }) => (entry === null ? null : minorText(entry[field], entry.currency)));

/** What an entry without money takes off base or tax of the invoice, at all rates; the rest of it is a cost or a claim. */
const taxSum = (name: string, field: 'base_minor' | 'tax_minor'): Column<LedgerLine> =>
  numberColumn(name, ({ entry }) => {
    if (entry?.taxes === null || entry === null) return null;
    return minorText(
      entry.taxes.reduce((sum, row) => sum + row[field], 0),
      entry.currency,
    );
  });

/** `VAT S 19: 20.00 + 3.80`, a part for each rate. */
const taxText = ({ taxes, currency }: LedgerRow): string | null =>
  taxes === null
    ? null
    : taxes
        .map(({ tax, category, rate, base_minor, tax_minor }) => {
          const [base, taxed] = [minorText(base_minor, currency), minorText(tax_minor, currency)];
          return `${tax} ${category} ${rate}: ${base} + ${taxed}`;
        })
        .join('; ');

/** An opening balance is a separate line without debit and credit. */
export const OPENING_BALANCE = 'opening_balance';

export const LEDGER_COLUMNS: readonly Column<LedgerLine>[] = [
  codeColumn('date', ({ date }) => date),
  entryCode('ledger', ({ ledger }) => ledger),
  codeColumn('entry_type', ({ entry }) => entry?.entry_type ?? OPENING_BALANCE),
  entryCode('record_id', ({ record_id }) => record_id),
  entryCode('document_id', ({ document_id }) => document_id),
  entryText('number', ({ number }) => number),
  entryCode('counterparty_id', ({ counterparty_id }) => counterparty_id),
  entryText('counterparty_name', ({ counterparty_name }) => counterparty_name),
  entryText('counterparty_tax_id', ({ counterparty_tax_id }) => counterparty_tax_id),
  entryText('description', ({ description }) => description),
  codeColumn('currency', ({ currency }) => currency),
  entryAmount('debit', 'debit_minor'),
  entryAmount('credit', 'credit_minor'),
  numberColumn('running_balance', ({ balance, currency }) => minorText(balance, currency)),
  // After the others, for programs that read columns by their place.
  entryCode('reverses', ({ reverses }) => reverses),
  taxSum('tax_base', 'base_minor'),
  taxSum('tax_amount', 'tax_minor'),
  entryText('taxes', taxText),
];
