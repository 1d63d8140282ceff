// What the law and the SAT's filling guide ask for and no PAC checks: relations, credit notes, retentions, the border
// stimulus, leases, and values that nobody has set.
import { COUNTRIES } from '../../../generated/countries.ts';
import { decimal, isZero } from '../../base/money/decimal.ts';
import type { InvoiceDocument } from '../regime.ts';
import { type Rule, advice, changeEntity, newDraftWith, onLines, rule, when } from '../rules.ts';
import type { LineTax } from '../terms.ts';
import { BORDER_RATE, hasBorderStimulus } from './countries.ts';
import { mayBearBorderRate } from './catalogs/products.ts';
import { NO_EFFECTS, RETURNS_AND_DISCOUNTS } from './cfdi-use.ts';
import { METHOD_AT_ONCE, PRODUCT_UNKNOWN, TAX_CODES } from './codes.ts';
import { findReceiver, isGlobal } from './receiver.ts';
import { USUAL_RATES, isLegalPerson, isPropertyLease } from './withholdings.ts';

const field = ({ countryDetails }: Pick<InvoiceDocument, 'countryDetails'>, name: string): string =>
  String(countryDetails[name] ?? '');

/** What each kind of document may be related by; a credit note also substitutes another. */
const RELATIONS: Readonly<Record<InvoiceDocument['kind'], readonly string[]>> = {
  invoice: ['04', '07'],
  credit_note: ['01', '03', '04', '07'],
};

const RELATION_RULES: readonly Rule[] = [
  rule('GUIDE-TIPORELACION', ({ kind, relations }) => {
    const stray = relations.find(({ type }) => !RELATIONS[kind].includes(type));
    return when(stray !== undefined, {
      path: 'relations',
      message: `An invoice is not related by ${stray?.type ?? ''}, which belongs to credit notes.`,
      fix: newDraftWith('without the relation'),
    });
  }),
  rule('GUIDE-TIPORELACION', ({ kind, relations }) =>
    when(kind === 'credit_note' && relations.length === 0, {
      path: 'relations',
      message: 'A credit note names the invoices that it credits.',
      fix: 'Ask an administrator to discard it and to credit the invoice with the admin command "invoice credit".',
    }),
  ),
  advice('GUIDE-EGRESO', (document) =>
    when(document.kind === 'credit_note' && field(document, 'payment_method') !== METHOD_AT_ONCE, {
      path: 'country_details.payment_method',
      message: 'A credit note has the payment method PUE.',
      fix: 'Ask an administrator to discard it and to credit the invoice again with the admin command "invoice credit".',
    }),
  ),
  advice('GUIDE-EGRESO', (document) =>
    when(
      document.kind === 'credit_note' &&
        ![RETURNS_AND_DISCOUNTS, NO_EFFECTS].includes(field(document, 'cfdi_use')),
      {
        path: 'country_details.cfdi_use',
        message: 'A credit note has the use G02, or S01 where the regime of the customer forbids it.',
        fix: 'Ask an administrator to discard it and to credit the invoice again with the admin command "invoice credit".',
      },
    ),
  ),
];

const isUsual = ({ tax, rate }: LineTax): boolean =>
  (tax === 'ISR' || tax === 'IVA') && USUAL_RATES[tax].some((usual) => decimal(usual).eq(rate));

const RETENTION_RULES: readonly Rule[] = [
  advice(
    'GUIDE-RETENCION',
    onLines(({ taxes }, path) =>
      taxes
        .filter((tax) => tax.withheld && !isUsual(tax))
        .map(({ tax, rate }) => ({
          path: `${path}.country_details.withholdings`,
          message: `${rate.toFixed()} % of ${tax} is not usually retained; usual are ${USUAL_RATES[tax === 'ISR' ? 'ISR' : 'IVA'].join(', ')}.`,
          fix: newDraftWith('with a usual rate, unless the customer retains this one'),
        })),
    ),
  ),
  advice('GUIDE-RETENCION', (document) =>
    when(document.withholdings.length > 0 && !isLegalPerson(findReceiver(document)), {
      path: 'withholdings',
      message: 'Only customers that are legal persons in Mexico retain these taxes.',
      fix: newDraftWith('with withholdings [] on each line'),
    }),
  ),
];

const atBorderRate = ({ taxes }: InvoiceDocument['lines'][number]): boolean =>
  taxes.some(({ category, factor, rate, withheld }) => {
    return !withheld && category === TAX_CODES.IVA && factor === 'rate' && rate.eq(BORDER_RATE);
  });

const BORDER_RULES: readonly Rule[] = [
  rule('BORDER-STIMULUS', ({ seller, issueDate, kind, lines }) =>
    when(kind === 'invoice' && lines.some(atBorderRate) && !hasBorderStimulus(seller, issueDate), {
      path: 'entity.details.border_stimulus_from',
      message: `The entity has no border stimulus on ${issueDate}, so IVA of 8 % is not allowed.`,
      fix: changeEntity('set the days of the notice that the SAT accepted', '--border-stimulus-from'),
    }),
  ),
  rule('BORDER-STIMULUS', (document) =>
    document.lines.flatMap((line, index) => {
      const code = field(line, 'sat_product_code');
      const isTicket = code === PRODUCT_UNKNOWN;
      return when(atBorderRate(line) && (isTicket ? !isGlobal(document) : !mayBearBorderRate(code)), {
        path: `line_items[${index}].country_details.sat_product_code`,
        message: isTicket
          ? 'The product 01010101 bears IVA of 8 % only in a global invoice.'
          : `The product ${code} is not flagged for IVA of 8 % in c_ClaveProdServ.`,
        fix: newDraftWith('with the code of the product, or tax_rate 16'),
      });
    }),
  ),
  advice('BORDER-STIMULUS', ({ seller, lines }) =>
    when(lines.some(atBorderRate), {
      path: 'entity.postal_code',
      message: `IVA of 8 % needs a postal code of the border region and delivery there; whether ${seller.postal_code ?? ''} is one is not known here.`,
      fix: changeEntity('check the postal code of the entity', '--postal-code'),
    }),
  ),
];

const LEASE_RULES: readonly Rule[] = [
  // CFF 29-A V c.
  advice(
    'GUIDE-CUENTAPREDIAL',
    onLines((line, path) =>
      when(isPropertyLease(field(line, 'sat_product_code')) && line.propertyAccount === null, {
        path: `${path}.property_account`,
        message: 'The lease of real property names the property account (cuenta predial).',
        fix: newDraftWith('with property_account'),
      }),
    ),
  ),
];

/** c_ClaveProdServ follows the UNSPSC, whose segments 10 to 60 are goods; services begin above. */
const isGoods = (code: string): boolean => /^(?:[1-5]\d|60)\d{6}$/.test(code);

/** At 0 %, exempt, or without the tax. */
const bearsNoIva = ({ taxes }: InvoiceDocument['lines'][number]): boolean =>
  taxes.every(({ category, rate, withheld }) => withheld || category !== TAX_CODES.IVA || isZero(rate));

const EXPORT_RULES: readonly Rule[] = [
  // RMF 2.7.1.19: a definitive export of goods (pedimento A1) states Exportacion 02 and carries the complement.
  advice('GUIDE-EXPORTACION', ({ buyer, kind, lines }) => {
    const index = lines.findIndex((line) => bearsNoIva(line) && isGoods(field(line, 'sat_product_code')));
    return when(kind === 'invoice' && buyer.country_code !== COUNTRIES.MX.country && index >= 0, {
      path: `line_items[${index}].country_details.sat_product_code`,
      message:
        'Goods without IVA for a customer abroad: the document states Exportacion 01, no export. A definitive export of goods (pedimento A1) states 02 with the complement Comercio Exterior 2.0, which the service does not write.',
      fix: 'If the goods leave Mexico for good, discard the draft and invoice them with other software; otherwise nothing is to be done.',
    });
  }),
];

/** The last part of the path: what is warned of, and how it is said. */
const DERIVED: readonly (readonly [field: string, rule: string, what: string])[] = [
  ['sat_product_code', 'DERIVED-CODE', 'The product code'],
  ['sat_unit_code', 'DERIVED-CODE', 'The unit code'],
  ['withholdings', 'DERIVED-WITHHOLDING', 'What the customer retains'],
];

const DERIVED_RULES: readonly Rule[] = DERIVED.map(([name, id, what]) =>
  advice(id, ({ derived }) =>
    derived
      .filter(({ path }) => path.endsWith(`.${name}`))
      .map(({ path, value, reason }) => ({
        path,
        message: `${what} is ${value}. ${reason}`,
        fix: newDraftWith(`with ${name}, which confirms or corrects it`),
      })),
  ),
);

export const GUIDE_RULES: readonly Rule[] = [
  ...RELATION_RULES,
  ...RETENTION_RULES,
  ...BORDER_RULES,
  ...LEASE_RULES,
  ...EXPORT_RULES,
  ...DERIVED_RULES,
];
