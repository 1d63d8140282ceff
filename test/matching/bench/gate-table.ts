// What each gate costs and what it is good for: the matches that would be confirmed if it alone were released.
import { SERVICE } from '../../../generated/service.ts';
import { readWeights } from '../../../src/matching/model/weights.ts';
import { roundDown, toConfidence } from '../../../src/matching/decide/basis.ts';
import { type Judged, summarise } from '../score.ts';
import { percent, textTable } from './text-table.ts';

/** Sure enough but for the gate. */
const wouldConfirm = ({ probability, basis }: Judged): boolean =>
  roundDown(toConfidence(probability, readWeights().fitted.policy[basis])) >= SERVICE.matching.auto_confirm;

/** Amounts and names in a gate's words are left out, so that its cases are counted together. */
const generalise = (gate: string): string =>
  gate.replaceAll(/"[^"]*"/gu, '"..."').replaceAll(/\d[\d.,:-]*/gu, 'N');

export const gateTable = (judged: readonly Judged[]): string => {
  const settling = judged.filter(({ settles }) => settles).length;
  const byGate = new Map<string, Judged[]>();
  for (const one of judged) {
    if (one.gate === null || one.outcome !== 'suggest') continue;
    const gate = generalise(one.gate);
    byGate.set(gate, [...(byGate.get(gate) ?? []), one]);
  }
  const rows = [...byGate].map(([gate, capped]) => {
    const released = capped.filter(wouldConfirm);
    const { right, of, share, bound } = summarise(
      released.map((one) => ({ ...one, outcome: 'auto' as const })),
    ).autoPrecision;
    return { gate, capped: capped.length, right, of, share, bound };
  });
  rows.sort((a, b) => b.right - a.right || (a.gate < b.gate ? -1 : 1));
  return textTable(
    ['gate', 'capped', 'would be confirmed', 'right', 'share', 'bound 95 %', 'recall'],
    rows.map(({ gate, capped, right, of, share, bound }) => [
      gate,
      String(capped),
      String(of),
      String(right),
      percent(share, 2),
      percent(bound, 2),
      `+${(settling === 0 ? 0 : (100 * right) / settling).toFixed(2)}`,
    ]),
  );
};
