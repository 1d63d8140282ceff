import { DeductibilityValues } from '../../../generated/types.ts';
import { type BillDecision, decideBill } from '../../domain/documents/bills/decide.ts';
import { setDeductibility } from '../../domain/documents/bills/deductibility.ts';
import { describeBill } from '../../domain/documents/bills/describe.ts';
import { creditBill } from '../../domain/documents/bill-credit-notes/credit.ts';
import { describeReceivedNote } from '../../domain/documents/bill-credit-notes/describe.ts';
import { listMessages, oneRecord } from '../answer.ts';
import { change, choiceArg, command, DECIDER, its, may, must, type Row, type Rows } from '../define.ts';
import { day, positive, text } from '../values.ts';

const BILL = its('BillId', 'bill');
const options = { by: DECIDER };

const decide = (decision: BillDecision): Row =>
  change({
    of: BILL,
    options,
    work: async (ctx, id) => describeBill(await decideBill(ctx, id, decision), ctx),
  });

export const billCommands: Rows = {
  receive: decide('receive'),
  validate: decide('validate'),
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
    options,
    answer: async (call, given, id, value) => {
      const entity = await BILL.owner(call.database.reader, id);
      const { result } = await call.change(entity, { ...given, value, id }, async (ctx) =>
        describeBill(await setDeductibility(ctx, id, value), ctx),
      );
      return oneRecord(result);
    },
  }),
};
