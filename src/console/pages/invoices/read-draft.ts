// What was typed into the form of a draft, as create_invoice takes it.
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import { optionalFigure, requiredFigure } from '../../amounts.ts';
import type { Form } from '../../form.ts';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { draftWords } from '../../../../generated/texts/draft.ts';

export type Given = Partial<CreateInvoiceParams>;
export type GivenLine = CreateInvoiceParams['line_items'][number];

export const MOST_ROWS = 60;

export const isClearance = ({ entity }: CompanyVisit): boolean =>
  COUNTRIES[entity.country_code].filing_model === 'clearance';

/** While a document is on its way to the authority its draft stays as it was sent. */
export const isEditable = (status: string, filing: string): boolean =>
  status === 'draft' && ['not_submitted', 'failed', 'awaiting_approval'].includes(filing);

export const headFields = (visit: CompanyVisit): readonly string[] =>
  isClearance(visit)
    ? ['payment_method', 'payment_form', 'cfdi_use']
    : ['buyer_reference', 'payment_means_code', 'bank_account_number', 'bank_name'];

export const codeFields = (visit: CompanyVisit): readonly [code: string, unit: string] =>
  isClearance(visit) ? ['sat_product_code', 'sat_unit_code'] : ['exemption_code', 'unit_code'];

/** Undefined fields say nothing; of a correction they take away what was there. */
const withoutEmpty = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

const readLine = (visit: CompanyVisit, form: Form, at: number, before: GivenLine | undefined) => {
  const words = commonWords(visit.language);
  const own = draftWords(visit.language);
  const label = (text: string): string => `${own.line(String(at + 1))}, ${text}`;
  const [code, unit] = codeFields(visit);
  const discount = optionalFigure(visit, form, `discount_${at}`, label(own.discount));
  return withoutEmpty({
    ...before,
    description: form.text(`description_${at}`),
    quantity: optionalFigure(visit, form, `quantity_${at}`, label(words.quantity)),
    unit_price: requiredFigure(visit, form, `price_${at}`, label(words.price)),
    discount: discount === undefined ? undefined : { percent: discount },
    country_details: withoutEmpty({
      ...before?.country_details,
      tax_rate: optionalFigure(visit, form, `rate_${at}`, label(own.rate)),
      [code]: form.optional(`code_${at}`),
      [unit]: form.optional(`unit_${at}`),
    }),
  });
};

/** What was typed, as create_invoice takes it; `before` of a draft that is corrected. */
export const readDraft = (
  visit: CompanyVisit,
  form: Form,
  before?: Given,
): Readonly<Record<string, unknown>> => {
  const customer = form.text('counterparty');
  const isId = /^ctpy_[0-9a-z]{26}$/.test(customer);
  const terms = optionalFigure(visit, form, 'payment_terms_days', draftWords(visit.language).terms);
  const rows = Array.from({ length: MOST_ROWS }, (_, at) => at).filter((at) =>
    ['description', 'price'].some((name) => form.text(`${name}_${at}`) !== ''),
  );
  const { counterparty_id: _id, counterparty_name: _name, ...kept } = before ?? {};
  return withoutEmpty({
    ...kept,
    ...(isId ? { counterparty_id: customer } : { counterparty_name: customer }),
    title: form.optional('title'),
    currency: form.optional('currency')?.toUpperCase(),
    payment_terms_days: terms,
    notes: form.optional('notes'),
    issue_date: form.optional('issue_date'),
    ...(isClearance(visit) ? {} : { order_reference: form.optional('order_reference') }),
    country_details: withoutEmpty({
      ...before?.country_details,
      ...Object.fromEntries(headFields(visit).map((name) => [name, form.optional(name)])),
    }),
    line_items: rows.map((at) => readLine(visit, form, at, before?.line_items?.[at])),
  });
};
