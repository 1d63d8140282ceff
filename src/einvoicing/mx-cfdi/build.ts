// CFDI 4.0 type I as XML: elements and attributes in the order of the SAT's cfdv40.xsd, values exactly as the draft shows
// them. Certificate and seal are still missing; `seal.ts` puts them in.
import { createHash } from 'node:crypto';
import { currencyDigits } from '../../base/money/currency.ts';
import { decimal, decimalsOf, roundHalfUp, toFixed, toText, type Decimal } from '../../base/money/decimal.ts';
import { minorText, type Amount } from '../../base/money/amount.ts';
import type { BuiltDocument, FilingFacts } from '../filing.ts';
import type { DocumentLine, InvoiceDocument } from '../regime.ts';
import { defaultCategory } from '../tax-rates.ts';
import { LINE_DECIMALS } from '../totals.ts';
import { element, xmlDocument, type XmlElement } from '../xml/write.ts';
import { FACTOR_RATE, OBJECT_TAXED, PESO, PUBLIC_NAME } from './codes.ts';
import { localTime } from './local-time.ts';
import { foreignTaxId, parseRfc, findReceiver, type Parties } from './receiver.ts';
import type { Rfc } from './rfc.ts';
import { cfdiName, cfdiText } from './text.ts';

const CFDI = 'http://www.sat.gob.mx/cfd/4';
/** The namespaces of every CFDI. */
export const ROOT = {
  'xmlns:cfdi': CFDI,
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${CFDI} http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd`,
};

/** c_Exportacion: no export. */
export const NO_EXPORT = '01';
/** c_Periodicidad: a day. */
const DAILY = '01';

const MAX_RATE_DECIMALS = 6;
const HUNDRED = decimal('100');

const detail = (details: Readonly<Record<string, string | number>>, name: string): string =>
  String(details[name] ?? '');

const header = ({ minor, currency }: Amount): string => minorText(minor, currency);

/** Lines have up to six decimals, and at least those of the currency. */
const lineAmount = (value: Decimal, currency: string): string =>
  toFixed(value, Math.min(LINE_DECIMALS, Math.max(decimalsOf(value), currencyDigits(currency))));

/** 16 becomes 0.160000. */
const rateText = (percent: Decimal): string => toFixed(percent.div(HUNDRED), 6);

const requireRfc = (rfc: Rfc | null, who: string): Rfc => {
  if (rfc === null) throw new Error(`the ${who} of a checked document has no RFC`);
  return rfc;
};

export const emisor = ({ seller }: Parties): XmlElement => {
  const rfc = requireRfc(parseRfc(seller.tax_id), 'issuer');
  return element('cfdi:Emisor', {
    Rfc: rfc.text,
    Nombre: cfdiName(seller.name, rfc),
    RegimenFiscal: seller.details.fiscal_regime_code,
  });
};

export const receptor = (document: Parties, use: string): XmlElement => {
  const receiver = findReceiver(document);
  const rfc = requireRfc(receiver.rfc, 'receiver');
  const { residence, number } = foreignTaxId(document.buyer, rfc);
  return element('cfdi:Receptor', {
    Rfc: rfc.text,
    Nombre: cfdiName(document.buyer.name, rfc),
    DomicilioFiscalReceptor: receiver.postalCode,
    ResidenciaFiscal: residence,
    NumRegIdTrib: number,
    RegimenFiscalReceptor: receiver.regime,
    UsoCFDI: use,
  });
};

const traslado = (base: string, tax: string, percent: Decimal, amount: string): XmlElement =>
  element('cfdi:Traslado', {
    Base: base,
    Impuesto: tax,
    TipoFactor: FACTOR_RATE,
    TasaOCuota: rateText(percent),
    Importe: amount,
  });

const lineTaxes = (line: DocumentLine, tax: string, currency: string): XmlElement | null => {
  if (detail(line.countryDetails, 'tax_object') !== OBJECT_TAXED) return null;
  const row = traslado(
    lineAmount(line.subtotal, currency),
    tax,
    line.taxRate,
    lineAmount(line.taxAmount, currency),
  );
  return element('cfdi:Impuestos', {}, [element('cfdi:Traslados', {}, [row])]);
};

const concepto = (line: DocumentLine, tax: string, currency: string): XmlElement =>
  element(
    'cfdi:Concepto',
    {
      ClaveProdServ: detail(line.countryDetails, 'sat_product_code'),
      Cantidad: toText(line.quantity),
      ClaveUnidad: detail(line.countryDetails, 'sat_unit_code'),
      Descripcion: cfdiText(line.description),
      ValorUnitario: lineAmount(line.unitPrice, currency),
      Importe: lineAmount(line.subtotal, currency),
      ObjetoImp: detail(line.countryDetails, 'tax_object'),
    },
    [lineTaxes(line, tax, currency)],
  );

const conceptos = ({ seller, lines, breakdown, currency }: InvoiceDocument): XmlElement => {
  const renderTax = (line: DocumentLine): string =>
    breakdown.find(({ rate }) => rate.eq(line.taxRate))?.category ?? defaultCategory(seller.country_code);
  return element(
    'cfdi:Conceptos',
    {},
    lines.map((line) => concepto(line, renderTax(line), currency)),
  );
};

const impuestos = ({ breakdown, tax }: InvoiceDocument): XmlElement | null => {
  if (breakdown.length === 0) return null;
  const rows = breakdown.map((row) => traslado(header(row.base), row.category, row.rate, header(row.amount)));
  return element('cfdi:Impuestos', { TotalImpuestosTrasladados: header(tax) }, [
    element('cfdi:Traslados', {}, rows),
  ]);
};

/** A document in the name of the general public is a global invoice of its day (CFDI40130). */
const informacionGlobal = (document: InvoiceDocument, issuedAt: string): XmlElement | null => {
  const { rfc } = findReceiver(document);
  if (rfc?.generic !== 'domestic' || cfdiName(document.buyer.name, rfc) !== PUBLIC_NAME) return null;
  const [year, month] = issuedAt.split('-');
  return element('cfdi:InformacionGlobal', { Periodicidad: DAILY, Meses: month, Año: year });
};

/** Pesos for one unit of the currency; none for an invoice in pesos. */
const exchangeRate = ({ currency, exchangeRate: rate }: InvoiceDocument): string | null =>
  currency === PESO || rate === null ? null : toText(roundHalfUp(rate, MAX_RATE_DECIMALS));

const comprobante = (document: InvoiceDocument, { series, number, issuedAt }: FilingFacts): XmlElement => {
  const { seller, currency, countryDetails } = document;
  const fecha = localTime(seller.time_zone, issuedAt);
  return element(
    'cfdi:Comprobante',
    {
      ...ROOT,
      Version: '4.0',
      Serie: cfdiText(series),
      Folio: cfdiText(number),
      Fecha: fecha,
      FormaPago: detail(countryDetails, 'payment_form'),
      SubTotal: header(document.subtotal),
      Moneda: currency,
      TipoCambio: exchangeRate(document),
      Total: header(document.total),
      TipoDeComprobante: detail(countryDetails, 'cfdi_type'),
      Exportacion: NO_EXPORT,
      MetodoPago: detail(countryDetails, 'payment_method'),
      LugarExpedicion: seller.postal_code,
    },
    [
      informacionGlobal(document, fecha),
      emisor(document),
      receptor(document, detail(document.countryDetails, 'cfdi_use')),
      conceptos(document),
      impuestos(document),
    ],
  );
};

export const build = (document: InvoiceDocument, facts: FilingFacts): BuiltDocument =>
  toDocument(xmlDocument(comprobante(document, facts)), null);

const PROFILE = 'cfdi-4.0';

export const toDocument = (xml: string, seal: string | null): BuiltDocument => {
  const bytes = Buffer.from(xml, 'utf8');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, mediaType: 'application/xml', sha256, profile: PROFILE, seal };
};
