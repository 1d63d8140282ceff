// The SAT's arithmetic for payment complements, recomputed from the XML with integers and fractions of our own: nothing
// here uses the money module or the builder.
import assert from 'node:assert/strict';
import { readXml, type XmlNode } from '../../../../src/einvoicing/xml/read.ts';
import type { Expected } from './generate.ts';

const PLACES: Readonly<Record<string, number>> = { MXN: 2, USD: 2, EUR: 2, JPY: 0 };

const power = (places: number): bigint => 10n ** BigInt(places);

/** Decimal text as an integer with this many places. */
const scaled = (text: string, places: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  assert.ok(fraction.length <= places, `${text} has more than ${places} decimals`);
  return BigInt(whole + fraction.padEnd(places, '0'));
};

type Fraction = readonly [numerator: bigint, denominator: bigint];

const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
/** Half up, in units of 10^-places. */
const rounded = ([n, d]: Fraction, places: number): bigint => (2n * n * power(places) + d) / (2n * d);
const sum = (values: readonly Fraction[]): Fraction => values.reduce(plus, [0n, 1n]);

const all = (node: XmlNode, name: string): readonly XmlNode[] =>
  node.children.flatMap((child) => [
    ...(child.name === `pago20:${name}` ? [child] : []),
    ...all(child, name),
  ]);
const value = (node: XmlNode, name: string): string => {
  const text = node.attributes.get(name);
  assert.ok(text !== undefined, `${node.name} has no ${name}`);
  return text;
};
const optional = (node: XmlNode, name: string): string => node.attributes.get(name) ?? '';

const KINDS = [
  ['withheld', 'RetencionDR', 'RetencionP'],
  ['transferred', 'TrasladoDR', 'TrasladoP'],
] as const;

const rowKey = (row: XmlNode, suffix: string): string =>
  ['Impuesto', 'TipoFactor', 'TasaOCuota'].map((name) => optional(row, name + suffix)).join(' ');

/** BaseDR is the share of what is left, ImporteDR that base times the rate. */
const verifyShares = (document: XmlNode, { invoice, paid }: Expected): void => {
  for (const [kind, name] of KINDS) {
    const left = invoice.taxes
      .filter((tax) => tax.kind === kind)
      .map(({ tax, factor, rate, base, settled }) => ({
        key: [tax, factor, rate?.toFixed(6) ?? ''].join(' '),
        left: scaled(base.toFixed(), 6) - scaled(settled.toFixed(), 6),
      }))
      .filter((row) => row.left > 0n);
    const rows = all(document, name);
    assert.deepEqual(
      rows.map((row) => rowKey(row, 'DR')),
      left.map(({ key }) => key),
    );
    for (const [index, row] of rows.entries()) {
      const base = scaled(value(row, 'BaseDR'), 6);
      const exact = left[index]?.left ?? 0n;
      const share = rounded([exact * BigInt(paid.minor), BigInt(invoice.balance.minor)], 0);
      assert.equal(base, share === 0n ? 1n : share, 'BaseDR');
      const rate = row.attributes.get('TasaOCuotaDR');
      if (rate === undefined) assert.equal(optional(row, 'ImporteDR'), '');
      else {
        const amount = rounded([base * scaled(rate, 6), power(6)], 0);
        assert.equal(scaled(value(row, 'ImporteDR'), 6), amount, 'ImporteDR');
      }
    }
  }
};

const verifyDocument = (document: XmlNode, expected: Expected): void => {
  const { invoice, paid, currency, rates } = expected;
  const places = PLACES[invoice.currency] ?? 2;
  assert.equal(value(document, 'IdDocumento'), invoice.uuid);
  assert.equal(value(document, 'NumParcialidad'), String(invoice.installments + 1));
  assert.equal(scaled(value(document, 'ImpSaldoAnt'), places), BigInt(invoice.balance.minor));
  assert.equal(scaled(value(document, 'ImpPagado'), places), BigInt(paid.minor));
  assert.equal(
    scaled(value(document, 'ImpSaldoInsoluto'), places),
    BigInt(invoice.balance.minor - paid.minor),
  );
  const written = value(document, 'EquivalenciaDR');
  if (currency === invoice.currency) assert.equal(written, '1');
  else {
    const exact: Fraction = [rates[currency] ?? 0n, rates[invoice.currency] ?? 0n];
    const off = scaled(written, 10) - rounded(exact, 10);
    assert.ok(off === 0n || off === 1n, `EquivalenciaDR ${written} is off by ${off}`);
  }
  verifyShares(document, expected);
};

/** The documents' values of one key in the payment's currency. */
const converted = (payment: XmlNode, name: string, field: string, key: (row: XmlNode) => boolean): bigint =>
  rounded(
    sum(
      all(payment, 'DoctoRelacionado').flatMap((document) =>
        all(document, name)
          .filter(key)
          .map((row): Fraction => [
            scaled(optional(row, field) || '0', 6) * power(10),
            scaled(value(document, 'EquivalenciaDR'), 10) * power(6),
          ]),
      ),
    ),
    6,
  );

const verifyPaymentTaxes = (payment: XmlNode): void => {
  const withheld = all(payment, 'RetencionP');
  const taxes = new Set(all(payment, 'RetencionDR').map((row) => value(row, 'ImpuestoDR')));
  assert.deepEqual(new Set(withheld.map((row) => value(row, 'ImpuestoP'))), taxes);
  assert.equal(withheld.length, taxes.size);
  for (const row of withheld) {
    const isMeant = (other: XmlNode) => value(other, 'ImpuestoDR') === value(row, 'ImpuestoP');
    assert.equal(scaled(value(row, 'ImporteP'), 6), converted(payment, 'RetencionDR', 'ImporteDR', isMeant));
  }
  const rows = all(payment, 'TrasladoP');
  const keys = new Set(all(payment, 'TrasladoDR').map((row) => rowKey(row, 'DR')));
  assert.deepEqual(new Set(rows.map((row) => rowKey(row, 'P'))), keys);
  assert.equal(rows.length, keys.size);
  for (const row of rows) {
    const isMeant = (other: XmlNode) => rowKey(other, 'DR') === rowKey(row, 'P');
    assert.equal(scaled(value(row, 'BaseP'), 6), converted(payment, 'TrasladoDR', 'BaseDR', isMeant));
    const amount = converted(payment, 'TrasladoDR', 'ImporteDR', isMeant);
    assert.equal(scaled(optional(row, 'ImporteP') || '0', 6), amount);
  }
};

/** The total's attribute, the rows it sums, and the value of each. */
const TOTALS: readonly (readonly [string, string, string, (row: XmlNode) => boolean])[] = [
  ...(['IVA 002', 'ISR 001', 'IEPS 003'] as const).map((text) => {
    const [name = '', tax] = text.split(' ');
    return [
      `TotalRetenciones${name}`,
      'RetencionP',
      'ImporteP',
      (row: XmlNode) => value(row, 'ImpuestoP') === tax,
    ] as const;
  }),
  ...(['IVA16 0.160000', 'IVA8 0.080000', 'IVA0 0.000000', 'IVAExento '] as const).flatMap((text) => {
    const [name, rate] = text.split(' ');
    const isMeant = (row: XmlNode): boolean =>
      value(row, 'ImpuestoP') === '002' && optional(row, 'TasaOCuotaP') === rate;
    const base = [`TotalTrasladosBase${name}`, 'TrasladoP', 'BaseP', isMeant] as const;
    return rate === ''
      ? [base]
      : [base, [`TotalTrasladosImpuesto${name}`, 'TrasladoP', 'ImporteP', isMeant] as const];
  }),
];

const verifyTotals = (pagos: XmlNode): void => {
  const [totals] = all(pagos, 'Totales');
  assert.ok(totals);
  const payments = all(pagos, 'Pago');
  const inPesos = (values: (payment: XmlNode) => readonly bigint[]): bigint =>
    rounded(
      sum(
        payments.flatMap((payment) =>
          values(payment).map((each): Fraction => [
            each * scaled(value(payment, 'TipoCambioP'), 6),
            power(12),
          ]),
        ),
      ),
      2,
    );
  for (const [name, node, field, isMeant] of TOTALS) {
    const count = payments.flatMap((payment) => all(payment, node).filter(isMeant)).length;
    assert.equal(totals.attributes.has(name), count > 0, name);
    const expected = inPesos((payment) =>
      all(payment, node)
        .filter(isMeant)
        .map((row) => scaled(value(row, field), 6)),
    );
    assert.equal(scaled(optional(totals, name) || '0', 2), expected, name);
  }
  const monto = inPesos((payment) => [scaled(value(payment, 'Monto'), 6)]);
  assert.equal(scaled(value(totals, 'MontoTotalPagos'), 2), monto);
};

/** Our writer follows the order of the schema, which is that of the cadena: the values as they stand in the text. */
export const paymentValues = (xml: string): string =>
  [...xml.matchAll(/<pago20:\w+([^>]*)>/g)]
    .flatMap(([, attributes = '']) => [...attributes.matchAll(/ \w+="([^"]*)"/g)].map(([, text]) => text))
    .join('|');

export const verifyComplement = (xml: string, expected: readonly Expected[]): void => {
  const root = readXml(xml);
  const [pagos] = all(root, 'Pagos');
  assert.ok(pagos);
  const documents = all(pagos, 'DoctoRelacionado');
  assert.equal(documents.length, expected.length);
  for (const [index, document] of documents.entries()) {
    const each = expected[index];
    assert.ok(each);
    verifyDocument(document, each);
  }
  for (const payment of all(pagos, 'Pago')) verifyPaymentTaxes(payment);
  verifyTotals(pagos);
};
