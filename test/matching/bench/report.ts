// Measures what was asked for and puts the tables into words.
import type { Profile } from '../../worlds/types.ts';
import { type Judged, summarise } from '../score.ts';
import type { Generator, JudgedInRun, Runs } from './cell.ts';
import { Floors } from './floors.ts';
import { gateTable } from './gate-table.ts';
import type { BenchOptions } from './options.ts';
import { type Repeated, threeRunsTable, weeklyTable } from './repeated.ts';
import {
  basisTable,
  bucketsOf,
  bucketTable,
  categoryTable,
  ENOUGH,
  POOLED_HEAD,
  pooledRow,
  reliabilityTable,
} from './score-tables.ts';
import {
  cellsOf,
  type Done,
  exponents,
  measureBaselines,
  measureCells,
  PROFILES,
  REPORTED,
  seedsFrom,
  sizeCells,
  sizeTable,
} from './sizes.ts';
import { textTable } from './text-table.ts';

export interface Report {
  readonly words: string;
  /** Of one run over the worlds of the fitted generator. */
  readonly standard: readonly Judged[];
  readonly wrong: readonly string[];
  readonly failed: boolean;
}

const NAMES: Readonly<Record<Generator, string>> = {
  fitted: '',
  other: 'other worlds, ',
  everyday: 'everyday lines, ',
};

const nameOf = (generator: Generator, profile: Profile): string => `${NAMES[generator]}${profile}`;

const judgedOf = (done: readonly Done[], generator: Generator, profile: Profile): JudgedInRun[] =>
  done
    .filter(({ cell }) => cell.generator === generator && cell.profile === profile)
    .flatMap(({ judged }) => judged);

/** Worlds of each kind, and where those that only fill buckets begin and end. */
const WORLDS = 6;
const QUICK_WORLDS = 2;
const FILLING = { first: REPORTED + 200, step: 8, most: 48 };

class Bench {
  readonly #options: BenchOptions;
  readonly #floors = new Floors();
  readonly #parts: string[] = [];
  readonly #wrong: string[] = [];
  #one: Done[] = [];

  constructor(options: BenchOptions) {
    this.#options = options;
  }

  get #kinds(): [Generator, Profile][] {
    return this.#options.generators.flatMap((generator) =>
      PROFILES.filter((profile) => generator !== 'everyday' || profile === 'standard').map(
        (profile): [Generator, Profile] => [generator, profile],
      ),
    );
  }

  get #worlds(): number {
    return this.#options.seeds ?? (this.#options.quick ? QUICK_WORLDS : WORLDS);
  }

  async run(): Promise<Report> {
    const { sections, generators } = this.#options;
    if (sections.includes('sizes'))
      this.#one = await measureCells(generators.flatMap((each) => sizeCells(each, this.#options)));
    else if (sections.includes('buckets') || sections.includes('gates'))
      this.#one = await measureCells(
        generators.flatMap((each) => cellsOf(each, 'one', 2_000, seedsFrom(REPORTED, this.#worlds))),
      );
    this.#keepWrong(this.#one);
    if (sections.includes('sizes')) await this.#sizes();
    if (sections.includes('three')) await this.#three();
    if (sections.includes('weekly')) await this.#weekly();
    if (sections.includes('buckets')) await this.#buckets();
    if (sections.includes('gates')) this.#gates();
    return {
      words: this.#words(),
      standard: judgedOf(this.#one, 'fitted', 'standard'),
      wrong: this.#wrong,
      failed: this.#floors.failed,
    };
  }

  #keepWrong(done: readonly Done[]): void {
    for (const { wrong } of done) this.#wrong.push(...wrong);
  }

  #words(): string {
    const model = this.#one[0]?.modelVersion ?? 'unknown';
    return `# Matching: results

Written by \`npm run bench:matching\`; model ${model}, Node ${process.version}. Worlds are made from
seeds ${REPORTED} and up; weights are fitted on 1000-1999 and tuned on 2000-2999. "Other worlds" come from a second generator
that nothing was ever fitted or tuned on; "everyday lines" are a month of each country, 150 lines labelled by hand. Worlds are cold: nothing was learned from earlier lines. A match is right only if its
documents and amounts equal the truth exactly. Bounds are one-sided and exact.

## Floors

${this.#floors.table()}

${this.#parts.join('\n\n')}
`;
  }

  async #sizes(): Promise<void> {
    const rows = this.#kinds.map(([generator, profile]) => {
      const judged = judgedOf(this.#one, generator, profile);
      this.#floors.precision(`one run, ${nameOf(generator, profile)}`, profile, judged);
      this.#floors.recall(`recall, ${nameOf(generator, profile)}`, profile, judged);
      this.#floors.suggested(`suggestions, ${nameOf(generator, profile)}`, judged);
      return pooledRow(nameOf(generator, profile), judged);
    });
    this.#parts.push(
      `## One run\n\n${textTable(POOLED_HEAD, rows)}`,
      `## By size\n\n${sizeTable(this.#one)}\n\n${exponents(this.#one)}`,
    );
    if (!this.#options.quick && this.#options.generators.includes('fitted'))
      this.#parts.push(`## Simple rules on the same 2,000-line worlds\n\n${await measureBaselines()}`);
    for (const [generator, profile] of this.#kinds) {
      const judged = judgedOf(this.#one, generator, profile);
      this.#parts.push(`## By category, ${nameOf(generator, profile)}\n\n${categoryTable(judged)}`);
    }
    const reliability = reliabilityTable(summarise(judgedOf(this.#one, 'fitted', 'standard')));
    this.#parts.push(`## Reliability, standard\n\n![reliability](reliability.svg)\n\n${reliability}`);
  }

  async #repeated(runs: Runs): Promise<Repeated[]> {
    const seeds = seedsFrom(REPORTED, this.#worlds);
    const done = await measureCells(
      this.#options.generators.flatMap((generator) => cellsOf(generator, runs, 2_000, seeds)),
    );
    this.#keepWrong(done);
    return this.#kinds.map(([generator, profile]) => ({
      name: nameOf(generator, profile),
      profile,
      judged: judgedOf(done, generator, profile),
    }));
  }

  async #three(): Promise<void> {
    const table = threeRunsTable(await this.#repeated('three'), this.#floors);
    this.#parts.push(`## Three runs in a row

${this.#worlds} worlds of 2,000 lines for each country. After a run its confirms are booked and remembered, its suggestions wait.

${table}`);
  }

  async #weekly(): Promise<void> {
    const left = await this.#repeated('weekly');
    const named = async (runs: Runs, what: string): Promise<Repeated[]> =>
      (await this.#repeated(runs)).map((each) => ({ ...each, name: `${each.name}, ${what}` }));
    const answered = await named('answered', 'suggestions answered');
    const late = await named('late', 'late bills');
    this.#parts.push(`## Weekly runs

A run a week with the lines of that week and those left over, the documents issued by then and balances as of then. Suggestions
wait, or a person answers each after the run: confirms it when it is right, turns it down when not. With late bills, a third of
the bills are entered 4 to 31 days after they were issued.

${weeklyTable([...left, ...answered, ...late], this.#floors)}`);
  }

  /** More worlds until each bucket of the standard and hard worlds has enough confirms. */
  async #buckets(): Promise<void> {
    for (const [generator, profile] of this.#kinds) {
      const judged = judgedOf(this.#one, generator, profile);
      const isShort = (): boolean =>
        bucketsOf(judged).some(({ percent, matches }) => percent >= 90 && matches.length < ENOUGH);
      const isFixed = this.#options.quick || generator === 'everyday';
      const most = isFixed ? 0 : (this.#options.seeds ?? FILLING.most);
      for (let at = 0; at < most && isShort(); at += FILLING.step) {
        const seeds = seedsFrom(FILLING.first + at, Math.min(FILLING.step, most - at));
        for (const done of await measureCells(cellsOf(generator, 'one', 2_000, seeds, [profile]))) {
          this.#wrong.push(...done.wrong);
          for (const one of done.judged) judged.push(one);
        }
      }
      this.#bucketFloors(generator, profile, judged);
      this.#parts.push(
        `## By confidence, ${nameOf(generator, profile)}\n\nSeeds ${REPORTED} and up, ${FILLING.first} and up to fill buckets to ${ENOUGH.toLocaleString('en')}; "few" are those that still lack.\n\n${bucketTable(judged)}`,
      );
    }
  }

  #bucketFloors(generator: Generator, profile: Profile, judged: readonly JudgedInRun[]): void {
    const name = nameOf(generator, profile);
    this.#floors.precision(`confirms of all buckets, ${name}`, profile, judged);
    for (const { percent, matches } of bucketsOf(judged))
      if (percent >= 90 && matches.length >= ENOUGH)
        this.#floors.bucket(`confidence 0.${percent}, ${name}`, matches);
  }

  #gates(): void {
    for (const [generator, profile] of this.#kinds) {
      const judged = judgedOf(this.#one, generator, profile);
      this.#parts.push(`## By gate, ${nameOf(generator, profile)}

Matches that a gate keeps at a suggestion; "would be confirmed" are those that the first gate named is all that holds back.

${gateTable(judged)}

${basisTable(judged)}`);
    }
  }
}

export const makeReport = (options: BenchOptions): Promise<Report> => new Bench(options).run();
