// What the law and the SAT's filling guide ask for and no PAC checks: relations, credit notes, retentions, the border
// stimulus, leases, and values that nobody has set.
import { COUNTRIES } from '../../../generated/countries.ts';
import { decimal, isZero } from '../../base/money/decimal.ts';
import type { InvoiceDocument } from '../regime.ts';
import { advice, finding, onLines, rule, when, type Rule } from '../rules.ts';
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
    return when(stray !== undefined, 'relations', 'GUIDE-TIPORELACION', { type: stray?.type ?? '' });
  }),
  rule('GUIDE-TIPORELACION', ({ kind, relations }) =>
    when(kind === 'credit_note' && relations.length === 0, 'relations', 'GUIDE-TIPORELACION.none'),
  ),
  advice('GUIDE-EGRESO', (document) =>
    when(
      document.kind === 'credit_note' && field(document, 'payment_method') !== METHOD_AT_ONCE,
      'country_details.payment_method',
      'GUIDE-EGRESO',
    ),
  ),
  advice('GUIDE-EGRESO', (document) =>
    when(
      document.kind === 'credit_note' &&
        ![RETURNS_AND_DISCOUNTS, NO_EFFECTS].includes(field(document, 'cfdi_use')),
      'country_details.cfdi_use',
      'GUIDE-EGRESO.use',
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
        .map(({ tax, rate }) =>
          finding(`${path}.country_details.withholdings`, 'GUIDE-RETENCION', {
            rate: rate.toFixed(),
            tax,
            usual: USUAL_RATES[tax === 'ISR' ? 'ISR' : 'IVA'].join(', '),
          }),
        ),
    ),
  ),
  advice('GUIDE-RETENCION', (document) =>
    when(
      document.withholdings.length > 0 && !isLegalPerson(findReceiver(document)),
      'withholdings',
      'GUIDE-RETENCION.person',
    ),
  ),
];

const atBorderRate = ({ taxes }: InvoiceDocument['lines'][number]): boolean =>
  taxes.some(({ category, factor, rate, withheld }) => {
    return !withheld && category === TAX_CODES.IVA && factor === 'rate' && rate.eq(BORDER_RATE);
  });

const BORDER_RULES: readonly Rule[] = [
  rule('BORDER-STIMULUS', ({ seller, issueDate, kind, lines }) =>
    when(
      kind === 'invoice' && lines.some(atBorderRate) && !hasBorderStimulus(seller, issueDate),
      'entity.details.border_stimulus_from',
      'BORDER-STIMULUS',
      { issue_date: issueDate },
    ),
  ),
  rule('BORDER-STIMULUS', (document) =>
    document.lines.flatMap((line, index) => {
      const code = field(line, 'sat_product_code');
      const at = `line_items[${index}].country_details.sat_product_code`;
      if (!atBorderRate(line)) return [];
      return code === PRODUCT_UNKNOWN
        ? when(!isGlobal(document), at, 'BORDER-STIMULUS.ticket')
        : when(!mayBearBorderRate(code), at, 'BORDER-STIMULUS.product', { code });
    }),
  ),
  advice('BORDER-STIMULUS', ({ seller, lines }) =>
    when(lines.some(atBorderRate), 'entity.postal_code', 'BORDER-STIMULUS.place', {
      postal_code: seller.postal_code ?? '',
    }),
  ),
];

const LEASE_RULES: readonly Rule[] = [
  // CFF 29-A V c.
  advice(
    'GUIDE-CUENTAPREDIAL',
    onLines((line, path) =>
      when(
        isPropertyLease(field(line, 'sat_product_code')) && line.propertyAccount === null,
        `${path}.property_account`,
        'GUIDE-CUENTAPREDIAL',
      ),
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
    return when(
      kind === 'invoice' && buyer.country_code !== COUNTRIES.MX.country && index >= 0,
      `line_items[${index}].country_details.sat_product_code`,
      'GUIDE-EXPORTACION',
    );
  }),
];

/** The last part of the path: what is warned of, and how it is said. The reason stands with the value itself. */
const DERIVED: readonly (readonly [field: string, rule: string, what: string])[] = [
  ['sat_product_code', 'DERIVED-CODE', 'The product code'],
  ['sat_unit_code', 'DERIVED-CODE', 'The unit code'],
  ['withholdings', 'DERIVED-WITHHOLDING', 'What the customer retains'],
];

const DERIVED_RULES: readonly Rule[] = DERIVED.map(([name, id, what]) =>
  advice(id, ({ derived }) =>
    derived
      .filter(({ path }) => path.endsWith(`.${name}`))
      .map(({ path, value }) => finding(path, 'DERIVED', { what, value, name })),
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
