// The trail as sentences: who did what, how it is known who it was, and what changed.
import { useOrganisation } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import { listMembers } from '../../../domain/ground/organisations/store.ts';
import { listKeys } from '../../../domain/parties/access/store.ts';
import { dayIn } from '../../../base/time/day.ts';
import { streamTrail } from '../../../domain/views/trail/export.ts';
import { newestCheckpoint } from '../../../domain/views/trail/store/places.ts';
import { instantToIso } from '../../../db/instant.ts';
import { eventsOf } from '../../../domain/views/trail/happened.ts';
import { readTrail, type TrailEntry } from '../../../domain/views/trail/trail.ts';
import { listFilters, PAGE_ROWS } from '../../filters.ts';
import { listed } from '../../list-page.tsx';
import { organisationFile, organisationPage } from '../../page.ts';
import { Download } from '../../parts/download.tsx';
import { type Choice, Field, Select } from '../../parts/form.tsx';
import { Filters, Moment, stateText } from '../../parts/show.tsx';
import type { Column } from '../../parts/table.tsx';
import { companyIds, type OrganisationVisit } from '../../visit.ts';
import { eventWords } from '../../../../generated/texts/event.ts';

/** What was asked for, as the address says it; the same for the page and the file. */
const filtersOf = async (visit: OrganisationVisit) => {
  const { searchParams } = visit.url;
  const all = [visit.organisation.id, ...(await companyIds(visit))];
  const given = (name: string): string | undefined => searchParams.get(name)?.trim() || undefined;
  const asked = given('of') ?? '';
  const { date_from, date_to } = listFilters(visit);
  const actors = ['person', 'key', 'actor'].flatMap((name) => given(name) ?? []);
  return {
    owners: all.includes(asked) ? [asked] : all,
    actor_ids: actors.length === 0 ? undefined : actors,
    record_id: given('record'),
    date_from,
    date_to,
  };
};

const ofVisit = async (visit: OrganisationVisit) => {
  const page = await readTrail(visit.reads, {
    ...(await filtersOf(visit)),
    cursor: listFilters(visit).cursor,
    limit: PAGE_ROWS,
  });
  return { page, events: await eventsOf(visit.reads, page.data), ...(await namesOf(visit)) };
};

const namesOf = async (visit: OrganisationVisit) => ({
  persons: await listMembers(visit.reads.db, visit.organisation.id),
  keys: await listKeys(visit.reads.db, visit.organisation.id, visit.now),
  checkpoint: await newestCheckpoint(visit.reads.db, visit.organisation.id),
});

export const auditFile = organisationFile('/settings/audit.csv', 'accountant', async (visit) => {
  const filters = await filtersOf(visit);
  const { rows, text } = await streamTrail(visit.parts.books.database, visit.reads, filters);
  const name = `audit ${visit.organisation.name} ${dayIn('UTC', visit.now)}.csv`;
  return { type: 'text/csv; charset=utf-8', name, body: text, rows };
});

export const auditPage = organisationPage({
  path: '/settings/audit',
  role: 'accountant',
  query: ofVisit,
  view: (data, visit) => {
    const { settings: words } = visit.words;
    return {
      scripts: ['download.js'],
      ...listed<TrailEntry>(data.page, {
        title: words.audit,
        note: words.auditNote,
        none: words.noTrail,
        columns: columnsOf(visit, data.events),
        filters: (
          <>
            {data.checkpoint !== undefined && (
              <p class="quiet">
                {words.signedUpTo(data.checkpoint.size)}{' '}
                <Moment value={instantToIso(data.checkpoint.created_at)} />
              </p>
            )}
            <Asked data={data} />
            <Download action="/settings/audit.csv" label={words.audit}>
              {[...visit.url.searchParams]
                .filter(([name]) => name !== 'cursor')
                .map(([name, value]) => (
                  <input type="hidden" name={name} value={value} />
                ))}
            </Download>
          </>
        ),
      }),
    };
  },
});

const Asked = ({ data: { persons, keys } }: { data: Awaited<ReturnType<typeof ofVisit>> }): VNode => {
  const visit = useOrganisation();
  const { settings: words, common } = visit.words;
  const { searchParams } = visit.url;
  const owners = [
    { value: visit.organisation.id as string, text: words.organisation },
    ...visit.companies.map(({ id, name }) => ({ value: id as string, text: name })),
  ];
  const chosen = (name: string, label: string, choices: readonly Choice[]): VNode => (
    <Select name={name} label={label} any={common.all} value={searchParams.get(name)} choices={choices} />
  );
  const named = (all: readonly { readonly id: string; readonly name: string }[]): Choice[] =>
    all.map(({ id, name }) => ({ value: id, text: name }));
  const typed = (name: string, label: string, type: 'date' | 'text'): VNode => (
    <Field
      name={name}
      type={type}
      label={label}
      value={searchParams.get(name)}
      maxlength={CHARACTERS.record_id}
    />
  );
  return (
    <Filters>
      {chosen('of', words.of, owners)}
      {chosen('person', words.person, named(persons))}
      {chosen('key', words.oneKey, named(keys))}
      {typed('record', words.record, 'text')}
      {typed('date_from', common.from, 'date')}
      {typed('date_to', common.to, 'date')}
    </Filters>
  );
};

const actorName = ({ words: all }: OrganisationVisit, { actor }: TrailEntry): string =>
  actor.name ?? (actor.type === 'system' ? all.settings.service : actor.id);

/** What making or removing a record is called. Of every other event without a state before or after, nothing was made. */
const PLAIN = new Set(['created', 'added', 'recorded', 'imported', 'removed', 'deleted']);

const isPlain = (event: string): boolean => PLAIN.has(event.split('.')[1] ?? '');

/** Who did what to which record, in one sentence. */
const Sentence = ({ entry, event }: { entry: TrailEntry; event: string | undefined }): VNode => {
  const visit = useOrganisation();
  const { settings: words, trail } = visit.words;
  const records: Readonly<Record<string, string>> = trail.records;
  const methods: Readonly<Record<string, string>> = words.methods;
  const { kind, status, label, record_id, record_type, method, action } = entry;
  const who = actorName(visit, entry);
  const record = `${records[record_type] ?? record_type.replaceAll('_', ' ')} ${label ?? record_id}`;
  const state = (value: string): string => stateText(visit.language, value);
  const events: Readonly<Record<string, string>> = eventWords(visit.language);
  const happened = kind === 'changed' || event === undefined || isPlain(event) ? undefined : events[event];
  return (
    <>
      <div>
        {happened !== undefined
          ? trail.happened(who, record, happened)
          : status === null
            ? trail[kind](who, record)
            : trail.moved(who, record, state(status.before), state(status.after))}
      </div>
      <small>
        {method !== null && <>{words.byMethod(methods[method] ?? method)} · </>}
        {action.replaceAll('_', ' ')} ·{' '}
        <a href={`/settings/audit?record=${record_id}`}>
          <code>{record_id}</code>
        </a>
      </small>
    </>
  );
};

const MOST_SHOWN = 300;

/** Null: the field was not there. */
const valueText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
};

const Value = ({ value, old }: { value: unknown; old: boolean }): VNode => {
  const text = valueText(value);
  if (text === null) return <span class="quiet">–</span>;
  return old ? <del>{text}</del> : <ins>{text}</ins>;
};

const Changes = ({ entry }: { entry: TrailEntry }): VNode => {
  const { settings: words } = useOrganisation().words;
  const { changes } = entry;
  if (changes.length === 0) return <span class="quiet">–</span>;
  const first = changes.slice(0, 3).map(({ field }) => field.replaceAll('_', ' '));
  return (
    <details>
      <summary>{`${first.join(', ')}${changes.length > 3 ? ', …' : ''}`}</summary>
      <table class="changes">
        <caption class="unseen">{words.changes}</caption>
        <thead>
          <tr>
            {[words.fieldName, words.before, words.after].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr>
              <th scope="row" data-head={words.fieldName}>
                {field.replaceAll('_', ' ')}
              </th>
              <td data-head={words.before}>
                <Value value={before} old />
              </td>
              <td data-head={words.after}>
                <Value value={after} old={false} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};

const columnsOf = (
  visit: OrganisationVisit,
  events: ReadonlyMap<string, string>,
): readonly Column<TrailEntry>[] => {
  const { settings: words } = visit.words;
  return [
    { head: words.when, cell: ({ at }) => <Moment value={at} /> },
    {
      head: words.what,
      main: true,
      cell: (entry) => <Sentence entry={entry} event={events.get(entry.id)} />,
    },
    { head: words.changes, cell: (entry) => <Changes entry={entry} /> },
  ];
};
