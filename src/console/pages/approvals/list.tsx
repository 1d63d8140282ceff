// What waits for a decision, in all companies; several can be approved at once, after they were listed again.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { ApprovalStatusValues } from '../../../../generated/types.ts';
import type { ApprovalRecord } from '../../../domain/filing/approval/describe.ts';
import { listApprovals } from '../../../domain/filing/approval/list.ts';
import { dayIn } from '../../../base/time/day.ts';
import { isPreview } from '../../../domain/filing/approval/snapshot.ts';
import { organisationPage } from '../../page.ts';
import { ActForm, Select } from '../../parts/form.tsx';
import { choicesOf, Day, Filters, Head, Moment, State, withParams, Go, Small } from '../../parts/show.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import { WaitingCancellations, waitingCancellations } from '../invoices/cancellation.tsx';
import { approveSeveral } from './decide.ts';
import { codeText } from './field-words.ts';
import { signedTotal } from './load.ts';
import { riskText } from './risk-words.ts';
import { againFor, loadOutcomes, Outcomes } from './outcome.tsx';

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
    const { approval: own } = visit.words;
    return {
      title: own.title,
      ...againFor(outcomes, 'outcomes'),
      main: (
        <>
          <Outcomes outcomes={outcomes} />
          {chosen.length > 0 ? <Again rows={chosen} /> : <List rows={rows} />}
          {chosen.length === 0 && <WaitingCancellations waiting={cancellations} />}
        </>
      ),
    };
  },
});

/** Where it goes: channel, and to whom. */
const Way = ({ row: { snapshot } }: { row: ApprovalRecord }): VNode | null => {
  const visit = useOrganisation();
  return isPreview(snapshot) ? (
    <Small>
      {[codeText(visit.language, 'channel', snapshot.channel), snapshot.receiver, ...snapshot.recipients]
        .filter((part) => part !== null)
        .map((part) => (
          <div>{part}</div>
        ))}
    </Small>
  ) : null;
};

const Risks = ({ row: { risk_flags } }: { row: ApprovalRecord }): VNode => {
  const visit = useOrganisation();
  return (
    <div>
      {[...new Set(risk_flags.map(({ code }) => code))].map((code) => (
        <span class="state bad">{visit.words.risk.names[code]}</span>
      ))}
    </div>
  );
};

interface Listed {
  readonly rows: readonly ApprovalRecord[];
}

const columnsOf = (visit: OrganisationVisit): readonly Column<ApprovalRecord>[] => {
  const { common: words, approval: own } = visit.words;
  return [
    {
      head: own.buyer,
      main: true,
      cell: (row) => (
        <div>
          <a href={`/approvals/${row.id}`}>{row.buyer.name}</a>
          <Small>{row.entity.name}</Small>
        </div>
      ),
    },
    {
      head: own.kind,
      cell: (row) => (
        <div>
          {codeText(visit.language, 'record_type', row.record_type)}
          {row.title !== null && <Small>{row.title}</Small>}
          <Way row={row} />
        </div>
      ),
    },
    { head: words.total, money: (row) => [signedTotal(row), row.currency] },
    { head: own.risk, cell: (row) => <Risks row={row} /> },
    {
      head: own.askedAt,
      cell: (row) => (
        <div>
          {row.status !== 'pending' && <State value={row.status} />}{' '}
          <Moment value={row.requested_at} timeZone={row.entity.time_zone} />
          <Small>
            {own.expires} <Day value={dayIn(row.entity.time_zone, new Date(row.expires_at))} />
          </Small>
        </div>
      ),
    },
  ];
};

const List = ({ rows }: Listed): VNode => {
  const visit = useOrganisation();
  const { common: words, approval: own } = visit.words;
  const { searchParams } = visit.url;
  // What is out of the ordinary is ticked on its own.
  const chooseUsual = searchParams.get('choose') === 'usual';
  const choosable = visit.may('administrator') && rows.some(({ status }) => status === 'pending');
  const choose: Column<ApprovalRecord> = {
    head: own.choose,
    cell: ({ id, buyer, status, risk_flags }) =>
      status === 'pending' ? (
        <input
          type="checkbox"
          name="request"
          value={id}
          checked={chooseUsual && risk_flags.length === 0}
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
      <Filters>
        <Select
          name="status"
          label={words.status}
          value={searchParams.get('status') ?? 'pending'}
          choices={[...choicesOf(visit.language, ApprovalStatusValues), { value: 'all', text: words.all }]}
        />
        <Select
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
          <div class="buttons">
            <button class="quiet">{own.several}</button>
            <Go to={withParams(visit, { choose: 'usual' })} text={own.chooseUsual} quiet />
            <small>{own.chooseUsualNote}</small>
          </div>
        </form>
      )}
    </>
  );
};

const Again = ({ rows }: Listed): VNode => {
  const visit = useOrganisation();
  const { approval: own } = visit.words;
  return (
    <>
      <Head title={own.again} note={own.againNote} />
      <Table<ApprovalRecord> caption={own.again} rows={rows} columns={columnsOf(visit)} />
      {rows.flatMap(({ id, buyer, warnings, risk_flags, entity }) => [
        ...risk_flags.map((risk) => (
          <p class="warning" key={id}>
            {buyer.name}: {riskText(visit.language, risk, entity.time_zone)}
          </p>
        )),
        ...warnings.map((warning) => (
          <p class="warning mild" key={id}>
            {buyer.name}: {warning}
          </p>
        )),
      ])}
      <ActForm act="approve" action="/approvals" label={own.again}>
        {rows.map(({ id, snapshot_hash }) => (
          <>
            <input type="hidden" name="request" value={id} />
            <input type="hidden" name="seen" value={`${id} ${snapshot_hash}`} />
          </>
        ))}
        <div class="buttons">
          <button>
            {own.several} ({rows.length})
          </button>
          <Go to="/approvals" text={own.back} quiet />
        </div>
      </ActForm>
    </>
  );
};
