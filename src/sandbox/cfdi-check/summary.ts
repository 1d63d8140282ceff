// CFDI40202 to 40221: the summary of taxes, which must repeat what the lines say.
import { roundHalfUp, sumOf, type Decimal } from '../../base/money/decimal.ts';
import { readValue } from '../../einvoicing/mx-cfdi/bands.ts';
import { CATALOGS } from '../../einvoicing/mx-cfdi/catalogs.ts';
import { FACTOR_EXEMPT } from '../../einvoicing/mx-cfdi/codes.ts';
import type { Cfdi, CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import {
  cfdiRule,
  currencyDecimals,
  fitsCurrency,
  isListedRate,
  must,
  onSummary,
  type CfdiRule,
} from './rule.ts';

const SUMMARY = 'Impuestos';

/** Rates are compared as values: 0.16 equals 0.160000. */
const buildGroupKey = ({ tax, factor, rate }: CfdiTax): string =>
  `${tax} ${factor ?? ''} ${rate === null ? '' : readValue(rate).toFixed(6)}`;

const lineTaxes = ({ concepts }: Cfdi, kind: 'transferred' | 'withheld'): readonly CfdiTax[] =>
  concepts.flatMap(({ taxes }) => taxes?.[kind] ?? []);

type Field = 'base' | 'amount';

const roundedSum = (cfdi: Cfdi, taxes: readonly CfdiTax[], field: Field): Decimal =>
  roundHalfUp(sumOf(taxes.map((tax) => readValue(tax[field]))), currencyDecimals(cfdi));

const sameGroup = (cfdi: Cfdi, row: CfdiTax): readonly CfdiTax[] => {
  const group = buildGroupKey(row);
  return lineTaxes(cfdi, 'transferred').filter((tax) => buildGroupKey(tax) === group);
};

const repeated = (keys: readonly string[]): readonly string[] =>
  keys.filter((key, index) => keys.indexOf(key) !== index);

const WITHHELD_CHECKS: readonly CfdiRule[] = [
  cfdiRule('CFDI40202', (cfdi) =>
    must(
      fitsCurrency(cfdi, cfdi.taxes?.totalWithheld ?? null),
      `${SUMMARY}/@TotalImpuestosRetenidos`,
      'TotalImpuestosRetenidos has more decimals than the currency.',
    ),
  ),
  cfdiRule('CFDI40203', ({ taxes }) =>
    must(
      taxes === null ||
        taxes.totalWithheld === null ||
        readValue(taxes.totalWithheld).eq(sumOf(taxes.withheld.map(({ amount }) => readValue(amount)))),
      `${SUMMARY}/@TotalImpuestosRetenidos`,
      'TotalImpuestosRetenidos is not the sum of the taxes withheld.',
    ),
  ),
  cfdiRule('CFDI40206', (cfdi) =>
    must(
      lineTaxes(cfdi, 'withheld').length === 0 || (cfdi.taxes?.totalWithheld ?? null) !== null,
      SUMMARY,
      'With taxes withheld on the lines, TotalImpuestosRetenidos is there.',
    ),
  ),
  cfdiRule(
    'CFDI40207',
    onSummary('withheld', ({ tax }, path) =>
      must(CATALOGS.c_Impuesto.has(tax), `${path}/@Impuesto`, 'Impuesto is not in c_Impuesto.'),
    ),
  ),
  cfdiRule('CFDI40208', ({ taxes }) =>
    must(
      repeated((taxes?.withheld ?? []).map(({ tax }) => tax)).length === 0,
      `${SUMMARY}/Retenciones`,
      'Each tax withheld has one row.',
    ),
  ),
  cfdiRule('CFDI40209', ({ taxes }) =>
    must(
      taxes === null || taxes.withheld.length === 0 || taxes.totalWithheld !== null,
      `${SUMMARY}/@TotalImpuestosRetenidos`,
      'With rows of taxes withheld, TotalImpuestosRetenidos is there.',
    ),
  ),
  cfdiRule(
    'CFDI40210',
    onSummary('withheld', ({ amount }, path, cfdi) =>
      must(fitsCurrency(cfdi, amount), `${path}/@Importe`, 'Importe has more decimals than the currency.'),
    ),
  ),
  cfdiRule(
    'CFDI40211',
    onSummary('withheld', (row, path, cfdi) => {
      const taxes = lineTaxes(cfdi, 'withheld').filter(({ tax }) => tax === row.tax);
      return must(
        readValue(row.amount).eq(roundedSum(cfdi, taxes, 'amount')),
        `${path}/@Importe`,
        'Importe is not the rounded sum of this tax on the lines.',
      );
    }),
  ),
];

const TOTAL_CHECKS: readonly CfdiRule[] = [
  cfdiRule('CFDI40204', (cfdi) =>
    must(
      fitsCurrency(cfdi, cfdi.taxes?.totalTransferred ?? null),
      `${SUMMARY}/@TotalImpuestosTrasladados`,
      'TotalImpuestosTrasladados has more decimals than the currency.',
    ),
  ),
  cfdiRule('CFDI40205', ({ taxes }) =>
    must(
      taxes === null ||
        taxes.totalTransferred === null ||
        readValue(taxes.totalTransferred).eq(sumOf(taxes.transferred.map(({ amount }) => readValue(amount)))),
      `${SUMMARY}/@TotalImpuestosTrasladados`,
      'TotalImpuestosTrasladados is not the sum of the taxes transferred.',
    ),
  ),
  cfdiRule('CFDI40212', (cfdi) => {
    const caused = lineTaxes(cfdi, 'transferred').some(({ factor }) => factor !== FACTOR_EXEMPT);
    return must(
      !caused || (cfdi.taxes?.totalTransferred ?? null) !== null,
      SUMMARY,
      'With taxes transferred on the lines, TotalImpuestosTrasladados is there.',
    );
  }),
];

const ROW_CHECKS: readonly CfdiRule[] = [
  cfdiRule('CFDI40213', (cfdi) => {
    const rows = new Set((cfdi.taxes?.transferred ?? []).map(buildGroupKey));
    const complete = lineTaxes(cfdi, 'transferred').every((tax) => rows.has(buildGroupKey(tax)));
    const named = (cfdi.taxes?.transferred ?? []).every(
      ({ base, tax, factor }) => base !== null && tax !== '' && factor !== null,
    );
    return must(
      complete && named,
      `${SUMMARY}/Traslados`,
      'Each tax of the lines has a row with Base, Impuesto and TipoFactor.',
    );
  }),
  cfdiRule(
    'CFDI40214',
    onSummary('transferred', ({ base }, path, cfdi) =>
      must(fitsCurrency(cfdi, base), `${path}/@Base`, 'Base has more decimals than the currency.'),
    ),
  ),
  cfdiRule(
    'CFDI40215',
    onSummary('transferred', (row, path, cfdi) =>
      must(
        row.factor === FACTOR_EXEMPT ||
          readValue(row.base).eq(roundedSum(cfdi, sameGroup(cfdi, row), 'base')),
        `${path}/@Base`,
        'Base is not the rounded sum of the bases of this tax and rate on the lines.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40216',
    onSummary('transferred', (row, path, cfdi) =>
      must(
        row.factor !== FACTOR_EXEMPT ||
          readValue(row.base).eq(roundedSum(cfdi, sameGroup(cfdi, row), 'base')),
        `${path}/@Base`,
        'Base is not the rounded sum of the exempt bases on the lines.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40217',
    onSummary('transferred', ({ tax }, path) =>
      must(CATALOGS.c_Impuesto.has(tax), `${path}/@Impuesto`, 'Impuesto is not in c_Impuesto.'),
    ),
  ),
  cfdiRule('CFDI40218', ({ taxes }) =>
    must(
      repeated((taxes?.transferred ?? []).map(buildGroupKey)).length === 0,
      `${SUMMARY}/Traslados`,
      'Each combination of tax, factor and rate has one row.',
    ),
  ),
  cfdiRule(
    'CFDI40219',
    onSummary('transferred', (row, path) =>
      must(
        row.rate === null || isListedRate(row, 'transferred'),
        `${path}/@TasaOCuota`,
        'TasaOCuota is not in c_TasaOCuota for this tax.',
      ),
    ),
  ),
  cfdiRule(
    'CFDI40220',
    onSummary('transferred', ({ amount }, path, cfdi) =>
      must(fitsCurrency(cfdi, amount), `${path}/@Importe`, 'Importe has more decimals than the currency.'),
    ),
  ),
  cfdiRule(
    'CFDI40221',
    onSummary('transferred', (row, path, cfdi) =>
      must(
        row.factor === FACTOR_EXEMPT
          ? row.amount === null
          : readValue(row.amount).eq(roundedSum(cfdi, sameGroup(cfdi, row), 'amount')),
        `${path}/@Importe`,
        'Importe is not the rounded sum of this tax and rate on the lines.',
      ),
    ),
  ),
];

export const SUMMARY_CHECKS: readonly CfdiRule[] = [...WITHHELD_CHECKS, ...TOTAL_CHECKS, ...ROW_CHECKS];
