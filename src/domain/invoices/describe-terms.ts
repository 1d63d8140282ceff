// What an invoice says besides parties, lines and amounts, as callers see it.
import type { InvoiceId } from '../../../generated/ids.ts';
import type { DeliveryFormat, Invoice } from '../../../generated/types.ts';
import { minorToWire } from '../../base/money/amount.ts';
import { decimal, toNumber } from '../../base/money/decimal.ts';
import type { InvoiceContent, StoredTerms } from '../../db/stated.ts';
import type { Delivery } from '../../einvoicing/peppol-ubl/delivery.ts';
import type { Regime } from '../../einvoicing/regime.ts';
import { deliveryOf } from '../../einvoicing/route.ts';
import type { TermName } from '../../einvoicing/terms.ts';
import type { Entity } from '../../base/entity.ts';
import { storedFiling } from '../documents/filing.ts';
import { toDocument } from './document.ts';
import type { InvoiceRecord } from './record.ts';

const wire = (text: string): number => toNumber(decimal(text));

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
  const delivery = header.status === 'draft' ? deliveryOf(toDocument(entity, record)) : null;
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
    derived: [...(content?.derived ?? []), ...describeChoice(content, delivery)],
    ...describeOwn(content, regime),
  };
};

/** The network has one form for all. */
const formOf = ({ channel, format }: Pick<Delivery, 'channel' | 'format'>): DeliveryFormat | null =>
  channel === 'email' ? format : null;

/** Why it goes this way, unless the caller has said so. */
const describeChoice = (content: InvoiceContent | null, delivery: Delivery | null): Shown['derived'] =>
  delivery === null || (content?.terms.delivery.channel ?? null) !== null
    ? []
    : [{ path: 'delivery', value: delivery.channel, reason: delivery.reason }];

/** What only documents of this format can say. */
const describeOwn = (content: InvoiceContent | null, { terms: known }: Regime): Partial<Shown> => {
  const terms: Partial<StoredTerms> = content?.terms ?? {};
  const fields: readonly (readonly [TermName, Partial<Shown>])[] = [
    ['delivery_date', { delivery_date: terms.delivery_date ?? null }],
    ['delivery_period', { delivery_period: terms.delivery_period ?? null }],
    ['order_reference', { order_reference: terms.order_reference ?? null }],
    ['contract_reference', { contract_reference: terms.contract_reference ?? null }],
    ['project_reference', { project_reference: terms.project_reference ?? null }],
    ['prepaid_amount', { prepaid_amount: wire(terms.prepaid ?? '0') }],
    ['allowances', { allowances: (content?.allowances ?? []).map(describeAllowance) }],
    [
      'discount_terms',
      {
        discount_terms: (terms.discount_terms ?? []).map(({ percent, days }) => ({
          percent: wire(percent),
          days,
        })),
      },
    ],
    ['attachments', { attachments: (terms.attachments ?? []).map(({ sha256: _sha256, ...file }) => file) }],
  ];
  const shown = fields.filter(([name]) => known.includes(name)).map(([, field]) => field);
  return Object.assign({}, ...shown) as Partial<Shown>;
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
