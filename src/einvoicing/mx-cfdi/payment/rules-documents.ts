// CRP20237 to 20260, 20278 and 20279: the nodes DoctoRelacionado and their taxes.
import { subtract } from '../../../base/money/amount.ts';
import { decimalsOf, isPositive } from '../../../base/money/decimal.ts';
import { when } from '../../rules.ts';
import { CATALOGS, isRate, satDecimals } from '../catalogs.ts';
import { FACTOR_EXEMPT, OBJECT_EXCISE_SHOWN, OBJECT_TAXED } from '../codes.ts';
import { EQUIVALENCE_DECIMALS, isSameCurrency, ONE } from './conversion.ts';
import type { PaidDocument, TaxShare, TaxShares } from './document.ts';
import { documentRule, OTHER, type PaymentRule } from './rule.ts';
import { OBJECTS_NOT_SHOWN, OBJECTS_WITHOUT_TAX } from './tax-shares.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_INSTALLMENTS = 999;

const CURRENCY_RULES: readonly PaymentRule[] = [
  documentRule(OTHER, ({ paid }, path) =>
    when(satDecimals(paid.currency) === null, `${path}.currency`, 'CRP20999.invoice_currency'),
  ),
  documentRule('CRP20237', ({ equivalence }, path) =>
    when(
      !isPositive(equivalence) || decimalsOf(equivalence) > EQUIVALENCE_DECIMALS,
      `${path}.equivalence`,
      'CRP20237',
    ),
  ),
  documentRule('CRP20238', (document, path, payment) =>
    when(
      isSameCurrency(payment, document) && !document.equivalence.eq(ONE),
      `${path}.equivalence`,
      'CRP20238',
    ),
  ),
];

const BALANCE_RULES: readonly PaymentRule[] = [
  documentRule(OTHER, ({ uuid }, path) => when(!UUID.test(uuid), `${path}.uuid`, 'CRP20999.uuid')),
  documentRule(OTHER, ({ installment }, path) =>
    when(
      !Number.isInteger(installment) || installment < 1 || installment > MAX_INSTALLMENTS,
      `${path}.installment`,
      'CRP20999.installment',
      { max_installments: MAX_INSTALLMENTS },
    ),
  ),
  documentRule('CRP20239', ({ balanceBefore }, path) =>
    when(balanceBefore.minor <= 0, `${path}.balance_before`, 'CRP20239'),
  ),
  documentRule('CRP20241', ({ paid }, path) => when(paid.minor <= 0, `${path}.paid`, 'CRP20241')),
  documentRule('CRP20244', ({ balanceBefore, paid, balanceAfter }, path) =>
    when(
      balanceAfter.minor < 0 || subtract(balanceBefore, paid).minor !== balanceAfter.minor,
      `${path}.balance_after`,
      'CRP20244',
    ),
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
    when(isBroken(document), `${path}.tax_object`, 'CRP20245', { tax_object: document.taxObject }),
  ),
);

const onShares = (
  id: 'CRP20249' | 'CRP20252' | 'CRP20253' | 'CRP20255' | 'CRP20260',
  kind: keyof TaxShares,
  isBroken: (share: TaxShare) => boolean,
): PaymentRule =>
  documentRule(id, ({ taxes }, path) =>
    taxes[kind].flatMap((share, index) => when(isBroken(share), `${path}.taxes.${kind}[${index}]`, id)),
  );

const isListed = (kind: keyof TaxShares, { tax, factor, rate }: TaxShare): boolean =>
  rate !== null && isRate(kind, tax, factor, rate);

const TAX_RULES: readonly PaymentRule[] = [
  onShares('CRP20249', 'withheld', ({ base }) => !isPositive(base)),
  onShares('CRP20252', 'withheld', ({ factor }) => factor === FACTOR_EXEMPT),
  onShares('CRP20253', 'withheld', (share) => !isListed('withheld', share)),
  onShares('CRP20255', 'transferred', ({ base }) => !isPositive(base)),
  onShares(
    'CRP20260',
    'transferred',
    (share) => share.factor !== FACTOR_EXEMPT && !isListed('transferred', share),
  ),
];

export const DOCUMENT_RULES: readonly PaymentRule[] = [
  ...CURRENCY_RULES,
  ...BALANCE_RULES,
  ...OBJECT_RULES,
  ...TAX_RULES,
];
