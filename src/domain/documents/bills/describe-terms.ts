// What a bill and its lines say beside their sums, as callers see it: what they do not say is absent.
import type {
  BillAdjustmentItem,
  BillLine,
  BillTaxItem,
  BillTerms,
  PayeeAccount,
} from '../../../../generated/types.ts';
import type { BillAdjustment, BillContent, BillLineContent, BillTax } from '../../../db/stated-bills.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { BillHeader } from './record.ts';

const wire = (text: string): number => toNumber(decimal(text));
const wireOrNull = (text: string | null): number | null => (text === null ? null : wire(text));

export const describeTax = (tax: BillTax): BillTaxItem => ({
  kind: tax.kind,
  factor: tax.factor,
  rate: wireOrNull(tax.rate),
  category: tax.category,
  exemption_code: tax.exemption_code,
  ...said('exemption_reason', tax.exemption_reason),
  base: wireOrNull(tax.base),
  amount: wireOrNull(tax.amount),
  name: tax.name,
});

const describeAdjustment = (each: BillAdjustment): BillAdjustmentItem => ({
  charge: each.charge,
  amount: wire(each.amount),
  percent: wireOrNull(each.percent),
  reason: each.reason,
  tax: each.tax === null ? null : describeTax(each.tax),
});

/** A field with this value, or none where nothing is said. */
const said = <K extends string, V>(key: K, value: V | null | undefined): Partial<Record<K, V>> =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? {}
    : ({ [key]: value } as Record<K, V>);

type LineTerms = Omit<
  BillLine,
  'id' | 'position' | 'description' | 'quantity' | 'unit_price' | 'subtotal' | 'tax_amount' | 'total'
>;

export const describeLineTerms = (content: BillLineContent | null): LineTerms =>
  content === null
    ? {}
    : {
        ...said('taxes', content.taxes.map(describeTax)),
        ...said('withholdings', content.withholdings.map(describeTax)),
        ...said('discount', wireOrNull(content.discount)),
        ...said('unit_code', content.unit_code),
        ...said('period', content.period),
        ...said('nature', content.nature),
        ...said('item_number', content.item_number),
        ...said('product_code', content.product_code),
        ...said('tax_object', content.tax_object),
        ...said('customs_numbers', [...content.customs_numbers]),
        ...said('account', content.account),
        ...said('cost_centre', content.cost_centre),
        ...said('deductible_percent', wireOrNull(content.deductible_percent)),
      };

export const describeBillTerms = ({
  content,
  tax_point,
}: Pick<BillHeader, 'content' | 'tax_point'>): BillTerms => ({
  ...said('tax_point', tax_point),
  ...(content === null ? {} : describeContent(content)),
});

const describeContent = (content: BillContent): BillTerms => ({
  ...said('type_code', content.type_code),
  ...(content.is_due_derived ? { due_date_derived: true } : {}),
  ...said('taxes', content.taxes.map(describeTax)),
  ...said('withholdings', content.withholdings.map(describeTax)),
  ...said('adjustments', content.adjustments.map(describeAdjustment)),
  ...said(
    'accounting_tax',
    content.accounting_tax && {
      amount: wire(content.accounting_tax.amount),
      currency: content.accounting_tax.currency,
    },
  ),
  ...said('tax_point_code', content.tax_point_code),
  // The first stands beside the sums.
  ...said('payee_accounts', content.payee_accounts.slice(1).map(describeAccount)),
  ...said('direct_debit_mandate', content.direct_debit?.mandate_reference),
  ...said('direct_debit_creditor_id', content.direct_debit?.creditor_id),
  ...said('payment_terms_text', content.payment_terms_text),
  ...said(
    'discount_terms',
    content.discount_terms.map(({ percent, days, base }) => ({
      percent: wire(percent),
      days,
      ...said('base_amount', wireOrNull(base ?? null)),
    })),
  ),
  ...said('payment_reference', content.payment_reference),
  ...said('payment_form', content.payment_form),
  ...said('payment_method', content.payment_method),
  ...said('use', content.use),
  ...said('references', [...content.references]),
  ...said('supplier_name', content.supplier?.name),
  ...said('supplier_tax_id', content.supplier?.vat_id ?? content.supplier?.tax_id),
});

const describeAccount = ({ iban, bic, clabe, number, holder }: PayeeAccount): PayeeAccount => ({
  iban,
  bic,
  clabe,
  number,
  holder,
});

/** The first account that the bill asks to be paid to. */
export const payeeOf = (content: BillContent | null): PayeeAccount | null => {
  const [first] = content?.payee_accounts ?? [];
  return first === undefined ? null : describeAccount(first);
};
