// What follows from the list of article 69-B (CFF) in a company's books: bills of a definitive supplier are not deducted and
// somebody is asked to act within the term, bills of a presumed one warn, and whoever leaves the list is taken at its word.
import { english } from '../../../base/said.ts';
import type { Reader } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { normaliseRfc } from '../../../einvoicing/mx-cfdi/rfc.ts';
import { addDays } from '../../../base/time/day.ts';
import { keepFindings } from '../../documents/bills/validation.ts';
import { changeReceived } from '../../documents/received/change.ts';
import { fixOf, onBill, saysOf } from '../../documents/received/describe.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { dueOn } from '../../documents/tasks/due.ts';
import { closeTask } from '../../documents/tasks/move.ts';
import type { EntityChange } from '../../ground/change/change.ts';
import { EFOS_RULES, findListed, type Listed, listedIssues } from '../../parties/efos-list/list.ts';
import {
  dropListedBill,
  dropStanding,
  findListedBill,
  findStanding,
  keepListedBill,
  keepStanding,
} from '../../parties/efos-list/store.ts';
import { dealtWith } from './store.ts';

/**
 * To prove that the goods or services were real, or to correct the returns: CFF 69-B, eighth paragraph. Its days are working
 * days; counted in calendar days the term ends no later.
 */
const TERM_DAYS = 30;

/** Brings a bill in line with where its supplier stands; undefined: no longer on the list. */
export const heedBill = async (
  ctx: EntityChange,
  bill_id: string,
  rfc: string,
  listed: Listed | undefined,
): Promise<void> => {
  const known = await findListedBill(ctx, bill_id);
  if (known === undefined && listed === undefined) return;
  const isBlocked = listed?.situation === 'Definitivo';
  const wasBlocked = known?.situation === 'Definitivo';
  const isProven = known?.proven === true;
  const found = isBlocked && isProven ? [] : listedIssues(listed).flatMap(onBill);
  const before = await keepFindings(ctx, bill_id, EFOS_RULES, found, ({ deductibility }) => {
    if (isProven) return deductibility;
    if (isBlocked) return 'non_deductible';
    return wasBlocked && deductibility === 'non_deductible' ? known.deductibility : deductibility;
  });
  if (listed === undefined) return dropListedBill(ctx, bill_id);
  await keepListedBill(ctx, {
    bill_id,
    rfc,
    situation: listed.situation,
    deductibility: wasBlocked ? known.deductibility : before.deductibility,
    proven: isProven,
  });
};

export const isInLine = (issues: readonly StoredIssue[], listed: Listed | undefined): boolean =>
  rulesOf(issues.filter(({ rule }) => EFOS_RULES.has(rule))) === rulesOf(listedIssues(listed));

const rulesOf = (issues: readonly StoredIssue[]): string => issues.map(({ rule }) => rule).join(' ');

export const heedDocument = async (
  ctx: EntityChange,
  id: string,
  listed: Listed | undefined,
): Promise<void> => {
  await changeReceived(ctx, id, 'document.checked', ({ issues, due_at }) =>
    due_at !== null || isInLine(issues, listed)
      ? undefined
      : { issues: [...issues.filter(({ rule }) => !EFOS_RULES.has(rule)), ...listedIssues(listed)] },
  );
};

/** Whether there is nothing left to do for the supplier as such. */
export const isStanding = async (
  ctx: Tenant<Reader>,
  rfc: string,
  listed: Listed | undefined,
): Promise<boolean> => {
  const standing = await findStanding(ctx, rfc);
  if (standing === undefined || listed === undefined) return standing === listed;
  return standing.situation === listed.situation;
};

/** One task for each supplier that is definitive; it is taken back once that is no longer so. */
export const heedStanding = async (
  ctx: EntityChange,
  rfc: string,
  listed: Listed | undefined,
): Promise<void> => {
  const standing = await findStanding(ctx, rfc);
  if (standing?.situation === listed?.situation) return;
  if (standing !== undefined && standing.task_id !== null)
    await closeTask(ctx, standing.task_id, 'cancelled');
  if (listed === undefined) return dropStanding(ctx, rfc);
  const dealt = await dealtWith(ctx, rfc);
  // Whoever sold nothing yet is looked up again.
  if (dealt === undefined) return;
  const { situation } = listed;
  const task_id = situation === 'Definitivo' ? await askSomebody(ctx, listed, dealt.counterparty_id) : null;
  await keepStanding(ctx, { rfc, situation, task_id });
};

const askSomebody = (ctx: EntityChange, listed: Listed, counterparty_id: string | null): Promise<string> => {
  const [found] = listedIssues(listed);
  const { published_on } = listed;
  const until = addDays(published_on, TERM_DAYS);
  const said = found === undefined ? '' : `${english(saysOf(found))} ${english(fixOf(found))} `;
  return storeTask(ctx, {
    // Without its name, which others wrote: titles are read as words of the house.
    title: 'Act on a supplier that is definitive under article 69-B',
    description: `${said}Its bills are not deductible until then. The term is counted in calendar days from ${published_on} and ends on ${until}.`,
    priority: 'high',
    due: dueOn(ctx, until),
    assignee: null,
    ...(counterparty_id === null
      ? ({ taskable_type: 'Entity', taskable_id: ctx.entity.id } as const)
      : ({ taskable_type: 'Counterparty', taskable_id: counterparty_id } as const)),
  });
};

/** At the arrival of a document, of whose supplier nothing may be known yet. */
export const heedSupplier = async (ctx: EntityChange, rfc: string, bill_id: string | null): Promise<void> => {
  const listed = (await findListed(ctx.db, [rfc])).get(normaliseRfc(rfc));
  if (listed === undefined) return;
  if (bill_id !== null) await heedBill(ctx, bill_id, rfc, listed);
  await heedStanding(ctx, rfc, listed);
};

/** Bills that somebody typed or imported; the list is asked once for all of them. */
export const heedBills = async (
  ctx: EntityChange,
  bills: readonly { readonly id: string; readonly tax_id: string }[],
): Promise<void> => {
  const rfcs = [...new Set(bills.map(({ tax_id }) => tax_id))];
  const found = await findListed(ctx.db, rfcs);
  for (const rfc of rfcs) {
    const listed = found.get(normaliseRfc(rfc));
    if (listed === undefined) continue;
    for (const { id, tax_id } of bills) if (tax_id === rfc) await heedBill(ctx, id, rfc, listed);
    await heedStanding(ctx, rfc, listed);
  }
};
