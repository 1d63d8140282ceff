// The decisions on requests, one or several; each is a change of its own in the books of its company.
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import {
  administrator,
  approveRequest,
  type Decided,
  refuseRequest,
} from '../../../domain/filing/approval/decide.ts';
import { retryFiling } from '../../../domain/filing/approval/retry.ts';
import type { Member } from '../../../domain/ground/organisations/store.ts';
import { isRefusal, toolError } from '../../../base/errors.ts';
import { requiredText } from '../../amounts.ts';
import { type Act, type Led, actBy, provenAct } from '../../page.ts';
import { FormProblem } from '../../problem.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { tellError } from '../../tell.ts';
import { entityOf, nextAfter } from './load.ts';
import { AFTER, waitForOutcome } from './outcome.tsx';

type Work = (ctx: EntityChange, by: Member) => Promise<Decided>;

const decideOn = async (
  visit: OrganisationVisit,
  id: string,
  action: string,
  args: object,
  work: Work,
): Promise<void> => {
  const entity = await entityOf(visit, id);
  if (entity === undefined) throw toolError('no_approval_request', { request_id: id });
  const by = await administrator(visit.reads.db, entity, visit.signedIn.person.email);
  const { result } = await visit.changeCompany(entity, action, { id, ...args }, (ctx: EntityChange) =>
    work(ctx, by),
  );
  // An expired or outdated request is stored as such, and only then refused.
  if (result.refusal === null) return;
  throw result.refusal;
};

const approveOne = (visit: OrganisationVisit, id: string, shown: string): Promise<void> =>
  decideOn(visit, id, 'approval approve', {}, (ctx, by) => approveRequest(ctx, id, by, shown));

/** To what waits longest, or home; what came of the decision is said there. */
const leadOn = async (visit: OrganisationVisit, id: string): Promise<Led> => {
  const next = await nextAfter(visit, id);
  return { to: `${next === undefined ? '/' : `/approvals/${next}`}?${AFTER}=${id}` };
};

/** Files again what was approved and failed; the approval holds. */
export const retry: Act<OrganisationVisit> = actBy('accountant', async (visit) => {
  const id = visit.params['approval'] ?? '';
  const entity = await entityOf(visit, id);
  if (entity === undefined) throw toolError('no_approval_request', { request_id: id });
  await visit.changeCompany(entity, 'approval retry', { id }, (ctx: EntityChange) => retryFiling(ctx, id));
  await waitForOutcome(visit, id);
  return { to: `/approvals/${id}` };
});

export const approve: Act<OrganisationVisit> = provenAct('administrator', async (visit, form) => {
  const id = visit.params['approval'] ?? '';
  await approveOne(visit, id, form.text('shown'));
  await waitForOutcome(visit, id);
  return leadOn(visit, id);
});

export const reject: Act<OrganisationVisit> = provenAct('administrator', async (visit, form) => {
  const id = visit.params['approval'] ?? '';
  const { approval: own } = visit.words;
  const reason = requiredText(visit, form, 'reason', own.reason);
  await decideOn(visit, id, 'approval reject', { reason }, (ctx, by) => refuseRequest(ctx, id, by, reason));
  return leadOn(visit, id);
});

/** Takes exactly the requests that were listed again, and says of each what came out. */
export const approveSeveral: Act<OrganisationVisit> = provenAct('administrator', async (visit, form) => {
  const { approval: own } = visit.words;
  const ids = [...new Set(form.all('request'))];
  if (ids.length === 0) throw new FormProblem({ request: own.nothingChosen });
  // A page that was opened before an upgrade may say none, and has not shown all.
  const seen = new Map(form.all('seen').map((each) => each.split(' ', 2) as [string, string]));
  const refusals: string[] = [];
  const done: string[] = [];
  for (const id of ids) {
    try {
      await approveOne(visit, id, seen.get(id) ?? '');
      done.push(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push(tellError(visit.language, error));
    }
  }
  const said = own.done(done.length);
  return {
    to: `/approvals${done.length === 0 ? '' : `?${done.map((id) => `${AFTER}=${id}`).join('&')}`}`,
    say: refusals.length === 0 ? said : `${said} ${own.refused}: ${refusals.join(' ')}`,
  };
});
