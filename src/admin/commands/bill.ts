import { DeductibilityValues } from '../../../generated/types.ts';
import { type BillDecision, decideBill } from '../../domain/documents/bills/decide.ts';
import { setDeductibility } from '../../domain/documents/bills/deductibility.ts';
import { describeBill } from '../../domain/documents/bills/describe.ts';
import { oneRecord } from '../answer.ts';
import { BY_MEMBER, change, choiceArg, command, its, type Row, type Rows } from '../define.ts';

const BILL = its('<bill>', 'BillId', 'bill');
const options = { by: BY_MEMBER };

const decide = (decision: BillDecision, about: string): Row =>
  change({
    about,
    of: BILL,
    options,
    work: async (ctx, id) => describeBill(await decideBill(ctx, id, decision), ctx),
  });

export const billCommands: Rows = {
  receive: decide('receive', 'bring a bill from the inbox into the books'),
  validate: decide('validate', 'confirm that a received bill is right'),
  reject: decide('reject', 'refuse a bill that was not paid; its number may be recorded again'),
  reverse: decide('reverse', 'take a bill back; its payments stay, unallocated'),
  deductibility: command({
    about: 'say whether a Mexican bill is deductible',
    args: [BILL, choiceArg('<value>', 'what it is', DeductibilityValues)],
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
