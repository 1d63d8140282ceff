import { decideMadeNote } from '../../domain/across/inbox/decide-made.ts';
import type { NoteDecision } from '../../domain/documents/bill-credit-notes/decide.ts';
import { describeReceivedNote } from '../../domain/documents/bill-credit-notes/describe.ts';
import { change, DECIDER, its, on, type Row, type Rows } from '../define.ts';

const NOTE = its('BillCreditNoteId', 'credit_note');
const options = { by: DECIDER };

/** What a finding may block. */
const decideClear = (decision: NoteDecision): Row =>
  change({
    of: NOTE,
    options: { ...options, despiteIssues: on },
    work: async (ctx, id, { despiteIssues }) =>
      describeReceivedNote(await decideMadeNote(ctx, id, decision, { despite: despiteIssues === true })),
  });

export const billCreditNoteCommands: Rows = {
  receive: decideClear('receive'),
  validate: decideClear('validate'),
  reject: change({
    of: NOTE,
    options,
    work: async (ctx, id) =>
      describeReceivedNote(await decideMadeNote(ctx, id, 'reject', { despite: false })),
  }),
};
