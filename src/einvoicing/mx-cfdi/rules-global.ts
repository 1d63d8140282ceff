// Rules on a global invoice, which gathers sales to the general public (node InformacionGlobal, RMF 2.7.1.21).
import type { InvoiceDocument } from '../regime.ts';
import { advice, newDraftWith, rule, when, type Finding, type Rule } from '../rules.ts';
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
    when(document.kind === 'invoice' && isGlobal(document) && document.terms.global === null, {
      path: 'counterparty.name',
      message: 'An invoice to PUBLICO EN GENERAL is filed as a global invoice of its day (Periodicidad 01).',
      fix: 'Nothing to do if that is meant. To name the person who bought, create a counterparty with create_counterparty under that name and invoice it instead.',
    }),
  ),
  rule('CFDI40130', (document) =>
    when(document.terms.global !== null && (document.kind !== 'invoice' || !isGlobal(document)), {
      path: 'global',
      message: 'Only an invoice to PUBLICO EN GENERAL (RFC XAXX010101000) is a global invoice.',
      fix: newDraftWith('without global, or for the counterparty PUBLICO EN GENERAL'),
    }),
  ),
  rule(
    'CFDI40132',
    onGlobal(({ period }, { seller }) =>
      when(period === BIMONTHLY && seller.details.fiscal_regime_code !== SMALL_BUSINESS, {
        path: 'global.period',
        message: 'Only an issuer of regime 621 files two months at once.',
        fix: newDraftWith('with period 01 to 04'),
      }),
    ),
  ),
  rule(
    'CFDI40134',
    onGlobal(({ period, month }) =>
      when(period !== BIMONTHLY && Number(month) >= FIRST_PAIR, {
        path: 'global.month',
        message: `The month of period ${period} is one of 01 to 12.`,
        fix: newDraftWith('with the month of the sales'),
      }),
    ),
  ),
  rule(
    'CFDI40135',
    onGlobal(({ period, month }) =>
      when(period === BIMONTHLY && Number(month) < FIRST_PAIR, {
        path: 'global.month',
        message: 'The month of period 05 is one of 13 (January and February) to 18.',
        fix: newDraftWith('with a month of 13 to 18'),
      }),
    ),
  ),
  rule(
    'CFDI40136',
    onGlobal(({ year }, { issueDate }) => {
      const today = Number(issueDate.slice(0, 4));
      return when(year !== today && year !== today - 1, {
        path: 'global.year',
        message: 'The year is that of the issue date or the one before.',
        fix: newDraftWith('with the year of the sales'),
      });
    }),
  ),
  // What the guide of the SAT wants; a PAC stamps other documents too.
  advice(
    'GUIDE-GLOBAL',
    onGlobal((global, { issueDate }) =>
      when(
        (global.period === BIMONTHLY) === Number(global.month) >= FIRST_PAIR &&
          lastMonthOf(global) > issueDate.slice(0, 7),
        {
          path: 'global.month',
          message: 'The period of the sales ends after the month of issue.',
          fix: newDraftWith('with the month of the sales'),
        },
      ),
    ),
  ),
  advice(
    'GUIDE-GLOBAL',
    onGlobal((_, document) => {
      const wrong = firstLine(document, ({ countryDetails: codes }) => {
        return codes['sat_product_code'] !== PRODUCT_UNKNOWN || codes['sat_unit_code'] !== UNIT_ACTIVITY;
      });
      return when(wrong !== null, {
        path: `${wrong?.path ?? ''}.country_details`,
        message: `Lines of a global invoice have the product 01010101 and the unit ACT; ${wrong?.count ?? 0} do not.`,
        fix: newDraftWith('with sat_product_code 01010101 and sat_unit_code ACT on each line'),
      });
    }),
  ),
  advice(
    'GUIDE-GLOBAL',
    onGlobal((_, document) => {
      const wrong = firstLine(document, ({ productNumber }) => productNumber === null);
      return when(wrong !== null, {
        path: `${wrong?.path ?? ''}.product_number`,
        message: `Each line of a global invoice is a ticket and names its number; ${wrong?.count ?? 0} do not.`,
        fix: newDraftWith('with the number of the ticket as product_number of each line'),
      });
    }),
  ),
];
