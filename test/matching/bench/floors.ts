// What each table must hold: precision by itself and by its exact bound, and how much is found.
import type { Profile } from '../../worlds/types.ts';
import { type Judged, summarise } from '../score.ts';
import { percent, textTable } from './text-table.ts';

const PRECISION: Readonly<Record<Profile, { readonly share: number; readonly bound: number }>> = {
  standard: { share: 0.995, bound: 0.993 },
  hard: { share: 0.993, bound: 0.99 },
};
/** At auto-confirm, and with suggestions. */
const RECALL: Readonly<Record<Profile, { readonly floor: Pair; readonly aim: Pair }>> = {
  standard: { floor: [0.75, 0.88], aim: [0.8, 0.9] },
  hard: { floor: [0.65, 0.82], aim: [0.7, 0.85] },
};

type Pair = readonly [auto: number, all: number];

/** So few confirms that even without a wrong one the bound would be missed. */
const isTooFew = (of: number, bound: number): boolean => 0.05 ** (1 / Math.max(1, of)) < bound;

export class Floors {
  readonly #rows: string[][] = [];
  failed = false;

  precision(name: string, profile: Profile, judged: readonly Judged[]): void {
    const { right, of, share, bound } = summarise(judged).autoPrecision;
    const floor = PRECISION[profile];
    const few = isTooFew(of, floor.bound);
    const met = share >= floor.share && (few || bound >= floor.bound);
    this.failed ||= !met;
    const said = few && met ? 'met (too few for the bound)' : met ? 'met' : 'MISSED';
    const wanted = `${percent(floor.share)} / ${percent(floor.bound)}`;
    this.#rows.push([
      name,
      `${of - right} of ${of}`,
      `${percent(share, 2)} / ${percent(bound, 2)}`,
      wanted,
      said,
    ]);
  }

  /** Of matches that are too few for a bound. */
  share(name: string, profile: Profile, judged: readonly Judged[]): void {
    const { right, of, share } = summarise(judged).autoPrecision;
    const met = share >= PRECISION[profile].share;
    this.failed ||= !met;
    const said = met ? 'met' : 'MISSED';
    this.#rows.push([
      name,
      `${of - right} of ${of}`,
      percent(share, 2),
      percent(PRECISION[profile].share),
      said,
    ]);
  }

  recall(name: string, profile: Profile, judged: readonly Judged[]): void {
    const { autoRecall, recall } = summarise(judged);
    const reaches = ([auto, all]: Pair): boolean => autoRecall.share >= auto && recall.share >= all;
    const { floor, aim } = RECALL[profile];
    const said = reaches(aim) ? 'aim met' : reaches(floor) ? 'met' : 'missed';
    const pair = ([auto, all]: Pair): string => `${percent(auto)} / ${percent(all)}`;
    this.#rows.push([name, '', pair([autoRecall.share, recall.share]), pair(floor), said]);
  }

  table(): string {
    return textTable(['floor', 'wrong confirms', 'measured', 'wanted', ''], this.#rows);
  }
}
