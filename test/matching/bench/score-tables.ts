// Tables of one set of judged lines.
import { MATCHED_CATEGORIES, UNMATCHED_CATEGORIES } from '../../worlds/types.ts';
import { type Judged, type Score, summarise } from '../score.ts';
import { percent, textTable } from './text-table.ts';

export const pooledRow = (name: string, judged: readonly Judged[]): string[] => {
  const score = summarise(judged);
  const { right, of } = score.autoPrecision;
  return [
    name,
    `${of - right} wrong of ${of}`,
    percent(score.autoPrecision.share, 2),
    percent(score.autoPrecision.bound, 2),
    percent(score.autoRecall.share),
    percent(score.recall.share),
    percent(score.suggestPrecision.share),
    percent(score.valuePrecision, 2),
    score.brier.toFixed(4),
  ];
};

export const POOLED_HEAD = [
  'pooled',
  'auto-confirmed',
  'right',
  'bound 95 %',
  'auto recall',
  'recall >= 0.70',
  'suggestions right',
  'right by value',
  'Brier',
];

const KNOWN: readonly string[] = [...MATCHED_CATEGORIES, ...UNMATCHED_CATEGORIES];

export const categoryTable = (judged: readonly Judged[]): string => {
  const found = new Map(summarise(judged).categories.map((row) => [row.category, row]));
  const others = [...found.keys()].filter((category) => !KNOWN.includes(category)).toSorted();
  const rows = [...KNOWN, ...others].flatMap((category) => {
    const row = found.get(category);
    if (row === undefined) return [];
    const { lines, autoRight, autoWrong, suggestRight, suggestWrong } = row;
    return [
      [
        category,
        String(lines),
        percent(autoRight / lines),
        percent((autoRight + suggestRight) / lines),
        String(autoWrong),
        String(suggestWrong),
      ],
    ];
  });
  return textTable(
    ['category', 'lines', 'auto recall', 'recall >= 0.70', 'wrong autos', 'wrong suggestions'],
    rows,
  );
};

export const reliabilityTable = (score: Score): string =>
  textTable(
    ['said', 'matches', 'mean said', 'right'],
    (['byProbability', 'byConfidence'] as const).flatMap((key) =>
      score[key].map(({ from, to, count, right, mean }) => [
        `${key === 'byProbability' ? 'probability' : 'confidence'} ${from} to ${to}`,
        String(count),
        mean.toFixed(3),
        percent(right / count, 2),
      ]),
    ),
  );

/** Each basis has its own way from probability to confidence, so each must keep the promise. */
export const basisTable = (judged: readonly Judged[]): string => {
  const bases = [...new Set(judged.map(({ basis }) => basis))].toSorted();
  const rows = bases.map((basis) => {
    const { autoPrecision } = summarise(judged.filter((one) => one.basis === basis));
    const { right, of, share, bound } = autoPrecision;
    return [basis, String(of), String(of - right), percent(share, 2), percent(bound, 2)];
  });
  return textTable(['basis', 'auto-confirmed', 'wrong', 'right', 'bound 95 %'], rows);
};

const FIRST = 84;
/** In hundredths. */
const WIDTH = 2;
/** A bucket with fewer matches says little. */
export const ENOUGH = 300;

const bucketOf = ({ confidence }: Judged): number => {
  const hundredths = Math.min(99, Math.floor(confidence * 100 + 1e-9));
  return hundredths - (hundredths % WIDTH);
};

export interface Bucket {
  readonly percent: number;
  readonly matches: readonly Judged[];
}

export const bucketsOf = (judged: readonly Judged[]): Bucket[] => {
  const proposed = judged.filter(({ outcome }) => outcome !== 'none');
  return Array.from({ length: (100 - FIRST) / WIDTH }, (_, index) => ({
    percent: FIRST + index * WIDTH,
    matches: proposed.filter((one) => bucketOf(one) === FIRST + index * WIDTH),
  }));
};

export const bucketTable = (judged: readonly Judged[]): string =>
  textTable(
    ['confidence', 'matches', 'wrong', 'right', 'bound 95 %', ''],
    bucketsOf(judged).map(({ percent: from, matches }) => {
      const { right, of, share, bound } = summarise(
        matches.map((one) => ({ ...one, outcome: 'auto' as const })),
      ).autoPrecision;
      const to = from + WIDTH === 100 ? '1.00' : `0.${from + WIDTH - 1}9`;
      const few = of < ENOUGH ? 'few' : '';
      return [
        `0.${from}0 to ${to}`,
        String(of),
        String(of - right),
        percent(share, 2),
        percent(bound, 2),
        few,
      ];
    }),
  );
