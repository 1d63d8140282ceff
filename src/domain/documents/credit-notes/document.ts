// From a stored credit note to the document that is checked and filed.
import type { Entity } from '../../../base/entity.ts';
import { amount, parseAmount } from '../../../base/money/amount.ts';
import { decimal } from '../../../base/money/decimal.ts';
import { asDay } from '../../../base/time/day.ts';
import type { CreditedLine } from '../../../db/stated.ts';
import type { DocumentLine, InvoiceDocument } from '../../../einvoicing/regime.ts';
import { readContent, readLine } from '../shared/content.ts';
import type { NoteRecord } from './record.ts';

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
