// What an invoice says besides parties, lines and amounts, as callers see it.
import type { InvoiceId } from '../../../../generated/ids.ts';
import type { DeliveryFormat, Invoice } from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { wireNumber as wire } from '../../../base/money/decimal.ts';
import type { InvoiceContent, StoredTerms } from '../../../db/stated.ts';
import type { Delivery } from '../../../einvoicing/peppol-ubl/delivery.ts';
import { groupDerived } from '../../../einvoicing/grouped.ts';
import type { Derived, Regime } from '../../../einvoicing/regime.ts';
import { deliveryOf } from '../../../einvoicing/route.ts';
import { NO_TERMS, type TermName } from '../../../einvoicing/terms.ts';
import type { Entity } from '../../../base/entity.ts';
import { readStoredTerms } from '../shared/content.ts';
import { inFieldOrder } from '../shared/field-order.ts';
import { storedFiling } from '../shared/filing.ts';
import type { InvoiceRecord } from './record.ts';

type Shown = Pick<
  Invoice,
  | 'allowances'
  | 'attachments'
  | 'contract_reference'
  | 'delivery_channel'
  | 'delivery_date'
  | 'delivery_format'
  | 'delivery_period'
  | 'derived'
  | 'discount_terms'
  | 'discount_total'
  | 'order_reference'
  | 'payment_terms_text'
  | 'prepaid_amount'
  | 'project_reference'
  | 'replaces_invoice_id'
  | 'withheld_total'
  | 'withholdings'
>;

export const describeTerms = (entity: Entity, record: InvoiceRecord, regime: Regime): Shown => {
  const { header } = record;
  const { content, currency } = header;
  const delivery = header.status === 'draft' ? draftDelivery(entity, record) : null;
  const way = delivery ?? storedFiling(header).way;
  const replaced = content?.relations.find(({ type }) => type === '04');
  return {
    discount_total: wire(content?.discount ?? '0'),
    withheld_total: minorToWire(header.withheld_minor, currency),
    withholdings: (content?.withholdings ?? []).map(({ tax, rate, base, amount }) => ({
      tax,
      rate: wire(rate),
      base: wire(base),
      amount: wire(amount),
    })),
    payment_terms_text: content?.terms.payment_terms_text ?? null,
    replaces_invoice_id: replaced === undefined ? null : (replaced.record_id as InvoiceId),
    ...(way === undefined ? {} : { delivery_channel: way.channel, delivery_format: formOf(way) }),
    derived: groupDerived([...(content?.derived ?? []), ...describeChoice(content, delivery)]),
    ...describeOwn(content, regime),
  };
};

const draftDelivery = (seller: Entity, { header: { content }, customer }: InvoiceRecord): Delivery | null =>
  deliveryOf({
    seller,
    buyer: customer,
    terms: content === null ? NO_TERMS : readStoredTerms(content.terms),
  });

/** The network has one form for all. */
const formOf = ({ channel, format }: Pick<Delivery, 'channel' | 'format'>): DeliveryFormat | null =>
  channel === 'email' ? format : null;

/** Why it goes this way, unless the caller has said so. */
const describeChoice = (content: InvoiceContent | null, delivery: Delivery | null): readonly Derived[] =>
  delivery === null || (content?.terms.delivery.channel ?? null) !== null
    ? []
    : [{ path: 'delivery', value: delivery.channel, reason: delivery.reason }];

type Describe = (terms: Partial<StoredTerms>, content: InvoiceContent | null) => Partial<Shown>;

const OWN: Partial<Record<TermName, Describe>> = {
  delivery_date: ({ delivery_date = null }) => ({ delivery_date }),
  delivery_period: ({ delivery_period = null }) => ({ delivery_period }),
  order_reference: ({ order_reference = null }) => ({ order_reference }),
  contract_reference: ({ contract_reference = null }) => ({ contract_reference }),
  project_reference: ({ project_reference = null }) => ({ project_reference }),
  prepaid_amount: ({ prepaid }) => ({ prepaid_amount: wire(prepaid ?? '0') }),
  allowances: (_terms, content) => ({ allowances: (content?.allowances ?? []).map(describeAllowance) }),
  discount_terms: ({ discount_terms = [] }) => ({
    discount_terms: discount_terms.map(({ percent, days }) => ({ percent: wire(percent), days })),
  }),
  attachments: ({ attachments = [] }) => ({
    attachments: attachments.map(({ sha256: _sha256, ...file }) => inFieldOrder(file)),
  }),
};

/** What only documents of this format can say. */
const describeOwn = (content: InvoiceContent | null, { terms: known }: Regime): Partial<Shown> => {
  const terms: Partial<StoredTerms> = content?.terms ?? {};
  const shown: Partial<Shown> = {};
  for (const name of known) Object.assign(shown, OWN[name]?.(terms, content));
  return shown;
};

const describeAllowance = ({
  charge,
  amount,
  percent,
  reason,
}: InvoiceContent['allowances'][number]): NonNullable<Invoice['allowances']>[number] => ({
  charge,
  amount: wire(amount),
  percent: percent === null ? null : wire(percent),
  reason,
});
