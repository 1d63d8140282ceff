// The trail as sentences: who did what, how it is known who it was, and what changed.
import type { VNode } from 'preact';
import { listMembers } from '../../../domain/organisations/store.ts';
import { listKeys } from '../../../domain/access/store.ts';
import { readTrail, type TrailEntry } from '../../../domain/trail/trail.ts';
import { listFilters, PAGE_ROWS } from '../../filters.ts';
import { organisationPage } from '../../page.ts';
import { Field, Select } from '../../parts/form.tsx';
import { Filters, Head, Moment, Pager, Table } from '../../parts/show.tsx';
import { companyIds, type OrganisationVisit } from '../../visit.ts';
import { commonWords } from '../../words.ts';
import { settingsWords } from './words.ts';

export const auditPage = organisationPage({
  path: '/settings/audit',
  role: 'accountant',
  query: async (visit) => {
    const { searchParams } = visit.url;
    const { db } = visit.reads;
    const all = [visit.organisation.id, ...(await companyIds(visit))];
    const asked = searchParams.get('of') ?? '';
    const { date_from, date_to, cursor } = listFilters(visit);
    const given = (name: string): string | undefined => searchParams.get(name)?.trim() || undefined;
    return {
      page: await readTrail(visit.reads, {
        owners: all.includes(asked) ? [asked] : all,
        actor_id: given('actor'),
        record_id: given('record'),
        date_from,
        date_to,
        cursor,
        limit: PAGE_ROWS,
      }),
      actors: [
        ...(await listMembers(db, visit.organisation.id)),
        ...(await listKeys(db, visit.organisation.id, visit.now)),
      ],
    };
  },
  view: ({ page, actors }, visit) => {
    const words = settingsWords(visit.language);
    const common = commonWords(visit.language);
    const { searchParams } = visit.url;
    const owners = [
      { value: visit.organisation.id as string, text: words.organisation },
      ...visit.companies.map(({ id, name }) => ({ value: id as string, text: name })),
    ];
    return {
      title: words.audit,
      main: (
        <>
          <Head title={words.audit} note={words.auditNote} />
          <Filters visit={visit}>
            <Select
              visit={visit}
              name="of"
              label={words.of}
              any={common.all}
              value={searchParams.get('of')}
              choices={owners}
            />
            <Select
              visit={visit}
              name="actor"
              label={words.who}
              any={common.all}
              value={searchParams.get('actor')}
              choices={actors.map(({ id, name }) => ({ value: id, text: name }))}
            />
            <Field
              visit={visit}
              name="record"
              label={words.record}
              value={searchParams.get('record')}
              maxlength={40}
            />
            <Field
              visit={visit}
              name="date_from"
              type="date"
              label={common.from}
              value={searchParams.get('date_from')}
            />
            <Field
              visit={visit}
              name="date_to"
              type="date"
              label={common.to}
              value={searchParams.get('date_to')}
            />
          </Filters>
          <Table<TrailEntry>
            caption={words.audit}
            rows={page.data}
            empty={words.noTrail}
            columns={[
              { head: words.when, cell: ({ at }) => <Moment visit={visit} value={at} /> },
              { head: words.who, main: true, cell: (entry) => <Actor visit={visit} entry={entry} /> },
              { head: words.what, cell: ({ action }) => action.replaceAll('_', ' ') },
              {
                head: words.record,
                cell: ({ record_id, record_type }) => (
                  <a href={`/settings/audit?record=${record_id}`}>
                    {record_type.replaceAll('_', ' ')} <small>{record_id}</small>
                  </a>
                ),
              },
              { head: words.changes, cell: (entry) => <Changes visit={visit} entry={entry} /> },
            ]}
          />
          <Pager visit={visit} page={page} />
        </>
      ),
    };
  },
});

const Actor = ({
  visit,
  entry: { actor, method },
}: {
  visit: OrganisationVisit;
  entry: TrailEntry;
}): VNode => {
  const words = settingsWords(visit.language);
  const methods: Readonly<Record<string, string>> = words.methods;
  return (
    <>
      {actor.name ?? (actor.type === 'system' ? words.service : actor.id)}
      {method !== null && <small> {words.byMethod(methods[method] ?? method)}</small>}
    </>
  );
};

const MOST_SHOWN = 300;

const valueText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
};

const Changes = ({ visit, entry }: { visit: OrganisationVisit; entry: TrailEntry }): VNode => {
  const words = settingsWords(visit.language);
  return (
    <details>
      <summary>
        {entry.changes
          .slice(0, 3)
          .map(({ field }) => field)
          .join(', ')}
        {entry.changes.length > 3 ? ', …' : ''}
      </summary>
      <dl class="changes">
        {entry.changes.map(({ field, before, after }) => (
          <div>
            <dt>{field}</dt>
            <dd>
              <del aria-label={words.before}>{valueText(before)}</del>{' '}
              <ins aria-label={words.after}>{valueText(after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
