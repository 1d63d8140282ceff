// Every tool of every set, called by three at once with the same arguments, over two services: nobody is told what the tool
// does not declare, and what is to be done once is done once.
import { type ToolName, TOOL_NAMES, TOOLS } from '../../generated/dispatch.ts';
import type { InvoiceId } from '../../generated/ids.ts';
import { addParties } from '../concurrency/books.ts';
import { race, type Rivals, startRivals, times } from '../concurrency/rivals.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { openOffice, QUICK } from '../support/office.ts';
import { addAccount } from '../tools/bank/support.ts';
import { readTest } from '../tools/inbox/support.ts';
import { type Course, newKey, raceOf, type Times } from './tools.ts';

const CALLERS = 3;

/** Declared by every tool, and never the answer to others who call at the same moment. */
const FAULTS: ReadonlySet<string> = new Set([
  'internal_error',
  'call_timeout',
  'database_unavailable',
  'outcome_unknown',
  'storage_full',
  'not_available_yet',
]);

/** How many calls of the tool have changed something. */
const effectsOf = async ({ service }: Rivals, tool: ToolName): Promise<number> => {
  const { calls } = await service.database.kysely
    .selectFrom('audit')
    .select(({ fn }) => fn.count<number>('request_id').distinct().as('calls'))
    .where('action', '=', tool)
    .executeTakeFirstOrThrow();
  return calls;
};

const EXPECTED: Readonly<Record<Times, (effects: number) => boolean>> = {
  once: (effects) => effects === 1,
  each: (effects) => effects === CALLERS,
  any: () => true,
};

type Call = (args: object, options?: object) => Promise<object>;

/** `key`: all three give the same idempotency key, so that whatever it is, it is done once. */
const raceTool = async (
  course: Course,
  tool: ToolName,
  key: string | undefined,
): Promise<readonly string[]> => {
  const { rivals, entity_id } = course;
  const prepared = raceOf(tool);
  const given = await prepared.args(course);
  const args = TOOLS[tool].entity === 'required' ? { ...given, entity_id } : given;
  const before = await effectsOf(rivals, tool);
  const options = key === undefined ? {} : { idempotencyKey: key };
  const call = (index: number, given: object): Promise<object> => {
    const client = rivals.clientOf(index, course.key.secret);
    return (client as unknown as Readonly<Record<string, Call>>)[tool]?.(given, options) ?? Promise.reject();
  };
  // Those who only ask what would be come between the others, and change nothing of what becomes of them.
  const asking = TOOLS[tool].dryRun ? CALLERS : 0;
  const [{ done, refused }, dry] = await Promise.all([
    race(times(CALLERS, (index) => call(index, args))),
    race(times(asking, (index) => call(index + 1, { ...args, dry_run: true }))),
  ]);
  const effects = (await effectsOf(rivals, tool)) - before;
  const name = key === undefined ? tool : `${tool} under one key`;
  const losses: string[] = [];
  for (const answer of dry.done)
    if (!('dry_run' in answer)) losses.push(`${name}: a dry run was answered as a call`);
  for (const code of [...Object.keys(refused), ...Object.keys(dry.refused)])
    if (FAULTS.has(code) || !(TOOLS[tool].errors as readonly string[]).includes(code))
      losses.push(`${name}: refused with ${code}`);
  const [wanted, fits] =
    key === undefined || prepared.times === 'any'
      ? [prepared.times, EXPECTED[prepared.times](effects)]
      : ['once', effects === 1 && done.length === CALLERS];
  if (!fits)
    losses.push(
      `${name}: ${wanted}, and ${effects} of ${CALLERS} calls changed something; ${done.length} were answered, ${JSON.stringify(refused)}`,
    );
  return losses;
};

export const raceEveryTool = async (
  rounds: number,
  tools: readonly ToolName[] = TOOL_NAMES,
): Promise<{ readonly races: number; readonly losses: readonly string[] }> => {
  const rivals = await startRivals({ filing: { timing: QUICK }, read: readTest });
  const { service, entity } = rivals;
  const losses: string[] = [];
  let races = 0;
  try {
    const accounts = [
      await addAccount(service, entity.id),
      await addAccount(service, entity.id, { name: 'Ahorro' }),
    ] as const;
    const parties = await addParties(rivals);
    const office = await openOffice(rivals.service);
    const stamp = async (): Promise<InvoiceId> => {
      const { id } = await office.approved('mx');
      await office.settled('mx', id);
      return id;
    };
    const stamped = [await stamp(), await stamp()] as const;
    for (let round = 0; round < rounds; round += 1)
      for (const tool of tools) {
        const key = await newKey(rivals);
        const client = service.client(key.secret);
        const entity_id = service.entities.mx;
        const course: Course = { rivals, parties, accounts, stamped, key, client, entity_id };
        const shared = round % 2 === 1 && TOOLS[tool].access === 'write' ? `race-${races}` : undefined;
        losses.push(...(await raceTool(course, tool, shared)));
        races += 1;
      }
    for (const difference of await ledgerDifferences(service.database, entity.id))
      losses.push(`sums: ${JSON.stringify(difference)}`);
    return { races, losses };
  } finally {
    await rivals.close();
  }
};
