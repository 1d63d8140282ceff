// Reads the months of everyday lines: real-looking statements of two small companies, each line labelled by hand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import type { MatchAllocation, MatchDocument, MatchLine, MatchPayment } from '../../../src/matching/types.ts';
import { packageRoot } from '../../../src/base/package-root.ts';
import type { ReplayWorld } from '../../matching/replay.ts';
import type { Country } from '../types.ts';

type Row = readonly [
  party: string,
  number: string,
  issue: string,
  due: string,
  total: number | string,
  title?: string,
];

interface Line {
  readonly d: number;
  readonly a: number;
  readonly t: string;
  readonly p?: string;
  readonly is: string;
  readonly pays?: readonly string[];
  readonly best?: Best;
}

/** What a person would let a machine do at most. */
export type Best = 'confirm' | 'suggest' | 'open';

interface Month {
  readonly currency: string;
  readonly month: string;
  readonly name: string;
  readonly accounts: readonly string[];
  readonly rates: Readonly<Record<string, number>>;
  readonly parties: Readonly<Record<string, readonly [name: string, taxId?: string]>>;
  readonly invoices: Readonly<Record<string, Row>>;
  readonly bills: Readonly<Record<string, Row>>;
  readonly closed: Readonly<Record<string, Row>>;
  readonly uuids?: Readonly<Record<string, string>>;
  readonly payments: readonly (readonly [party: string, amount: number, date: string, documents: string[]])[];
  readonly lines: readonly Line[];
}

export interface EverydayWorld extends ReplayWorld {
  readonly best: readonly Best[];
}

const minorOf = (amount: number): number => Math.round(amount * 100);

const documentOf = (
  month: Month,
  id: string,
  [partyId, number, issue, due, total, title]: Row,
): MatchDocument => {
  const [amount = '', currency = month.currency] = String(total).split(' ');
  const totalMinor = minorOf(Number(amount));
  const year = month.month.slice(0, 4);
  const open = month.closed[id] === undefined;
  const [, series = null, core] = /^([A-Z]{1,3})-(\d+)$/u.exec(number) ?? [];
  return {
    id,
    type: id.startsWith('i') ? 'invoice' : 'bill',
    partyId,
    series,
    number: core ?? number,
    uuid: month.uuids?.[id] ?? null,
    title: title ?? null,
    currency,
    totalMinor,
    balanceMinor: open ? totalMinor : 0,
    issueDate: `${year}-${issue}`,
    dueDate: `${year}-${due}`,
    open,
  };
};

/** What each document gets: its balance, or, where the line is less than their sum, the largest less. */
const allocationsOf = (
  paid: readonly MatchDocument[],
  lineMinor: number,
  currency: string,
): MatchAllocation[] => {
  const [first] = paid;
  if (first === undefined) return [];
  if (paid.length === 1)
    return [
      {
        documentId: first.id,
        amountMinor: first.currency === currency ? Math.min(lineMinor, first.balanceMinor) : lineMinor,
      },
    ];
  const largest = paid.reduce((best, each) => (each.balanceMinor > best.balanceMinor ? each : best), first);
  const missing = paid.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0) - lineMinor;
  return paid.map((each) => ({
    documentId: each.id,
    amountMinor: each.balanceMinor - (each === largest ? missing : 0),
  }));
};

const paymentsOf = (month: Month): MatchPayment[] =>
  month.payments.map(([partyId, amount, date, documentIds], at) => ({
    id: `payment-${at + 1}`,
    type: documentIds[0]?.startsWith('i') === true ? 'invoice_payment' : 'bill_payment',
    partyId,
    amountMinor: minorOf(amount),
    currency: month.currency,
    date: `${month.month.slice(0, 4)}-${date}`,
    reference: null,
    documentIds,
  }));

const lineOf = (month: Month, { d, a, t, p }: Line, at: number): MatchLine => ({
  id: `line-${String(at + 1).padStart(3, '0')}`,
  date: `${month.month}-${String(d).padStart(2, '0')}`,
  amountMinor: Math.abs(minorOf(a)),
  direction: a > 0 ? 'credit' : 'debit',
  currency: month.currency,
  description: t,
  reference: null,
  party: p ?? null,
  partyAccount: null,
  partyTaxId: null,
});

export const readEverydayLines = (country: Country): EverydayWorld => {
  const file = join(packageRoot(), 'test', 'worlds', 'everyday-lines', `${country.toLowerCase()}.yaml`);
  // The file is part of the project and written to this shape.
  const month = parse(readFileSync(file, 'utf8')) as Month;
  const documents = Object.entries({ ...month.invoices, ...month.bills, ...month.closed }).map(([id, row]) =>
    documentOf(month, id, row),
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const lines = month.lines.map((line, at) => lineOf(month, line, at));
  const find = (id: string): MatchDocument => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`${file}: no document ${id}`);
    return found;
  };
  const truth = month.lines.map(({ is, pays = [] }, at) => ({
    lineId: lines[at]?.id ?? '',
    category: is,
    allocations: allocationsOf(pays.map(find), lines[at]?.amountMinor ?? 0, month.currency),
    ...(pays.length > 1 ? { spread: true as const } : {}),
  }));
  return {
    best: month.lines.map(({ pays = [], best }) => best ?? (pays.length > 0 ? 'confirm' : 'open')),
    truth,
    input: {
      country,
      currency: month.currency,
      ownNames: [month.name],
      ownAccounts: month.accounts,
      lines,
      otherLines: [],
      documents,
      parties: Object.entries(month.parties).map(([id, [name, taxId]]) => ({
        id,
        name,
        taxId: taxId ?? null,
      })),
      payments: paymentsOf(month),
      memory: [],
      rejected: [],
      differenceLimitMinor: 99,
      rate: (base, quote) => (base === quote ? 1 : quote === month.currency ? month.rates[base] : undefined),
    },
  };
};
