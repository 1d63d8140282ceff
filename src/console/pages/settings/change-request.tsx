// What a key asks to end or change that others made: what it would do to what, and the decision.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { toolError } from '../../../base/errors.ts';
import { findKey } from '../../../domain/parties/access/store.ts';
import { approveForCompany, approveForOrganisation, rejectAsk } from '../../../domain/across/asks/decide.ts';
import type { AskScope } from '../../../domain/across/asks/ask.ts';
import { type Ask, findAsk, listAsks } from '../../../domain/across/asks/store.ts';
import type { Unlimited } from '../../../domain/ground/change/change.ts';
import { findLine } from '../../../domain/bank/transactions/store/lines.ts';
import { findEntity } from '../../../domain/ground/entities/store.ts';
import { getAdministrator } from '../../../domain/ground/organisations/members.ts';
import type { Member } from '../../../domain/ground/organisations/store.ts';
import { findEndpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import { requiredText } from '../../amounts.ts';
import { type Act, organisationPage, provenAct, actBy } from '../../page.ts';
import { Decide } from '../../parts/decide.tsx';
import { Facts, Head, Moment, State, Waits } from '../../parts/show.tsx';
import { companyHref, type OrganisationVisit } from '../../visit.ts';
import { partsOf } from '../webhooks/parts.tsx';

const hrefOf = ({ id }: Pick<Ask, 'id'>): string => `/changes/${id}`;

/** As whom the person who sits there decides. */
export const decider = ({ reads, organisation, signedIn }: OrganisationVisit): Promise<Member> =>
  getAdministrator(reads.db, organisation.id, signedIn.person.email);

const askOf = ({ reads, organisation, params, now }: OrganisationVisit): Promise<Ask | undefined> =>
  findAsk(reads.db, organisation.id, params['change'] ?? '', now);

/** What is not of the organisation is not there. */
const requireAsk = async (visit: OrganisationVisit): Promise<Ask> => {
  const ask = await askOf(visit);
  if (ask === undefined) throw toolError('no_change_request', { request_id: visit.params['request'] ?? '' });
  return ask;
};

interface Deciding {
  readonly action: string;
  readonly args: object;
  readonly inCompany: (ctx: Unlimited) => Promise<Ask>;
  readonly inOrganisation: Parameters<OrganisationVisit['changeOrganisation']>[2];
}

/** In the books of the company that it is about, or in the records of the organisation. */
const decide = async (visit: OrganisationVisit, ask: Ask, deciding: Deciding): Promise<void> => {
  const { action, args, inCompany, inOrganisation } = deciding;
  const { entity_id } = ask;
  const entity =
    entity_id === null ? undefined : await findEntity(visit.reads.db, visit.organisation.id, entity_id);
  if (entity === undefined) await visit.changeOrganisation(action, args, inOrganisation);
  else await visit.changeCompany(entity, action, args, inCompany);
};

const approve: Act<OrganisationVisit> = provenAct('administrator', async (visit) => {
  const ask = await requireAsk(visit);
  const by = await decider(visit);
  await decide(visit, ask, {
    action: 'change approve',
    args: { id: ask.id },
    inCompany: (ctx) => approveForCompany(ctx, ask, by),
    inOrganisation: (ctx) => approveForOrganisation(ctx, partsOf(visit), ask, by),
  });
  return { say: visit.words.changeRequest.approved };
});

const reject: Act<OrganisationVisit> = actBy('administrator', async (visit, form) => {
  const { changeRequest: words } = visit.words;
  const reason = requiredText(visit, form, 'reason', words.why);
  const ask = await requireAsk(visit);
  const by = await decider(visit);
  const refuse = (ctx: AskScope): Promise<Ask> => rejectAsk(ctx, ask, by, reason);
  await decide(visit, ask, {
    action: 'change reject',
    args: { id: ask.id, reason },
    inCompany: refuse,
    inOrganisation: refuse,
  });
  return { say: words.rejected };
});

const PLACES: Readonly<Record<Ask['tool'], (id: string) => string>> = {
  delete_webhook: (id) => `/settings/webhooks/${id}`,
  update_webhook: (id) => `/settings/webhooks/${id}`,
  revoke_api_key: () => '/settings/keys',
  discard_invoice: (id) => `/invoices/${id}`,
  update_invoice: (id) => `/invoices/${id}`,
  reverse_invoice_payment: (id) => `/payments/${id}`,
  reverse_bill_payment: (id) => `/payments/${id}`,
  undo_bank_match: () => '/bank',
};

/** What the record is called, and where it stands. */
const readSubject = async ({ reads, organisation, now }: OrganisationVisit, ask: Ask) => {
  const { tool, subject, entity_id } = ask;
  const place = PLACES[tool](subject);
  const href = entity_id === null ? place : companyHref(entity_id, place);
  if (tool === 'revoke_api_key') return { href, name: (await findKey(reads.db, subject, now))?.name };
  if (tool === 'undo_bank_match' && entity_id !== null) {
    const line = await findLine({ db: reads.db, entity: { id: entity_id } }, subject);
    const path = line === undefined ? place : `/bank/${line.bank_account_id}/lines/${subject}`;
    return { href: companyHref(entity_id, path), name: line?.description };
  }
  if (entity_id !== null) return { href, name: undefined };
  return { href, name: (await findEndpoint(reads.db, organisation.id, subject, now))?.url };
};

export const changeRequestPage = organisationPage({
  path: '/changes/:change',
  role: 'administrator',
  query: async (visit) => {
    const ask = await askOf(visit);
    if (ask === undefined) return undefined;
    const asker = await findKey(visit.reads.db, ask.requested_by, visit.now);
    return { ask, asker: asker?.name ?? ask.requested_by, subject: await readSubject(visit, ask) };
  },
  acts: { approve, reject },
  view: ({ ask, asker, subject }, visit) => {
    const { changeRequest: words } = visit.words;
    const company = visit.companies.find(({ id }) => id === ask.entity_id)?.name;
    const title = words.tools[ask.tool];
    return {
      title,
      main: (
        <>
          <Head title={title} note={words.note}>
            <State value={ask.status} />
          </Head>
          <Facts
            rows={[
              [words.askedBy, asker],
              [
                words.record,
                <>
                  {company} <a href={subject.href}>{subject.name ?? ask.subject}</a>
                </>,
              ],
              ...Object.entries(ask.arguments).map(([name, value]): [string, VNode] => [
                `${words.given}: ${name}`,
                <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
              ]),
              [words.openUntil, ask.status === 'pending' ? <Moment value={ask.expires_at} /> : null],
              [words.why, ask.rejection],
            ]}
          />
          {ask.status === 'pending' && (
            <section class="card">
              <Decide words={words} danger="approve" />
            </section>
          )}
        </>
      ),
    };
  },
});

/** Requests that wait, oldest first. */
export const waitingChanges = async ({ reads, organisation, now }: OrganisationVisit): Promise<Ask[]> =>
  (await listAsks(reads.db, organisation.id, now, 'pending')).toReversed();

export const WaitingChanges = ({ asks }: { asks: readonly Ask[] }): VNode => {
  const { changeRequest: words } = useOrganisation().words;
  const items = asks.map((ask) => ({
    href: hrefOf(ask),
    text: words.tools[ask.tool],
    note: <small>{ask.subject}</small>,
  }));
  return <Waits title={words.waiting} items={items} />;
};
