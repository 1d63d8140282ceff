// One bank account: how far it is reconciled, its lines, and the matcher at work.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import type { BankAccount, BankTransaction } from '../../../../generated/types.ts';
import { type ShownRun, findMatchingRun } from '../../../domain/bank/reconciliation/runs/matching-runs.ts';
import { findAccount } from '../../../domain/money/bank-accounts/store.ts';
import { setAccountActive } from '../../../domain/money/bank-accounts/update.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import type { Page as ListPage } from '../../../domain/ground/lists/page.ts';
import { describeReconciledAccount } from '../../../domain/bank/reconciliation/accounts.ts';
import { figure } from '../../format.ts';
import { type Act, companyPage, actBy } from '../../page.ts';
import { Send } from '../../parts/form.tsx';
import { Day, Facts, Head, Moment, Money, State, Go } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { LineFilters, LineList, readLines } from './lines.tsx';

interface AccountData {
  readonly account: BankAccount;
  readonly lines: ListPage<BankTransaction>;
  readonly run: ShownRun | 'failed' | undefined;
}

/** How long the page waits for the outcome before it shows that work goes on. */
const WAIT_MS = 1_500;
const LOOK_AGAIN_SECONDS = 2;

const setActive = (active: boolean): Act<CompanyVisit> =>
  actBy('accountant', async (visit) => {
    const { bank: own } = visit.words;
    const id = visit.params['account'] ?? '';
    type Scope = EntityChange<'bank_account_not_found', 'nothing_changed'>;
    await visit.change('set_bank_account_active', { bank_account_id: id, active }, (ctx: Scope) =>
      setAccountActive(ctx, id, active),
    );
    return { to: visit.href(`/bank/${id}`), say: active ? own.activated : own.deactivated };
  });

/** Matching is many changes of its own, each with the person in its trail. */
export const runMatching: Act<CompanyVisit> = actBy('accountant', async (visit) => {
  const bank_account_id = visit.params['account'] ?? '';
  const { actor, action, arguments_hash, request_id } = visit.act('run_ai_matching', { bank_account_id });
  const { books, matchingRuns } = visit.parts;
  const deadline = new AbortController();
  const job = { ...visit.books, books, actor, action, arguments_hash, request_id, deadline };
  const { run_id, replayed } = await matchingRuns.run(job, bank_account_id, WAIT_MS);
  const to = visit.href(`/bank/${bank_account_id}?run=${run_id}`);
  return replayed ? { to, say: visit.words.bank.replayed } : { to };
});

export const accountPage = companyPage({
  path: '/bank/:account',
  role: 'viewer',
  query: async (visit): Promise<AccountData | undefined> => {
    const account = await findAccount(visit.books, visit.params['account'] ?? '');
    if (account === undefined) return undefined;
    const run = visit.url.searchParams.get('run');
    return {
      account: await describeReconciledAccount(visit.books, account),
      lines: await readLines(visit, account.id),
      run: run === null ? undefined : await findMatchingRun(visit.books, account.id, run),
    };
  },
  acts: { run: runMatching, activate: setActive(true), deactivate: setActive(false) },
  view: ({ account, lines, run }, visit) => ({
    title: account.name,
    ...(isRunning(run) ? { again: LOOK_AGAIN_SECONDS } : {}),
    main: (
      <>
        <Buttons account={account} />
        <Outcome run={run} />
        <Reconciled account={account} />
        <h2>{visit.words.bank.lines}</h2>
        <LineFilters />
        <LineList page={lines} />
      </>
    ),
  }),
});

const isRunning = (run: AccountData['run']): boolean => typeof run === 'object' && run.status === 'running';

const Buttons = ({ account }: { account: BankAccount }): VNode => {
  const visit = useCompany();
  const { bank: own, common: words } = visit.words;
  const href = (path: string): string => visit.href(`/bank/${account.id}${path}`);
  const waiting = account.suggested_count + account.unmatched_count;
  return (
    <Head title={account.name} note={<State value={account.active ? 'active' : 'inactive'} />}>
      {visit.may('accountant') && account.active && (
        <>
          {waiting > 0 && <Go to={href('/review')} text={own.reviewNote(figure(visit.language, waiting))} />}
          <Send act="run" text={own.run} action={href('')} quiet />
          <Go to={href('/import')} text={own.upload} quiet />
        </>
      )}
      <Go to={href('/statements')} text={own.statements} quiet />
      {visit.may('accountant') && (
        <>
          <Go to={href('/edit')} text={words.edit} quiet />
          <Send
            act={account.active ? 'deactivate' : 'activate'}
            text={account.active ? own.deactivate : own.activate}
            action={href('')}
            quiet
          />
        </>
      )}
    </Head>
  );
};

const Outcome = ({ run }: { run: AccountData['run'] }): VNode => {
  const visit = useCompany();
  const { language } = visit;
  const { bank: own } = visit.words;
  const n = (value: number): string => figure(language, value);
  if (run === undefined) return <></>;
  if (run === 'failed')
    return (
      <p class="warning" id="run" role="status">
        {own.runFailed}
      </p>
    );
  const { status, processed, auto_confirmed, suggested, unmatched } = run;
  return (
    <div class="card" id="run" role="status" data-run={status}>
      {status === 'running' ? (
        <p>
          {own.running(processed)} <progress aria-label={own.run} />
        </p>
      ) : (
        <p>{own.ran(n(processed), n(auto_confirmed), n(suggested), n(unmatched))}</p>
      )}
    </div>
  );
};

const Reconciled = ({ account }: { account: BankAccount }): VNode => {
  const visit = useCompany();
  const { common: words, bank: own } = visit.words;
  const { reconciliation: facts, currency } = account;
  const money = (value: number): VNode => <Money value={value} currency={currency} />;
  return (
    <Facts
      rows={[
        [words.type, own.types[account.account_type]],
        [own.clabe, account.clabe],
        [own.iban, account.iban],
        [own.bic, account.bic],
        [own.routing_number, account.routing_number],
        [own.digits, account.account_number_masked],
        [own.suggested, figure(visit.language, facts.suggested_count)],
        [own.unmatched, figure(visit.language, facts.unmatched_count)],
        [own.unmatchedAmount, money(facts.unmatched_amount)],
        [own.matched, figure(visit.language, facts.matched_count)],
        [own.matchedAmount, money(facts.matched_amount)],
        [
          own.lastStatement,
          facts.last_statement_date === null ? null : <Day value={facts.last_statement_date} />,
        ],
        [own.lastMatched, facts.last_matched_at === null ? null : <Moment value={facts.last_matched_at} />],
      ]}
    />
  );
};
