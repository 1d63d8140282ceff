import { DeductibilityValues } from '../../../generated/types.ts';
import { type BillDecision, decideBill } from '../../domain/documents/bills/decide.ts';
import { setDeductibility } from '../../domain/documents/bills/deductibility.ts';
import { describeBill } from '../../domain/documents/bills/describe.ts';
import { oneRecord } from '../answer.ts';
import { DECIDER, change, choiceArg, command, its, on, type Row, type Rows } from '../define.ts';

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
