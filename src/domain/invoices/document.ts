// From stored rows to the document that is checked and filed. Drafts just planned and drafts read back take the same
// way, so that creating and getting an invoice tell the same.
import type { InvoiceDocument } from '../../einvoicing/regime.ts';
import type { Entity } from '../../base/entity.ts';
import { amount, parseAmount } from '../../base/money/amount.ts';
import { decimal } from '../../base/money/decimal.ts';
import { asDay } from '../../base/time/day.ts';
import type { InvoiceRecord } from './record.ts';

export const toDocument = (seller: Entity, { header, lines, customer }: InvoiceRecord): InvoiceDocument => {
  const { currency } = header;
  return {
    seller,
    buyer: customer,
    issueDate: asDay(header.issue_date),
    dueDate: asDay(header.due_date),
    currency,
    exchangeRate: header.exchange_rate === null ? null : decimal(header.exchange_rate),
    exchangeRateSource: header.exchange_rate_source,
    countryDetails: header.country_details,
    notes: header.notes,
    lines: lines.map((line) => ({
      description: line.description,
      quantity: decimal(line.quantity),
      unitPrice: decimal(line.unit_price),
      subtotal: decimal(line.subtotal),
      taxRate: decimal(line.tax_rate),
      taxAmount: decimal(line.tax_amount),
      countryDetails: line.country_details,
    })),
    breakdown: header.tax_breakdown.map(({ tax, category, rate, base, amount: taxAmount }) => ({
      tax,
      category,
      rate: decimal(rate),
      base: parseAmount(base, currency),
      amount: parseAmount(taxAmount, currency),
    })),
    subtotal: amount(header.subtotal_minor, currency),
    tax: amount(header.tax_minor, currency),
    total: amount(header.total_minor, currency),
  };
};
