// CRP20262 to 20274: the taxes of a whole payment, which must repeat what its documents say.
import { roundHalfUp, sumOf, type Decimal } from '../../base/money/decimal.ts';
import { readValue } from '../../einvoicing/mx-cfdi/bands.ts';
import { CATALOGS } from '../../einvoicing/mx-cfdi/catalogs.ts';
import { FACTOR_EXEMPT } from '../../einvoicing/mx-cfdi/codes.ts';
import type { CfdiPayment } from '../../einvoicing/mx-cfdi/payment/read.ts';
import type { CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import { complementRule, equivalenceOf, groupKey, paymentRule } from './payment-rule.ts';
import { isListedRate, must, type CfdiRule } from './rule.ts';

type Kind = 'withheld' | 'transferred';
type KeyOf = (row: CfdiTax) => string;

const NODES = { withheld: 'RetencionesP/RetencionP', transferred: 'TrasladosP/TrasladoP' } as const;
const VAT = '002';
const DECIMALS = 6;

const isExempt = ({ factor }: CfdiTax): boolean => factor === FACTOR_EXEMPT;
const rowsOf = ({ taxes }: CfdiPayment, kind: Kind): readonly CfdiTax[] => taxes?.[kind] ?? [];

/** Applies a check to each row, with its path. */
const rowRule = (
  id: string,
  kind: Kind,
  holds: (row: CfdiTax, payment: CfdiPayment) => boolean,
  message: string,
): CfdiRule =>
  paymentRule(id, (payment, path) =>
    rowsOf(payment, kind).flatMap((row, index) =>
      must(holds(row, payment), `${path}/ImpuestosP/${NODES[kind]}[${index + 1}]`, message),
    ),
  );

/** The documents' rows of one key in the payment's currency, rounded once. */
const documentSum = (
  payment: CfdiPayment,
  kind: Kind,
  field: 'base' | 'amount',
  isMeant: (row: CfdiTax) => boolean,
): Decimal =>
  roundHalfUp(
    sumOf(
      payment.documents.flatMap((document) =>
        (document.taxes?.[kind] ?? [])
          .filter(isMeant)
          .map((row) => readValue(row[field]).div(equivalenceOf(document))),
      ),
    ),
    DECIMALS,
  );

const isSum =
  (kind: Kind, field: 'base' | 'amount', keyOf: KeyOf) =>
  (row: CfdiTax, payment: CfdiPayment): boolean =>
    readValue(row[field]).eq(documentSum(payment, kind, field, (other) => keyOf(other) === keyOf(row)));

const isOnly =
  (kind: Kind, keyOf: KeyOf) =>
  (row: CfdiTax, payment: CfdiPayment): boolean =>
    rowsOf(payment, kind).filter((other) => keyOf(other) === keyOf(row)).length === 1;

/** Each tax of the documents has its row. */
const coversRule = (id: string, kind: Kind, keyOf: KeyOf, isMeant: (row: CfdiTax) => boolean): CfdiRule =>
  paymentRule(id, (payment, path) => {
    const rows = new Set(rowsOf(payment, kind).map(keyOf));
    const wanted = payment.documents.flatMap(({ taxes }) => (taxes?.[kind] ?? []).filter(isMeant));
    return must(
      wanted.every((row) => rows.has(keyOf(row))),
      `${path}/ImpuestosP`,
      'Each tax of the documents has a row in the taxes of the payment.',
    );
  });

const taxOf: KeyOf = ({ tax }) => tax;

const WITHHELD_CHECKS: readonly CfdiRule[] = [
  rowRule(
    'CRP20262',
    'withheld',
    ({ tax }) => CATALOGS.c_Impuesto.has(tax),
    'ImpuestoP is not in c_Impuesto.',
  ),
  rowRule('CRP20263', 'withheld', isOnly('withheld', taxOf), 'Each tax withheld has one row.'),
  complementRule('CRP20264', ({ totals, payments }) =>
    must(
      payments.every((payment) => rowsOf(payment, 'withheld').length === 0) ||
        [...totals.keys()].some((name) => name.startsWith('TotalRetenciones')),
      'Pagos/Totales',
      'With taxes withheld, Totales names them.',
    ),
  ),
  rowRule(
    'CRP20265',
    'withheld',
    isSum('withheld', 'amount', taxOf),
    'ImporteP is not the sum of this tax on the documents.',
  ),
  coversRule('CRP20265', 'withheld', taxOf, () => true),
];

/** With IVA among the rows, Totales has a value whose name begins like this. */
const vatTotalRule = (id: string, prefix: string, isMeant: (row: CfdiTax) => boolean): CfdiRule =>
  complementRule(id, ({ totals, payments }) => {
    const rows = payments.flatMap((payment) => rowsOf(payment, 'transferred'));
    return must(
      !rows.some((row) => row.tax === VAT && isMeant(row)) ||
        [...totals.keys()].some((name) => name.startsWith(prefix)),
      'Pagos/Totales',
      `With IVA passed on, Totales has a ${prefix}.`,
    );
  });

const TRANSFERRED_CHECKS: readonly CfdiRule[] = [
  rowRule(
    'CRP20266',
    'transferred',
    (row) => !isExempt(row) || (row.rate === null && row.amount === null),
    'An exempt tax has neither TasaOCuotaP nor ImporteP.',
  ),
  vatTotalRule('CRP20267', 'TotalTrasladosBaseIVA', () => true),
  rowRule(
    'CRP20268',
    'transferred',
    (row, payment) => isExempt(row) || isSum('transferred', 'base', groupKey)(row, payment),
    'BaseP is not the sum of the bases of this tax and rate on the documents.',
  ),
  coversRule('CRP20268', 'transferred', groupKey, (row) => !isExempt(row)),
  rowRule(
    'CRP20269',
    'transferred',
    (row, payment) => !isExempt(row) || isSum('transferred', 'base', groupKey)(row, payment),
    'BaseP is not the sum of the exempt bases on the documents.',
  ),
  coversRule('CRP20269', 'transferred', groupKey, isExempt),
  rowRule(
    'CRP20270',
    'transferred',
    ({ tax }) => CATALOGS.c_Impuesto.has(tax),
    'ImpuestoP is not in c_Impuesto.',
  ),
  rowRule(
    'CRP20271',
    'transferred',
    isOnly('transferred', groupKey),
    'Each combination of tax, factor and rate has one row.',
  ),
  rowRule(
    'CRP20272',
    'transferred',
    (row) => row.rate === null || isListedRate(row, 'transferred'),
    'TasaOCuotaP is not in c_TasaOCuota.',
  ),
  vatTotalRule('CRP20273', 'TotalTrasladosImpuestoIVA', (row) => !isExempt(row)),
  rowRule(
    'CRP20274',
    'transferred',
    (row, payment) => isExempt(row) || isSum('transferred', 'amount', groupKey)(row, payment),
    'ImporteP is not the sum of this tax and rate on the documents.',
  ),
];

export const PAYMENT_TAX_CHECKS: readonly CfdiRule[] = [...WITHHELD_CHECKS, ...TRANSFERRED_CHECKS];
