// CRP20237 to 20260, 20278 and 20279: the nodes DoctoRelacionado and their taxes.
import { subtract } from '../../../base/money/amount.ts';
import { decimalsOf, isPositive } from '../../../base/money/decimal.ts';
import { when, type Finding } from '../../rules.ts';
import { CATALOGS, isRate, satDecimals } from '../catalogs.ts';
import { FACTOR_EXEMPT, OBJECT_EXCISE_SHOWN, OBJECT_TAXED } from '../codes.ts';
import { EQUIVALENCE_DECIMALS, isSameCurrency, ONE } from './conversion.ts';
import type { PaidDocument, TaxShare, TaxShares } from './document.ts';
import { documentRule, OTHER, recordAgain, SAME_PAYMENT, type PaymentRule } from './rule.ts';
import { OBJECTS_NOT_SHOWN, OBJECTS_WITHOUT_TAX } from './tax-shares.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_INSTALLMENTS = 999;

const CURRENCY_RULES: readonly PaymentRule[] = [
  documentRule(OTHER, ({ paid }, path) =>
    when(satDecimals(paid.currency) === null, {
      path: `${path}.currency`,
      message: 'The currency of the invoice is not in the catalogue c_Moneda.',
      fix: SAME_PAYMENT,
    }),
  ),
  documentRule('CRP20237', ({ equivalence }, path) =>
    when(!isPositive(equivalence) || decimalsOf(equivalence) > EQUIVALENCE_DECIMALS, {
      path: `${path}.equivalence`,
      message: 'The rate between the invoice and the payment is above zero, with at most 10 decimals.',
      fix: recordAgain('once rates of both currencies are known for its payment_date'),
    }),
  ),
  documentRule('CRP20238', (document, path, payment) =>
    when(isSameCurrency(payment, document) && !document.equivalence.eq(ONE), {
      path: `${path}.equivalence`,
      message: 'Invoice and payment have one currency, so their rate is 1.',
      fix: SAME_PAYMENT,
    }),
  ),
];

const BALANCE_RULES: readonly PaymentRule[] = [
  documentRule(OTHER, ({ uuid }, path) =>
    when(!UUID.test(uuid), {
      path: `${path}.uuid`,
      message: 'The invoice has no fiscal UUID.',
      fix: 'File the invoice first with submit_invoice; an invoice of an earlier system is imported with its fiscal UUID.',
    }),
  ),
  documentRule(OTHER, ({ installment }, path) =>
    when(!Number.isInteger(installment) || installment < 1 || installment > MAX_INSTALLMENTS, {
      path: `${path}.installment`,
      message: `A payment of an invoice is counted from 1 to ${MAX_INSTALLMENTS}.`,
      fix: SAME_PAYMENT,
    }),
  ),
  documentRule('CRP20239', ({ balanceBefore }, path) =>
    when(balanceBefore.minor <= 0, {
      path: `${path}.balance_before`,
      message: 'Nothing was due on the invoice before this payment.',
      fix: SAME_PAYMENT,
    }),
  ),
  documentRule('CRP20241', ({ paid }, path) =>
    when(paid.minor <= 0, {
      path: `${path}.paid`,
      message: 'What is paid on an invoice is above zero.',
      fix: recordAgain('with the amount that was received'),
    }),
  ),
  documentRule('CRP20244', ({ balanceBefore, paid, balanceAfter }, path) =>
    when(balanceAfter.minor < 0 || subtract(balanceBefore, paid).minor !== balanceAfter.minor, {
      path: `${path}.balance_after`,
      message: 'What stays due is what was due less what is paid, and never below zero.',
      fix: recordAgain('with at most the balance of the invoice'),
    }),
  ),
];

const hasTaxes = ({ withheld, transferred }: TaxShares): boolean => withheld.length + transferred.length > 0;

/** Why a tax object and the taxes do not fit, by rule. */
const objectBreaks: Readonly<Record<string, (document: PaidDocument) => boolean>> = {
  CRP20245: ({ taxObject }) => !CATALOGS.c_ObjetoImp.has(taxObject),
  CRP20246: ({ taxObject, taxes }) => taxObject === OBJECT_TAXED && !hasTaxes(taxes),
  CRP20247: ({ taxObject, taxes }) => OBJECTS_WITHOUT_TAX.includes(taxObject) && hasTaxes(taxes),
  CRP20278: ({ taxObject, taxes }) =>
    OBJECTS_NOT_SHOWN.includes(taxObject) &&
    (taxes.transferred.length > 0 || taxes.withheld.some(({ tax }) => tax !== '001')),
  CRP20279: ({ taxObject, taxes }) =>
    taxObject === OBJECT_EXCISE_SHOWN &&
    ([...taxes.transferred, ...taxes.withheld].some(({ tax }) => tax === '002') ||
      !taxes.transferred.some(({ tax }) => tax === '003')),
};

const OBJECT_RULES: readonly PaymentRule[] = Object.entries(objectBreaks).map(([id, isBroken]) =>
  documentRule(id, (document, path) =>
    when(isBroken(document), {
      path: `${path}.tax_object`,
      message: `The tax object ${document.taxObject} does not fit the taxes of the invoice.`,
      fix: SAME_PAYMENT,
    }),
  ),
);

const onShares = (
  id: string,
  kind: keyof TaxShares,
  isBroken: (share: TaxShare) => boolean,
  message: string,
): PaymentRule =>
  documentRule(id, ({ taxes }, path) =>
    taxes[kind].flatMap((share, index): readonly Finding[] =>
      when(isBroken(share), { path: `${path}.taxes.${kind}[${index}]`, message, fix: SAME_PAYMENT }),
    ),
  );

const isListed = (kind: keyof TaxShares, { tax, factor, rate }: TaxShare): boolean =>
  rate !== null && isRate(kind, tax, factor, rate);

const TAX_RULES: readonly PaymentRule[] = [
  onShares('CRP20249', 'withheld', ({ base }) => !isPositive(base), 'The base of a tax is above zero.'),
  onShares(
    'CRP20252',
    'withheld',
    ({ factor }) => factor === FACTOR_EXEMPT,
    'A tax that is withheld is not exempt.',
  ),
  onShares(
    'CRP20253',
    'withheld',
    (share) => !isListed('withheld', share),
    'The catalogue c_TasaOCuota has no such rate for a tax withheld.',
  ),
  onShares('CRP20255', 'transferred', ({ base }) => !isPositive(base), 'The base of a tax is above zero.'),
  onShares(
    'CRP20260',
    'transferred',
    (share) => share.factor !== FACTOR_EXEMPT && !isListed('transferred', share),
    'The catalogue c_TasaOCuota has no such rate for a tax passed on.',
  ),
];

export const DOCUMENT_RULES: readonly PaymentRule[] = [
  ...CURRENCY_RULES,
  ...BALANCE_RULES,
  ...OBJECT_RULES,
  ...TAX_RULES,
];
