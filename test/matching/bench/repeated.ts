// Three runs in a row and a run a week: right share of all confirms, and of those that only a later run made.
import type { Profile } from '../../worlds/types.ts';
import { summarise } from '../score.ts';
import type { JudgedInRun } from './cell.ts';
import type { Floors } from './floors.ts';
import { percent, textTable } from './text-table.ts';

export interface Repeated {
  readonly name: string;
  readonly profile: Profile;
  readonly judged: readonly JudgedInRun[];
}

const HEAD = ['runs', 'auto-confirmed', 'right', 'bound 95 %', 'auto recall', 'recall >= 0.70'];

const confirmRow = (name: string, judged: readonly JudgedInRun[], recall: boolean): string[] => {
  const { autoPrecision, autoRecall, recall: found } = summarise(judged);
  const { right, of, share, bound } = autoPrecision;
  return [
    name,
    `${of - right} wrong of ${of}`,
    percent(share, 2),
    percent(bound, 2),
    recall ? percent(autoRecall.share) : '',
    recall ? percent(found.share) : '',
  ];
};

const madeIn = (judged: readonly JudgedInRun[], holds: (run: number) => boolean): JudgedInRun[] =>
  judged.filter(({ outcome, run }) => outcome === 'auto' && holds(run));

export const threeRunsTable = (worlds: readonly Repeated[], floors: Floors): string =>
  textTable(
    HEAD,
    worlds.flatMap(({ name, profile, judged }) => {
      const later = madeIn(judged, (run) => run > 1);
      floors.precision(`three runs, ${name}`, profile, judged);
      floors.precision(`three runs, ${name}, the second and third`, profile, later);
      return [
        confirmRow(
          `${name}: first`,
          madeIn(judged, (run) => run === 1),
          false,
        ),
        confirmRow(
          `${name}: second`,
          madeIn(judged, (run) => run === 2),
          false,
        ),
        confirmRow(
          `${name}: third`,
          madeIn(judged, (run) => run === 3),
          false,
        ),
        confirmRow(`${name}: all`, judged, true),
      ];
    }),
  );

export const weeklyTable = (worlds: readonly Repeated[], floors: Floors): string =>
  textTable(
    HEAD,
    worlds.map(({ name, profile, judged }) => {
      floors.precision(`weekly runs, ${name}`, profile, judged);
      return confirmRow(name, judged, true);
    }),
  );
