// What settling documents without money has to know of them: their taxes, what credit notes took off these, and the
// discounts that were agreed.
import type { TaxBreakdownRow } from '../../../db/stated.ts';
import { readBillSettlement } from '../../documents/bills/store.ts';
import { billTaxes, noteTaxes } from '../../documents/bills/taxes.ts';
import { creditedTaxes } from '../../documents/credit-notes/store/notes.ts';
import { readSettlement } from '../../documents/invoices/store/settlement.ts';
import { readTerms, type Terms, toDiscounts } from '../../documents/payments/causes.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Part } from './book.ts';

interface Settlement {
  readonly terms: Terms;
  readonly taxes: readonly TaxBreakdownRow[];
  /** What credit notes have taken off them. */
  readonly credited: readonly TaxBreakdownRow[];
}

export type Settlements = ReadonlyMap<string, Settlement>;

export const NO_TERMS: Terms = { of_document: [], of_counterparty: [], worded: false };

/** Of all lines of a batch they are read at once. */
export const settlementsOf = async (ctx: ReadScope, parts: readonly Part[]): Promise<Settlements> => {
  const idsOf = (kind: Part['document']['kind']): readonly string[] =>
    parts.flatMap(({ document }) => (document.kind === kind ? [document.id] : []));
  const credited = parts.flatMap(({ document }) => (document.credited_minor > 0 ? [document.id] : []));
  const notes = credited.length === 0 ? [] : await creditedTaxes(ctx, credited);
  const creditedOf = (id: string): readonly TaxBreakdownRow[] =>
    notes
      .filter(({ record_id }) => record_id === id)
      .flatMap(({ content, received }) => content?.tax_breakdown ?? noteTaxes(received));
  return new Map([
    ...(await ofInvoices(ctx, idsOf('invoice'), creditedOf)),
    ...(await ofBills(ctx, idsOf('bill'), creditedOf)),
  ]);
};

type CreditedOf = (id: string) => readonly TaxBreakdownRow[];
type Settled = readonly (readonly [string, Settlement])[];

const ofInvoices = async (
  ctx: ReadScope,
  ids: readonly string[],
  creditedOf: CreditedOf,
): Promise<Settled> => {
  const rows = ids.length === 0 ? [] : await readSettlement(ctx, ids);
  return rows.map(({ id, tax_breakdown, content, payment_terms }) => {
    const terms = {
      of_document: toDiscounts(content?.terms.discount_terms ?? []),
      of_counterparty: readTerms(payment_terms),
      worded: (content?.terms.payment_terms_text ?? null) !== null,
    };
    return [id, { terms, taxes: tax_breakdown, credited: creditedOf(id) }];
  });
};

const ofBills = async (ctx: ReadScope, ids: readonly string[], creditedOf: CreditedOf): Promise<Settled> => {
  const rows = ids.length === 0 ? [] : await readBillSettlement(ctx, ids);
  return rows.map(({ payment_terms, ...bill }) => {
    const terms = {
      of_document: toDiscounts(bill.content?.discount_terms ?? []),
      of_counterparty: readTerms(payment_terms),
      worded: true,
    };
    return [bill.id, { terms, taxes: billTaxes(ctx.entity, bill), credited: creditedOf(bill.id) }];
  });
};
