// CFDI of Mexican suppliers, unsealed: an invoice on credit, and the complement of its payment.
import { decimal, toFixed } from '../../../base/money/decimal.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { BuiltDocument } from '../../../einvoicing/filing.ts';
import { NO_EXPORT, ROOT, toDocument } from '../../../einvoicing/mx-cfdi/build.ts';
import { element, xmlDocument, type XmlElement } from '../../../einvoicing/xml/write.ts';
import { type Paper, type PaperLine, sumsOf } from './paper.ts';

const NOON = 'T12:00:00';
const PAGOS = 'http://www.sat.gob.mx/Pagos20';
const TRANSFER = '03';

const parties = ({ seller, buyer }: Paper, use: string): readonly XmlElement[] => {
  const { rfc, fiscal_regime_code } = seller.country_details ?? {};
  return [
    element('cfdi:Emisor', { Rfc: rfc, Nombre: seller.name, RegimenFiscal: fiscal_regime_code }),
    element('cfdi:Receptor', {
      Rfc: buyer.tax_id,
      Nombre: buyer.name,
      DomicilioFiscalReceptor: buyer.postal_code,
      RegimenFiscalReceptor: buyer.details.fiscal_regime_code,
      UsoCFDI: use,
    }),
  ];
};

const share = ({ tax_percent }: Paper): string =>
  toFixed(decimal(String(tax_percent)).div(decimal('100')), 6);

const taxed = (paper: Paper, base: string): Readonly<Record<string, string>> => ({
  Base: base,
  Impuesto: '002',
  TipoFactor: 'Tasa',
  TasaOCuota: share(paper),
  Importe: sumsOf({ ...paper, lines: [{ description: '', quantity: '1', unit_price: base }] }).tax,
});

const concept = (paper: Paper, line: PaperLine, net: string): XmlElement =>
  element(
    'cfdi:Concepto',
    {
      ClaveProdServ: line.product_code ?? '01010101',
      Cantidad: line.quantity,
      ClaveUnidad: 'H87',
      Descripcion: line.description,
      ValorUnitario: line.unit_price,
      Importe: net,
      ObjetoImp: '02',
    },
    [
      element('cfdi:Impuestos', {}, [
        element('cfdi:Traslados', {}, [element('cfdi:Traslado', taxed(paper, net))]),
      ]),
    ],
  );

export const buildCfdi = (paper: Paper): BuiltDocument => {
  const sums = sumsOf(paper);
  const root = element(
    'cfdi:Comprobante',
    {
      ...ROOT,
      Version: '4.0',
      Serie: paper.series,
      Folio: paper.number,
      Fecha: paper.day + NOON,
      FormaPago: '99',
      SubTotal: sums.net,
      Moneda: 'MXN',
      Total: sums.total,
      TipoDeComprobante: 'I',
      Exportacion: NO_EXPORT,
      MetodoPago: 'PPD',
      LugarExpedicion: paper.seller.postal_code,
    },
    [
      ...parties(paper, 'G03'),
      element(
        'cfdi:Conceptos',
        {},
        paper.lines.map((line, index) => concept(paper, line, sums.lines[index] ?? '')),
      ),
      element('cfdi:Impuestos', { TotalImpuestosTrasladados: sums.tax }, [
        element('cfdi:Traslados', {}, [
          element('cfdi:Traslado', { ...taxed(paper, sums.net), Importe: sums.tax }),
        ]),
      ]),
    ],
  );
  return toDocument(xmlDocument(root), null);
};

const CONCEPT = element('cfdi:Concepto', {
  ClaveProdServ: '84111506',
  Cantidad: '1',
  ClaveUnidad: 'ACT',
  Descripcion: 'Pago',
  ValorUnitario: '0',
  Importe: '0',
  ObjetoImp: '01',
});

/** Taxes of the document that is paid (DR) and of the payment (P): the same, since one is paid whole. */
const paidTaxes = (paper: Paper, suffix: 'DR' | 'P'): XmlElement => {
  const { net, tax } = sumsOf(paper);
  return element(`pago20:Impuestos${suffix}`, {}, [
    element(`pago20:Traslados${suffix}`, {}, [
      element(`pago20:Traslado${suffix}`, {
        [`Base${suffix}`]: net,
        [`Impuesto${suffix}`]: '002',
        [`TipoFactor${suffix}`]: 'Tasa',
        [`TasaOCuota${suffix}`]: share(paper),
        [`Importe${suffix}`]: tax,
      }),
    ]),
  ]);
};

const payment = (paper: Paper, uuid: string, paid_on: IsoDay): XmlElement => {
  const { net, tax, total } = sumsOf(paper);
  const document = {
    IdDocumento: uuid,
    Serie: paper.series,
    Folio: paper.number,
    MonedaDR: 'MXN',
    EquivalenciaDR: '1',
    NumParcialidad: '1',
    ImpSaldoAnt: total,
    ImpPagado: total,
    ImpSaldoInsoluto: '0.00',
    ObjetoImpDR: '02',
  };
  const paid = {
    FechaPago: paid_on + NOON,
    FormaDePagoP: TRANSFER,
    MonedaP: 'MXN',
    TipoCambioP: '1',
    Monto: total,
  };
  return element('pago20:Pagos', { Version: '2.0' }, [
    element('pago20:Totales', {
      TotalTrasladosBaseIVA16: net,
      TotalTrasladosImpuestoIVA16: tax,
      MontoTotalPagos: total,
    }),
    element('pago20:Pago', paid, [
      element('pago20:DoctoRelacionado', document, [paidTaxes(paper, 'DR')]),
      paidTaxes(paper, 'P'),
    ]),
  ]);
};

/** The whole of it was paid on that day, by transfer. */
export const buildComplement = (paper: Paper, uuid: string, paid_on: IsoDay): BuiltDocument => {
  const root = element(
    'cfdi:Comprobante',
    {
      ...ROOT,
      'xmlns:pago20': PAGOS,
      Version: '4.0',
      Serie: 'CP',
      Folio: paper.number,
      Fecha: paid_on + NOON,
      SubTotal: '0',
      Moneda: 'XXX',
      Total: '0',
      TipoDeComprobante: 'P',
      Exportacion: NO_EXPORT,
      LugarExpedicion: paper.seller.postal_code,
    },
    [
      ...parties(paper, 'CP01'),
      element('cfdi:Conceptos', {}, [CONCEPT]),
      element('cfdi:Complemento', {}, [payment(paper, uuid, paid_on)]),
    ],
  );
  return toDocument(xmlDocument(root), null);
};
