// Home: what waits for a person, company by company.
import { SERVICE } from '../../../../generated/service.ts';
import { DAY_MS } from '../../../base/time/day.ts';
import type { VNode } from 'preact';
import { type KeyRecord, listKeys } from '../../../domain/parties/access/store.ts';
import {
  type FirstSteps,
  type Waiting,
  readFirstSteps,
  readWaiting,
} from '../../../domain/views/overview/overview.ts';
import { day } from '../../format.ts';
import { organisationPage } from '../../page.ts';
import { Head, Section } from '../../parts/show.tsx';
import { type OrganisationVisit, companyHref } from '../../visit.ts';
import { Outcomes, againFor, loadOutcomes } from '../approvals/outcome.tsx';
import { WaitingChanges, waitingChanges } from '../settings/change-request.tsx';
import { WaitingRequests, waitingRequests } from '../settings/key-request.tsx';
import { WaitingWebhooks, waitingWebhooks } from '../webhooks/list.tsx';
import { useOrganisation } from '../../context.ts';

const KEY_DAYS = 14;
const UNUSED_DAYS = 90;
const FIRST_RUN_SECONDS = 5;

export const waiting = organisationPage({
  path: '/',
  role: 'viewer',
  query: async (visit) => ({
    outcomes: await loadOutcomes(visit),
    waiting: await readWaiting(visit.reads, visit.companies),
    keys: visit.may('administrator') ? await listKeys(visit.reads.db, visit.organisation.id, visit.now) : [],
    requests: visit.may('administrator') ? await waitingRequests(visit) : [],
    changes: visit.may('administrator') ? await waitingChanges(visit) : [],
    webhooks: visit.may('administrator') ? await waitingWebhooks(visit) : [],
    steps: visit.may('administrator') ? await readFirstSteps(visit.reads, visit.companies) : undefined,
  }),
  view: (data, visit) => {
    const { home: words } = visit.words;
    const companies = data.waiting
      .map((row) => ({ row, items: itemsOf(visit, row) }))
      .filter(({ items }) => items.length > 0);
    const keys = data.keys.flatMap((key) => keyItem(visit, key));
    const { steps } = data;
    const run = steps === undefined ? undefined : { steps, keys: data.keys };
    const first = run === undefined || isOver(run) ? undefined : run;
    return {
      title: words.title,
      // Steps that an agent does are ticked by themselves.
      ...(first === undefined || visit.companies.length === 0 ? {} : { again: FIRST_RUN_SECONDS }),
      // All of it: a filing that failed waits from then on, and nothing is typed here.
      ...againFor(data.outcomes, 'page'),
      main: (
        <>
          <Head title={words.title} note={visit.organisation.name} />
          <Outcomes outcomes={data.outcomes} />
          {first !== undefined && <Checklist run={first} />}
          {visit.companies.length === 0 && first === undefined && <div class="empty">{words.noCompany}</div>}
          {visit.companies.length > 0 &&
            companies.length === 0 &&
            first === undefined &&
            keys.length + data.requests.length + data.changes.length + data.webhooks.length === 0 && (
              <div class="empty">{words.nothing}</div>
            )}
          {companies.map(({ row, items }) => (
            <Section title={<a href={companyHref(row.entity.id, '')}>{row.entity.name}</a>} card>
              <Items items={items} />
            </Section>
          ))}
          <WaitingRequests requests={data.requests} />
          <WaitingChanges asks={data.changes} />
          <WaitingWebhooks webhooks={data.webhooks} />
          {keys.length > 0 && (
            <section class="card">
              <Items items={keys} />
            </section>
          )}
        </>
      ),
    };
  },
});

interface Item {
  readonly text: string;
  readonly href: string;
  readonly tone: 'wait' | 'bad' | 'plain';
}

const Items = ({ items }: { items: readonly Item[] }): VNode => (
  <ul class="waits">
    {items.map(({ text, href, tone }) => (
      <li>
        <a class={`state ${tone}`} href={href}>
          {text}
        </a>
      </li>
    ))}
  </ul>
);

/** What waits in one company, the most pressing first. */
export const itemsOf = (
  { language, words: { home: words }, now }: OrganisationVisit,
  row: Waiting,
): Item[] => {
  const { id } = row.entity;
  const counted: readonly (readonly [number, (n: number) => string, string, Item['tone']])[] = [
    [row.stuck_filings, words.stuck, companyHref(id, '/invoices?status=draft'), 'bad'],
    [row.late_complements, words.late, companyHref(id, '/complements'), 'bad'],
    [row.approvals, words.approvals, `/approvals?company=${id}`, 'wait'],
    [row.received, words.received, companyHref(id, '/inbox'), 'wait'],
    [row.suggested_lines, words.suggested, companyHref(id, '/bank'), 'wait'],
    [row.unmatched_lines, words.unmatched, companyHref(id, '/bank'), 'plain'],
    [row.tasks, words.tasks, companyHref(id, '/tasks'), 'plain'],
  ];
  const items: Item[] = counted
    .filter(([count]) => count > 0)
    .map(([count, text, href, tone]) => ({ text: text(count), href, tone }));
  const ends = row.certificate_ends_at;
  if (
    ends === null ||
    new Date(ends).getTime() > now.getTime() + SERVICE.windows.certificate_warning_days * DAY_MS
  )
    return items;
  const ended = new Date(ends) <= now;
  const text = (ended ? words.certificateEnded : words.certificate)(day(language, ends));
  return [{ text, href: `/settings/companies/${id}`, tone: ended ? 'bad' : 'wait' }, ...items];
};

const keyItem = ({ language, words: { home: words }, now }: OrganisationVisit, key: KeyRecord): Item[] => {
  if (key.status !== 'active') return [];
  const href = '/settings/keys';
  if (key.expires_at !== null && new Date(key.expires_at).getTime() < now.getTime() + KEY_DAYS * DAY_MS)
    return [{ text: words.keyEnds(key.name, day(language, key.expires_at)), href, tone: 'wait' }];
  const used = new Date(key.last_used_at ?? key.created_at).getTime();
  return used < now.getTime() - UNUSED_DAYS * DAY_MS
    ? [{ text: words.keyUnused(key.name), href, tone: 'plain' }]
    : [];
};

export interface FirstRun {
  readonly steps: FirstSteps;
  readonly keys: readonly KeyRecord[];
}

const isConnected = ({ keys }: FirstRun): boolean => keys.some(({ last_used_at }) => last_used_at !== null);

export const isOver = (run: FirstRun): boolean => run.steps.filed !== null && isConnected(run);

interface Step {
  readonly name: 'company' | 'customer' | 'invoice' | 'connect' | 'approve' | 'filed';
  readonly done: boolean;
  /** Absent while an earlier step has to come first. */
  readonly href: string | undefined;
}

const FIRST = '?first=1&sample=1';

export const stepsOf = ({ steps, keys }: FirstRun): readonly Step[] => {
  const { company, customer, invoice, request, approved, filed } = steps;
  const at = ({ entity_id, id }: { entity_id: string; id: string }): string =>
    companyHref(entity_id, `/invoices/${id}`);
  const open = (path: string): string | undefined =>
    company === null ? undefined : companyHref(company.id, path);
  const usable = keys.find(({ status }) => status === 'active');
  const decide = request === null ? (invoice === null ? undefined : at(invoice)) : `/approvals/${request.id}`;
  return [
    { name: 'company', done: company !== null, href: '/settings/companies/new?first=1' },
    { name: 'customer', done: customer !== null, href: open(`/counterparties/new${FIRST}`) },
    {
      name: 'invoice',
      done: invoice !== null,
      href:
        customer === null
          ? undefined
          : companyHref(customer.entity_id, `/invoices/new?sample=1&counterparty=${customer.id}`),
    },
    {
      name: 'connect',
      done: isConnected({ steps, keys }),
      href:
        company === null
          ? undefined
          : usable === undefined
            ? '/settings/keys?first=1'
            : `/settings/keys/${usable.id}`,
    },
    { name: 'approve', done: approved !== null, href: decide },
    { name: 'filed', done: filed !== null, href: approved === null ? undefined : at(approved) },
  ];
};

export const Checklist = ({ run }: { run: FirstRun }): VNode => {
  const { home: words } = useOrganisation().words;
  const steps = stepsOf(run);
  const next = steps.find(({ done, href }) => !done && href !== undefined);
  const count = steps.filter(({ done }) => done).length;
  const { filed } = run.steps;
  return (
    <details class="card first-run" open>
      <summary>
        {words.firstRun} · {words.stepsDone(String(count), String(steps.length))}
      </summary>
      <p class="quiet">{words.firstRunNote}</p>
      <ol>
        {steps.map((step) => {
          const { name, done, href } = step;
          return (
            <li class={done ? 'ok' : undefined}>
              {href === undefined || (done && name !== 'filed') ? (
                <span>{words.steps[name]}</span>
              ) : (
                <a class={step === next ? 'button' : undefined} href={href}>
                  {words.steps[name]}
                </a>
              )}
              {done && <span class="state good">{words.stepDone}</span>}
              {!done && <small>{words.stepNotes[name]}</small>}
              {name === 'filed' && filed !== null && (
                <a href={companyHref(filed.entity_id, `/invoices/${filed.id}/document.pdf`)}>PDF</a>
              )}
            </li>
          );
        })}
      </ol>
    </details>
  );
};
