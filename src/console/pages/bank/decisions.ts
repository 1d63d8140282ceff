// What a person decides on a bank line, each act the same as its tool or command.
import type { ErrorsOf, WarningsOf } from '../../../../generated/dispatch.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { linkTransfer } from '../../../domain/bank/reconciliation/link-transfer.ts';
import { linkNamedPayment } from '../../../domain/bank/reconciliation/link-payment.ts';
import { markNoMatch } from '../../../domain/bank/reconciliation/no-match.ts';
import { rejectSuggestion } from '../../../domain/bank/reconciliation/reject.ts';
import { undoMatch } from '../../../domain/bank/reconciliation/undo.ts';
import { toolError } from '../../../base/errors.ts';
import { requireOnAccount } from '../../../domain/bank/transactions/line.ts';
import type { Form } from '../../form.ts';
import { type Act, type Led, actBy } from '../../page.ts';
import type { CompanyVisit } from '../../visit.ts';

/** Where an act leads; the page itself when absent. */
export type Lead = (visit: CompanyVisit, form: Form, line: string) => Promise<Led>;

/** The line that a form names; it has to be on the account of the page. */
export const lineOf = async (visit: CompanyVisit, form: Form): Promise<string> => {
  const id = form.text('line');
  await requireOnAccount(visit.books, id, visit.params['account'] ?? '');
  return id;
};

type Said = 'undone' | 'noMatched' | 'linked';
const say =
  (said: Said): Lead =>
  (visit) =>
    Promise.resolve({ say: visit.words.bank[said] });

export const undoAct = (lead: Lead = say('undone')): Act<CompanyVisit> =>
  actBy('accountant', async (visit, form) => {
    const id = await lineOf(visit, form);
    await visit.change('bank match undo', { id }, (ctx: EntityChange) => undoMatch(ctx, id));
    return lead(visit, form, id);
  });

/** `lead` looks for the next line, so it is asked before this one is decided. */
const decided = (
  lead: Lead,
  decide: (visit: CompanyVisit, id: string, form: Form) => Promise<unknown>,
): Act<CompanyVisit> =>
  actBy('accountant', async (visit, form) => {
    const id = await lineOf(visit, form);
    const led = await lead(visit, form, id);
    await decide(visit, id, form);
    return led;
  });

export const noMatchAct = (lead: Lead = say('noMatched')): Act<CompanyVisit> =>
  decided(lead, (visit, id) =>
    visit.change('bank no-match', { id }, (ctx: EntityChange) => markNoMatch(ctx, id)),
  );

export const linkAct = (lead: Lead = say('linked')): Act<CompanyVisit> =>
  decided(lead, (visit, id) =>
    visit.change(
      'link_transfer',
      { transaction_id: id },
      (ctx: EntityChange<ErrorsOf<'link_transfer'>, WarningsOf<'link_transfer'>>) => linkTransfer(ctx, id),
    ),
  );

export const rejectAct = (lead: Lead): Act<CompanyVisit> =>
  decided(lead, (visit, id) =>
    visit.change(
      'reject_ai_suggestion',
      { transaction_id: id },
      (ctx: EntityChange<ErrorsOf<'reject_ai_suggestion'>>) => rejectSuggestion(ctx, id),
    ),
  );

export const linkPayment = (visit: CompanyVisit, id: string, payment: string): Promise<unknown> => {
  if (payment === '') throw toolError('no_payment_chosen', {});
  return visit.change('bank match link', { id, payment }, (ctx: EntityChange) =>
    linkNamedPayment(ctx, id, payment),
  );
};
