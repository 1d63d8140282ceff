// Books with an account, a customer and a supplier for the tests of confirm_bank_match. Importing this registers the
// hooks.
import { after, before } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import type { BankAccountId, BillId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { addBill, addInvoice, addParty, type BillFacts, type InvoiceFacts } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { changingNothing, refused } from '../support.ts';
import { addAccount, addLine, type LineFacts, NOW } from './support.ts';

const TOOL = 'confirm_bank_match';

export let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
/** The hooks of a test file that works on these. */
export const usingConfirmBooks = (): void => {
  before(async () => {
    service = await startTestService();
    service.setNow(NOW);
    account = await addAccount(service, service.entities.mx);
    party = await addParty(service.database, service.entities.mx);
  });
  after(() => service.close());
};

export const line = (facts: LineFacts = {}): Promise<`btxn_${string}`> =>
  addLine(service, service.entities.mx, account, {
    amount_minor: 116_000,
    ...facts,
  }) as Promise<`btxn_${string}`>;
export const invoice = (facts: Partial<InvoiceFacts> = {}): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: party, total: '1160.00', ...facts });
export const bill = (facts: Partial<BillFacts> = {}): Promise<BillId> =>
  addBill(service.database, service.entities.mx, { counterparty_id: party, total: '1160.00', ...facts });

export const confirm = (args: InputOf<typeof TOOL>) =>
  service.client(service.keys.mx).confirm_bank_match(args);
export const refuse = (args: object): Promise<Record<string, unknown>> =>
  changingNothing(service.database, () => refused(service, 'mx', TOOL, args));
