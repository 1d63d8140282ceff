// CRP20236 to 20261, 20278 and 20279: the nodes DoctoRelacionado and the taxes of each.
import { isPositive, ZERO } from '../../base/money/decimal.ts';
import { isTaxOn, readValue } from '../../einvoicing/mx-cfdi/bands.ts';
import { CATALOGS, satDecimals } from '../../einvoicing/mx-cfdi/catalogs.ts';
import { FACTOR_EXEMPT } from '../../einvoicing/mx-cfdi/codes.ts';
import type { CfdiPaidDocument } from '../../einvoicing/mx-cfdi/payment/read.ts';
import type { CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import { documentRule, fits, OTHER } from './payment-rule.ts';
import { isListedRate, must, type CfdiRule } from './rule.ts';

const CURRENCY_CHECKS: readonly CfdiRule[] = [
  documentRule('CRP20236', ({ currency }, path) =>
    must(currency !== 'XXX', `${path}/@MonedaDR`, 'MonedaDR is not XXX.'),
  ),
  documentRule(OTHER, ({ currency }, path) =>
    must(satDecimals(currency) !== null, `${path}/@MonedaDR`, 'MonedaDR is not in c_Moneda.'),
  ),
  documentRule('CRP20237', (document, path, payment) =>
    must(
      document.currency === payment.currency || document.equivalence !== null,
      `${path}/@EquivalenciaDR`,
      'A document in another currency needs EquivalenciaDR.',
    ),
  ),
  documentRule('CRP20238', (document, path, payment) =>
    must(
      document.currency !== payment.currency || document.equivalence === '1',
      `${path}/@EquivalenciaDR`,
      'In the currency of the payment EquivalenciaDR is written 1.',
    ),
  ),
];

type BalanceField = 'balanceBefore' | 'paid' | 'balanceAfter';

const positive = (id: string, field: BalanceField, name: string): CfdiRule =>
  documentRule(id, (document, path) =>
    must(isPositive(readValue(document[field])), `${path}/@${name}`, `${name} is above zero.`),
  );

const exact = (id: string, field: BalanceField, name: string): CfdiRule =>
  documentRule(id, (document, path) =>
    must(
      fits(document.currency, document[field]),
      `${path}/@${name}`,
      `${name} has more decimals than its currency.`,
    ),
  );

const BALANCE_CHECKS: readonly CfdiRule[] = [
  positive('CRP20239', 'balanceBefore', 'ImpSaldoAnt'),
  exact('CRP20240', 'balanceBefore', 'ImpSaldoAnt'),
  positive('CRP20241', 'paid', 'ImpPagado'),
  exact('CRP20242', 'paid', 'ImpPagado'),
  exact('CRP20243', 'balanceAfter', 'ImpSaldoInsoluto'),
  documentRule('CRP20244', ({ balanceBefore, paid, balanceAfter }, path) => {
    const left = readValue(balanceBefore).minus(readValue(paid));
    return must(
      left.gte(ZERO) && readValue(balanceAfter).eq(left),
      `${path}/@ImpSaldoInsoluto`,
      'ImpSaldoInsoluto is not ImpSaldoAnt less ImpPagado.',
    );
  }),
];

const WITHOUT_TAXES = new Set(['01', '03', '04', '05']);
const ONLY_INCOME_TAX = new Set(['06', '08']);
const EXCISE = '07';

const rowsOf = ({ taxes }: CfdiPaidDocument): readonly CfdiTax[] => [
  ...(taxes?.withheld ?? []),
  ...(taxes?.transferred ?? []),
];

const OBJECT_CHECKS: readonly CfdiRule[] = [
  documentRule('CRP20245', ({ taxObject }, path) =>
    must(CATALOGS.c_ObjetoImp.has(taxObject), `${path}/@ObjetoImpDR`, 'ObjetoImpDR is not in c_ObjetoImp.'),
  ),
  documentRule('CRP20246', ({ taxObject, taxes }, path) =>
    must(taxObject !== '02' || taxes !== null, path, 'With ObjetoImpDR 02 the document shows its taxes.'),
  ),
  documentRule('CRP20247', ({ taxObject, taxes }, path) =>
    must(
      !WITHOUT_TAXES.has(taxObject) || taxes === null,
      `${path}/ImpuestosDR`,
      `With ObjetoImpDR ${taxObject} the document shows no taxes.`,
    ),
  ),
  documentRule('CRP20248', (document, path) =>
    must(
      document.taxes === null || rowsOf(document).length > 0,
      `${path}/ImpuestosDR`,
      'ImpuestosDR holds at least one tax.',
    ),
  ),
  documentRule('CRP20278', (document, path) =>
    must(
      !ONLY_INCOME_TAX.has(document.taxObject) || rowsOf(document).every(({ tax }) => tax === '001'),
      `${path}/ImpuestosDR`,
      `With ObjetoImpDR ${document.taxObject} the document shows neither IVA nor IEPS.`,
    ),
  ),
  documentRule('CRP20279', (document, path) =>
    must(
      document.taxObject !== EXCISE ||
        (rowsOf(document).every(({ tax }) => tax !== '002') &&
          (document.taxes?.transferred ?? []).some(({ tax }) => tax === '003')),
      `${path}/ImpuestosDR`,
      'With ObjetoImpDR 07 the document shows IEPS and no IVA.',
    ),
  ),
];

type Kind = 'withheld' | 'transferred';

const NODES = { withheld: 'RetencionesDR/RetencionDR', transferred: 'TrasladosDR/TrasladoDR' } as const;

const taxRule = (id: string, kind: Kind, holds: (row: CfdiTax) => boolean, message: string): CfdiRule =>
  documentRule(id, ({ taxes }, path) =>
    (taxes?.[kind] ?? []).flatMap((row, index) =>
      must(holds(row), `${path}/ImpuestosDR/${NODES[kind]}[${index + 1}]`, message),
    ),
  );

const hasBase = ({ base }: CfdiTax): boolean => isPositive(readValue(base));
const isTax = ({ tax }: CfdiTax): boolean => CATALOGS.c_Impuesto.has(tax);
const isFactor = ({ factor }: CfdiTax): boolean => CATALOGS.c_TipoFactor.has(factor ?? '');
const isExempt = ({ factor }: CfdiTax): boolean => factor === FACTOR_EXEMPT;
const isRight = ({ base, rate, amount }: CfdiTax): boolean =>
  base === null || rate === null || amount === null || isTaxOn(amount, base, rate);

const OUTSIDE = 'ImporteDR is outside the limits of BaseDR times TasaOCuotaDR.';

const TAX_CHECKS: readonly CfdiRule[] = [
  taxRule('CRP20249', 'withheld', hasBase, 'BaseDR is above zero.'),
  taxRule('CRP20250', 'withheld', isTax, 'ImpuestoDR is not in c_Impuesto.'),
  taxRule('CRP20251', 'withheld', isFactor, 'TipoFactorDR is not in c_TipoFactor.'),
  taxRule('CRP20252', 'withheld', (row) => !isExempt(row), 'A tax withheld is not exempt.'),
  taxRule(
    'CRP20253',
    'withheld',
    (row) => isListedRate(row, 'withheld'),
    'TasaOCuotaDR is not in c_TasaOCuota.',
  ),
  taxRule('CRP20254', 'withheld', isRight, OUTSIDE),
  taxRule('CRP20255', 'transferred', hasBase, 'BaseDR is above zero.'),
  taxRule('CRP20256', 'transferred', isTax, 'ImpuestoDR is not in c_Impuesto.'),
  taxRule('CRP20257', 'transferred', isFactor, 'TipoFactorDR is not in c_TipoFactor.'),
  taxRule(
    'CRP20258',
    'transferred',
    (row) => !isExempt(row) || (row.rate === null && row.amount === null),
    'An exempt tax has neither TasaOCuotaDR nor ImporteDR.',
  ),
  taxRule(
    'CRP20259',
    'transferred',
    (row) => isExempt(row) || (row.rate !== null && row.amount !== null),
    'A tax that is not exempt has TasaOCuotaDR and ImporteDR.',
  ),
  taxRule(
    'CRP20260',
    'transferred',
    (row) => row.rate === null || isListedRate(row, 'transferred'),
    'TasaOCuotaDR is not in c_TasaOCuota.',
  ),
  taxRule('CRP20261', 'transferred', isRight, OUTSIDE),
];

export const DOCUMENT_CHECKS: readonly CfdiRule[] = [
  ...CURRENCY_CHECKS,
  ...BALANCE_CHECKS,
  ...OBJECT_CHECKS,
  ...TAX_CHECKS,
];
