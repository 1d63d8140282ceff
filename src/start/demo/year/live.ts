// The invoices of today: drafted and submitted by the agent, decided by the administrator, filed by the worker with the
// sandboxes.
import { setTimeout as pause } from 'node:timers/promises';
import type { CounterpartyId, InvoiceId } from '../../../../generated/ids.ts';
import type { InvoiceLineInput } from '../../../../generated/types.ts';
import { dayIn } from '../../../base/time/day.ts';
import type { Unlimited } from '../../../domain/ground/change/change.ts';
import type { Actor, ReadScope } from '../../../domain/ground/change/scope.ts';
import { counterpartiesByExternalId } from '../../../domain/parties/counterparties/store/bulk.ts';
import { draftCreditNote } from '../../../domain/documents/credit-notes/draft.ts';
import { approveRequest, refuseRequest } from '../../../domain/filing/approval/decide.ts';
import { requestApproval } from '../../../domain/filing/approval/request.ts';
import { kindOf } from '../../../domain/filing/filable.ts';
import { pendingApproval } from '../../../domain/filing/store/approvals.ts';
import { createInvoice } from '../../../domain/documents/invoices/issue.ts';
import { getInvoice } from '../../../domain/documents/invoices/search.ts';
import type { Member } from '../../../domain/ground/organisations/store.ts';
import { recordInvoicePayment } from '../../../domain/documents/payments/record-invoice-payment.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { type Steps, once } from './steps.ts';
import { linesAt } from './lines.ts';
import type { Draft, YearPlan } from './types.ts';

export interface People {
  /** The key of an agent, or the service itself when the keys were revoked. */
  readonly agent: Actor;
  readonly administrator: Member;
}

type SoldDraft = Omit<Draft, 'line_items'> & { readonly line_items: readonly InvoiceLineInput[] };

const POLL_MS = 100;
const FILED_WITHIN_MS = 60_000;

export const idOfParty = async (
  ctx: Pick<ReadScope, 'db' | 'entity'>,
  party: string,
): Promise<CounterpartyId> => {
  const found = (await counterpartiesByExternalId(ctx, [party])).get(party);
  if (found === undefined) throw new Error(`the demo has no counterparty ${party}`);
  return found.id as CounterpartyId;
};

export const makeLive = async (
  steps: Steps,
  year: Pick<YearPlan, 'live' | 'items'>,
  people: People,
): Promise<void> => {
  const { agent } = people;
  const { live } = year;
  const sold = ({ line_items, ...wanted }: Draft): SoldDraft => ({
    ...wanted,
    line_items: linesAt(year, line_items),
  });
  const half = await file(steps, 'half paid', sold(live.half_paid), people);
  await once(steps, 'half paid: payment', agent, async (ctx) => {
    const { header } = await getInvoice(ctx, half, 'invoice_id');
    const amount = minorToWire(Math.trunc(header.balance_minor / 2), header.currency);
    await recordInvoicePayment(ctx, { invoice_id: half, amount, payment_method: 'wire_transfer' });
  });
  const credited = await file(steps, 'credited', sold(live.credited.draft), people);
  const note = await once(steps, 'credited: note', agent, (ctx) =>
    draftCreditNote(ctx, credited, {
      lines: [{ line: 1, quantity: live.credited.returned }],
      reason: 'return',
    }),
  );
  await ask(steps, 'credited: note', note, people);
  await approve(steps, 'credited: note', note, people);
  await ask(steps, 'waiting', await draft(steps, 'waiting', sold(live.waiting), people), people);
  const refused = await draft(steps, 'refused', sold(live.refused.draft), people);
  await ask(steps, 'refused', refused, people);
  await decide(steps, 'refused: rejected', refused, people, (ctx, request, by) =>
    refuseRequest(ctx, request, by, live.refused.reason),
  );
};

const file = async (steps: Steps, name: string, wanted: SoldDraft, people: People): Promise<InvoiceId> => {
  const id = await draft(steps, name, wanted, people);
  await ask(steps, name, id, people);
  await approve(steps, name, id, people);
  await waitUntilFiled(steps, id);
  return id;
};

const draft = async (
  steps: Steps,
  name: string,
  { party, ...params }: SoldDraft,
  { agent }: People,
): Promise<InvoiceId> =>
  (await once(steps, `${name}: draft`, agent, async (ctx) =>
    createInvoice(ctx, { ...params, counterparty_id: await idOfParty(ctx, party) }),
  )) as InvoiceId;

const ask = (steps: Steps, name: string, id: string, { agent }: People): Promise<string> =>
  once(steps, `${name}: asked`, agent, (ctx) => requestApproval(ctx, id));

const approve = (steps: Steps, name: string, id: string, people: People): Promise<string> =>
  decide(steps, `${name}: approved`, id, people, approveRequest);

const decide = (
  steps: Steps,
  name: string,
  id: string,
  { administrator }: People,
  decision: (ctx: Unlimited, request: string, by: Member) => Promise<{ readonly refusal: Error | null }>,
): Promise<string> =>
  once(steps, name, { type: 'member', id: administrator.id }, async (ctx) => {
    const request = await pendingApproval(ctx, id);
    if (request === undefined) throw new Error(`${id} of the demo waits for no decision`);
    const { refusal } = await decision(ctx, request.id, administrator);
    if (refusal !== null) throw refusal;
  });

const waitUntilFiled = async ({ books, entity, now, signal }: Steps, id: string): Promise<void> => {
  for (const end = performance.now() + FILED_WITHIN_MS; performance.now() < end;) {
    const moment = now();
    const ctx = { db: books.database.reader, entity, now: moment, today: dayIn(entity.time_zone, moment) };
    const shown = await kindOf(id)?.show(ctx, id);
    if (shown?.filing.status === 'filed') return;
    if (shown?.filing.status === 'failed')
      throw new Error(`${id} of the demo was refused: ${shown.filing.last_error?.message ?? ''}`);
    await pause(POLL_MS, undefined, { signal });
  }
  throw new Error(`${id} of the demo was not filed within ${FILED_WITHIN_MS} ms`);
};
