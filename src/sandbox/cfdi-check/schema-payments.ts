// The form of the payments of a type P by the SAT's Pagos20.xsd.
import { childrenAt, type XmlNode } from '../../einvoicing/xml/read.ts';
import type { Breach } from './rule.ts';
import {
  AMOUNT,
  checkElement,
  CODE,
  holder,
  leaf,
  matching,
  maybe,
  one,
  optional,
  required,
  some,
  textTo,
  UUID,
  type ElementForm,
} from './schema.ts';

const PESOS = matching(/^\d{1,18}(?:\.\d{1,2})?$/, 'an amount in pesos with at most 2 decimals');
const RATE = matching(/^(?=.*[1-9])\d{1,18}(?:\.\d{1,6})?$/, 'a rate above zero with at most 6 decimals');
const EQUIVALENCE = matching(
  /^(?=.*[1-9])\d{1,18}(?:\.\d{1,10})?$/,
  'a rate above zero with at most 10 decimals',
);
const TIME = matching(
  /^20[1-9]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  'a time of the form YYYY-MM-DDThh:mm:ss',
);
const COMPANY_RFC = String.raw`[A-Z&Ñ]{3}\d{2}(?:0[1-9]|1[012])(?:0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]`;
const BASE64 = matching(/^[A-Za-z0-9+/]+={0,2}$/, 'base64');

const TOTALS: ElementForm = leaf({
  TotalRetencionesIVA: optional(PESOS),
  TotalRetencionesISR: optional(PESOS),
  TotalRetencionesIEPS: optional(PESOS),
  TotalTrasladosBaseIVA16: optional(PESOS),
  TotalTrasladosImpuestoIVA16: optional(PESOS),
  TotalTrasladosBaseIVA8: optional(PESOS),
  TotalTrasladosImpuestoIVA8: optional(PESOS),
  TotalTrasladosBaseIVA0: optional(PESOS),
  TotalTrasladosImpuestoIVA0: optional(PESOS),
  TotalTrasladosBaseIVAExento: optional(PESOS),
  MontoTotalPagos: required(PESOS),
});

const WITHHELD_DR = leaf({
  BaseDR: required(AMOUNT),
  ImpuestoDR: required(CODE),
  TipoFactorDR: required(CODE),
  TasaOCuotaDR: required(AMOUNT),
  ImporteDR: required(AMOUNT),
});

const TRANSFERRED_DR = leaf({
  BaseDR: required(AMOUNT),
  ImpuestoDR: required(CODE),
  TipoFactorDR: required(CODE),
  TasaOCuotaDR: optional(AMOUNT),
  ImporteDR: optional(AMOUNT),
});

const DOCUMENT: ElementForm = {
  attributes: {
    IdDocumento: required(UUID),
    Serie: optional(textTo(25)),
    Folio: optional(textTo(40)),
    MonedaDR: required(CODE),
    EquivalenciaDR: optional(EQUIVALENCE),
    NumParcialidad: required(matching(/^[1-9]\d{0,2}$/, 'a number from 1 to 999')),
    ImpSaldoAnt: required(AMOUNT),
    ImpPagado: required(AMOUNT),
    ImpSaldoInsoluto: required(AMOUNT),
    ObjetoImpDR: required(CODE),
  },
  children: [
    maybe(
      'ImpuestosDR',
      holder(
        maybe('RetencionesDR', holder(some('RetencionDR', WITHHELD_DR))),
        maybe('TrasladosDR', holder(some('TrasladoDR', TRANSFERRED_DR))),
      ),
    ),
  ],
};

const PAYMENT_TAXES = holder(
  maybe(
    'RetencionesP',
    holder(some('RetencionP', leaf({ ImpuestoP: required(CODE), ImporteP: required(AMOUNT) }))),
  ),
  maybe(
    'TrasladosP',
    holder(
      some(
        'TrasladoP',
        leaf({
          BaseP: required(AMOUNT),
          ImpuestoP: required(CODE),
          TipoFactorP: required(CODE),
          TasaOCuotaP: optional(AMOUNT),
          ImporteP: optional(AMOUNT),
        }),
      ),
    ),
  ),
);

const PAYMENT: ElementForm = {
  attributes: {
    FechaPago: required(TIME),
    FormaDePagoP: required(CODE),
    MonedaP: required(CODE),
    TipoCambioP: optional(RATE),
    Monto: required(AMOUNT),
    NumOperacion: optional(textTo(100)),
    RfcEmisorCtaOrd: optional(
      matching(new RegExp(`^(?:XEXX010101000|${COMPANY_RFC})$`, 'u'), 'the RFC of a bank'),
    ),
    NomBancoOrdExt: optional(textTo(300)),
    CtaOrdenante: optional(matching(/^[A-Z0-9_]{10,50}$/, 'an account of 10 to 50 characters')),
    RfcEmisorCtaBen: optional(matching(new RegExp(`^${COMPANY_RFC}$`, 'u'), 'the RFC of a bank')),
    CtaBeneficiario: optional(matching(/^[A-Z0-9_]{10,50}$/, 'an account of 10 to 50 characters')),
    TipoCadPago: optional(CODE),
    CertPago: optional(BASE64),
    CadPago: optional(textTo(8192)),
    SelloPago: optional(BASE64),
  },
  children: [some('DoctoRelacionado', DOCUMENT), maybe('ImpuestosP', PAYMENT_TAXES)],
};

const PAYMENTS: ElementForm = {
  attributes: { Version: required(matching(/^2\.0$/, 'the version 2.0')) },
  children: [one('Totales', TOTALS), some('Pago', PAYMENT)],
};

const NAMESPACE = 'http://www.sat.gob.mx/Pagos20';
const NAME = 'pago20:Pagos';

/** Where the payments of a document, if it has any, break their schema. */
export const paymentSchemaBreaches = (root: XmlNode): readonly Breach[] => {
  const found = childrenAt(root, ['cfdi:Complemento', NAME]);
  const path = `Complemento/${NAME}`;
  if (found.length > 1) return [{ path, message: 'There is more than one pago20:Pagos.' }];
  return found.flatMap((node) =>
    [root, node].some(({ attributes }) => attributes.get('xmlns:pago20') === NAMESPACE)
      ? checkElement(node, PAYMENTS, 'Pagos/')
      : [{ path, message: `The prefix pago20 is not bound to ${NAMESPACE}.` }],
  );
};
