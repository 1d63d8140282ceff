// Credit notes that were booked from files before the bills that they name are imported.
import { amount, amountText } from '../../../../base/money/amount.ts';
import type { BillPlan } from '../../../documents/bills/plan.ts';
import { partiesOnAccount } from '../../../documents/credit-notes/store/received.ts';
import { isOwed } from '../../../documents/shared/settle.ts';
import { readDocument } from '../../../documents/shared/store/lock.ts';
import type { ImportScope, StoreOptions } from '../importer.ts';
import type { Opening } from './opening.ts';

/**
 * They are taken off, and the row is told. A bill of which a part is settled already stays as its row says: the earlier system
 * may have counted the note.
 */
export const creditBills = async (
  ctx: ImportScope,
  openings: readonly Opening<BillPlan>[],
  { file, warn }: StoreOptions,
): Promise<void> => {
  const owed = openings.filter(({ plan: { header } }) => isOwed('bill', header.status) && header.open);
  if (owed.length === 0) return;
  const suppliers = [...new Set(owed.map(({ plan }) => plan.header.counterparty_id))];
  const credited = await partiesOnAccount(ctx, suppliers);
  for (const { id, plan } of owed) {
    const { counterparty_id, currency, presettled_minor } = plan.header;
    const isCredited = credited.some(
      (party) => party.counterparty_id === counterparty_id && party.currency === currency,
    );
    if (!isCredited || presettled_minor !== 0) continue;
    await ctx.tell('bill_owed', { id });
    const { credited_minor = 0 } = (await readDocument(ctx, 'bill', id)) ?? {};
    if (credited_minor === 0) continue;
    const said = amountText(amount(credited_minor, currency));
    warn(
      file.lineOf(id) ?? 1,
      `${said} ${currency} of credit notes that came before the bill is taken off it`,
    );
  }
};
