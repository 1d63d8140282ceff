// The cadena original: the text that a CFDI's seal signs, taken from the XML itself. Order and form are those of the
// SAT's cadenaoriginal_4_0.xslt.
import { childrenAt, readXml, type XmlNode } from '../xml/read.ts';

/** An attribute (`Serie?` may be absent), or the elements at a path and what is taken from each. */
type Step = string | readonly [path: string, steps: readonly Step[]];

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const TAX = words('Base Impuesto TipoFactor TasaOCuota? Importe?');
const CUSTOMS: Step = ['InformacionAduanera', ['NumeroPedimento']];
const THIRD_PARTY = words(`RfcACuentaTerceros NombreACuentaTerceros RegimenFiscalACuentaTerceros
  DomicilioFiscalACuentaTerceros`);
const PART = words('ClaveProdServ NoIdentificacion? Cantidad Unidad? Descripcion ValorUnitario? Importe?');

const CONCEPT: readonly Step[] = [
  ...words('ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe'),
  ...words('Descuento? ObjetoImp'),
  ['Impuestos/Traslados/Traslado', TAX],
  ['Impuestos/Retenciones/Retencion', TAX],
  ['ACuentaTerceros', THIRD_PARTY],
  CUSTOMS,
  ['CuentaPredial', ['Numero']],
  ['Parte', [...PART, CUSTOMS]],
];

const SHARE = words('BaseDR ImpuestoDR TipoFactorDR TasaOCuotaDR? ImporteDR?');

/** The payments of a type P (Pagos20.xslt). */
const PAYMENTS: readonly Step[] = [
  'Version',
  [
    'pago20:Totales',
    words(`TotalRetencionesIVA? TotalRetencionesISR? TotalRetencionesIEPS? TotalTrasladosBaseIVA16?
      TotalTrasladosImpuestoIVA16? TotalTrasladosBaseIVA8? TotalTrasladosImpuestoIVA8? TotalTrasladosBaseIVA0?
      TotalTrasladosImpuestoIVA0? TotalTrasladosBaseIVAExento? MontoTotalPagos`),
  ],
  [
    'pago20:Pago',
    [
      ...words(
        'FechaPago FormaDePagoP MonedaP TipoCambioP? Monto NumOperacion? RfcEmisorCtaOrd? NomBancoOrdExt?',
      ),
      ...words('CtaOrdenante? RfcEmisorCtaBen? CtaBeneficiario? TipoCadPago? CertPago? CadPago? SelloPago?'),
      [
        'pago20:DoctoRelacionado',
        [
          ...words('IdDocumento Serie? Folio? MonedaDR EquivalenciaDR? NumParcialidad ImpSaldoAnt ImpPagado'),
          ...words('ImpSaldoInsoluto ObjetoImpDR'),
          ['pago20:ImpuestosDR/pago20:RetencionesDR/pago20:RetencionDR', SHARE],
          ['pago20:ImpuestosDR/pago20:TrasladosDR/pago20:TrasladoDR', SHARE],
        ],
      ],
      ['pago20:ImpuestosP/pago20:RetencionesP/pago20:RetencionP', ['ImpuestoP', 'ImporteP']],
      [
        'pago20:ImpuestosP/pago20:TrasladosP/pago20:TrasladoP',
        words('BaseP ImpuestoP TipoFactorP TasaOCuotaP? ImporteP?'),
      ],
    ],
  ],
];

const COMPROBANTE: readonly Step[] = [
  ...words(
    'Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda',
  ),
  ...words('TipoCambio? Total TipoDeComprobante Exportacion MetodoPago? LugarExpedicion Confirmacion?'),
  ['InformacionGlobal', words('Periodicidad Meses Año')],
  ['CfdiRelacionados', ['TipoRelacion', ['CfdiRelacionado', ['UUID']]]],
  ['Emisor', words('Rfc Nombre RegimenFiscal FacAtrAdquirente?')],
  [
    'Receptor',
    words(`Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal? NumRegIdTrib? RegimenFiscalReceptor UsoCFDI`),
  ],
  ['Conceptos/Concepto', CONCEPT],
  [
    'Impuestos',
    [
      ['Retenciones/Retencion', ['Impuesto', 'Importe']],
      'TotalImpuestosRetenidos?',
      ['Traslados/Traslado', TAX],
      'TotalImpuestosTrasladados?',
    ],
  ],
  ['Complemento/pago20:Pagos', PAYMENTS],
];

/** XPath normalize-space: only the four white-space characters of XML. Most values are normal already. */
const normaliseSpace = (text: string): string =>
  /[\t\r\n]|^ | $| {2}/.test(text) ? text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '') : text;

/** A step with its path split once, not for every line. */
type Prepared =
  | { readonly attribute: string; readonly optional: boolean }
  | { readonly path: readonly string[]; readonly steps: readonly Prepared[] };

const prepare = (step: Step): Prepared =>
  typeof step === 'string'
    ? { attribute: step.replace('?', ''), optional: step.endsWith('?') }
    : {
        path: step[0].split('/').map((name) => (name.includes(':') ? name : `cfdi:${name}`)),
        steps: step[1].map(prepare),
      };

const PREPARED = COMPROBANTE.map(prepare);

const addValues = (values: string[], node: XmlNode, steps: readonly Prepared[]): void => {
  for (const step of steps) {
    if ('path' in step) {
      for (const child of childrenAt(node, step.path)) addValues(values, child, step.steps);
    } else {
      const value = node.attributes.get(step.attribute);
      if (value !== undefined) values.push(normaliseSpace(value));
      // The stylesheet leaves an empty place where a required attribute is missing.
      else if (!step.optional) values.push('');
    }
  }
};

/** Of a document that was already read. */
export const buildCadena = (comprobante: XmlNode): string => {
  const values: string[] = [];
  addValues(values, comprobante, PREPARED);
  return `||${values.join('|')}||`;
};

export const cadenaOriginal = (xml: string): string => buildCadena(readXml(xml));
