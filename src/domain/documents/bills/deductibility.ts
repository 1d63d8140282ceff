// Whether a bill is deductible from income tax. People decide it, in countries that ask for it; where the supplier is on the
// list of article 69-B as definitive, they have to say that the authority took the proof that the operation was real.
import type { BillStatus, Deductibility } from '../../../../generated/types.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { normaliseRfc } from '../../../einvoicing/mx-cfdi/rfc.ts';
import { EFOS_RULES, findListed } from '../../parties/efos-list/list.ts';
import { findListedBill, keepListedBill } from '../../parties/efos-list/store.ts';
import { billState } from './describe.ts';
import { getBill } from './search.ts';
import { newDeductibility } from './plan.ts';
import type { BillRecord } from './record.ts';
import { updateDeductibility } from './store.ts';
import { keepFindings } from './validation.ts';

/** Bills in these states are not deducted. */
const CLOSED: readonly BillStatus[] = ['rejected', 'reversed'];

type DecideScope = WriteScope &
  Raises<
    'bill_not_found' | 'no_deductibility' | 'bill_not_deducted' | 'bill_supplier_listed' | 'changed_by_others'
  >;

/** `proven`: the authority took the proof that goods or services of a supplier on the list were real. */
export const setDeductibility = async (
  ctx: DecideScope,
  id: string,
  deductibility: Deductibility,
  proven = false,
): Promise<BillRecord> => {
  const before = await getBill(ctx, id, 'bill_id');
  const { status } = before.header;
  if (newDeductibility(ctx.entity) === null) {
    const country = ctx.entity.country_code;
    throw ctx.error('no_deductibility', { country });
  }
  if (CLOSED.includes(status)) {
    throw ctx.error('bill_not_deducted', { bill_id: id, status });
  }
  await heedList(ctx, before, deductibility, proven);
  if (before.header.deductibility === deductibility) return before;
  const written = await updateDeductibility(ctx, id, deductibility, CLOSED);
  if (!written) return setDeductibility(ctx, id, deductibility, proven);
  const after = await getBill(ctx, id, 'bill_id');
  ctx.record({
    event: 'bill.updated',
    record_type: 'bill',
    record_id: id,
    before: billState(before.header),
    after: billState(after.header),
  });
  return after;
};

const heedList = async (
  ctx: DecideScope,
  { header: { id }, supplier: { tax_id } }: BillRecord,
  deductibility: Deductibility,
  proven: boolean,
): Promise<void> => {
  const listed = tax_id === null ? undefined : (await findListed(ctx.db, [tax_id])).get(normaliseRfc(tax_id));
  if (tax_id === null || listed?.situation !== 'Definitivo') return;
  const known = await findListedBill(ctx, id);
  const isProven = proven || known?.proven === true;
  if (deductibility !== 'non_deductible' && !isProven)
    throw ctx.error('bill_supplier_listed', { bill_id: id, name: listed.name, cut_on: listed.cut_on });
  // What a person says stays so when the supplier leaves the list.
  const { situation } = listed;
  await keepListedBill(ctx, { bill_id: id, rfc: tax_id, situation, deductibility, proven: isProven });
  if (isProven) await keepFindings(ctx, id, EFOS_RULES, []);
};
