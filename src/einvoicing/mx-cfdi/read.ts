// Reads a CFDI for its printed form and for checks. Values are the texts of the XML; nothing is computed or checked.
import { readAttribute, childAt, childrenAt, readXmlBytes, type XmlNode } from '../xml/read.ts';
import { readPayments, type CfdiPayments } from './payment/read.ts';
import { stampIn, type Stamp } from './stamp.ts';

export interface CfdiTax {
  /** Absent in the summary of withheld taxes. */
  readonly base: string | null;
  /** c_Impuesto. */
  readonly tax: string;
  readonly factor: string | null;
  readonly rate: string | null;
  readonly amount: string | null;
}

export interface CfdiTaxes {
  readonly transferred: readonly CfdiTax[];
  readonly withheld: readonly CfdiTax[];
}

export interface CfdiConcept {
  readonly productCode: string;
  readonly identification: string | null;
  readonly quantity: string;
  readonly unitCode: string;
  readonly unit: string | null;
  readonly description: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly discount: string | null;
  readonly taxObject: string;
  /** Null without an element Impuestos. */
  readonly taxes: CfdiTaxes | null;
  /** NumeroPedimento, with its blanks as written. */
  readonly customsNumbers: readonly string[];
  /** CuentaPredial/@Numero. */
  readonly propertyAccounts: readonly string[];
  readonly hasComplement: boolean;
}

export interface CfdiSummary extends CfdiTaxes {
  readonly totalTransferred: string | null;
  readonly totalWithheld: string | null;
}

export interface Cfdi {
  readonly version: string;
  readonly series: string | null;
  readonly number: string | null;
  /** In the local time of the place of issue, as written. */
  readonly issuedAt: string;
  readonly seal: string;
  readonly certificateNumber: string;
  /** DER, base64. */
  readonly certificate: string;
  readonly paymentForm: string | null;
  readonly paymentMethod: string | null;
  readonly paymentConditions: string | null;
  readonly subtotal: string;
  readonly discount: string | null;
  readonly currency: string;
  readonly exchangeRate: string | null;
  readonly total: string;
  readonly type: string;
  readonly exportation: string;
  readonly placeOfIssue: string;
  readonly confirmation: string | null;
  readonly globalInformation: {
    readonly period: string;
    readonly months: string;
    readonly year: string;
  } | null;
  /** Earlier documents that this one replaces, credits or refers to. */
  readonly relations: readonly { readonly type: string; readonly uuids: readonly string[] }[];
  readonly issuer: { readonly rfc: string; readonly name: string; readonly regime: string };
  readonly receiver: {
    readonly rfc: string;
    readonly name: string;
    readonly postalCode: string;
    readonly residence: string | null;
    readonly foreignTaxId: string | null;
    readonly regime: string;
    readonly use: string;
  };
  readonly concepts: readonly CfdiConcept[];
  readonly taxes: CfdiSummary | null;
  /** Only on a CFDI of type P. */
  readonly payments: CfdiPayments | null;
  /** Null until a PAC has stamped it. */
  readonly stamp: Stamp | null;
}

/** A missing required attribute reads as empty text. */
const required = (node: XmlNode | undefined, name: string): string => readAttribute(node, name) ?? '';

const readTax = (node: XmlNode): CfdiTax => ({
  base: readAttribute(node, 'Base'),
  tax: required(node, 'Impuesto'),
  factor: readAttribute(node, 'TipoFactor'),
  rate: readAttribute(node, 'TasaOCuota'),
  amount: readAttribute(node, 'Importe'),
});

const readTaxes = (node: XmlNode): CfdiTaxes => ({
  transferred: childrenAt(node, ['cfdi:Traslados', 'cfdi:Traslado']).map(readTax),
  withheld: childrenAt(node, ['cfdi:Retenciones', 'cfdi:Retencion']).map(readTax),
});

const readConcept = (node: XmlNode): CfdiConcept => {
  const taxes = childAt(node, ['cfdi:Impuestos']);
  return {
    productCode: required(node, 'ClaveProdServ'),
    identification: readAttribute(node, 'NoIdentificacion'),
    quantity: required(node, 'Cantidad'),
    unitCode: required(node, 'ClaveUnidad'),
    unit: readAttribute(node, 'Unidad'),
    description: required(node, 'Descripcion'),
    unitPrice: required(node, 'ValorUnitario'),
    amount: required(node, 'Importe'),
    discount: readAttribute(node, 'Descuento'),
    taxObject: required(node, 'ObjetoImp'),
    taxes: taxes === undefined ? null : readTaxes(taxes),
    customsNumbers: childrenAt(node, ['cfdi:InformacionAduanera']).map((row) =>
      required(row, 'NumeroPedimento'),
    ),
    propertyAccounts: childrenAt(node, ['cfdi:CuentaPredial']).map((row) => required(row, 'Numero')),
    hasComplement: childAt(node, ['cfdi:ComplementoConcepto']) !== undefined,
  };
};

const readIssuer = (node: XmlNode | undefined): Cfdi['issuer'] => ({
  rfc: required(node, 'Rfc'),
  name: required(node, 'Nombre'),
  regime: required(node, 'RegimenFiscal'),
});

const readReceiver = (node: XmlNode | undefined): Cfdi['receiver'] => ({
  rfc: required(node, 'Rfc'),
  name: required(node, 'Nombre'),
  postalCode: required(node, 'DomicilioFiscalReceptor'),
  residence: readAttribute(node, 'ResidenciaFiscal'),
  foreignTaxId: readAttribute(node, 'NumRegIdTrib'),
  regime: required(node, 'RegimenFiscalReceptor'),
  use: required(node, 'UsoCFDI'),
});

const readGlobal = (node: XmlNode | undefined): Cfdi['globalInformation'] =>
  node === undefined
    ? null
    : {
        period: required(node, 'Periodicidad'),
        months: required(node, 'Meses'),
        year: required(node, 'Año'),
      };

const readSummary = (node: XmlNode | undefined): CfdiSummary | null =>
  node === undefined
    ? null
    : {
        ...readTaxes(node),
        totalTransferred: readAttribute(node, 'TotalImpuestosTrasladados'),
        totalWithheld: readAttribute(node, 'TotalImpuestosRetenidos'),
      };

/** From a parsed root element; a draft has no seal and no certificate yet. */
export const readCfdiElement = (root: XmlNode, isDraft = false): Cfdi => ({
  version: required(root, 'Version'),
  series: readAttribute(root, 'Serie'),
  number: readAttribute(root, 'Folio'),
  issuedAt: required(root, 'Fecha'),
  seal: isDraft ? '' : required(root, 'Sello'),
  certificateNumber: isDraft ? '' : required(root, 'NoCertificado'),
  certificate: isDraft ? '' : required(root, 'Certificado'),
  paymentForm: readAttribute(root, 'FormaPago'),
  paymentMethod: readAttribute(root, 'MetodoPago'),
  paymentConditions: readAttribute(root, 'CondicionesDePago'),
  subtotal: required(root, 'SubTotal'),
  discount: readAttribute(root, 'Descuento'),
  currency: required(root, 'Moneda'),
  exchangeRate: readAttribute(root, 'TipoCambio'),
  total: required(root, 'Total'),
  type: required(root, 'TipoDeComprobante'),
  exportation: required(root, 'Exportacion'),
  placeOfIssue: required(root, 'LugarExpedicion'),
  confirmation: readAttribute(root, 'Confirmacion'),
  globalInformation: readGlobal(childAt(root, ['cfdi:InformacionGlobal'])),
  relations: childrenAt(root, ['cfdi:CfdiRelacionados']).map((node) => ({
    type: required(node, 'TipoRelacion'),
    uuids: childrenAt(node, ['cfdi:CfdiRelacionado']).map((row) => required(row, 'UUID')),
  })),
  issuer: readIssuer(childAt(root, ['cfdi:Emisor'])),
  receiver: readReceiver(childAt(root, ['cfdi:Receptor'])),
  concepts: childrenAt(root, ['cfdi:Conceptos', 'cfdi:Concepto']).map(readConcept),
  taxes: readSummary(childAt(root, ['cfdi:Impuestos'])),
  payments: readPayments(root),
  stamp: stampIn(root),
});

/** Throws XmlFault when the bytes are not XML. */
export const readCfdi = (bytes: Buffer): Cfdi => readCfdiElement(readXmlBytes(bytes));

/** What `build` wrote, before it is sealed. */
export const readCfdiDraft = (bytes: Buffer): Cfdi => readCfdiElement(readXmlBytes(bytes), true);
