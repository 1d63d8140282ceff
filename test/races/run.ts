// Every money operation asked for by many callers at once, over two services and two workers on one database.
import assert from 'node:assert/strict';
import { addAccount } from '../tools/bank/support.ts';
import { addParties } from '../concurrency/books.ts';
import { race, startRivals, times } from '../concurrency/rivals.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { openOffice, QUICK } from '../support/office.ts';
import { startSecondFiling } from '../support/second-filing.ts';
import { checkSums } from '../../src/doctor/sums.ts';
import type { Contest, Prepare, Stage } from './contest.ts';
import { FILINGS } from './filings.ts';
import { MONEY } from './money.ts';

const CONTESTS: Readonly<Record<string, Prepare>> = { ...MONEY, ...FILINGS };

export interface Told {
  readonly name: string;
  readonly done: number;
  readonly refused: Readonly<Record<string, number>>;
}

export interface Races {
  readonly told: readonly Told[];
  readonly losses: readonly string[];
}

const judge = (
  name: string,
  contest: Contest,
  done: readonly unknown[],
  refused: Told['refused'],
  callers: number,
) => {
  const losses: string[] = [];
  const { winners, codes, told } = contest;
  const expected = winners === 'all agree' ? callers : winners;
  if (winners !== 'any' && done.length !== expected)
    losses.push(`${name}: ${done.length} were done instead of ${expected}`);
  for (const code of Object.keys(refused))
    if (!codes.includes(code)) losses.push(`${name}: refused with ${code}`);
  const answers = new Set(done.map((answer) => JSON.stringify(told?.(answer as never))));
  if (told !== undefined && answers.size > 1)
    losses.push(`${name}: told differently: ${[...answers].join(' ')}`);
  return losses;
};

export const runRaces = async (
  callers: number,
  rounds: number,
  names: readonly string[] = Object.keys(CONTESTS),
): Promise<Races> => {
  const rivals = await startRivals({ filing: { timing: QUICK } });
  const second = await startSecondFiling(rivals.service);
  const told: Told[] = [];
  const losses: string[] = [];
  try {
    const office = await openOffice(rivals.service);
    const account = await addAccount(rivals.service, rivals.entity.id);
    const stage: Stage = { rivals, office, account, parties: await addParties(rivals), callers };
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) {
        const prepare = CONTESTS[name] ?? assert.fail(`there is no race ${name}`);
        const contest = await prepare(stage);
        const { done, refused } = await race(times(callers, (index) => contest.call(index)));
        losses.push(...judge(name, contest, done, refused, callers));
        for (const loss of (await contest.after?.(done as never[])) ?? []) losses.push(`${name}: ${loss}`);
        told.push({ name, done: done.length, refused });
      }
    }
    for (const entity of Object.values(rivals.service.entities))
      for (const difference of await ledgerDifferences(rivals.service.database, entity))
        losses.push(`sums: ${JSON.stringify(difference)}`);
    const sums = await checkSums(rivals.service.database, new Date());
    if (sums.status !== 'OK') losses.push(`doctor: ${sums.detail}`);
    return { told, losses };
  } finally {
    await second.close();
    await rivals.close();
  }
};
