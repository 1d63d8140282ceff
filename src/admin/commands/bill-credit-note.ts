import { decideNote, type NoteDecision } from '../../domain/documents/bill-credit-notes/decide.ts';
import { describeReceivedNote } from '../../domain/documents/bill-credit-notes/describe.ts';
import { change, DECIDER, its, type Row, type Rows } from '../define.ts';

const NOTE = its('BillCreditNoteId', 'credit_note');
const options = { by: DECIDER };

const decide = (decision: NoteDecision): Row =>
  change({
    of: NOTE,
    options,
    work: async (ctx, id) => describeReceivedNote(await decideNote(ctx, id, decision)),
  });

export const billCreditNoteCommands: Rows = {
  receive: decide('receive'),
  validate: decide('validate'),
  reject: decide('reject'),
};
