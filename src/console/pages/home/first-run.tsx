// From nothing to the first filed invoice and a connected agent: a list that reads from the books what is done.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import type { KeyRecord } from '../../../domain/parties/access/store.ts';
import type { FirstSteps } from '../../../domain/views/overview/overview.ts';
import { companyHref } from '../../visit.ts';

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
  const waiting = keys.find(({ status }) => status === 'active');
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
          : waiting === undefined
            ? '/settings/keys?first=1'
            : `/settings/keys/${waiting.id}`,
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
