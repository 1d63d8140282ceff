// Gives the demo organisation of a new database a year of books, in the background once the service is ready.
import { addDays, dayIn } from '../../../base/time/day.ts';
import type { Secrets } from '../../../base/secrets/secrets.ts';
import type { Inbox } from '../../../domain/across/inbox/inbox.ts';
import type { Books } from '../../../domain/ground/change/change.ts';
import type { Actor } from '../../../domain/ground/change/scope.ts';
import { findRepeat } from '../../../domain/ground/change/store.ts';
import { allEntities } from '../../../domain/ground/entities/store.ts';
import type { ImportScope } from '../../../domain/across/imports/importer.ts';
import { IMPORTERS } from '../../../domain/across/imports/importers.ts';
import { listMembers, listOrganisations, type Member } from '../../../domain/ground/organisations/store.ts';
import type { MatchingRuns } from '../../../domain/bank/reconciliation/runs/matching-runs.ts';
import { createTask } from '../../../domain/documents/tasks/create.ts';
import { completeTask } from '../../../domain/documents/tasks/move.ts';
import { allStored, asRows, demoAct, OPTIONS } from '../build.ts';
import { COMPANIES, partyRow } from '../companies.ts';
import { DEMO_MEMBERS, DEMO_ORGANISATION_ID } from '../organisation.ts';
import { openIssuers } from '../papers/sandbox-issuers.ts';
import { makeBank } from './bank.ts';
import { type History, planHistory } from './history.ts';
import { makeReceived } from './received.ts';
import { idOfParty, makeLive } from './live.ts';
import { once, type Steps, wasMade } from './steps.ts';
import type { DemoTask, DemoYear } from './types.ts';

export interface YearParts {
  readonly books: Books;
  readonly matchingRuns: MatchingRuns;
  /** Reads what suppliers sent. */
  readonly inbox: Pick<Inbox, 'read'>;
  /** Of the sandbox's authority. */
  readonly secrets: Secrets;
  /** The key in whose name agents act; undefined when it was revoked. */
  readonly key_id: string | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** The last step of a company. */
const LAST = 'task: done';

/** Returns the number of companies that got their year now: none where it was made, or beside real books. */
export const makeYear = async (parts: YearParts): Promise<number> => {
  const { books, now } = parts;
  const { reader } = books.database;
  const organisations = await listOrganisations(reader);
  const organisation = organisations.find(({ id }) => id === DEMO_ORGANISATION_ID);
  if (organisation === undefined || organisations.length > 1) return 0;
  const wanted = demoAct(now(), true);
  const asked = await findRepeat({ db: reader, entity: { id: organisation.id } }, wanted, new Date(0));
  if (asked === undefined) return 0;
  let made = 0;
  for (const entity of await allEntities(reader, organisation.id)) {
    const demo = COMPANIES.find(({ company }) => company.entity.country === entity.country_code);
    const today = dayIn(entity.time_zone, new Date(organisation.created_at));
    const steps: Steps = { books, entity, today, now, signal: parts.signal };
    if (demo === undefined || (await wasMade(steps, LAST)) !== undefined) continue;
    await makeCompany(
      steps,
      { ...demo.year, known: demo.company.counterparties },
      parts,
      await listMembers(reader, organisation.id),
    );
    made += 1;
  }
  return made;
};

const makeCompany = async (
  steps: Steps,
  year: DemoYear,
  { books, key_id, matchingRuns, inbox, secrets, now }: YearParts,
  members: readonly Member[],
): Promise<void> => {
  const [administrator, bookkeeper] = DEMO_MEMBERS.map((wanted) =>
    members.find(({ email }) => email === wanted.email),
  );
  if (administrator === undefined || bookkeeper === undefined) return;
  const system: Actor = { type: 'system', id: 'admin' };
  const agent: Actor = key_id === undefined ? system : { type: 'key', id: key_id };
  const history = planHistory(year, steps.today);
  await once(steps, 'history', system, (ctx) => importHistory(ctx, year, history));
  const byBookkeeper: Actor = { type: 'member', id: bookkeeper.id };
  await makeBank(steps, year, history.moves, { bookkeeper: byBookkeeper, matchingRuns });
  await makeLive(steps, year, { agent, administrator });
  const issuers = openIssuers(books.database, secrets, now);
  await makeReceived(steps, year, { bookkeeper: byBookkeeper, inbox, issuers });
  for (const [index, task] of year.tasks.filter(({ done }) => done !== true).entries())
    await once(steps, `task: ${index + 1}`, agent, (ctx) => makeTask(ctx, steps, task));
  await once(steps, LAST, agent, async (ctx) => {
    for (const task of year.tasks.filter(({ done }) => done === true))
      await completeTask(ctx, (await makeTask(ctx, steps, task)).id);
  });
};

const importHistory = async (ctx: ImportScope, { counterparties }: DemoYear, history: History) => {
  const { invoices, invoice_payments, bills, bill_payments } = history;
  allStored(await IMPORTERS.counterparties.store(ctx, asRows(counterparties.map(partyRow)), OPTIONS));
  allStored(await IMPORTERS.invoices.store(ctx, asRows(invoices), OPTIONS));
  allStored(await IMPORTERS.bills.store(ctx, asRows(bills), OPTIONS));
  allStored(await IMPORTERS.invoice_payments.store(ctx, asRows(invoice_payments), OPTIONS));
  allStored(await IMPORTERS.bill_payments.store(ctx, asRows(bill_payments), OPTIONS));
};

const makeTask = async (
  ctx: Parameters<typeof createTask>[0],
  { today }: Steps,
  { due_in, assigned_to, about, title, description, priority }: DemoTask,
) =>
  createTask(ctx, {
    title,
    description,
    priority,
    due_at: addDays(today, due_in),
    ...(assigned_to === null ? {} : { assigned_to_email: assigned_to }),
    taskable_type: 'Counterparty',
    taskable_id: await idOfParty(ctx, about),
  });
