// What is stored of a planned credit note.
import type { CreditReason } from '../../../../generated/types.ts';
import type { Steps } from '../../../base/load/turns.ts';
import { amount, amountText, parseAmount } from '../../../base/money/amount.ts';
import { decimal, toText } from '../../../base/money/decimal.ts';
import type { CreditNoteContent, CreditedLine } from '../../../db/stated.ts';
import { creditHeader, creditRelation, creditTerms } from '../../../einvoicing/credit-terms.ts';
import type { DocumentLine, DraftLine, InvoiceDocument, Totals } from '../../../einvoicing/regime.ts';
import { readContent, readLine, storeContent, storeLine } from '../shared/content.ts';
import { readDeliveryWish } from '../invoices/read-terms.ts';
import type { CreditFacts, PlanRaises, PlannedLine } from './request.ts';
import type { Entity } from '../../../base/entity.ts';
import { asDay } from '../../../base/time/day.ts';
import type { NoteRecord } from './record.ts';

interface Planned {
  readonly lines: readonly PlannedLine[];
  readonly totals: Totals;
  readonly whole: boolean;
}

export function* toContent(
  ctx: PlanRaises,
  facts: CreditFacts,
  reason: CreditReason,
  { lines, totals, whole }: Planned,
): Steps<CreditNoteContent> {
  const { document, invoice, folio, uuid, request } = facts;
  const setOff = totals.total.minor > invoice.balance_minor;
  const header = creditHeader(document, { reason, setOff, paymentForm: request.payment_form });
  const relation = { type: creditRelation(reason), record_id: invoice.id, uuid, folio };
  const rate = document.exchangeRate;
  const wish =
    request.delivery === undefined ? null : readDeliveryWish(ctx, document.seller, request.delivery);
  const credited: CreditedLine[] = [];
  for (const [index, { line, invoice_position }] of lines.entries()) {
    const sums = totals.lines[index];
    if (sums !== undefined)
      credited.push(storeCredited(line, sums, { invoice_position, position: index + 1 }));
    yield;
  }
  return {
    ...storeContent({ ...totals, terms: creditTerms(document, wish), derived: [], payee: null }, [
      { ...relation, issue_date: document.issueDate },
    ]),
    reason,
    whole,
    notes: request.notes?.trim() ?? null,
    country_details: Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)])),
    exchange_rate: rate === null ? null : toText(rate),
    exchange_rate_date: null,
    exchange_rate_source: document.exchangeRateSource,
    lines: credited,
    tax_breakdown: totals.breakdown.map(({ tax, category, factor, rate: percent, base, amount: each }) => ({
      tax,
      category,
      factor,
      rate: toText(percent),
      base: amountText(base),
      amount: amountText(each),
    })),
    subtotal: amountText(totals.subtotal),
    tax: amountText(totals.tax),
    withheld: amountText(totals.withheld),
  };
}

const storeCredited = (
  line: DraftLine,
  sums: Totals['lines'][number],
  positions: Pick<CreditedLine, 'position' | 'invoice_position'>,
): CreditedLine => ({
  ...storeLine({ ...line, ...sums }),
  ...positions,
  description: line.description,
  quantity: toText(line.quantity),
  unit_price: toText(line.unitPrice),
  subtotal: toText(sums.subtotal),
  tax_rate: toText(line.taxRate),
  tax_amount: toText(sums.taxAmount),
  country_details: { ...line.countryDetails },
});

const readCredited = (line: CreditedLine): DocumentLine => ({
  ...readLine(line),
  description: line.description,
  quantity: decimal(line.quantity),
  unitPrice: decimal(line.unit_price),
  subtotal: decimal(line.subtotal),
  taxRate: decimal(line.tax_rate),
  taxAmount: decimal(line.tax_amount),
  countryDetails: line.country_details,
});

export const toNoteDocument = (seller: Entity, { header, customer }: NoteRecord): InvoiceDocument => {
  const { currency, content } = header;
  const day = asDay(header.issue_date);
  const subtotal = parseAmount(content.subtotal, currency);
  return {
    ...readContent(content, currency, subtotal),
    kind: 'credit_note',
    seller,
    buyer: customer,
    issueDate: day,
    dueDate: day,
    currency,
    exchangeRate: content.exchange_rate === null ? null : decimal(content.exchange_rate),
    exchangeRateSource: content.exchange_rate_source,
    countryDetails: content.country_details,
    title: null,
    notes: content.notes,
    lines: content.lines.map(readCredited),
    breakdown: content.tax_breakdown.map(({ tax, category, factor, rate, base, amount: each }) => ({
      tax,
      category,
      factor: factor ?? 'rate',
      rate: decimal(rate),
      base: parseAmount(base, currency),
      amount: parseAmount(each, currency),
    })),
    subtotal,
    tax: parseAmount(content.tax, currency),
    withheld: parseAmount(content.withheld, currency),
    total: amount(header.total_minor, currency),
  };
};
