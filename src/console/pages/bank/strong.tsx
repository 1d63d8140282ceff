// All strong suggestions at once: seen first, line by line, and booked only as they were seen.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { SERVICE } from '../../../../generated/service.ts';
import { ToolError } from '../../../base/errors.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import { findAccount } from '../../../domain/money/bank-accounts/store.ts';
import { readLines, type BankLine } from '../../../domain/bank/transactions/store/lines.ts';
import {
  acceptSuggestion,
  MAX_STRONG,
  type Strong,
  strongSuggestions,
} from '../../../domain/bank/reconciliation/accept.ts';
import { labelSuggestions } from '../../../domain/bank/reconciliation/explain.ts';
import type { Form } from '../../form.ts';
import { figure, share } from '../../format.ts';
import { companyPage, type Shown } from '../../page.ts';
import { ActForm, Select } from '../../parts/form.tsx';
import { Day, Filters, Head, State, Go } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { CompanyVisit } from '../../visit.ts';
import type { ConfirmScope } from './review-acts.ts';
import { FormProblem, toProblem } from '../../problem.ts';
import { tell } from '../../tell.ts';

/** Below the sureness at which matching confirms by itself, and not below that at which it suggests. */
const LIMITS: readonly number[] = [0.85, 0.8, 0.75, SERVICE.matching.suggest];
const USUAL = 0.8;
const AS_PAYMENT = { create_payment: true, additional_payment: false, confirm_surplus: false };

const limitOf = (text: string): number => LIMITS.find((each) => String(each) === text) ?? USUAL;
const seenName = (id: string): string => `seen.${id}`;

interface Outcome {
  readonly line: BankLine;
  /** Null: accepted. */
  readonly refused: string | null;
}

/** One change a line: what cannot be accepted keeps nothing else from it. */
const acceptTicked = async (visit: CompanyVisit, form: Form): Promise<Outcome[]> => {
  const { books } = visit.parts;
  const at_least = limitOf(form.text('limit'));
  const ids = [...new Set(form.all('tick'))].slice(0, MAX_STRONG);
  const lines = await readLines(visit.books, ids);
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const line = lines.find((each) => each.id === id);
    if (line === undefined || line.bank_account_id !== visit.params['account']) continue;
    const acceptance = {
      line_id: id,
      seen: form.text(seenName(id)),
      choice: 'suggestion',
      at_least,
    } as const;
    try {
      await books.change(visit.entity, visit.act('confirm_bank_match', acceptance), (ctx: ConfirmScope) =>
        acceptSuggestion(ctx, acceptance, AS_PAYMENT),
      );
      outcomes.push({ line, refused: null });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      outcomes.push({ line, refused: toProblem(error, visit.language)?.title ?? error.message });
    }
  }
  return outcomes;
};

export const strongPage = companyPage({
  path: '/bank/:account/review/strong',
  role: 'accountant',
  query: async ({ books, params, url }) => {
    const account = await findAccount(books, params['account'] ?? '');
    if (account === undefined) return undefined;
    const limit = limitOf(url.searchParams.get('limit') ?? '');
    const strong = await strongSuggestions(books, account.id, limit);
    return {
      account,
      limit,
      strong,
      labels: await labelSuggestions(
        books,
        strong.flatMap(({ rows }) => rows),
      ),
    };
  },
  acts: {
    accept: async (visit, form) => {
      if (form.all('tick').length === 0) throw new FormProblem({ tick: visit.words.review.unticked });
      return outcomePage(visit, await acceptTicked(visit, form));
    },
  },
  view: ({ account, limit, strong, labels }, visit) => {
    const { review: own } = visit.words;
    const shares = LIMITS.map((value) => ({ value: String(value), text: share(visit.language, value) }));
    return {
      title: own.strongTitle,
      main: (
        <>
          <Head title={own.strongTitle} note={own.strongNote}>
            <Go to={visit.href(`/bank/${account.id}/review`)} text={own.back} quiet />
          </Head>
          <Filters>
            <Select name="limit" label={own.limit} value={String(limit)} choices={shares} />
          </Filters>
          {strong.length === 0 ? (
            <p class="empty">{own.strongNone}</p>
          ) : (
            <ActForm act="accept" label={own.strongTitle}>
              <input type="hidden" name="limit" value={String(limit)} />
              <StrongList strong={strong} labels={labels} />
              <div class="buttons">
                <button>{own.strongAccept(figure(visit.language, strong.length))}</button>
              </div>
            </ActForm>
          )}
        </>
      ),
    };
  },
});

const signed = ({ transaction_type, amount_minor }: BankLine): number =>
  transaction_type === 'debit' ? -amount_minor : amount_minor;

const StrongList = ({
  strong,
  labels,
}: {
  strong: readonly Strong[];
  labels: ReadonlyMap<string, string>;
}): VNode => {
  const visit = useCompany();
  const { common: words, review: own } = visit.words;
  return (
    <Table<Strong>
      caption={own.strongTitle}
      rows={strong}
      columns={[
        {
          head: own.accept,
          cell: ({ line, seen }) => (
            <>
              <input
                type="checkbox"
                name="tick"
                value={line.id}
                checked={visit.sent?.all('tick').includes(line.id) ?? true}
                aria-label={line.description}
              />
              <input type="hidden" name={seenName(line.id)} value={seen} />
            </>
          ),
        },
        { head: words.date, cell: ({ line }) => <Day value={line.date} /> },
        { head: words.description, main: true, cell: ({ line }) => line.description },
        {
          head: own.document,
          cell: ({ rows }) => (
            <>
              {rows.map(({ record_id }) => labels.get(record_id) ?? record_id).join(', ')}
              <details>
                <summary>{own.reasons}</summary>
                <ul class="reasons">
                  {rows[0]?.reasons.map((reason) => (
                    <li>{tell(visit.language, reason)}</li>
                  ))}
                </ul>
              </details>
            </>
          ),
        },
        {
          head: own.sureness,
          figure: true,
          cell: ({ rows }) => share(visit.language, toNumber(decimal(rows[0]?.confidence ?? '0'))),
        },
        {
          head: words.amount,
          money: ({ line }) => [minorToWire(signed(line), line.currency), line.currency],
        },
      ]}
    />
  );
};

const outcomePage = (visit: CompanyVisit, outcomes: readonly Outcome[]): Shown => {
  const { common: words, review: own } = visit.words;
  const account = visit.params['account'] ?? '';
  const accepted = outcomes.filter(({ refused }) => refused === null).length;
  return {
    title: own.strongTitle,
    main: (
      <>
        <Head
          title={own.strongDone(figure(visit.language, accepted), figure(visit.language, outcomes.length))}
        >
          <Go to={visit.href(`/bank/${account}/review`)} text={own.back} />
        </Head>
        <Table<Outcome>
          caption={own.outcome}
          id="outcomes"
          rows={outcomes}
          columns={[
            {
              head: words.description,
              link: ({ line }) => [visit.href(`/bank/${account}/lines/${line.id}`), line.description],
            },
            {
              head: own.outcome,
              cell: ({ refused }) =>
                refused === null ? (
                  <State value="confirmed" />
                ) : (
                  <span title={refused}>
                    {own.untouched}: {refused}
                  </span>
                ),
            },
            {
              head: words.amount,
              money: ({ line }) => [minorToWire(signed(line), line.currency), line.currency],
            },
          ]}
        />
      </>
    ),
  };
};
