// What was typed into the form of a draft, as create_invoice takes it.
import { COUNTRIES, detailFields } from '../../../../generated/countries.ts';
import { TOOLS } from '../../../../generated/dispatch.ts';
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import { optionalFigure } from '../../amounts.ts';
import type { Form } from '../../form.ts';
import { type Looks, type ParamName, readParams, typedRows } from '../../parts/param.tsx';
import { partOf } from '../../parts/part-of.ts';
import type { CompanyVisit } from '../../visit.ts';
import { detailText } from '../documents/content.tsx';

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

export const INVOICE = TOOLS.create_invoice.inputSchema;
export const LINE = partOf(INVOICE, 'line_items');
export const INVOICE_DETAILS = partOf(INVOICE, 'country_details');
export const LINE_DETAILS = partOf(LINE, 'country_details');

/** What most invoices say in their head; `given` of a draft that is corrected. */
export const headLooks = (visit: CompanyVisit, given: Given = {}): Looks<ParamName<'create_invoice'>> => {
  const { common: words, draft: own } = visit.words;
  return {
    title: { label: words.title, value: given.title },
    currency: { label: words.currency, value: given.currency ?? visit.entity.currency },
    issue_date: { label: words.issued, value: given.issue_date, hint: own.issueHint },
    payment_terms_days: { label: own.terms, value: given.payment_terms_days, hint: own.termsHint },
  };
};

/** What stands below the fields of the country. */
export const restLooks = (visit: CompanyVisit, given: Given = {}): Looks<ParamName<'create_invoice'>> => ({
  ...(isClearance(visit)
    ? {}
    : { order_reference: { label: visit.words.draft.order, value: given.order_reference } }),
  notes: { label: visit.words.common.notes, value: given.notes },
});

type Details = Readonly<Record<string, unknown>>;

const known = (details: object | undefined, name: string): string | number | null => {
  const all: Details = { ...details };
  const value = all[name];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/** The fields of the company's country. */
export const detailLooks = (visit: CompanyVisit, given: Given = {}): Looks => {
  const methods: Readonly<Record<string, string>> = visit.words.draft.methods;
  const country: Readonly<Record<string, { required: boolean }>> = detailFields(
    'invoice',
    visit.entity.country_code,
  );
  return Object.fromEntries(
    headFields(visit).map((name) => [
      name,
      {
        label: detailText(visit, name),
        value: known(given.country_details, name),
        required: country[name]?.required === true,
        ...(name === 'payment_method'
          ? { any: '–', text: (method: string) => `${method} ${methods[method] ?? ''}` }
          : {}),
      },
    ]),
  );
};

/** `named`: what a field is called where its line is not seen beside it. */
const asIs = (label: string): string => label;

export const lineLooks = (visit: CompanyVisit, at: number, line?: GivenLine, named = asIs): Looks => {
  const { common: words } = visit.words;
  const required = at === 0;
  return {
    description: {
      label: words.description,
      name: `description_${at}`,
      value: line?.description,
      required,
      wide: true,
    },
    quantity: { label: named(words.quantity), name: `quantity_${at}`, value: line?.quantity, hint: '1' },
    unit_price: { label: named(words.price), name: `price_${at}`, value: line?.unit_price, required },
  };
};

export const rateLooks = (visit: CompanyVisit, at: number, line?: GivenLine, named = asIs): Looks => {
  const { draft: own } = visit.words;
  const value = known(line?.country_details, 'tax_rate');
  return { tax_rate: { label: named(own.rate), name: `rate_${at}`, value, hint: own.rateHint } };
};

/** One of the two codes of a line; a search that was left for it leads back with what was chosen. */
export const codeLooks = (
  visit: CompanyVisit,
  which: 'code' | 'unit',
  at: number,
  line?: GivenLine,
): Looks => {
  const { draft: own } = visit.words;
  const [code, unit] = codeFields(visit);
  const param = which === 'code' ? code : unit;
  const name = `${which}_${at}`;
  const label =
    which === 'unit' ? own.unit : own.codes[code === 'sat_product_code' ? 'product' : 'exemption'];
  return {
    [param]: { label, name, value: visit.url.searchParams.get(name) ?? known(line?.country_details, param) },
  };
};

const readLine = (visit: CompanyVisit, form: Form, at: number, before: GivenLine | undefined) => {
  const { draft: own } = visit.words;
  const named = (label: string): string => `${own.line(String(at + 1))}, ${label}`;
  const percent = optionalFigure(visit, form, `discount_${at}`, named(own.discount));
  const details = {
    ...rateLooks(visit, at, undefined, named),
    ...codeLooks(visit, 'code', at),
    ...codeLooks(visit, 'unit', at),
  };
  return withoutEmpty({
    ...before,
    ...readParams(visit, form, LINE, lineLooks(visit, at, undefined, named)),
    discount: percent === undefined ? undefined : { percent },
    country_details: withoutEmpty({
      ...before?.country_details,
      ...readParams(visit, form, LINE_DETAILS, details),
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
  const { counterparty_id: _id, counterparty_name: _name, ...kept } = before ?? {};
  return withoutEmpty({
    ...kept,
    ...(isId ? { counterparty_id: customer } : { counterparty_name: customer }),
    ...readParams(visit, form, INVOICE, { ...headLooks(visit), ...restLooks(visit) }),
    country_details: withoutEmpty({
      ...before?.country_details,
      ...readParams(visit, form, INVOICE_DETAILS, detailLooks(visit)),
    }),
    line_items: typedRows(form, MOST_ROWS).map((at) => readLine(visit, form, at, before?.line_items?.[at])),
  });
};
