// CFDI 4.0 type P as XML: a worthless envelope (CRP20101 to 20123) around the payments, in the order of Pagos20.xsd.
import { minorText, type Amount } from '../../../base/money/amount.ts';
import { toFixed, toText, type Decimal } from '../../../base/money/decimal.ts';
import type { BuiltDocument, FilingFacts } from '../../filing.ts';
import { element, xmlDocument, type XmlElement } from '../../xml/write.ts';
import { emisor, NO_EXPORT, receptor, ROOT, toDocument } from '../build.ts';
import { OBJECT_NOT_TAXED } from '../codes.ts';
import { localTime } from '../local-time.ts';
import { cfdiText, countCharacters } from '../text.ts';
import { fittingBankFields } from './bank.ts';
import { pesosPerUnit } from './conversion.ts';
import type { PaidDocument, Payment, PaymentDocument, TaxShare } from './document.ts';
import { sumPayments, sumTaxes } from './sums.ts';
import { SHARE_DECIMALS } from './tax-shares.ts';

const PAGOS = 'http://www.sat.gob.mx/Pagos20';
/** c_TipoDeComprobante, c_Moneda, c_UsoCFDI, c_TipoRelacion of every complement. */
const TYPE_PAYMENT = 'P';
const NO_CURRENCY = 'XXX';
const USE_PAYMENT = 'CP01';
const SUBSTITUTES = '04';

const MAX_SERIES = 25;
const MAX_NUMBER = 40;
const MAX_OPERATION = 100;
/** FechaPago has a time; noon where it is not known. */
const NOON = 'T12:00:00';

const amountText = ({ minor, currency }: Amount): string => minorText(minor, currency);
const shareText = (value: Decimal): string => toFixed(value, SHARE_DECIMALS);
const optionalShare = (value: Decimal | null): string | null => (value === null ? null : shareText(value));

/** An optional text that the schema would refuse is left out. */
const optionalText = (text: string | null | undefined, max: number): string | null => {
  const value = cfdiText((text ?? '').replaceAll('|', ' '));
  return countCharacters(value) <= max ? value : null;
};

/** A node only where it has content. */
const some = (name: string, children: readonly XmlElement[]): XmlElement | null =>
  children.length === 0 ? null : element(name, {}, children);

const shareDr = (name: string, { base, tax, factor, rate, amount }: TaxShare): XmlElement =>
  element(name, {
    BaseDR: shareText(base),
    ImpuestoDR: tax,
    TipoFactorDR: factor,
    TasaOCuotaDR: optionalShare(rate),
    ImporteDR: optionalShare(amount),
  });

const impuestosDr = ({ taxes }: PaidDocument): XmlElement | null =>
  taxes.withheld.length + taxes.transferred.length === 0
    ? null
    : element('pago20:ImpuestosDR', {}, [
        some(
          'pago20:RetencionesDR',
          taxes.withheld.map((row) => shareDr('pago20:RetencionDR', row)),
        ),
        some(
          'pago20:TrasladosDR',
          taxes.transferred.map((row) => shareDr('pago20:TrasladoDR', row)),
        ),
      ]);

const doctoRelacionado = (document: PaidDocument): XmlElement =>
  element(
    'pago20:DoctoRelacionado',
    {
      IdDocumento: document.uuid,
      Serie: optionalText(document.series, MAX_SERIES),
      Folio: optionalText(document.number, MAX_NUMBER),
      MonedaDR: document.paid.currency,
      EquivalenciaDR: toText(document.equivalence),
      NumParcialidad: String(document.installment),
      ImpSaldoAnt: amountText(document.balanceBefore),
      ImpPagado: amountText(document.paid),
      ImpSaldoInsoluto: amountText(document.balanceAfter),
      ObjetoImpDR: document.taxObject,
    },
    [impuestosDr(document)],
  );

const impuestosP = ({ documents }: Payment): XmlElement | null => {
  const { withheld, transferred } = sumTaxes(documents);
  if (withheld.length + transferred.length === 0) return null;
  return element('pago20:ImpuestosP', {}, [
    some(
      'pago20:RetencionesP',
      withheld.map(({ tax, amount }) =>
        element('pago20:RetencionP', { ImpuestoP: tax, ImporteP: shareText(amount) }),
      ),
    ),
    some(
      'pago20:TrasladosP',
      transferred.map(({ base, tax, factor, rate, amount }) =>
        element('pago20:TrasladoP', {
          BaseP: shareText(base),
          ImpuestoP: tax,
          TipoFactorP: factor,
          TasaOCuotaP: optionalShare(rate),
          ImporteP: optionalShare(amount),
        }),
      ),
    ),
  ]);
};

const pago = (payment: Payment): XmlElement => {
  const bank = fittingBankFields(payment.form, payment.bank ?? {});
  return element(
    'pago20:Pago',
    {
      FechaPago: payment.paidAt + NOON,
      FormaDePagoP: payment.form,
      MonedaP: payment.amount.currency,
      TipoCambioP: toText(pesosPerUnit(payment)),
      Monto: amountText(payment.amount),
      NumOperacion: optionalText(payment.operationNumber, MAX_OPERATION),
      RfcEmisorCtaOrd: bank.payerBankRfc,
      NomBancoOrdExt: bank.payerBankName,
      CtaOrdenante: bank.payerAccount,
      RfcEmisorCtaBen: bank.payeeBankRfc,
      CtaBeneficiario: bank.payeeAccount,
    },
    [...payment.documents.map(doctoRelacionado), impuestosP(payment)],
  );
};

const pagos = ({ payments }: PaymentDocument): XmlElement => {
  const totals = Object.entries(sumPayments(payments)).map(([name, value]) => [
    name,
    value === null ? null : toFixed(value, 2),
  ]);
  return element('pago20:Pagos', { Version: '2.0' }, [
    element('pago20:Totales', Object.fromEntries(totals)),
    ...payments.map(pago),
  ]);
};

const CONCEPTO = element('cfdi:Concepto', {
  ClaveProdServ: '84111506',
  Cantidad: '1',
  ClaveUnidad: 'ACT',
  Descripcion: 'Pago',
  ValorUnitario: '0',
  Importe: '0',
  ObjetoImp: OBJECT_NOT_TAXED,
});

const relations = ({ replaces }: PaymentDocument): XmlElement | null =>
  replaces.length === 0
    ? null
    : element(
        'cfdi:CfdiRelacionados',
        { TipoRelacion: SUBSTITUTES },
        replaces.map((uuid) => element('cfdi:CfdiRelacionado', { UUID: uuid })),
      );

/** Certificate and seal are put in by `seal`, as into an invoice. */
export const buildPayment = (
  document: PaymentDocument,
  { series, number, issuedAt }: FilingFacts,
): BuiltDocument => {
  const { seller } = document;
  const root = element(
    'cfdi:Comprobante',
    {
      ...ROOT,
      'xmlns:pago20': PAGOS,
      'xsi:schemaLocation': `${ROOT['xsi:schemaLocation']} ${PAGOS} http://www.sat.gob.mx/sitio_internet/cfd/Pagos/Pagos20.xsd`,
      Version: '4.0',
      Serie: cfdiText(series),
      Folio: cfdiText(number),
      Fecha: localTime(seller.time_zone, issuedAt),
      SubTotal: '0',
      Moneda: NO_CURRENCY,
      Total: '0',
      TipoDeComprobante: TYPE_PAYMENT,
      Exportacion: NO_EXPORT,
      LugarExpedicion: seller.postal_code,
    },
    [
      relations(document),
      emisor(document),
      receptor(document, USE_PAYMENT),
      element('cfdi:Conceptos', {}, [CONCEPTO]),
      element('cfdi:Complemento', {}, [pagos(document)]),
    ],
  );
  return toDocument(xmlDocument(root), null);
};
