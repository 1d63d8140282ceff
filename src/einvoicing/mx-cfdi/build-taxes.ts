// The lines of a CFDI and their taxes as XML, and the summary of the taxes.
import { minorText, sum, type Amount } from '../../base/money/amount.ts';
import { currencyDigits } from '../../base/money/currency.ts';
import { decimal, decimalsOf, isZero, toFixed, toText, type Decimal } from '../../base/money/decimal.ts';
import type { DocumentLine, InvoiceDocument, WithholdingRow } from '../regime.ts';
import type { LineTax } from '../terms.ts';
import { LINE_DECIMALS } from '../totals.ts';
import { element, type XmlElement } from '../xml/write.ts';
import { FACTORS } from './codes.ts';
import { cfdiText } from './text.ts';

const HUNDRED = decimal('100');

export const detail = (details: Readonly<Record<string, string | number>>, name: string): string =>
  String(details[name] ?? '');

/** Null for an absent attribute, which a CFDI never writes empty. */
export const optionalText = (text: string | null): string | null => {
  const written = text === null ? '' : cfdiText(text);
  return written === '' ? null : written;
};

export const headerText = ({ minor, currency }: Amount): string => minorText(minor, currency);

/** Lines have up to six decimals, and at least those of the currency. */
const placesOf = (values: readonly Decimal[], currency: string): number =>
  Math.min(LINE_DECIMALS, Math.max(currencyDigits(currency), ...values.map(decimalsOf)));

const lineAmount = (value: Decimal, currency: string): string => toFixed(value, placesOf([value], currency));

/** 16 becomes 0.160000; a quota is an amount already. */
const rateText = ({ factor, rate }: Pick<LineTax, 'factor' | 'rate'>): string | null => {
  if (factor === 'exempt') return null;
  return toFixed(factor === 'quota' ? rate : rate.div(HUNDRED), 6);
};

const lineTax = (name: string, tax: LineTax, currency: string): XmlElement =>
  element(name, {
    Base: lineAmount(tax.base, currency),
    Impuesto: tax.category,
    TipoFactor: FACTORS[tax.factor],
    TasaOCuota: rateText(tax),
    Importe: tax.factor === 'exempt' ? null : lineAmount(tax.amount, currency),
  });

/** The rows under an element of their own, or nothing. */
const group = (name: string, rows: readonly XmlElement[]): XmlElement | null =>
  rows.length === 0 ? null : element(name, {}, rows);

const lineTaxes = ({ taxes }: DocumentLine, currency: string): XmlElement | null => {
  if (taxes.length === 0) return null;
  const passedOn = taxes.filter(({ withheld }) => !withheld);
  const retained = taxes.filter(({ withheld }) => withheld);
  return element('cfdi:Impuestos', {}, [
    group(
      'cfdi:Traslados',
      passedOn.map((tax) => lineTax('cfdi:Traslado', tax, currency)),
    ),
    group(
      'cfdi:Retenciones',
      retained.map((tax) => lineTax('cfdi:Retencion', tax, currency)),
    ),
  ]);
};

const concepto = (line: DocumentLine, currency: string): XmlElement => {
  // CFDI40168: no more decimals in Descuento than in Importe.
  const places = placesOf([line.gross, line.discountAmount], currency);
  return element(
    'cfdi:Concepto',
    {
      ClaveProdServ: detail(line.countryDetails, 'sat_product_code'),
      NoIdentificacion: optionalText(line.productNumber),
      Cantidad: toText(line.quantity),
      ClaveUnidad: detail(line.countryDetails, 'sat_unit_code'),
      Descripcion: cfdiText(line.description),
      ValorUnitario: lineAmount(line.unitPrice, currency),
      Importe: toFixed(line.gross, places),
      Descuento: isZero(line.discountAmount) ? null : toFixed(line.discountAmount, places),
      ObjetoImp: detail(line.countryDetails, 'tax_object'),
    },
    [
      lineTaxes(line, currency),
      // Not collapsed: the schema wants two blanks between its parts.
      line.customsNumber === null
        ? null
        : element('cfdi:InformacionAduanera', { NumeroPedimento: line.customsNumber }),
      line.propertyAccount === null ? null : element('cfdi:CuentaPredial', { Numero: line.propertyAccount }),
    ],
  );
};

export const conceptos = ({ lines, currency }: InvoiceDocument): XmlElement =>
  element(
    'cfdi:Conceptos',
    {},
    lines.map((line) => concepto(line, currency)),
  );

/** One row for each tax, whatever the rates (CFDI40208). */
const retenciones = (rows: readonly WithholdingRow[], currency: string): readonly XmlElement[] =>
  [...new Set(rows.map(({ category }) => category))].map((category) => {
    const amounts = rows.filter((row) => row.category === category).map(({ amount }) => amount);
    return element('cfdi:Retencion', { Impuesto: category, Importe: headerText(sum(currency, amounts)) });
  });

/** Here the taxes retained stand first. */
export const impuestos = ({
  breakdown,
  withholdings,
  tax,
  withheld,
  currency,
}: InvoiceDocument): XmlElement | null => {
  if (breakdown.length + withholdings.length === 0) return null;
  const rows = breakdown.map((row) =>
    element('cfdi:Traslado', {
      Base: headerText(row.base),
      Impuesto: row.category,
      TipoFactor: FACTORS[row.factor],
      TasaOCuota: rateText(row),
      Importe: row.factor === 'exempt' ? null : headerText(row.amount),
    }),
  );
  const isCaused = breakdown.some(({ factor }) => factor !== 'exempt');
  return element(
    'cfdi:Impuestos',
    {
      TotalImpuestosRetenidos: withholdings.length === 0 ? null : headerText(withheld),
      TotalImpuestosTrasladados: isCaused ? headerText(tax) : null,
    },
    [group('cfdi:Retenciones', retenciones(withholdings, currency)), group('cfdi:Traslados', rows)],
  );
};
