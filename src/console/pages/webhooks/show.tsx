// One webhook: what it sends where, a decision if one waits, what became of its deliveries, and what can be done.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { findKey } from '../../../domain/parties/access/store.ts';
import { findMemberById } from '../../../domain/ground/organisations/store.ts';
import type { Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import { organisationPage } from '../../page.ts';
import { ActForm, Field, Send, Tick, Press, ActFold } from '../../parts/form.tsx';
import { Facts, Go, Head, Moment, Section } from '../../parts/show.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import { ACTS } from './acts.tsx';
import { Deliveries, readDeliveries } from './deliveries.tsx';
import {
  Kinds,
  Outcome,
  WebhookState,
  againFor,
  nameOf,
  readOutcome,
  webhookHref,
  webhookOf,
} from './parts.tsx';
import { LIMITS } from '../../../../generated/limits.ts';
import { shownState } from '../../../domain/across/webhooks/endpoints.ts';

/** Who made it, as people know them; commands may act for nobody. */
const makerOf = async (
  { reads: { db }, now }: OrganisationVisit,
  { created_by_type, created_by }: Endpoint,
): Promise<string> =>
  (created_by_type === 'key'
    ? (await findKey(db, created_by, now))?.name
    : created_by_type === 'member'
      ? (await findMemberById(db, created_by))?.name
      : undefined) ?? created_by;

const read = async (visit: OrganisationVisit) => {
  const webhook = await webhookOf(visit);
  if (webhook === undefined) return undefined;
  return {
    webhook,
    maker: await makerOf(visit, webhook),
    outcome: await readOutcome(visit, webhook),
    deliveries: await readDeliveries(visit, webhook),
  };
};

export const webhookPage = organisationPage({
  path: '/settings/webhooks/:webhook',
  role: 'accountant',
  query: read,
  acts: ACTS,
  view: ({ webhook, maker, outcome, deliveries }, visit) => {
    const manages = visit.may('administrator');
    return {
      title: nameOf(webhook),
      ...againFor(visit, outcome),
      main: (
        <>
          <Head title={nameOf(webhook)}>
            <WebhookState webhook={webhook} />
            {manages && <Buttons webhook={webhook} />}
          </Head>
          <Outcome outcome={outcome} />
          {webhook.status !== 'enabled' && <Waiting webhook={webhook} maker={maker} />}
          <Description webhook={webhook} maker={maker} />
          <Deliveries webhook={webhook} page={deliveries} />
          {manages && (
            <Section title={visit.words.webhook.manage} card>
              <SecretForm webhook={webhook} />
              <DeleteForm webhook={webhook} />
            </Section>
          )}
        </>
      ),
    };
  },
});

interface OfProps {
  readonly webhook: Endpoint;
}

const Buttons = ({ webhook }: OfProps): VNode => {
  const visit = useOrganisation();
  const { webhook: words } = visit.words;
  return (
    <>
      {webhook.status === 'enabled' && (
        <>
          <Send act="test" text={words.test} action={webhookHref(webhook)} />
          <Send act="disable" text={words.disable} action={webhookHref(webhook)} quiet />
        </>
      )}
      <Go to={`${webhookHref(webhook)}/edit`} text={visit.words.common.edit} quiet />
    </>
  );
};

/** Why nothing is sent, and what a person can do about it. */
const Waiting = ({ webhook, maker }: OfProps & { maker: string }): VNode => {
  const visit = useOrganisation();
  const { webhook: words } = visit.words;
  const asked = webhook.status === 'pending';
  return (
    <Section title={asked ? words.decide : words.isOff} card>
      {asked ? (
        <p>{webhook.created_by_type === 'key' ? words.askedBy(maker) : words.asked}</p>
      ) : (
        webhook.status_reason !== null && <p>{webhook.status_reason}</p>
      )}
      <p class="quiet">{words.missed}</p>
      {visit.may('administrator') ? (
        <>
          <EnableForm webhook={webhook} />
          {asked && <RefuseForm webhook={webhook} />}
        </>
      ) : (
        <p class="quiet">{words.administratorDecides}</p>
      )}
    </Section>
  );
};

const Description = ({ webhook, maker }: OfProps & { maker: string }): VNode => {
  const visit = useOrganisation();
  const { webhook: words, settings: own } = visit.words;
  const { url, description, events, entity_id, created_at, status_at, previous_until, failing_since } =
    webhook;
  const company = visit.companies.find(({ id }) => id === entity_id)?.name;
  return (
    <Facts
      rows={[
        [words.address, <code>{url}</code>],
        [words.purpose, description],
        [words.kinds, <Kinds events={events} most={events.length} />],
        [own.boundTo, entity_id === null ? own.allOfThem : (company ?? entity_id)],
        [words.maker, maker],
        [visit.words.common.created, <Moment value={created_at} />],
        [words.stateSince, <Moment value={status_at} />],
        [words.failingSince, failing_since === null ? null : <Moment value={failing_since} />],
        [words.oldSecret, previous_until === null ? null : <Moment value={previous_until} />],
        [
          own.audit,
          <a href={`/settings/audit?record=${webhook.id}&of=${visit.organisation.id}`}>{words.history}</a>,
        ],
      ]}
    />
  );
};

/** Says what is let, so that nothing that a key changed meanwhile is let unseen. */
const Shown = ({ webhook }: OfProps): VNode => (
  <input type="hidden" name="shown" value={shownState(webhook)} />
);

const EnableForm = ({ webhook }: OfProps): VNode => {
  const { webhook: words } = useOrganisation().words;
  const text = webhook.status === 'pending' ? words.allow : words.enable;
  return (
    <ActForm act="enable" action={webhookHref(webhook)} label={text}>
      <Shown webhook={webhook} />
      <button>{text}</button>
    </ActForm>
  );
};

const RefuseForm = ({ webhook }: OfProps): VNode => {
  const visit = useOrganisation();
  const { webhook: words } = visit.words;
  return (
    <ActFold
      title={words.refuse}
      act="refuse"
      action={webhookHref(webhook)}
      open={visit.problem?.fields?.['reason'] !== undefined}
    >
      <Shown webhook={webhook} />
      <Field
        name="reason"
        label={words.why}
        hint={words.whyHint}
        required
        maxlength={LIMITS.Webhook.status_reason}
      />
      <Press text={words.refuse} danger />
    </ActFold>
  );
};

const SecretForm = ({ webhook }: OfProps): VNode => {
  const { webhook: words } = useOrganisation().words;
  return (
    <ActFold title={words.rotate} act="rotate" action={webhookHref(webhook)}>
      <p class="quiet">{words.rotateNote}</p>
      <Tick name="now" label={words.rotateNow} />
      <button>{words.rotate}</button>
    </ActFold>
  );
};

const DeleteForm = ({ webhook }: OfProps): VNode => {
  const { webhook: words } = useOrganisation().words;
  return (
    <ActFold title={words.remove} act="delete" action={webhookHref(webhook)}>
      <p class="quiet">{words.removeNote}</p>
      <button class="danger">{words.remove}</button>
    </ActFold>
  );
};
