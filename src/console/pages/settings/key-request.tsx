// A key that an agent asks for: what it would be allowed to do, and the decision. The secret is shown to who approves.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { findKey } from '../../../domain/parties/access/store.ts';
import { approveKeyRequest, rejectKeyRequest } from '../../../domain/parties/key-requests/decide.ts';
import { findRequest, type KeyRequest, listRequests } from '../../../domain/parties/key-requests/store.ts';
import { requiredText } from '../../amounts.ts';
import { type Act, organisationPage, type Shown, provenAct, actBy } from '../../page.ts';
import { Decide } from '../../parts/decide.tsx';
import { Day, Facts, Head, Moment, State, Waits } from '../../parts/show.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import { decider } from './change-request.tsx';
import { MadeKey } from './made-key.tsx';

const hrefOf = ({ id }: Pick<KeyRequest, 'id'>): string => `/settings/keys/requests/${id}`;

const approve: Act<OrganisationVisit> = provenAct('administrator', async (visit): Promise<Shown> => {
  const id = visit.params['request'] ?? '';
  const by = await decider(visit);
  const { secret, request } = await visit.changeOrganisation('key request approve', { id }, (ctx) =>
    approveKeyRequest(ctx, id, by),
  );
  const { name, api_key_id } = request;
  return {
    title: name,
    main: <MadeKey id={api_key_id ?? ''} name={name} secret={secret} />,
  };
});

const reject: Act<OrganisationVisit> = actBy('administrator', async (visit, form) => {
  const id = visit.params['request'] ?? '';
  const { keyRequest: words } = visit.words;
  const reason = requiredText(visit, form, 'reason', words.why);
  const by = await decider(visit);
  await visit.changeOrganisation('key request reject', { id, reason }, (ctx) =>
    rejectKeyRequest(ctx, id, by, reason),
  );
  return { to: '/settings/keys', say: words.rejected };
});

export const keyRequestPage = organisationPage({
  path: '/settings/keys/requests/:request',
  role: 'administrator',
  query: async ({ reads, organisation, params, now }) => {
    const request = await findRequest(reads.db, organisation.id, params['request'] ?? '', now);
    if (request === undefined) return undefined;
    return { request, asker: await findKey(reads.db, request.requested_by, now) };
  },
  acts: { approve, reject },
  view: ({ request, asker }, visit) => {
    const { keyRequest: words } = visit.words;
    return {
      title: request.name,
      main: (
        <>
          <Head title={request.name} note={words.note}>
            <State value={request.status} />
          </Head>
          <Wanted request={request} asker={asker?.name ?? request.requested_by} />
          {request.status === 'pending' && (
            <section class="card">
              <Decide words={words} danger="reject" />
            </section>
          )}
          {request.api_key_id !== null && (
            <p class="notice">
              {words.madeKey} <a href="/settings/keys">{visit.words.settings.keys}</a>
            </p>
          )}
        </>
      ),
    };
  },
});

const Wanted = ({ request, asker }: { request: KeyRequest; asker: string }): VNode => {
  const visit = useOrganisation();
  const { keyRequest: words, settings: own } = visit.words;
  const { entity_id, status } = request;
  const company = visit.companies.find(({ id }) => id === entity_id)?.name;
  return (
    <Facts
      rows={[
        [words.askedBy, asker],
        [words.reason, request.reason],
        [own.boundTo, entity_id === null ? own.allOfThem : (company ?? entity_id)],
        [own.scopes, <code>{request.scopes.join(', ')}</code>],
        [own.toolsets, request.toolsets.length === 0 ? null : <code>{request.toolsets.join(', ')}</code>],
        [words.keyEnds, <Day value={request.key_expires_at} />],
        [words.openUntil, status === 'pending' ? <Moment value={request.expires_at} /> : null],
        [words.why, request.rejection],
      ]}
    />
  );
};

/** Requests that wait, oldest first. */
export const waitingRequests = async ({
  reads,
  organisation,
  now,
}: OrganisationVisit): Promise<KeyRequest[]> =>
  (await listRequests(reads.db, organisation.id, now, 'pending')).toReversed();

export const WaitingRequests = ({ requests }: { requests: readonly KeyRequest[] }): VNode => {
  const items = requests.map((request) => ({
    href: hrefOf(request),
    text: request.name,
    note: <small>{request.reason}</small>,
  }));
  return <Waits title={useOrganisation().words.keyRequest.waiting} items={items} />;
};
