// What a correction or a copy of an invoice starts from: the parameters of `create_invoice` that would make it again.
import type { CounterpartyId } from '../../../../generated/ids.ts';
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import type { AttachmentInput, InvoiceLineInput } from '../../../../generated/types.ts';
import { present } from '../../../base/present.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { GivenInvoice } from '../../../db/stated.ts';
import type { InvoiceHeader, InvoiceLineRow, InvoiceRecord } from './record.ts';

const wire = (text: string): number => toNumber(decimal(text));

/** A line of an earlier release: its codes count as given. */
const givenLine = ({
  description,
  quantity,
  unit_price,
  tax_rate,
  country_details,
}: InvoiceLineRow): InvoiceLineInput => {
  const { tax_category, ...codes } = country_details;
  const rate = tax_category === undefined ? {} : { tax_rate: wire(tax_rate) };
  return {
    description,
    quantity: wire(quantity),
    unit_price: wire(unit_price),
    country_details: { ...codes, ...rate },
  };
};

const givenFields = (header: InvoiceHeader, lines: readonly InvoiceLineRow[]): GivenInvoice => {
  if (header.content !== null) return header.content.given;
  // c_TipoDeComprobante is no parameter.
  const { cfdi_type: _type, ...country_details } = header.country_details;
  return {
    title: header.title ?? undefined,
    currency: header.currency,
    country_details,
    line_items: lines.map(givenLine),
    payment_terms_days: header.payment_terms_days,
    notes: header.notes ?? undefined,
  };
};

/** `files` are the contents of the attachments, in their order. */
export const givenParams = (
  { header, lines }: InvoiceRecord,
  files: readonly Buffer[],
): CreateInvoiceParams => {
  const { attachments, ...given } = givenFields(header, lines);
  const counterparty_id = header.counterparty_id as CounterpartyId;
  const whole = attachments?.map((file, index): AttachmentInput => ({
    ...file,
    content_base64: files[index]?.toString('base64') ?? '',
  }));
  return present<CreateInvoiceParams>({ ...given, counterparty_id, attachments: whole });
};
