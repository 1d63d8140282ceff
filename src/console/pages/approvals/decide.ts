// The decisions on requests, one or several; each is a change of its own in the books of its company.
import type { EntityChange } from '../../../domain/change/change.ts';
import {
  administrator,
  approveRequest,
  type Decided,
  refuseRequest,
} from '../../../domain/filing/approval/decide.ts';
import type { Member } from '../../../domain/organisations/store.ts';
import { Refusal } from '../../../base/refusal.ts';
import { requiredText } from '../../amounts.ts';
import { figure } from '../../format.ts';
import type { Act } from '../../page.ts';
import { FormProblem } from '../../problem.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { tellRefusal } from '../../told/told.ts';
import { commonWords } from '../../words.ts';
import { entityOf, pendingOf } from './load.ts';
import { approvalWords } from './words.ts';

type Work = (ctx: EntityChange, by: Member) => Promise<Decided>;

const decideOn = async (
  visit: OrganisationVisit,
  id: string,
  action: string,
  args: object,
  work: Work,
): Promise<void> => {
  const entity = await entityOf(visit, id);
  if (entity === undefined) throw new Refusal('not_found', commonWords(visit.language).notFound);
  const by = await administrator(visit.reads.db, entity, visit.signedIn.person.email);
  const { result } = await visit.changeCompany(entity, action, { id, ...args }, (ctx: EntityChange) =>
    work(ctx, by),
  );
  // An expired or outdated request is stored as such, and only then refused.
  if (result.refusal !== null) throw new Refusal('wrong_state', result.refusal);
};

const approveOne = (visit: OrganisationVisit, id: string, shown?: string): Promise<void> =>
  decideOn(visit, id, 'approval approve', {}, (ctx, by) => approveRequest(ctx, id, by, shown));

export const approve: Act<OrganisationVisit> = {
  role: 'administrator',
  strong: true,
  run: async (visit, form) => {
    await approveOne(visit, visit.params['approval'] ?? '', form.text('shown'));
    return { say: approvalWords(visit.language).approvedSay };
  },
};

export const reject: Act<OrganisationVisit> = {
  role: 'administrator',
  strong: true,
  run: async (visit, form) => {
    const id = visit.params['approval'] ?? '';
    const own = approvalWords(visit.language);
    const reason = requiredText(visit, form, 'reason', own.reason);
    await decideOn(visit, id, 'approval reject', { reason }, (ctx, by) => refuseRequest(ctx, id, by, reason));
    const [next] = await pendingOf(visit);
    return { ...(next === undefined ? {} : { to: `/approvals/${next.id}` }), say: own.rejectedSay };
  },
};

/** Takes exactly the requests that were listed again, and says of each what came out. */
export const approveSeveral: Act<OrganisationVisit> = {
  role: 'administrator',
  strong: true,
  run: async (visit, form) => {
    const own = approvalWords(visit.language);
    const ids = [...new Set(form.all('request'))];
    if (ids.length === 0) throw new FormProblem({ request: own.nothingChosen });
    const refusals: string[] = [];
    let done = 0;
    for (const id of ids) {
      try {
        await approveOne(visit, id);
        done += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.push(tellRefusal(visit.language, error.message));
      }
    }
    const said = own.done(figure(visit.language, done));
    return {
      to: '/approvals',
      say: refusals.length === 0 ? said : `${said} ${own.refused}: ${refusals.join(' ')}`,
    };
  },
};
