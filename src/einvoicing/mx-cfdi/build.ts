// CFDI 4.0 of types I and E as XML: elements and attributes in the order of the SAT's cfdv40.xsd, values exactly as the
// draft shows them. Title and notes have no place in it; they are printed. `seal.ts` adds certificate and seal.
import { createHash } from 'node:crypto';
import { add } from '../../base/money/amount.ts';
import { type Decimal, isZero, roundHalfUp, toText } from '../../base/money/decimal.ts';
import type { BuiltDocument, FilingFacts } from '../filing.ts';
import type { InvoiceDocument } from '../regime.ts';
import { element, xmlDocument, type XmlElement } from '../xml/write.ts';
import { conceptos, detail, headerText, impuestos, optionalText } from './build-taxes.ts';
import { PESO, TYPE_CREDIT } from './codes.ts';
import { localTime } from './local-time.ts';
import { foreignTaxId, isGlobal, parseRfc, findReceiver, type Parties } from './receiver.ts';
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
export const DAILY = '01';

const MAX_RATE_DECIMALS = 6;

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

/** An income document in the name of the general public is a global invoice (CFDI40130), of its day unless it says more. */
const informacionGlobal = (document: InvoiceDocument, issuedAt: string): XmlElement | null => {
  if (document.kind !== 'invoice' || !isGlobal(document)) return null;
  const { global } = document.terms;
  const [year, month] = issuedAt.split('-');
  return element('cfdi:InformacionGlobal', {
    Periodicidad: global?.period ?? DAILY,
    Meses: global?.month ?? month,
    Año: global === null ? year : String(global.year),
  });
};

/** One element for each type of relation. */
const relacionados = ({ relations }: InvoiceDocument): readonly XmlElement[] =>
  [...new Set(relations.map(({ type }) => type))].map((type) =>
    element(
      'cfdi:CfdiRelacionados',
      { TipoRelacion: type },
      relations
        .filter((relation) => relation.type === type)
        .map(({ uuid }) => element('cfdi:CfdiRelacionado', { UUID: uuid })),
    ),
  );

/** Pesos for one unit of the currency; none for an invoice in pesos. */
export const exchangeRateOf = ({
  currency,
  exchangeRate: rate,
}: Pick<InvoiceDocument, 'currency' | 'exchangeRate'>): Decimal | null =>
  currency === PESO || rate === null ? null : roundHalfUp(rate, MAX_RATE_DECIMALS);

const comprobante = (document: InvoiceDocument, { series, number, issuedAt }: FilingFacts): XmlElement => {
  const { seller, currency, countryDetails, discount } = document;
  const fecha = localTime(seller.time_zone, issuedAt);
  const rate = exchangeRateOf(document);
  return element(
    'cfdi:Comprobante',
    {
      ...ROOT,
      Version: '4.0',
      Serie: cfdiText(series),
      Folio: cfdiText(number),
      Fecha: fecha,
      FormaPago: detail(countryDetails, 'payment_form'),
      CondicionesDePago: optionalText(document.terms.paymentTermsText),
      SubTotal: headerText(add(document.subtotal, discount)),
      Descuento: document.lines.some(({ discountAmount }) => !isZero(discountAmount))
        ? headerText(discount)
        : null,
      Moneda: currency,
      TipoCambio: rate === null ? null : toText(rate),
      Total: headerText(document.total),
      TipoDeComprobante: document.kind === 'credit_note' ? TYPE_CREDIT : detail(countryDetails, 'cfdi_type'),
      Exportacion: NO_EXPORT,
      MetodoPago: detail(countryDetails, 'payment_method'),
      LugarExpedicion: seller.postal_code,
    },
    [
      informacionGlobal(document, fecha),
      ...relacionados(document),
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
