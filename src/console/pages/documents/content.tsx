// What stands on a sales document: lines with their codes and taxes, totals, what the rules say, and how its filing
// went. The same on its own page and where a person approves it.
import { useVisit } from '../../context.ts';
import type { ComponentChildren, VNode } from 'preact';
import { ANYBODY, fit } from '../../../base/text/fit.ts';
import type { Compliance, Invoice, InvoiceFiling, InvoiceLine } from '../../../../generated/types.ts';
import { figure } from '../../format.ts';
import { Day, Facts, Money, Moment, State, Section, Small } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { Visit } from '../../visit.ts';
import { tellIssue } from '../../tell.ts';

type DerivedValues = readonly { readonly path: string; readonly reason: string }[];

/** By path, made once for each list: a long document asks for as many as it has. */
const byPath = new WeakMap<DerivedValues, ReadonlyMap<string, DerivedValues[number]>>();

const derivedAt = (of: DerivedValues, path: string): DerivedValues[number] | undefined => {
  // The first of a path counts, which is set last.
  const known = byPath.get(of) ?? new Map(of.toReversed().map((entry) => [entry.path, entry]));
  byPath.set(of, known);
  return known.get(path);
};

/** A value that a rule chose is marked, so that nobody approves it unseen. */
export const Derived = ({
  of,
  path,
  children,
}: {
  of: DerivedValues;
  path: string;
  children: ComponentChildren;
}): VNode => {
  const visit = useVisit();
  const found = derivedAt(of, path);
  const { document: words } = visit.words;
  return found === undefined ? (
    <>{children}</>
  ) : (
    <>
      {children}{' '}
      <span class="derived" title={`${words.derivedTitle}: ${found.reason}`}>
        {words.derived}
      </span>
    </>
  );
};

const codesOf = (line: InvoiceLine): [string, string][] =>
  Object.entries(line.country_details).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );

/** Where a line leaves out its only tax, the totals name it. */
const taxesOf = ({ taxes, tax_rate }: InvoiceLine, { tax_breakdown }: Invoice): InvoiceTaxes => {
  const same = tax_breakdown.find(({ factor, rate }) => factor === 'rate' && rate === tax_rate);
  return taxes ?? (same === undefined ? [] : [{ ...same, withheld: false }]);
};
type InvoiceTaxes = NonNullable<InvoiceLine['taxes']>;

const taxText = (visit: Visit, taxes: InvoiceTaxes, { tax_rate }: InvoiceLine): string => {
  const { document: words } = visit.words;
  if (taxes.length === 0) return `${figure(visit.language, tax_rate)} %`;
  return taxes
    .map(({ tax, factor, rate, withheld }) => {
      const size =
        factor === 'exempt'
          ? words.exempt
          : factor === 'quota'
            ? figure(visit.language, rate)
            : `${figure(visit.language, rate)} %`;
      return `${tax} ${size}${withheld ? ` (${words.retained})` : ''}`;
    })
    .join(', ');
};

export const Lines = ({ invoice, derived }: { invoice: Invoice; derived: DerivedValues }): VNode => {
  const visit = useVisit();
  const { common: words, document: own } = visit.words;
  const { currency } = invoice;
  return (
    <Table<InvoiceLine>
      title={own.lines}
      rows={invoice.line_items}
      columns={[
        { head: words.description, main: true, cell: (line) => line.description },
        {
          head: own.codes,
          cell: (line) => (
            <small>
              {codesOf(line).map(([name, value]) => (
                <div>
                  <Derived of={derived} path={`line_items[${line.position - 1}].country_details.${name}`}>
                    <code>{value}</code>
                  </Derived>
                </div>
              ))}
            </small>
          ),
        },
        { head: words.quantity, figure: true, cell: (line) => figure(visit.language, line.quantity) },
        { head: words.price, figure: true, cell: (line) => figure(visit.language, line.unit_price, 2) },
        {
          head: own.discount,
          figure: true,
          cell: (line) =>
            (line.discount_amount ?? 0) === 0 ? (
              ''
            ) : (
              <Money value={line.discount_amount ?? 0} currency={currency} />
            ),
        },
        { head: own.taxes, cell: (line) => taxText(visit, taxesOf(line, invoice), line) },
        { head: words.amount, money: (line) => [line.subtotal, currency] },
      ]}
    />
  );
};

export const Totals = ({ invoice }: { invoice: Invoice }): VNode => {
  const visit = useVisit();
  const { common: words, document: own } = visit.words;
  const row = (name: string, value: number, strong = false): VNode => (
    <tr class={strong ? 'strong' : undefined}>
      <th scope="row">{name}</th>
      <td class="figure">
        <Money value={value} currency={invoice.currency} />
      </td>
    </tr>
  );
  return (
    <table class="totals">
      <caption class="unseen">{words.total}</caption>
      <tbody>
        {(invoice.allowances ?? []).map(({ charge, amount, reason }) =>
          row(`${charge ? own.charge : own.allowance}: ${reason}`, charge ? amount : -amount),
        )}
        {row(words.subtotal, invoice.subtotal)}
        {invoice.tax_breakdown.map(({ tax, category, rate, factor, amount }) =>
          row(
            `${tax} ${factor === 'exempt' ? own.exempt : `${figure(visit.language, rate)}${factor === 'quota' ? '' : ' %'}`} ${category.length === 1 ? category : ''}`.trim(),
            amount,
          ),
        )}
        {invoice.withholdings.map(({ tax, rate, amount }) =>
          row(`${own.withheldTotal}: ${tax} ${figure(visit.language, rate)} %`, -amount),
        )}
        {(invoice.prepaid_amount ?? 0) !== 0 && row(own.prepaid, -(invoice.prepaid_amount ?? 0))}
        {row(words.total, invoice.total, true)}
      </tbody>
    </table>
  );
};

/** Warnings and errors stand above what is decided, never behind a tab. */
export const Checks = ({ compliance, ask }: { compliance: Compliance; ask: boolean }): VNode | null => {
  const visit = useVisit();
  const { document: own } = visit.words;
  if (!ask && compliance.issues.length === 0) return null;
  return (
    <Section title={own.checks}>
      {compliance.issues.length === 0 && <p class="quiet">{compliance.ready ? own.ready : own.notReady}</p>}
      {compliance.issues.map((issue) => (
        <div class={issue.severity === 'error' ? 'warning' : 'warning mild'}>
          <strong>{issue.rule}</strong> {tellIssue(visit.language, issue).message}
          <Small>
            {own.toFix}: {tellIssue(visit.language, issue).fix}
          </Small>
        </div>
      ))}
    </Section>
  );
};

export const Filing = ({
  filing,
  approvalHref,
}: {
  filing: InvoiceFiling;
  approvalHref?: (id: string) => string;
}): VNode => {
  const visit = useVisit();
  const { document: own } = visit.words;
  const { approval, last_error, cancellation, delivery } = filing;
  return (
    <Section title={own.filing}>
      {last_error !== null && (
        <div class="warning">
          <strong>{last_error.code}</strong> {last_error.message}
          {last_error.fix !== null && (
            <Small>
              {own.toFix}: {fit(last_error.fix, ANYBODY)}
            </Small>
          )}
        </div>
      )}
      <Facts
        rows={[
          [visit.words.common.status, <State value={filing.status} />],
          [own.uuid, filing.uuid],
          [own.filedAt, filing.filed_at === null ? null : <Moment value={filing.filed_at} />],
          [
            own.approval,
            approval === null || (approvalHref === undefined && approval.reason === null) ? null : (
              <>
                {approvalHref === undefined ? null : (
                  <a href={approvalHref(approval.id)}>
                    <State value={approval.status} />
                  </a>
                )}{' '}
                {approval.reason}
              </>
            ),
          ],
          [
            own.cancellation,
            cancellation === null ? null : (
              <>
                <State value={cancellation.status} /> {cancellation.reason}
              </>
            ),
          ],
          [
            own.delivery,
            <>
              {delivery.recipient} <small>{own.dueDelivery[delivery.status]}</small> {delivery.reason}
            </>,
          ],
        ]}
      />
    </Section>
  );
};

export const detailText = (visit: Visit, name: string): string => {
  const names: Readonly<Record<string, string>> = visit.words.document.details;
  return names[name] ?? name.replaceAll('_', ' ');
};

/** The head of an invoice: whose, when, how it is to be paid. */
export const InvoiceFacts = ({
  invoice,
  customerHref,
}: {
  invoice: Invoice;
  customerHref: string;
}): VNode => {
  const visit = useVisit();
  const { common: words, document: own } = visit.words;
  const details = Object.entries(invoice.country_details).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return (
    <Facts
      rows={[
        [words.customer, <a href={customerHref}>{invoice.counterparty.name}</a>],
        [words.issued, <Day value={invoice.issue_date} />],
        [words.due, <Day value={invoice.due_date} />],
        [own.terms, own.days(invoice.payment_terms_days)],
        [words.balance, <Money value={invoice.balance_due} currency={invoice.currency} />],
        [
          own.exchangeRate,
          invoice.exchange_rate === null
            ? null
            : `${figure(visit.language, invoice.exchange_rate)} (${invoice.exchange_rate_date ?? ''} ${invoice.exchange_rate_source ?? ''})`,
        ],
        ...details.map(([name, value]): [string, VNode] => [
          detailText(visit, name),
          <Derived of={invoice.derived} path={`country_details.${name}`}>
            {value}
          </Derived>,
        ]),
        [words.notes, invoice.notes],
      ]}
    />
  );
};
