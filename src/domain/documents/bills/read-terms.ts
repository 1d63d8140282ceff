// What a bill says beside its lines, as somebody types it.
import type { CreateBillParams } from '../../../../generated/tools/create_bill.ts';
import type { BillAccount, BillAdjustment, BillContent } from '../../../db/stated-bills.ts';
import { compactIban, ibanFault, isClabe, looksLikeIban } from '../../../base/bank-identifiers.ts';
import { toText } from '../../../base/money/decimal.ts';
import { readDecimal } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';
import { because, say } from '../../../base/said.ts';
import type { LineError } from '../shared/line-text.ts';
import { readPeriod } from '../shared/typed-terms.ts';

export type BillTermsInput = Partial<
  Pick<CreateBillParams, 'delivery_date' | 'delivery_period' | 'discount_terms' | 'payee_account'>
>;

/** Content that says nothing. */
export const NO_CONTENT: BillContent = {
  type_code: null,
  taxes: [],
  withholdings: [],
  adjustments: [],
  accounting_tax: null,
  delivery_period: null,
  tax_point_code: null,
  payee_accounts: [],
  direct_debit: null,
  payment_terms_text: null,
  discount_terms: [],
  payment_reference: null,
  payment_form: null,
  payment_method: null,
  use: null,
  references: [],
  supplier: null,
  notes: [],
  is_due_derived: false,
};

type TermsRaises = Raises<LineError>;

/** Null where nothing of it was given. */
export const readBillTerms = (
  ctx: TermsRaises,
  input: BillTermsInput,
  adjustments: readonly BillAdjustment[],
): BillContent | null => {
  const { delivery_period, discount_terms = [], payee_account } = input;
  const account = readAccount(ctx, payee_account);
  const period = readPeriod(ctx, 'delivery_period', delivery_period);
  if (account === null && period === null && discount_terms.length + adjustments.length === 0) return null;
  return {
    ...NO_CONTENT,
    adjustments,
    delivery_period: period,
    payee_accounts: account === null ? [] : [account],
    discount_terms: discount_terms.map(({ percent, days }, index) => ({
      percent: toText(readDecimal(ctx, `discount_terms[${index}].percent`, percent, 2)),
      days,
    })),
  };
};

/** An IBAN and a CLABE have check digits, by which a slip shows; of other numbers nothing is known. */
const readAccount = (ctx: TermsRaises, given: string | undefined): BillAccount | null => {
  const compact = compactIban(given ?? '');
  if (compact === '') return null;
  const account: BillAccount = { iban: null, bic: null, clabe: null, number: null, holder: null };
  if (looksLikeIban(compact)) {
    const fault = ibanFault(compact);
    if (fault === undefined) return { ...account, iban: compact };
    throw ctx.error('invalid_parameter', {
      path: 'payee_account',
      ...because(fault),
      received: given ?? '',
      hint: 'Copy the IBAN from the bill again.',
    });
  }
  if (!/^\d{18}$/.test(compact)) return { ...account, number: compact };
  if (isClabe(compact)) return { ...account, clabe: compact };
  throw ctx.error('invalid_parameter', {
    path: 'payee_account',
    ...because(say('demand_clabe', {})),
    received: compact,
    hint: 'Copy the CLABE from the bill again.',
  });
};
