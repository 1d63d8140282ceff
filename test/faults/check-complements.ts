// Every payment of a filed PPD invoice has one complement that counts, and their instalments follow each other.
import assert from 'node:assert/strict';
import { upTo } from '../support/office.ts';
import type { TestService } from '../support/service.ts';

export const checkComplements = async ({ database: { kysely } }: TestService): Promise<void> => {
  const all = await kysely
    .selectFrom('complement')
    .select(['id', 'status', 'payment_id', 'replaces', 'content'])
    .where('status', '!=', 'void')
    .execute();
  const replaced = new Set(all.map(({ replaces }) => replaces));
  const standing = all.filter(({ id }) => !replaced.has(id));
  const payments = await kysely
    .selectFrom('payment_allocation')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.entity_id', '=', 'payment_allocation.entity_id')
        .onRef('payment.id', '=', 'payment_allocation.payment_id'),
    )
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.entity_id', '=', 'payment_allocation.entity_id')
        .onRef('invoice.id', '=', 'payment_allocation.record_id'),
    )
    .select(['payment.id as payment_id', 'invoice.country_details', 'invoice.id as invoice_id'])
    .where('payment.status', '=', 'recorded')
    .where('invoice.status', '=', 'filed')
    .where('payment_allocation.amount_minor', '>', 0)
    .execute();
  for (const { payment_id, country_details, invoice_id } of payments) {
    const deferred = country_details['payment_method'] === 'PPD';
    const mine = standing.filter(
      (each) =>
        each.payment_id === payment_id &&
        each.content.documents.some((entry) => entry.invoice_id === invoice_id),
    );
    assert.equal(mine.length, deferred ? 1 : 0, `complements of ${payment_id} on ${invoice_id}`);
  }
  // A substitute of less has no room for the later payments: people are asked to cancel what names the former invoice.
  const asked = (await kysely.selectFrom('task').select('description').execute()).map(
    ({ description }) => /^The complement (cmpl_\w+) names/.exec(description ?? '')?.[1],
  );
  const chains = new Map<string, number[]>();
  const kept = standing.filter(({ id }) => !asked.includes(id));
  for (const { invoice_id, installment, ...entry } of kept.flatMap(({ content }) => content.documents)) {
    chains.set(invoice_id, [...(chains.get(invoice_id) ?? []), installment]);
    assert.equal(entry.balance_before_minor - entry.paid_minor, entry.balance_after_minor, invoice_id);
    assert.ok(entry.balance_after_minor >= 0, invoice_id);
  }
  for (const [invoice, installments] of chains)
    assert.deepEqual(
      installments.toSorted((a, b) => a - b),
      upTo(installments.length),
      `the instalments of ${invoice} have no gap`,
    );
};
