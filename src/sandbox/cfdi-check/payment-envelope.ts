// CRP20101 to 20123 and 20201 to 20211: the worthless CFDI around the payments, and their totals in pesos.
import { roundHalfUp, sumOf, type Decimal } from '../../base/money/decimal.ts';
import { readValue } from '../../einvoicing/mx-cfdi/bands.ts';
import { FACTOR_EXEMPT } from '../../einvoicing/mx-cfdi/codes.ts';
import type { CfdiPayment, CfdiPayments } from '../../einvoicing/mx-cfdi/payment/read.ts';
import type { Cfdi, CfdiConcept, CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import { complementRule, OTHER } from './payment-rule.ts';
import { must, type CfdiRule } from './rule.ts';

/** Each value of the envelope, by rule: where it stands, what it is, and how it must read; null: absent. */
const HEADER: readonly (readonly [string, string, (cfdi: Cfdi) => string | null, string | null])[] = [
  ['CRP20101', '@TipoDeComprobante', ({ type }) => type, 'P'],
  ['CRP20102', '@Exportacion', ({ exportation }) => exportation, '01'],
  ['CRP20103', '@SubTotal', ({ subtotal }) => subtotal, '0'],
  ['CRP20104', '@Moneda', ({ currency }) => currency, 'XXX'],
  ['CRP20105', '@FormaPago', ({ paymentForm }) => paymentForm, null],
  ['CRP20106', '@MetodoPago', ({ paymentMethod }) => paymentMethod, null],
  ['CRP20107', '@CondicionesDePago', ({ paymentConditions }) => paymentConditions, null],
  ['CRP20108', '@Descuento', ({ discount }) => discount, null],
  ['CRP20109', '@TipoCambio', ({ exchangeRate }) => exchangeRate, null],
  ['CRP20110', '@Total', ({ total }) => total, '0'],
  ['CRP20111', 'Conceptos', ({ concepts }) => String(concepts.length), '1'],
  // The matrix knows no rule for the use; the filling guide has only this one.
  [OTHER, 'Receptor/@UsoCFDI', ({ receiver }) => receiver.use, 'CP01'],
];

const CONCEPT: readonly (readonly [
  string,
  string,
  (concept: CfdiConcept) => string | null,
  string | null,
])[] = [
  ['CRP20112', '/ComplementoConcepto', ({ hasComplement }) => (hasComplement ? 'there' : null), null],
  ['CRP20113', '/@ClaveProdServ', ({ productCode }) => productCode, '84111506'],
  ['CRP20114', '/@NoIdentificacion', ({ identification }) => identification, null],
  ['CRP20115', '/@Cantidad', ({ quantity }) => quantity, '1'],
  ['CRP20116', '/@ClaveUnidad', ({ unitCode }) => unitCode, 'ACT'],
  ['CRP20117', '/@Unidad', ({ unit }) => unit, null],
  ['CRP20118', '/@Descripcion', ({ description }) => description, 'Pago'],
  ['CRP20119', '/@ValorUnitario', ({ unitPrice }) => unitPrice, '0'],
  ['CRP20120', '/@Importe', ({ amount }) => amount, '0'],
  ['CRP20121', '/@Descuento', ({ discount }) => discount, null],
  ['CRP20122', '/@ObjetoImp', ({ taxObject }) => taxObject, '01'],
  ['CRP20123', '/Impuestos', ({ taxes }) => (taxes === null ? null : 'there'), null],
];

const wording = (path: string, expected: string | null): string =>
  expected === null
    ? `A payment complement has no ${path}.`
    : `In a payment complement ${path} is ${expected}.`;

const ENVELOPE_CHECKS: readonly CfdiRule[] = [
  ...HEADER.map(([id, path, read, expected]) =>
    complementRule(id, (_, cfdi) => must(read(cfdi) === expected, path, wording(path, expected))),
  ),
  ...CONCEPT.map(([id, path, read, expected]) =>
    complementRule(id, (_, { concepts }) =>
      concepts.flatMap((concept, index) =>
        must(
          read(concept) === expected,
          `Conceptos/Concepto[${index + 1}]${path}`,
          wording(path.replace('/', ''), expected),
        ),
      ),
    ),
  ),
  // A relation of another kind is the filling guide's, too.
  complementRule(OTHER, (_, { relations }) =>
    must(
      relations.every(({ type }) => type === '04'),
      'CfdiRelacionados/@TipoRelacion',
      'A payment complement is related only to one that it substitutes (04).',
    ),
  ),
];

const pesosOf = ({ exchangeRate }: CfdiPayment): Decimal => readValue(exchangeRate ?? '1');

/** The sum of one value of each payment in pesos. */
const inPesos = (
  { payments }: CfdiPayments,
  valuesOf: (payment: CfdiPayment) => readonly (string | null)[],
): Decimal =>
  roundHalfUp(
    sumOf(
      payments.flatMap((payment) =>
        valuesOf(payment).map((value) => readValue(value).times(pesosOf(payment))),
      ),
    ),
    2,
  );

type TotalValue = readonly [
  id: string,
  name: string,
  valuesOf: (payment: CfdiPayment) => readonly (string | null)[],
];

const withheld = (id: string, name: string, tax: string): TotalValue => [
  id,
  name,
  ({ taxes }) => (taxes?.withheld ?? []).filter((row) => row.tax === tax).map(({ amount }) => amount),
];

const transferred = (
  id: string,
  name: string,
  field: 'base' | 'amount',
  isMeant: (row: CfdiTax) => boolean,
): TotalValue => [
  id,
  name,
  ({ taxes }) =>
    (taxes?.transferred ?? []).filter((row) => row.tax === '002' && isMeant(row)).map((row) => row[field]),
];

const at =
  (rate: string) =>
  (row: CfdiTax): boolean =>
    row.factor !== FACTOR_EXEMPT && readValue(row.rate).eq(rate);

const TOTALS: readonly TotalValue[] = [
  withheld('CRP20201', 'TotalRetencionesIVA', '002'),
  withheld('CRP20202', 'TotalRetencionesISR', '001'),
  withheld('CRP20203', 'TotalRetencionesIEPS', '003'),
  transferred('CRP20204', 'TotalTrasladosBaseIVA16', 'base', at('0.16')),
  transferred('CRP20205', 'TotalTrasladosImpuestoIVA16', 'amount', at('0.16')),
  transferred('CRP20206', 'TotalTrasladosBaseIVA8', 'base', at('0.08')),
  transferred('CRP20207', 'TotalTrasladosImpuestoIVA8', 'amount', at('0.08')),
  transferred('CRP20208', 'TotalTrasladosBaseIVA0', 'base', at('0')),
  transferred('CRP20209', 'TotalTrasladosImpuestoIVA0', 'amount', at('0')),
  transferred('CRP20210', 'TotalTrasladosBaseIVAExento', 'base', ({ factor }) => factor === FACTOR_EXEMPT),
  ['CRP20211', 'MontoTotalPagos', ({ amount }) => [amount]],
];

const TOTAL_CHECKS: readonly CfdiRule[] = TOTALS.map(([id, name, valuesOf]) =>
  complementRule(id, (payments) =>
    must(
      readValue(payments.totals.get(name) ?? null).eq(inPesos(payments, valuesOf)),
      `Pagos/Totales/@${name}`,
      `${name} is not the rounded sum of the payments in pesos.`,
    ),
  ),
);

/** A CFDI of type P without payments says nothing. */
const PRESENCE: CfdiRule = {
  id: OTHER,
  check: ({ type, payments }) =>
    must(type !== 'P' || payments !== null, 'Complemento', 'A CFDI of type P has the complement Pagos 2.0.'),
};

export const ENVELOPE_AND_TOTALS: readonly CfdiRule[] = [PRESENCE, ...ENVELOPE_CHECKS, ...TOTAL_CHECKS];
