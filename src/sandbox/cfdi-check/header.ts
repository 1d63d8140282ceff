// CFDI40101 to 40137 and 40201: the node Comprobante, and InformacionGlobal.
import { isPositive, isZero, roundHalfUp, sumOf } from '../../base/money/decimal.ts';
import { readValue } from '../../einvoicing/mx-cfdi/bands.ts';
import { changeEntity, newDraftWith } from '../../einvoicing/rules.ts';
import { CATALOGS, isPostalCode, satDecimals } from '../../einvoicing/mx-cfdi/catalogs.ts';
import { PESO, PUBLIC_NAME } from '../../einvoicing/mx-cfdi/codes.ts';
import { isLocalTime } from '../../einvoicing/mx-cfdi/local-time.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import { cfdiRule, currencyDecimals, fitsCurrency, must, type CfdiRule } from './rule.ts';

const NO_CURRENCY = 'XXX';
const GENERIC = 'XAXX010101000';

/** Types with amounts and payment terms: income and credit notes. */
const isPaid = ({ type }: Cfdi): boolean => type === 'I' || type === 'E';
const isWorthless = ({ type }: Cfdi): boolean => type === 'T' || type === 'P';
const mayHaveDiscounts = ({ type }: Cfdi): boolean => ['I', 'E', 'N'].includes(type);

const PAYMENT_RULES: readonly CfdiRule[] = [
  cfdiRule('CFDI40101', ({ issuedAt }) =>
    must(isLocalTime(issuedAt), '@Fecha', 'Fecha is not a time of the form YYYY-MM-DDThh:mm:ss.'),
  ),
  cfdiRule('CFDI40103', (cfdi) =>
    must(isPaid(cfdi) || cfdi.paymentForm === null, '@FormaPago', 'A CFDI of this type has no FormaPago.'),
  ),
  cfdiRule('CFDI40104', (cfdi) =>
    must(
      cfdi.paymentForm === null ? !isPaid(cfdi) : CATALOGS.c_FormaPago.has(cfdi.paymentForm),
      '@FormaPago',
      'FormaPago is not in the catalogue c_FormaPago.',
      newDraftWith('with a payment_form such as 03'),
    ),
  ),
  cfdiRule('CFDI40105', ({ paymentMethod, paymentForm }) =>
    must(
      paymentMethod !== 'PPD' || paymentForm === '99',
      '@FormaPago',
      'With MetodoPago PPD, FormaPago is 99.',
      newDraftWith('without payment_form, or with payment_method PUE'),
    ),
  ),
  cfdiRule('CFDI40124', (cfdi) =>
    must(
      cfdi.paymentMethod === null ? !isPaid(cfdi) : CATALOGS.c_MetodoPago.has(cfdi.paymentMethod),
      '@MetodoPago',
      'MetodoPago is not in the catalogue c_MetodoPago.',
      newDraftWith('with payment_method PUE or PPD'),
    ),
  ),
  cfdiRule('CFDI40125', (cfdi) =>
    must(
      !isWorthless(cfdi) || cfdi.paymentMethod === null,
      '@MetodoPago',
      'A CFDI of type T or P has no MetodoPago.',
    ),
  ),
];

const CURRENCY_RULES: readonly CfdiRule[] = [
  cfdiRule('CFDI40113', ({ currency }) =>
    must(
      satDecimals(currency) !== null,
      '@Moneda',
      'Moneda is not in the catalogue c_Moneda.',
      newDraftWith('with a currency that the SAT lists'),
    ),
  ),
  cfdiRule('CFDI40114', ({ currency, exchangeRate }) =>
    must(
      currency !== PESO || exchangeRate === null || readValue(exchangeRate).eq('1'),
      '@TipoCambio',
      'In pesos TipoCambio is 1 or absent.',
    ),
  ),
  cfdiRule('CFDI40115', ({ currency, exchangeRate }) =>
    must(
      currency === PESO || currency === NO_CURRENCY || exchangeRate !== null,
      '@TipoCambio',
      'A foreign currency needs TipoCambio.',
      newDraftWith('once a rate of the currency is known'),
    ),
  ),
  cfdiRule('CFDI40116', ({ currency, exchangeRate }) =>
    must(
      currency !== NO_CURRENCY || exchangeRate === null,
      '@TipoCambio',
      'Without a currency there is no TipoCambio.',
    ),
  ),
  cfdiRule('CFDI40117', ({ exchangeRate }) =>
    must(
      exchangeRate === null ||
        (/^\d{1,18}(?:\.\d{1,6})?$/.test(exchangeRate) && isPositive(readValue(exchangeRate))),
      '@TipoCambio',
      'TipoCambio is a positive number with at most 6 decimals.',
      newDraftWith('once a valid rate of the currency is known'),
    ),
  ),
];

const KIND_RULES: readonly CfdiRule[] = [
  cfdiRule('CFDI40121', ({ type }) =>
    must(
      CATALOGS.c_TipoDeComprobante.has(type),
      '@TipoDeComprobante',
      'TipoDeComprobante is I, E, T, N or P.',
    ),
  ),
  cfdiRule('CFDI40122', ({ exportation }) =>
    must(exportation !== '02', '@Exportacion', 'Exportacion 02 needs the complement for foreign trade.'),
  ),
  cfdiRule('CFDI40123', ({ exportation }) =>
    must(CATALOGS.c_Exportacion.has(exportation), '@Exportacion', 'Exportacion is not in c_Exportacion.'),
  ),
  cfdiRule('CFDI40126', ({ placeOfIssue }) =>
    must(
      isPostalCode(placeOfIssue),
      '@LugarExpedicion',
      'LugarExpedicion is no postal code of c_CodigoPostal.',
      changeEntity('set the postal code of the entity', '--postal-code'),
    ),
  ),
  cfdiRule('CFDI40137', ({ relations }) =>
    relations.flatMap(({ type }, index) =>
      must(
        CATALOGS.c_TipoRelacion.has(type),
        `CfdiRelacionados[${index + 1}]/@TipoRelacion`,
        'TipoRelacion is not in c_TipoRelacion.',
      ),
    ),
  ),
  cfdiRule('CFDI40201', (cfdi) =>
    must(
      !isWorthless(cfdi) || cfdi.taxes === null,
      'Impuestos',
      'A CFDI of type T or P has no summary of taxes.',
    ),
  ),
];

const TOTAL_RULES: readonly CfdiRule[] = [
  cfdiRule('CFDI40107', (cfdi) =>
    must(fitsCurrency(cfdi, cfdi.subtotal), '@SubTotal', 'SubTotal has more decimals than its currency.'),
  ),
  cfdiRule('CFDI40108', (cfdi) => {
    const sum = roundHalfUp(
      sumOf(cfdi.concepts.map(({ amount }) => readValue(amount))),
      currencyDecimals(cfdi),
    );
    return must(
      isWorthless(cfdi) || readValue(cfdi.subtotal).eq(sum),
      '@SubTotal',
      'SubTotal is not the rounded sum of the lines.',
    );
  }),
  cfdiRule('CFDI40109', (cfdi) =>
    must(
      !isWorthless(cfdi) || isZero(readValue(cfdi.subtotal)),
      '@SubTotal',
      'The SubTotal of a CFDI of type T or P is zero.',
    ),
  ),
  cfdiRule('CFDI40110', ({ discount, subtotal }) =>
    must(readValue(discount).lte(readValue(subtotal)), '@Descuento', 'Descuento is larger than SubTotal.'),
  ),
  cfdiRule('CFDI40111', (cfdi) => {
    const given = cfdi.concepts.some(({ discount }) => discount !== null);
    const sum = sumOf(cfdi.concepts.map(({ discount }) => readValue(discount)));
    const holds =
      given && mayHaveDiscounts(cfdi)
        ? cfdi.discount !== null && readValue(cfdi.discount).eq(roundHalfUp(sum, currencyDecimals(cfdi)))
        : !given && cfdi.discount === null;
    return must(holds, '@Descuento', 'Descuento is the rounded sum of the discounts of the lines.');
  }),
  cfdiRule('CFDI40112', (cfdi) =>
    must(fitsCurrency(cfdi, cfdi.discount), '@Descuento', 'Descuento has more decimals than its currency.'),
  ),
  cfdiRule('CFDI40119', ({ subtotal, discount, taxes, total }) => {
    const exact = readValue(subtotal)
      .minus(readValue(discount))
      .plus(readValue(taxes?.totalTransferred ?? null))
      .minus(readValue(taxes?.totalWithheld ?? null));
    return must(
      readValue(total).eq(exact),
      '@Total',
      'Total is not SubTotal less Descuento plus the taxes transferred less those withheld.',
    );
  }),
];

const GLOBAL = 'InformacionGlobal';
const BIMONTHLY = '05';
/** The regime of small businesses, which alone may file two months at once. */
const SMALL_BUSINESS = '621';

const GLOBAL_RULES: readonly CfdiRule[] = [
  cfdiRule('CFDI40130', ({ type, receiver, globalInformation }) => {
    const isPublic = type === 'I' && receiver.rfc === GENERIC && receiver.name === PUBLIC_NAME;
    return must(
      isPublic ? globalInformation !== null : globalInformation === null,
      GLOBAL,
      isPublic
        ? 'An income CFDI to PUBLICO EN GENERAL needs InformacionGlobal.'
        : 'InformacionGlobal belongs to an income CFDI to PUBLICO EN GENERAL only.',
    );
  }),
  cfdiRule('CFDI40131', ({ globalInformation: info }) =>
    must(
      info === null || CATALOGS.c_Periodicidad.has(info.period),
      `${GLOBAL}/@Periodicidad`,
      'Periodicidad is not in c_Periodicidad.',
    ),
  ),
  cfdiRule('CFDI40132', ({ globalInformation: info, issuer }) =>
    must(
      info?.period !== BIMONTHLY || issuer.regime === SMALL_BUSINESS,
      `${GLOBAL}/@Periodicidad`,
      'Only an issuer of regime 621 files two months at once.',
    ),
  ),
  cfdiRule('CFDI40133', ({ globalInformation: info }) =>
    must(info === null || CATALOGS.c_Meses.has(info.months), `${GLOBAL}/@Meses`, 'Meses is not in c_Meses.'),
  ),
  cfdiRule('CFDI40134', ({ globalInformation: info }) =>
    must(
      info === null || info.period === BIMONTHLY || info.months <= '12',
      `${GLOBAL}/@Meses`,
      'Meses is one month, 01 to 12, unless Periodicidad is 05.',
    ),
  ),
  cfdiRule('CFDI40135', ({ globalInformation: info }) =>
    must(
      info?.period !== BIMONTHLY || info.months >= '13',
      `${GLOBAL}/@Meses`,
      'With Periodicidad 05, Meses is two months, 13 to 18.',
    ),
  ),
  cfdiRule('CFDI40136', ({ globalInformation: info, issuedAt }) => {
    const year = Number(issuedAt.slice(0, 4));
    return must(
      info === null || Number(info.year) === year || Number(info.year) === year - 1,
      `${GLOBAL}/@Año`,
      'Año is this year or the last.',
    );
  }),
];

export const HEADER_CHECKS: readonly CfdiRule[] = [
  ...PAYMENT_RULES,
  ...CURRENCY_RULES,
  ...KIND_RULES,
  ...TOTAL_RULES,
  ...GLOBAL_RULES,
];
