// A credit note that was booked before the bill that it names stands on account with the supplier; once the bill is owed, it
// takes it off. The ledger has the note already, so nothing is posted.
import { asDay } from '../../../base/time/day.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { nameBill, receivedOnAccount } from '../credit-notes/store/received.ts';
import type { SettledDocument } from '../shared/document.ts';
import { isOwed } from '../shared/settle.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { roomOn, takeOff } from './decide.ts';
import { receivedNoteState } from './describe.ts';
import { findCredited } from './find.ts';

export const creditNamed = async (ctx: WriteScope, billId: string): Promise<void> => {
  let bill: SettledDocument | undefined = await lockDocument(ctx, 'bill', billId);
  if (bill === undefined || !isOwed('bill', bill.status)) return;
  for (const note of await receivedOnAccount(ctx, bill)) {
    if ((await findCredited(ctx, note)) !== bill.id) continue;
    const { owed, most } = await roomOn(ctx, bill);
    // More than the bill costs: a person looks, as where the bill was there first.
    if (note.total_minor > most) continue;
    const excess = Math.max(0, note.total_minor - owed);
    const columns = { record_id: bill.id, excess_minor: excess === 0 ? null : excess };
    if (!(await nameBill(ctx, note.id, columns))) continue;
    const day = await toOpenDay(ctx, asDay(note.issue_date));
    bill = await takeOff(ctx, note, bill, { credited: note.total_minor - excess, day });
    ctx.record({
      event: 'bill_credit_note.updated',
      record_type: 'bill_credit_note',
      record_id: note.id,
      before: receivedNoteState(note),
      after: receivedNoteState({ ...note, ...columns, version: note.version + 1 }),
    });
  }
};
