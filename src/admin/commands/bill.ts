import { DeductibilityValues } from '../../../generated/types.ts';
import { decideMadeBill } from '../../domain/across/inbox/decide-made.ts';
import type { BillDecision } from '../../domain/documents/bills/decide.ts';
import { setDeductibility } from '../../domain/documents/bills/deductibility.ts';
import { describeBill } from '../../domain/documents/bills/describe.ts';
import { creditBill } from '../../domain/documents/bill-credit-notes/credit.ts';
import { describeReceivedNote } from '../../domain/documents/bill-credit-notes/describe.ts';
import { listMessages, oneRecord } from '../answer.ts';
import { change, choiceArg, command, DECIDER, its, may, must, on, type Row, type Rows } from '../define.ts';
import { day, positive, text } from '../values.ts';

const BILL = its('BillId', 'bill');
const options = { by: DECIDER };

const decide = (decision: BillDecision): Row =>
  change({
    of: BILL,
    options,
    work: async (ctx, id) => describeBill(await decideMadeBill(ctx, id, decision, { despite: false }), ctx),
  });

/** What a finding may block. */
const decideClear = (decision: BillDecision): Row =>
  change({
    of: BILL,
    options: { ...options, despiteIssues: on },
    work: async (ctx, id, { despiteIssues }) =>
      describeBill(await decideMadeBill(ctx, id, decision, { despite: despiteIssues === true }), ctx),
  });

export const billCommands: Rows = {
  receive: decideClear('receive'),
  validate: decideClear('validate'),
  reject: decide('reject'),
  reverse: decide('reverse'),
  credit: command({
    args: [BILL],
    options: {
      number: must(text),
      series: may(text),
      uuid: may(text),
      amount: must(positive),
      currency: may(text),
      issueDate: may(day),
      reason: may(text),
      by: DECIDER,
    },
    answer: async (call, { issueDate: issue_date, by, ...given }, id) => {
      const entity = await BILL.owner(call.database.reader, id);
      const typed = { ...given, issue_date };
      const { result, warnings } = await call.change(entity, { ...typed, by, id }, async (ctx) =>
        describeReceivedNote(await creditBill(ctx, id, typed)),
      );
      return oneRecord(result, listMessages(warnings));
    },
  }),
  deductibility: command({
    args: [BILL, choiceArg(DeductibilityValues)],
    options: { ...options, proven: on },
    answer: async (call, given, id, value) => {
      const entity = await BILL.owner(call.database.reader, id);
      const { result } = await call.change(entity, { ...given, value, id }, async (ctx) =>
        describeBill(await setDeductibility(ctx, id, value, given.proven === true), ctx),
      );
      return oneRecord(result);
    },
  }),
};
