// The acts of the review: each leads on to the next line.
import type { Code } from '../../../../generated/refusals.ts';
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import { Stop } from '../../problem.ts';
import type { Changed, EntityChange } from '../../../domain/ground/change/change.ts';
import { acceptSuggestion, requireSeen } from '../../../domain/bank/reconciliation/accept.ts';
import { confirmMatch } from '../../../domain/bank/reconciliation/confirm.ts';
import { linkTransfer } from '../../../domain/bank/reconciliation/link-transfer.ts';
import { returnPayment } from '../../../domain/bank/reconciliation/return-payment.ts';
import { requiredFigure } from '../../amounts.ts';
import type { Form } from '../../form.ts';
import { type Act, type Led, actBy } from '../../page.ts';
import { tellWarnings } from '../../tell.ts';
import type { CompanyVisit } from '../../visit.ts';
import { type Lead, lineOf, linkPayment } from './decisions.ts';
import { MAX_PICKS, nextLine, reviewHref } from './review-data.ts';
import { partName } from './review-split.tsx';

export type ConfirmScope = EntityChange<Code, WarningsOf<'confirm_bank_match'>>;

export const toNext: Lead = async (visit, _form, line) => {
  const next = await nextLine(visit, line);
  return { to: reviewHref(visit, next === undefined ? { done: line } : { line: next, done: line }) };
};

/** Warnings do not stop a decision, but a person reads them. */
const withWarnings = (
  { language }: CompanyVisit,
  led: Led,
  { warnings }: Pick<Changed<unknown>, 'warnings'>,
): Led => (warnings.length === 0 ? led : { ...led, say: tellWarnings(language, warnings) });

/** With the fee and the reason that the choice showed. */
const bookReturn = (visit: CompanyVisit, transaction_id: string, chosen: readonly string[]) => {
  const [payment_id, fee, reason] = chosen;
  const given = { payment_id, transaction_id, unauthorised: reason === '1' };
  const params = checkParams(
    TOOLS.return_payment,
    { ...given, ...(fee === '0' ? {} : { fee: Number(fee) }) },
    visit.entity,
  );
  return visit.change(
    'return_payment',
    params,
    (ctx: EntityChange<ErrorsOf<'return_payment'>, WarningsOf<'return_payment'>>) =>
      returnPayment(ctx, params),
  );
};

const bookingOf = (form: Form) => ({
  create_payment: form.text('booking') !== 'link',
  additional_payment: form.text('booking') === 'additional',
  // A person has both amounts in view.
  confirm_surplus: true,
});

const confirm = async (visit: CompanyVisit, seen: string, given: object): Promise<Changed<unknown>> => {
  const params = checkParams(TOOLS.confirm_bank_match, given, visit.entity);
  return visit.change('confirm_bank_match', params, async (ctx: ConfirmScope) => {
    await requireSeen(ctx, params.transaction_id, seen);
    return confirmMatch(ctx, params);
  });
};

/** With the peer that was suggested, or with the one that was chosen. */
const linkPeer = (visit: CompanyVisit, line_id: string, chosen: string): Promise<Changed<unknown>> => {
  const { transaction_id, peer_transaction_id } = checkParams(
    TOOLS.link_transfer,
    { transaction_id: line_id, ...(chosen === '' ? {} : { peer_transaction_id: chosen }) },
    visit.entity,
  );
  return visit.change(
    'link_transfer',
    { transaction_id, peer_transaction_id },
    (ctx: EntityChange<ErrorsOf<'link_transfer'>, WarningsOf<'link_transfer'>>) =>
      linkTransfer(ctx, transaction_id, peer_transaction_id),
  );
};

export const acceptAct: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const line_id = await lineOf(visit, form);
  const led = await toNext(visit, form, line_id);
  const seen = form.text('seen');
  const how = bookingOf(form);
  const [choice = '', id = '', ...more] = form.text('choice').split(':');
  if (choice === 'return') return withWarnings(visit, led, await bookReturn(visit, line_id, [id, ...more]));
  if (choice === 'transfer') {
    return withWarnings(visit, led, await linkPeer(visit, line_id, id));
  }
  if (choice === 'payment') {
    await linkPayment(visit, line_id, id);
    return led;
  }
  if (choice === 'document') {
    const given = { transaction_id: line_id, matched_record_id: id, ...how };
    return withWarnings(visit, led, await confirm(visit, seen, given));
  }
  if (choice !== 'suggestion' && choice !== 'runner_up')
    throw new Stop({ status: 409, title: visit.words.review.noChoice });
  const acceptance = { line_id, seen, choice } as const;
  const changed = await visit.change('confirm_bank_match', { ...acceptance, ...how }, (ctx: ConfirmScope) =>
    acceptSuggestion(ctx, acceptance, how),
  );
  return withWarnings(visit, led, changed);
});

/** Adding and removing documents changes no book: it leads back with what was typed. */
export const splitAct: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const line = await lineOf(visit, form);
  const [add, drop] = [form.text('add'), form.text('drop')];
  const picks = form.all('pick');
  if (add !== '' || drop !== '') {
    const kept = [...picks, add].filter((id) => id !== '' && id !== drop).slice(0, MAX_PICKS);
    return { to: splitHref(visit, form, line, kept) };
  }
  if (picks.length === 0) throw new Stop({ status: 409, title: visit.words.review.splitNote });
  const label = visit.words.common.amount;
  const allocations = picks.map((matched_record_id) => ({
    matched_record_id,
    amount: requiredFigure(visit, form, partName(matched_record_id), label),
  }));
  const led = await toNext(visit, form, line);
  return withWarnings(
    visit,
    led,
    await confirm(visit, form.text('seen'), { transaction_id: line, allocations }),
  );
});

const splitHref = (visit: CompanyVisit, form: Form, line: string, picks: readonly string[]): string => {
  const q = visit.url.searchParams.get('q');
  const typed = picks.flatMap((id): [string, string][] => {
    const text = form.optional(partName(id));
    return text === undefined
      ? [['pick', id]]
      : [
          ['pick', id],
          [partName(id), text],
        ];
  });
  const base = reviewHref(visit, { line, ...(q === null ? {} : { q }) });
  return typed.length === 0 ? base : `${base}&${new URLSearchParams(typed).toString()}`;
};
