// What became of a test, or of a delivery that was sent again, said on the page that follows.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Attempt,
  type Delivery,
  findDelivery,
  listAttempts,
} from '../../../domain/across/webhooks/store/deliveries.ts';
import type { Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import type { Shown } from '../../page.ts';
import { Moment } from '../../parts/show.tsx';
import { tellRefusal } from '../../told/told.ts';
import type { OrganisationVisit } from '../../visit.ts';

/** The address names what was sent just now. */
export const SENT = 'sent';
const OUTCOME = 'outcome';
const LOOK_AGAIN_S = 2;

export interface Sent {
  readonly delivery: Delivery;
  readonly last: Attempt | undefined;
}

export const readOutcome = async (
  { reads: { db }, url }: OrganisationVisit,
  { id }: Pick<Endpoint, 'id'>,
): Promise<Sent | undefined> => {
  const delivery = await findDelivery(db, [id], url.searchParams.get(SENT) ?? '');
  if (delivery === undefined) return undefined;
  const attempts = await listAttempts(db, id, [delivery.id]);
  return { delivery, last: attempts.get(delivery.id)?.at(-1) };
};

const isUnderWay = ({ status, next_attempt_at }: Delivery, now: Date): boolean =>
  status === 'pending' && next_attempt_at !== null && new Date(next_attempt_at) <= now;

const WAIT_MS = 1_500;
const LOOK_MS = 100;

/** Most receivers answer in less than a second; the next page then says at once what came of it. */
export const waitForDelivery = async (
  { parts, reads }: OrganisationVisit,
  { id, endpoint_id }: Delivery,
): Promise<void> => {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const delivery = await findDelivery(reads.db, [endpoint_id], id);
    if (delivery === undefined || !isUnderWay(delivery, parts.now())) return;
    await pause(LOOK_MS);
  }
};

export const againFor = (
  { now }: OrganisationVisit,
  outcome: Sent | undefined,
): Pick<Shown, 'again' | 'part'> =>
  outcome !== undefined && isUnderWay(outcome.delivery, now) ? { again: LOOK_AGAIN_S, part: OUTCOME } : {};

export const Outcome = ({ outcome }: { outcome: Sent | undefined }): VNode => (
  <div id={OUTCOME} aria-live="polite">
    {outcome !== undefined && <Told sent={outcome} />}
  </div>
);

const Told = ({ sent: { delivery, last } }: { sent: Sent }): VNode => {
  const visit = useOrganisation();
  const { webhook: words } = visit.words;
  if (isUnderWay(delivery, visit.now)) return <div class="warning mild">{words.underWay(delivery.type)}</div>;
  if (delivery.status === 'delivered')
    return (
      <div class="notice">
        {words.taken(delivery.type, String(last?.http_status ?? ''), String(last?.duration_ms ?? 0))}
      </div>
    );
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{words.notTaken(delivery.type)}</strong> {tellRefusal(visit.language, last?.error ?? '')}
      </p>
      {delivery.next_attempt_at !== null && (
        <p>
          {words.again} <Moment value={delivery.next_attempt_at} />
        </p>
      )}
    </div>
  );
};
