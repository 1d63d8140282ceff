// Rules on a global invoice, which gathers sales to the general public (node InformacionGlobal, RMF 2.7.1.21).
import type { InvoiceDocument } from '../regime.ts';
import { advice, rule, when, type Finding, type Rule } from '../rules.ts';
import type { GlobalPeriod } from '../terms.ts';
import { PRODUCT_UNKNOWN, UNIT_ACTIVITY } from './codes.ts';
import { isGlobal } from './receiver.ts';

/** c_Periodicidad: two months. */
const BIMONTHLY = '05';
/** The regime of small businesses, which alone may file two months at once. */
const SMALL_BUSINESS = '621';
/** c_Meses: 13 is January and February. */
const FIRST_PAIR = 13;

const onGlobal =
  (check: (global: GlobalPeriod, document: InvoiceDocument) => readonly Finding[]): Rule['check'] =>
  (document) =>
    document.terms.global === null ? [] : check(document.terms.global, document);

/** As YYYY-MM. */
const lastMonthOf = ({ month, year }: GlobalPeriod): string => {
  const number = Number(month);
  const last = number >= FIRST_PAIR ? (number - FIRST_PAIR + 1) * 2 : number;
  return `${year}-${String(last).padStart(2, '0')}`;
};

const firstLine = (
  { lines }: InvoiceDocument,
  isWrong: (line: InvoiceDocument['lines'][number]) => boolean,
): { readonly path: string; readonly count: number } | null => {
  const wrong = lines.flatMap((line, index) => (isWrong(line) ? [index] : []));
  return wrong[0] === undefined ? null : { path: `line_items[${wrong[0]}]`, count: wrong.length };
};

export const GLOBAL_RULES: readonly Rule[] = [
  advice('CFDI40130', (document) =>
    when(
      document.kind === 'invoice' && isGlobal(document) && document.terms.global === null,
      'counterparty.name',
      'CFDI40130.of_the_day',
    ),
  ),
  rule('CFDI40130', (document) =>
    when(
      document.terms.global !== null && (document.kind !== 'invoice' || !isGlobal(document)),
      'global',
      'CFDI40130',
    ),
  ),
  rule(
    'CFDI40132',
    onGlobal(({ period }, { seller }) =>
      when(
        period === BIMONTHLY && seller.details.fiscal_regime_code !== SMALL_BUSINESS,
        'global.period',
        'CFDI40132',
      ),
    ),
  ),
  rule(
    'CFDI40134',
    onGlobal(({ period, month }) =>
      when(period !== BIMONTHLY && Number(month) >= FIRST_PAIR, 'global.month', 'CFDI40134', { period }),
    ),
  ),
  rule(
    'CFDI40135',
    onGlobal(({ period, month }) =>
      when(period === BIMONTHLY && Number(month) < FIRST_PAIR, 'global.month', 'CFDI40135'),
    ),
  ),
  rule(
    'CFDI40136',
    onGlobal(({ year }, { issueDate }) => {
      const today = Number(issueDate.slice(0, 4));
      return when(year !== today && year !== today - 1, 'global.year', 'CFDI40136');
    }),
  ),
  // What the guide of the SAT wants; a PAC stamps other documents too.
  advice(
    'GUIDE-GLOBAL',
    onGlobal((global, { issueDate }) =>
      when(
        (global.period === BIMONTHLY) === Number(global.month) >= FIRST_PAIR &&
          lastMonthOf(global) > issueDate.slice(0, 7),
        'global.month',
        'GUIDE-GLOBAL.month',
      ),
    ),
  ),
  advice(
    'GUIDE-GLOBAL',
    onGlobal((_, document) => {
      const wrong = firstLine(document, ({ countryDetails: codes }) => {
        return codes['sat_product_code'] !== PRODUCT_UNKNOWN || codes['sat_unit_code'] !== UNIT_ACTIVITY;
      });
      return when(wrong !== null, `${wrong?.path ?? ''}.country_details`, 'GUIDE-GLOBAL.codes', {
        count: wrong?.count ?? 0,
      });
    }),
  ),
  advice(
    'GUIDE-GLOBAL',
    onGlobal((_, document) => {
      const wrong = firstLine(document, ({ productNumber }) => productNumber === null);
      return when(wrong !== null, `${wrong?.path ?? ''}.product_number`, 'GUIDE-GLOBAL.ticket', {
        count: wrong?.count ?? 0,
      });
    }),
  ),
];
