// What waits for a decision, in all companies; several can be approved at once, after they were listed again.
import type { VNode } from 'preact';
import { ApprovalStatusValues } from '../../../../generated/types.ts';
import type { ApprovalRecord } from '../../../domain/filing/approval/describe.ts';
import { listApprovals } from '../../../domain/filing/approval/list.ts';
import { organisationPage } from '../../page.ts';
import { ActForm, Select } from '../../parts/form.tsx';
import { choicesOf, Day, Filters, Head, Moment, Money, State, Table } from '../../parts/show.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import { commonWords } from '../../words.ts';
import { WaitingCancellations, waitingCancellations } from '../invoices/cancellation.tsx';
import { approveSeveral } from './decide.ts';
import { againFor, loadOutcomes, Outcomes } from './outcome.tsx';
import { approvalWords } from './words.ts';

export const approvalList = organisationPage({
  path: '/approvals',
  role: 'viewer',
  query: async (visit) => {
    const { searchParams } = visit.url;
    const asked = searchParams.get('status') ?? 'pending';
    const status =
      asked === 'all' ? null : (ApprovalStatusValues.find((value) => value === asked) ?? 'pending');
    const rows = await listApprovals(visit.reads.db, visit.organisation.id, status, visit.now);
    const company = searchParams.get('company');
    const own =
      company === null || company === '' ? rows : rows.filter(({ entity }) => entity.id === company);
    const chosen = searchParams.getAll('request');
    return {
      rows: status === 'pending' ? own.toReversed() : own,
      outcomes: await loadOutcomes(visit),
      cancellations: status === 'pending' ? await waitingCancellations(visit, company) : [],
      chosen: own.filter(({ id, status: state }) => state === 'pending' && chosen.includes(id)),
    };
  },
  acts: { approve: approveSeveral },
  view: ({ rows, chosen, outcomes, cancellations }, visit) => {
    const own = approvalWords(visit.language);
    return {
      title: own.title,
      ...againFor(outcomes, 'outcomes'),
      main: (
        <>
          <Outcomes visit={visit} outcomes={outcomes} />
          {chosen.length > 0 ? <Again visit={visit} rows={chosen} /> : <List visit={visit} rows={rows} />}
          {chosen.length === 0 && <WaitingCancellations visit={visit} waiting={cancellations} />}
        </>
      ),
    };
  },
});

interface Listed {
  readonly visit: OrganisationVisit;
  readonly rows: readonly ApprovalRecord[];
}

const columnsOf = (visit: OrganisationVisit) => {
  const words = commonWords(visit.language);
  const own = approvalWords(visit.language);
  return [
    {
      head: own.buyer,
      main: true,
      cell: (row: ApprovalRecord) => <a href={`/approvals/${row.id}`}>{row.buyer.name}</a>,
    },
    { head: words.title, cell: (row: ApprovalRecord) => row.title },
    { head: words.company, cell: (row: ApprovalRecord) => row.entity.name },
    {
      head: words.total,
      figure: true,
      cell: (row: ApprovalRecord) => (
        <Money visit={visit} value={Number(row.total)} currency={row.currency} />
      ),
    },
    { head: own.askedAt, cell: (row: ApprovalRecord) => <Moment visit={visit} value={row.requested_at} /> },
    { head: own.expires, cell: (row: ApprovalRecord) => <Day visit={visit} value={row.expires_at} /> },
    { head: words.status, cell: (row: ApprovalRecord) => <State visit={visit} value={row.status} /> },
  ];
};

const List = ({ visit, rows }: Listed): VNode => {
  const words = commonWords(visit.language);
  const own = approvalWords(visit.language);
  const { searchParams } = visit.url;
  const choosable = visit.may('administrator') && rows.some(({ status }) => status === 'pending');
  const choose = {
    head: own.choose,
    cell: ({ id, buyer, status }: ApprovalRecord) =>
      status === 'pending' ? (
        <input
          type="checkbox"
          name="request"
          value={id}
          form="several"
          aria-label={`${own.choose}: ${buyer.name}`}
        />
      ) : (
        ''
      ),
  };
  return (
    <>
      <Head title={own.title} note={visit.organisation.name} />
      <Filters visit={visit}>
        <Select
          visit={visit}
          name="status"
          label={words.status}
          value={searchParams.get('status') ?? 'pending'}
          choices={[...choicesOf(visit.language, ApprovalStatusValues), { value: 'all', text: words.all }]}
        />
        <Select
          visit={visit}
          name="company"
          label={words.company}
          any={words.all}
          value={searchParams.get('company')}
          choices={visit.companies.map(({ id, name }) => ({ value: id, text: name }))}
        />
      </Filters>
      <Table<ApprovalRecord>
        caption={own.title}
        rows={rows}
        empty={own.none}
        columns={choosable ? [choose, ...columnsOf(visit)] : columnsOf(visit)}
      />
      {choosable && (
        <form id="several" method="get" action="/approvals">
          <p>
            <button class="quiet">{own.several}</button>
          </p>
        </form>
      )}
    </>
  );
};

const Again = ({ visit, rows }: Listed): VNode => {
  const own = approvalWords(visit.language);
  return (
    <>
      <Head title={own.again} note={own.againNote} />
      <Table<ApprovalRecord> caption={own.again} rows={rows} columns={columnsOf(visit)} />
      {rows.flatMap(({ id, buyer, warnings }) =>
        warnings.map((warning) => (
          <p class="warning mild" key={id}>
            {buyer.name}: {warning}
          </p>
        )),
      )}
      <ActForm visit={visit} act="approve" action="/approvals" label={own.again}>
        {rows.map(({ id }) => (
          <input type="hidden" name="request" value={id} />
        ))}
        <div class="buttons">
          <button>
            {own.several} ({rows.length})
          </button>
          <a class="button quiet" href="/approvals">
            {own.back}
          </a>
        </div>
      </ActForm>
    </>
  );
};
