// What each table must hold: precision by itself and by its exact bound, and how much is found.
import type { Profile } from '../../worlds/types.ts';
import { type Judged, type Share, summarise } from '../score.ts';
import { percent, textTable } from './text-table.ts';

const PRECISION: Readonly<Record<Profile, { readonly share: number; readonly bound: number }>> = {
  standard: { share: 0.995, bound: 0.993 },
  hard: { share: 0.995, bound: 0.993 },
};
/** Of each bucket of confidence that has enough lines. */
const BUCKET = 0.993;
/** Of what is suggested and not confirmed. */
const SUGGESTED = 0.6;
/** At auto-confirm, and with suggestions. */
const RECALL: Readonly<Record<Profile, { readonly floor: Pair; readonly aim: Pair }>> = {
  standard: { floor: [0.71, 0.89], aim: [0.76, 0.9] },
  hard: { floor: [0.61, 0.83], aim: [0.66, 0.84] },
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

  /** Of a bucket, whose matches are too few for a bound. */
  bucket(name: string, judged: readonly Judged[]): void {
    this.#share(name, summarise(judged).autoPrecision, BUCKET);
  }

  suggested(name: string, judged: readonly Judged[]): void {
    this.#share(name, summarise(judged).suggestPrecision, SUGGESTED);
  }

  #share(name: string, { right, of, share }: Share, floor: number): void {
    const met = share >= floor;
    this.failed ||= !met;
    this.#rows.push([
      name,
      `${of - right} of ${of}`,
      percent(share, 2),
      percent(floor),
      met ? 'met' : 'MISSED',
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
    return textTable(['floor', 'wrong', 'measured', 'wanted', ''], this.#rows);
  }
}
