// Describes a ledger for answers: JSON by currency, CSV by line.
import type { CounterpartyId } from '../../../../generated/ids.ts';
import type { LedgerEntry, LedgerOfCurrency } from '../../../../generated/types.ts';
import { codeColumn, type Column, numberColumn, textColumn } from '../../../base/csv.ts';
import { minorText, minorToWire, sumToWire } from '../../../base/money/amount.ts';
import type { LedgerRow } from './store/entries.ts';
import type { LedgerLine } from './post.ts';
import type { LedgerPage } from './page.ts';

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
];
