// What the pages of webhooks share: names, states, kinds of events, and refusals beside the field that they are about.
import { useOrganisation, useVisit } from '../../context.ts';
import type { VNode } from 'preact';
import { type Endpoint, findEndpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import { type WebhookParts, webhookParts } from '../../../domain/across/webhooks/parts.ts';
import { WebhookRefusal } from '../../../domain/across/webhooks/refusal.ts';
import { Moment, Small } from '../../parts/show.tsx';
import { FormProblem } from '../../problem.ts';
import { tell, tellIn } from '../../tell.ts';
import type { OrganisationVisit, Visit } from '../../visit.ts';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Attempt,
  type Delivery,
  findDelivery,
  listAttempts,
} from '../../../domain/across/webhooks/store/deliveries.ts';
import type { Shown } from '../../page.ts';

export const webhookHref = ({ id }: Pick<Endpoint, 'id'>): string => `/settings/webhooks/${id}`;

/** As people call it. */
export const nameOf = ({ description, url }: Endpoint): string => description ?? url;

/** The webhook of the page's address; undefined when the organisation has none there. */
export const webhookOf = ({
  reads,
  organisation,
  params,
  now,
  language,
}: OrganisationVisit): Promise<Endpoint | undefined> =>
  findEndpoint(reads.db, organisation.id, params['webhook'] ?? '', now, tellIn(language));

export const partsOf = ({ parts }: OrganisationVisit): WebhookParts =>
  webhookParts(parts.config, parts.secrets);

const FIELDS: Partial<Readonly<Record<WebhookRefusal['about'], string>>> = {
  url: 'url',
  events: 'event',
  entity: 'entity',
  description: 'description',
  reason: 'reason',
};

/** A refusal that is about a field stands beside it, with what was typed. */
export const besideFields = async <T,>({ language }: Visit, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const field = error instanceof WebhookRefusal ? FIELDS[error.about] : undefined;
    if (field === undefined) throw error;
    throw new FormProblem({ [field]: tell(language, (error as WebhookRefusal).reason) });
  }
};

export const Kinds = ({ events, most }: { events: readonly string[]; most: number }): VNode => (
  <div>
    {events.slice(0, most).map((event) => (
      <div>
        <code>{event}</code>
      </div>
    ))}
    {events.length > most && <small>+ {events.length - most}</small>}
  </div>
);

/** `why`: also what is the matter with it. */
export const WebhookState = ({ webhook, why = false }: { webhook: Endpoint; why?: boolean }): VNode => {
  const visit = useVisit();
  const { webhook: words } = visit.words;
  const { status, status_reason, failing_since } = webhook;
  const tone =
    status === 'pending' ? 'wait' : failing_since !== null ? 'bad' : status === 'enabled' ? 'good' : 'plain';
  return (
    <div>
      <span class={`state ${tone}`}>
        {status === 'enabled' && failing_since !== null ? words.failing : words.states[status]}
      </span>
      {why && status_reason !== null && <Small>{status_reason}</Small>}
      {why && status === 'enabled' && failing_since !== null && (
        <Small>
          {words.failingSince} <Moment value={failing_since} />
        </Small>
      )}
    </div>
  );
};

/** The address names what was sent just now. */
export const SENT = 'sent';
const OUTCOME = 'outcome';
const LOOK_AGAIN_S = 2;

export interface Sent {
  readonly delivery: Delivery;
  readonly last: Attempt | undefined;
}

export const readOutcome = async (
  { reads: { db }, url, language }: OrganisationVisit,
  { id }: Pick<Endpoint, 'id'>,
): Promise<Sent | undefined> => {
  const delivery = await findDelivery(db, [id], url.searchParams.get(SENT) ?? '');
  if (delivery === undefined) return undefined;
  const attempts = await listAttempts(db, id, [delivery.id], tellIn(language));
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
        <strong>{words.notTaken(delivery.type)}</strong> {last?.error}
      </p>
      {delivery.next_attempt_at !== null && (
        <p>
          {words.again} <Moment value={delivery.next_attempt_at} />
        </p>
      )}
    </div>
  );
};
