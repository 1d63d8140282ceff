// From stored rows to the document that is checked and filed. Drafts just planned and drafts read back take the same
// way, so that creating and getting an invoice tell the same.
import type { DocumentLine, InvoiceDocument } from '../../../einvoicing/regime.ts';
import type { LineTax } from '../../../einvoicing/terms.ts';
import { plainLine, readContent, readLine } from '../shared/content.ts';
import type { Entity } from '../../../base/entity.ts';
import { amount, parseAmount } from '../../../base/money/amount.ts';
import { decimal } from '../../../base/money/decimal.ts';
import { asDay } from '../../../base/time/day.ts';
import type { InvoiceHeader, InvoiceLineRow, InvoiceRecord } from './record.ts';

/** Also of a line that an earlier release or an import wrote. */
export const readLineContent = (
  header: Pick<InvoiceHeader, 'tax_breakdown'>,
  line: InvoiceLineRow,
): ReturnType<typeof readLine> =>
  line.content === null
    ? plainLine(decimal(line.subtotal), guessTaxes(header, line))
    : readLine(line.content);

const readLineRow = ({ header }: InvoiceRecord, line: InvoiceLineRow): DocumentLine => {
  const subtotal = decimal(line.subtotal);
  const rest = readLineContent(header, line);
  return {
    gross: rest.gross,
    discountAmount: rest.discountAmount,
    discount: rest.discount,
    productNumber: rest.productNumber,
    customsNumber: rest.customsNumber,
    propertyAccount: rest.propertyAccount,
    period: rest.period,
    taxes: rest.taxes,
    description: line.description,
    quantity: decimal(line.quantity),
    unitPrice: decimal(line.unit_price),
    subtotal,
    taxRate: decimal(line.tax_rate),
    taxAmount: decimal(line.tax_amount),
    countryDetails: line.country_details,
  };
};

/** The one tax of a line of an earlier release: that of the breakdown with its rate and category. */
const guessTaxes = (
  header: Pick<InvoiceHeader, 'tax_breakdown'>,
  line: InvoiceLineRow,
): readonly LineTax[] => {
  const { tax_category, tax_object } = line.country_details;
  const rate = decimal(line.tax_rate);
  const row = header.tax_breakdown.find((item) => {
    const taxed =
      tax_category === undefined
        ? tax_object === undefined || tax_object === '02'
        : item.category === tax_category;
    return taxed && decimal(item.rate).eq(rate);
  });
  if (row === undefined) return [];
  const { tax, category } = row;
  const base = decimal(line.subtotal);
  return [{ tax, category, factor: 'rate', rate, base, amount: decimal(line.tax_amount), withheld: false }];
};

// Written out field by field for the same reason as in describe.ts.
export const toDocument = (seller: Entity, record: InvoiceRecord): InvoiceDocument => {
  const { header, lines, customer } = record;
  const { currency } = header;
  const subtotal = amount(header.subtotal_minor, currency);
  const content = readContent(header.content, currency, subtotal);
  return {
    terms: content.terms,
    relations: content.relations,
    withholdings: content.withholdings,
    allowances: content.allowances,
    discount: content.discount,
    lineTotal: content.lineTotal,
    payee: content.payee,
    derived: content.derived,
    kind: 'invoice',
    seller,
    buyer: customer,
    issueDate: asDay(header.issue_date),
    dueDate: asDay(header.due_date),
    currency,
    exchangeRate: header.exchange_rate === null ? null : decimal(header.exchange_rate),
    exchangeRateSource: header.exchange_rate_source,
    countryDetails: header.country_details,
    title: header.title,
    notes: header.notes,
    lines: lines.map((line) => readLineRow(record, line)),
    breakdown: header.tax_breakdown.map(({ tax, category, factor, rate, base, amount: taxAmount }) => ({
      tax,
      category,
      factor: factor ?? 'rate',
      rate: decimal(rate),
      base: parseAmount(base, currency),
      amount: parseAmount(taxAmount, currency),
    })),
    subtotal,
    tax: amount(header.tax_minor, currency),
    withheld: amount(header.withheld_minor, currency),
    total: amount(header.total_minor, currency),
  };
};
