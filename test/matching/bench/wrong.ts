// A wrong confirm in words, for whoever mends the matcher: the line, what was chosen, what was true.
import type { MatchAllocation, MatchLine, MatchResult } from '../../../src/matching/types.ts';
import type { ReplayWorld } from '../replay.ts';
import type { Truth } from '../score.ts';
import type { Cell } from './cell.ts';
import { english } from '../../../src/base/said.ts';

interface WrongMatch {
  readonly cell: Cell;
  readonly seed: number;
  readonly run: number;
  readonly truth: Truth;
  readonly line: MatchLine;
  readonly result: MatchResult;
}

const money = (minor: number): string => (minor / 100).toFixed(2);

const nameDocuments = (world: ReplayWorld, allocations: readonly MatchAllocation[]): string[] =>
  allocations.length === 0
    ? ['nothing']
    : allocations.map(({ documentId, amountMinor }) => {
        const document = world.input.documents.find(({ id }) => id === documentId);
        const party = world.input.parties.find(({ id }) => id === document?.partyId);
        if (document === undefined) return documentId;
        const number = [document.series, document.number].filter((part) => part !== null).join(' ');
        const dates = `issued ${document.issueDate} due ${document.dueDate}`;
        return `${money(amountMinor)} of ${documentId} "${number}" ${party?.name ?? '?'}; balance ${money(document.balanceMinor)} of ${money(document.totalMinor)} ${document.currency}; ${dates}; ${document.title ?? ''}`;
      });

export const makeWrongText = (
  world: ReplayWorld,
  { cell, seed, run, truth, line, result }: WrongMatch,
): string => {
  const { generator, runs, country, profile, lines } = cell;
  const { party, partyAccount, partyTaxId } = line;
  return [
    `## ${truth.category} | ${result.kind} | ${generator} ${runs} ${country} ${profile} ${lines} seed ${seed} run ${run} ${line.id}`,
    `${line.date} ${line.direction} ${money(line.amountMinor)} "${line.description}" ref=${line.reference ?? ''} party=${party ?? ''} account=${partyAccount ?? ''} tax=${partyTaxId ?? ''}`,
    ...nameDocuments(world, result.allocations).map((text) => `chosen: ${text}`),
    ...nameDocuments(world, truth.allocations).map((text) => `true:   ${text}`),
    `confidence ${result.confidence} probability ${result.probability} basis ${result.basis}`,
    ...result.reasons.map((reason) => `- ${english(reason)}`),
    ...(result.runnerUp === null
      ? []
      : [`runner-up ${result.runnerUp.probability}: ${english(result.runnerUp.difference)}`]),
    '',
  ].join('\n');
};
