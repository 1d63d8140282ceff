// The papers of a Mexican month, and what must hold of their taxes and complements once it is over.
import assert from 'node:assert/strict';
import type { Random } from '../../property/random.ts';
import type { CfdiLine, Figures, Issuer } from './cfdi.ts';
import { type BankLine, cents, type Company, rulesOf } from './company.ts';
import type { Model } from './model.ts';

export interface Paper {
  readonly uuid: string;
  readonly number: string;
  readonly issuer: Issuer;
  readonly currency: 'MXN' | 'USD';
  readonly method: 'PPD' | 'PUE';
  readonly day: string;
  readonly lines: readonly CfdiLine[];
  readonly figures: Figures;
}

export interface World {
  readonly company: Company;
  readonly model: Model;
  readonly random: Random;
  /** UUIDs of complements that prove, by the lines of the bank that they prove; in lower case. */
  readonly proofs: Map<string, string>;
  readonly cancelled: Set<string>;
}

export interface Month {
  readonly bills: readonly Paper[];
  readonly note: Paper;
  readonly deeds: readonly (() => Promise<void>)[];
  readonly lines: readonly BankLine[];
  readonly dollars: readonly BankLine[];
  /** Cancelled at the SAT once everything has come. */
  readonly cancelled: { readonly bill: Paper; readonly proven: BankLine };
}

/** Bases and amounts by tax and rate, and what was withheld, of the bills less the credit note. */
export const checkTaxes = async ({ company }: World, { bills, note }: Month): Promise<void> => {
  const [meant, found] = [new Map<string, number>(), new Map<string, number>()];
  const add = (sums: Map<string, number>, key: string, value: number): void =>
    void sums.set(key, (sums.get(key) ?? 0) + value);
  for (const [sign, paper] of [...bills.map((bill) => [1, bill] as const), [-1, note] as const]) {
    const { currency, figures } = paper;
    for (const [key, { base, cents: tax }] of figures.byRate) {
      add(meant, `${currency} ${key} base`, sign * base);
      add(meant, `${currency} ${key} tax`, sign * tax);
    }
    for (const [kind, withheld] of figures.withheldByKind)
      add(meant, `${currency} ${kind} withheld`, sign * withheld);
    add(meant, `${currency} withheld`, sign * figures.withheld);
  }
  type Read = Pick<Awaited<ReturnType<Company['billOf']>>, 'line_items' | 'currency' | 'withheld_total'>;
  const read = (
    sign: number,
    {
      currency,
      line_items,
      withheld_total,
    }: Omit<Read, 'withheld_total'> & { withheld_total?: number | null },
  ): void => {
    for (const { kind, factor, rate, base, amount } of line_items.flatMap(({ taxes = [] }) => taxes)) {
      const key = `${currency} ${kind} ${factor === 'exempt' ? 'exempt' : rate}`;
      add(found, `${key} base`, sign * cents(base ?? 0));
      add(found, `${key} tax`, sign * cents(amount ?? 0));
    }
    for (const { kind, amount } of line_items.flatMap(({ withholdings = [] }) => withholdings))
      add(found, `${currency} ${kind} withheld`, sign * cents(amount ?? 0));
    add(found, `${currency} withheld`, sign * cents(withheld_total ?? 0));
  };
  for (const { number } of bills) read(1, await company.billOf(number));
  const client = company.client();
  const { data } = await client.list_bill_credit_notes({});
  for (const { id } of data) read(-1, await client.get_bill_credit_note({ bill_credit_note_id: id }));
  const sorted = (sums: Map<string, number>) =>
    Object.fromEntries([...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)));
  assert.deepEqual(sorted(found), sorted(meant), 'taxes by rate, and what was withheld');
};

const inOrder = (uuids: readonly (string | undefined)[]): readonly string[] =>
  uuids.map((uuid) => uuid ?? '').toSorted((left, right) => (left < right ? -1 : 1));

/** Each payment of a bill that is paid later has its complement, or a task to ask for it; others have neither. */
export const checkProofs = async (
  { company, model, proofs, cancelled }: World,
  { bills, lines, dollars }: Month,
): Promise<void> => {
  const client = company.client();
  const { data: tasks } = await client.list_tasks({ taskable_type: 'Bill', limit: 50 });
  for (const { number, method } of bills) {
    if (!model.has(number)) continue;
    const bill = await company.billOf(number);
    const expected = [...lines, ...dollars]
      .filter((line) => line.pays === number)
      .map((line) => (method === 'PUE' || cancelled.has(line.text) ? undefined : proofs.get(line.text)));
    const proven = bill.payments.map(({ complement_uuid }) => complement_uuid);
    assert.deepEqual(inOrder(proven), inOrder(expected), `complements of ${number}`);
    const asked = tasks.filter(
      ({ taskable_id, title, status }) =>
        taskable_id === bill.id &&
        title.startsWith('Ask a supplier') &&
        status !== 'completed' &&
        status !== 'cancelled',
    );
    const missing = method === 'PPD' ? expected.filter((uuid) => uuid === undefined).length : 0;
    assert.equal(asked.length, missing, `who is asked about ${number}`);
  }
  const { data } = await client.list_received_documents({ kind: 'payment_proof', limit: 50 });
  for (const { id, status } of data) {
    const got = await client.get_received_document({ received_document_id: id });
    const isCancelled = [...cancelled].some((text) => proofs.get(text) === got.uuid);
    const told = rulesOf(got);
    assert.deepEqual(
      [status, told],
      isCancelled ? ['needs_review', ['sandbox_cancelled']] : ['booked', []],
      got.file_name,
    );
  }
};
