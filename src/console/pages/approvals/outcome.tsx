// What came of decisions, said on the page that follows: whatever is not filed never looks like it.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { setTimeout as pause } from 'node:timers/promises';
import { dayIn } from '../../../base/time/day.ts';
import type { ReadScope } from '../../../domain/ground/change/scope.ts';
import type { FilableView } from '../../../domain/documents/shared/filable.ts';
import { kindOf } from '../../../domain/filing/filable.ts';
import { type ApprovalRecord, describeApprovalForAdmin } from '../../../domain/filing/approval/describe.ts';
import { findApproval } from '../../../domain/filing/store/approvals.ts';
import { money } from '../../format.ts';
import type { Shown } from '../../page.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { entityOf } from './load.ts';

/** The address names what was decided just now. */
export const AFTER = 'after';
export const OUTCOMES = 'outcomes';
const MAX_OUTCOMES = 50;
const LOOK_AGAIN_S = 2;

export interface Decided {
  readonly approval: ApprovalRecord;
  readonly filing: FilableView['filing'] | undefined;
}

const loadOutcome = async (visit: OrganisationVisit, id: string): Promise<Decided[]> => {
  const entity = await entityOf(visit, id);
  if (entity === undefined) return [];
  const { now, reads } = visit;
  const ctx: ReadScope = { db: reads.db, entity, now, today: dayIn(entity.time_zone, now) };
  const row = await findApproval(ctx, id);
  if (row === undefined) return [];
  const document = await kindOf(row.document_id)?.show(ctx, row.document_id);
  return [{ approval: describeApprovalForAdmin(entity, row, now), filing: document?.filing }];
};

/** Of the decisions that led to this page. */
export const loadOutcomes = async (visit: OrganisationVisit): Promise<Decided[]> => {
  const found: Decided[] = [];
  const ids = [...new Set(visit.url.searchParams.getAll(AFTER))];
  for (const id of ids.slice(0, MAX_OUTCOMES)) found.push(...(await loadOutcome(visit, id)));
  return found;
};

const isUnderWay = ({ approval, filing }: Decided): boolean =>
  approval.status === 'approved' && filing?.status === 'pending';

const WAIT_MS = 1_500;
const LOOK_MS = 100;

/** Most filings take less than a second; the next page then says what came out at once. */
export const waitForOutcome = async (visit: OrganisationVisit, id: string): Promise<void> => {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const [decided] = await loadOutcome(visit, id);
    if (decided === undefined || !isUnderWay(decided)) return;
    await pause(LOOK_MS);
  }
};

/** Looks again at the outcomes alone, where something may be being typed below them. */
export const againFor = (
  outcomes: readonly Decided[],
  what: 'outcomes' | 'page',
): Pick<Shown, 'again' | 'part'> => {
  if (!outcomes.some(isUnderWay)) return {};
  return what === 'page' ? { again: LOOK_AGAIN_S } : { again: LOOK_AGAIN_S, part: OUTCOMES };
};

export const Outcomes = ({ outcomes }: { outcomes: readonly Decided[] }): VNode => (
  <div id={OUTCOMES} aria-live="polite">
    {outcomes.map((decided) => (
      <Outcome decided={decided} />
    ))}
  </div>
);

const Outcome = ({ decided }: { decided: Decided }): VNode => {
  const visit = useOrganisation();
  const { approval: own } = visit.words;
  const { approval, filing } = decided;
  const what = `${approval.buyer.name}, ${money(visit.language, Number(approval.total), approval.currency)}`;
  const { text, tone } = sentenceOf(visit, decided);
  const fault = tone === 'notice' ? null : filing?.last_error;
  return (
    <div class={tone} role={tone === 'problem' ? 'alert' : undefined}>
      <p>
        <strong>{what}</strong>: {text}
        {fault !== null && fault !== undefined && <> {fault.message}</>}{' '}
        <a href={`/approvals/${approval.id}`}>{own.look}</a>
      </p>
    </div>
  );
};

const sentenceOf = (
  { words: all }: OrganisationVisit,
  { approval, filing }: Decided,
): { readonly text: string; readonly tone: 'notice' | 'problem' | 'warning mild' } => {
  const { approval: own } = all;
  if (approval.status === 'rejected') return { text: own.rejectedSay, tone: 'notice' };
  if (approval.status !== 'approved') return { text: own.notDecided, tone: 'problem' };
  const status = filing?.status;
  if (status === 'filed' || status === 'cancelled') return { text: own.filed, tone: 'notice' };
  if (status === 'pending') return { text: own.waitsForService, tone: 'warning mild' };
  return { text: status === 'unclear' ? own.unclear : own.failed, tone: 'problem' };
};
