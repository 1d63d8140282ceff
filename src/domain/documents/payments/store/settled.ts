// What lists of documents say of their payments.
import { DifferenceCauseValues, type DocumentType } from '../../../../../generated/types.ts';

const byCause = DifferenceCauseValues.map(
  (cause) =>
    `sum(case when coalesce(a.difference_cause, 'rounding') = '${cause}' then a.amount_minor - a.payment_minor else 0 end)`,
);

/**
 * What was settled of a document without money, in the order of its causes; cents without one are rounding. One text, because
 * the rows of an export are streamed, and no other statement can run beside that.
 */
export const settledOf = (kind: DocumentType): string => `case when ${kind}.paid_minor > 0 then (
  select concat_ws(' ', ${byCause.join(', ')})
  from payment_allocation a join payment p on p.entity_id = a.entity_id and p.id = a.payment_id
  where a.entity_id = ${kind}.entity_id and a.record_id = ${kind}.id
    and a.amount_minor <> a.payment_minor and p.currency = ${kind}.currency) end`;
