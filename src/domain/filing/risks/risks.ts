// What is out of the ordinary about a document that a person is asked to approve. It warns, and prevents nothing; the
// thresholds are in the spec's `risks`.
import {
  type RiskCheck,
  type RiskFlag,
  type RiskFlagCode,
  RiskFlagCodeValues,
} from '../../../../generated/types.ts';
import { asDay } from '../../../base/time/day.ts';
import type { ShownDocument } from '../../../einvoicing/regime.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { type Before, type EarlierInvoice, filedToCustomer } from '../store/risks.ts';
import { amountRisks, discountRisks, duplicateRisks, rateRisks, termRisks } from './figures.ts';
import { buyerRisks } from './buyer.ts';
import { payeeRisks } from './payee.ts';

/** What is looked at for invoices alone: a credit note follows its invoice, a complement its payment. */
const OF_INVOICES: readonly RiskFlagCode[] = [
  'first_document',
  'unusual_discount',
  'unusual_amount',
  'unusual_terms',
  'unusual_rate',
];

/** Every check that was made of the document, with its result. */
export const checksOf = ({ kind }: Filable, flags: readonly RiskFlag[]): RiskCheck[] =>
  RiskFlagCodeValues.filter((code) => kind.record_type === 'invoice' || !OF_INVOICES.includes(code)).map(
    (code) => ({ code, passed: !flags.some((flag) => flag.code === code) }),
  );

/** What the flags are worked out from. */
export interface Looked {
  readonly id: string;
  readonly kind: Filable['kind']['record_type'];
  readonly customer_id: string;
  readonly total_minor: number;
  readonly document: ShownDocument;
  readonly before: Before;
  /** Filed to the customer before, newest first. */
  readonly toCustomer: readonly EarlierInvoice[];
}

/** The most serious first, in the order of the checks; earlier documents are those of its day and before. */
export const findRisks = async (ctx: ReadScope, filable: Filable): Promise<readonly RiskFlag[]> => {
  const document = filable.document();
  const before: Before = {
    customer_id: filable.customer.id,
    except: [filable.id, ...(filable.replaces === null ? [] : [filable.replaces])],
    until: asDay(document.issueDate),
  };
  const looked: Looked = {
    id: filable.id,
    kind: filable.kind.record_type,
    customer_id: filable.customer.id,
    total_minor: filable.total_minor,
    document,
    before,
    toCustomer: await filedToCustomer(ctx, before),
  };
  return [
    ...(await payeeRisks(ctx, looked)),
    ...(await buyerRisks(ctx, looked)),
    ...discountRisks(looked),
    ...(await amountRisks(ctx, looked)),
    ...termRisks(looked),
    ...(await rateRisks(ctx, looked)),
    ...(await duplicateRisks(ctx, looked)),
  ];
};
