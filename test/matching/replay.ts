// What the books say after each of several runs: what was confirmed lowers balances, settles its line and is remembered;
// what was suggested waits. The same rules as in src/domain/bank/reconciliation/runs, without a database.
import { compactAccount, readMemoryKeys } from '../../src/matching/index.ts';
import type {
  MatchAllocation,
  MatchDecided,
  MatchDocument,
  MatchInput,
  MatchLine,
  MatchMemory,
  MatchOutput,
  MatchPayment,
  MatchResult,
} from '../../src/matching/types.ts';
import type { Truth } from './score.ts';

export interface ReplayWorld {
  readonly input: MatchInput;
  readonly truth: readonly Truth[];
}

type Matcher = (input: MatchInput) => MatchOutput;

/** How a line stands in the end. */
export interface Standing {
  readonly result: MatchResult;
  /** The run that confirmed or suggested it, from 1; of others the last that looked at it. */
  readonly run: number;
}

const AROUND_DAYS = 30;
const EXPLAINS_WITHIN_DAYS = 6;
const DAY_MS = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const LAST_DAY = '9999-12-31';
const BOUNCES_WITHIN_DAYS = 10;

/** Transfers that the bank sent back, each with the day on which it did. */
const bouncedOf = ({ input, truth }: ReplayWorld): ReadonlyMap<string, string> => {
  const lines = input.lines.filter((_, index) => truth[index]?.category === 'returned');
  const bounced = new Map<string, string>();
  const used = new Set<string>();
  for (const line of lines) {
    const back = lines.find(
      ({ id, date, amountMinor, direction }) =>
        amountMinor === line.amountMinor &&
        direction !== line.direction &&
        date >= line.date &&
        date <= addDays(line.date, BOUNCES_WITHIN_DAYS) &&
        !used.has(id) &&
        !bounced.has(id),
    );
    if (back === undefined || used.has(line.id)) continue;
    bounced.set(line.id, back.date);
    used.add(back.id);
  }
  return bounced;
};

/** The day on which a bill comes late into the books: 4 to 31 days after it was issued. */
const lateEntries = ({ input }: ReplayWorld): ReadonlyMap<string, string> =>
  new Map(
    input.documents
      .filter(({ type, open }) => type === 'bill' && open)
      .flatMap(({ id, issueDate }, at) =>
        at % 3 === 0 ? [[id, addDays(issueDate, 4 + ((at * 7) % 28))]] : [],
      ),
  );

class Books {
  readonly #world: ReplayWorld;
  readonly #documents: ReadonlyMap<string, MatchDocument>;
  readonly #own: ReadonlySet<string>;
  readonly #booked = new Map<string, number>();
  /** Of it, what was taken off since the input was read. */
  readonly #fresh = new Map<string, number>();
  readonly #bounced: ReadonlyMap<string, string>;
  /** Of them, those that were confirmed before the bank sent them back. */
  readonly #early = new Set<string>();
  readonly #decided = new Map<string, MatchDecided>();
  readonly #suggested = new Map<string, MatchResult>();
  readonly #lessons = new Map<string, MatchMemory>();
  readonly #rejected: (readonly [string, string])[];
  readonly #leftAlone = new Set<string>();
  /** Of bills that come late. */
  readonly #entered: ReadonlyMap<string, string>;
  #day = LAST_DAY;
  /** The run before saw what was entered until then. */
  #before = '';
  readonly standings = new Map<string, Standing>();

  constructor(world: ReplayWorld, entered: ReadonlyMap<string, string>) {
    this.#world = world;
    this.#entered = entered;
    this.#documents = new Map(world.input.documents.map((document) => [document.id, document]));
    this.#own = new Set(world.input.ownAccounts.map(compactAccount));
    this.#rejected = [...world.input.rejected];
    this.#bounced = bouncedOf(world);
  }

  /** As the service would read it at the end of a day; null is after all lines. */
  inputAt(day: string | null): MatchInput {
    const { input } = this.#world;
    this.#undoBounced(day);
    if (this.#day !== (day ?? LAST_DAY)) this.#before = this.#day === LAST_DAY ? '' : this.#day;
    this.#day = day ?? LAST_DAY;
    const past = (date: string): boolean => day === null || date <= day;
    // Whoever records a payment by hand does so before the bank books it, if only by a few days.
    const noted = (date: string): boolean => day === null || date <= addDays(day, EXPLAINS_WITHIN_DAYS);
    const lines = input.lines.filter(
      ({ id, date }) => past(date) && !this.#decided.has(id) && !this.#suggested.has(id),
    );
    const days = lines.map(({ date }) => date).toSorted();
    const from = addDays(days[0] ?? day ?? '2000-01-01', -AROUND_DAYS);
    const to = addDays(days.at(-1) ?? day ?? '2000-01-01', AROUND_DAYS);
    const settled = input.lines.filter(({ id }) => this.#decided.has(id) || this.#suggested.has(id));
    const waiting = settled.filter(({ id }) => this.#suggested.has(id));
    const later = input.payments.filter(({ date }) => !noted(date));
    return {
      ...input,
      lines,
      otherLines: [...input.otherLines, ...settled].filter(
        ({ date }) => date >= from && date <= to && past(date),
      ),
      documents: this.#documentsAt(past, later),
      payments: input.payments.filter(({ date }) => noted(date)),
      memory: [...input.memory, ...this.#lessons.values()],
      rejected: this.#rejected,
      decided: [
        ...this.#decided.values(),
        ...waiting.map((line) => ({ line, allocations: [], byHand: false })),
      ],
      leftAlone: lines.flatMap(({ id }) => (this.#leftAlone.has(id) ? [id] : [])),
    };
  }

  /** The bank has sent a transfer back: whoever sees that undoes its match. */
  #undoBounced(day: string | null): void {
    for (const [id, back] of this.#bounced) {
      const decided = this.#decided.get(id);
      if (decided === undefined || day === null || back > day || !this.#early.delete(id)) continue;
      this.#decided.delete(id);
      for (const { documentId, amountMinor } of decided.allocations)
        this.#booked.set(documentId, (this.#booked.get(documentId) ?? 0) - amountMinor);
      const partyId = this.#documents.get(decided.allocations[0]?.documentId ?? '')?.partyId;
      if (partyId !== undefined) this.#learn(decided, partyId, -1);
    }
  }

  /** A payment that nobody has recorded yet has not lowered its documents. */
  #documentsAt(past: (date: string) => boolean, later: readonly MatchPayment[]): MatchDocument[] {
    const unpaid = new Map<string, number>();
    for (const { amountMinor, documentIds } of later) {
      let left = amountMinor;
      for (const id of documentIds) {
        const document = this.#documents.get(id);
        const paid = Math.min(left, Math.max(0, (document?.totalMinor ?? 0) - (document?.balanceMinor ?? 0)));
        unpaid.set(id, (unpaid.get(id) ?? 0) + paid);
        left -= paid;
      }
    }
    return this.#world.input.documents.flatMap((document) => {
      const entered = this.#entered.get(document.id);
      if (!past(entered ?? document.issueDate)) return [];
      const more = unpaid.get(document.id) ?? 0;
      const balanceMinor = document.balanceMinor + more - (this.#booked.get(document.id) ?? 0);
      const since = entered !== undefined && entered > this.#before ? { enteredSince: true } : {};
      return [{ ...document, ...since, balanceMinor, open: (document.open || more > 0) && balanceMinor > 0 }];
    });
  }

  /** The surest first, as the service books them; suggestions must fit into what is left. */
  book(input: MatchInput, { results }: MatchOutput, run: number): void {
    const lines = new Map(input.lines.map((line) => [line.id, line]));
    const left = new Map(input.documents.map((document) => [document.id, document]));
    const ordered = results.toSorted((a, b) => b.confidence - a.confidence || (a.lineId < b.lineId ? -1 : 1));
    for (const wanted of ['auto', 'suggest', 'none'] as const) {
      for (const result of ordered) {
        const line = lines.get(result.lineId);
        if (line === undefined || result.outcome !== wanted) continue;
        const taken =
          wanted !== 'none' && !this.#isExplained(input, line, result) && this.#fits(left, line, result);
        if (taken && wanted === 'auto') this.#confirm(left, line, result, false);
        else if (taken) this.#suggested.set(line.id, result);
        else this.#leftAlone.add(line.id);
        this.standings.set(line.id, { result: taken ? result : { ...result, outcome: 'none' }, run });
      }
    }
    this.#withdraw(left, lines, run);
  }

  #fits(
    left: ReadonlyMap<string, MatchDocument>,
    line: MatchLine,
    { kind, allocations }: MatchResult,
  ): boolean {
    const isDifference = kind === 'difference';
    return allocations.every(({ documentId, amountMinor }) => {
      const document = left.get(documentId);
      if (document === undefined || !document.open) return false;
      return isDifference || document.currency !== line.currency || this.#balance(document) >= amountMinor;
    });
  }

  #balance(document: MatchDocument): number {
    return document.balanceMinor - (this.#fresh.get(document.id) ?? 0);
  }

  #confirm(
    left: ReadonlyMap<string, MatchDocument>,
    line: MatchLine,
    { kind, allocations }: Pick<MatchResult, 'kind' | 'allocations'>,
    byHand: boolean,
  ): void {
    this.#decided.set(line.id, { line, allocations, byHand });
    if ((this.#bounced.get(line.id) ?? '') > this.#day) this.#early.add(line.id);
    let party: string | undefined;
    for (const { documentId, amountMinor } of allocations) {
      const document = left.get(documentId);
      if (document === undefined) continue;
      party = document.partyId;
      const balance = this.#balance(document);
      const isWhole = kind === 'difference' || document.currency !== line.currency;
      const taken = isWhole ? balance : Math.min(balance, amountMinor);
      this.#fresh.set(documentId, (this.#fresh.get(documentId) ?? 0) + taken);
      this.#booked.set(documentId, (this.#booked.get(documentId) ?? 0) + taken);
    }
    if (party !== undefined) this.#learn({ line, byHand }, party, 1);
  }

  #learn({ line, byHand }: Pick<MatchDecided, 'line' | 'byHand'>, partyId: string, times: 1 | -1): void {
    const keys = readMemoryKeys(line, this.#own);
    for (const kind of ['account', 'alias'] as const) {
      const value = keys[kind];
      if (value === null) continue;
      const key = `${kind} ${value} ${partyId}`;
      const known: MatchMemory = this.#lessons.get(key) ?? {
        kind,
        value,
        partyId,
        count: 0,
      };
      const lesson = {
        ...known,
        count: known.count + times,
        byHand: (known.byHand ?? 0) + (byHand ? times : 0),
      };
      this.#lessons.set(key, lesson);
    }
  }

  #isExplained(input: MatchInput, line: MatchLine, { allocations }: MatchResult): boolean {
    const party = this.#documents.get(allocations[0]?.documentId ?? '')?.partyId;
    const type = line.direction === 'credit' ? 'invoice_payment' : 'bill_payment';
    const [from, to] = [addDays(line.date, -EXPLAINS_WITHIN_DAYS), addDays(line.date, EXPLAINS_WITHIN_DAYS)];
    return input.payments.some(
      (payment) =>
        payment.type === type &&
        payment.partyId === party &&
        payment.amountMinor === line.amountMinor &&
        payment.currency === line.currency &&
        payment.date >= from &&
        payment.date <= to,
    );
  }

  /** Suggestions of earlier runs that the balances no longer hold. */
  #withdraw(
    left: ReadonlyMap<string, MatchDocument>,
    fresh: ReadonlyMap<string, MatchLine>,
    run: number,
  ): void {
    for (const line of this.#world.input.lines) {
      const result = this.#suggested.get(line.id);
      if (result === undefined || fresh.has(line.id) || this.#fits(left, line, result)) continue;
      this.#suggested.delete(line.id);
      this.#leftAlone.add(line.id);
      this.standings.set(line.id, { result: { ...result, outcome: 'none' }, run });
    }
    this.#fresh.clear();
  }

  /** A person confirms the suggestions that are right and turns the others down. */
  answer(input: MatchInput): void {
    const left = new Map(input.documents.map((document) => [document.id, document]));
    for (const [index, { lineId, allocations }] of this.#world.truth.entries()) {
      const line = this.#world.input.lines[index];
      const result = this.#suggested.get(lineId);
      if (line === undefined || result === undefined) continue;
      this.#suggested.delete(lineId);
      const key = (parts: readonly MatchAllocation[]): string =>
        parts
          .map(({ documentId, amountMinor }) => `${documentId}=${amountMinor}`)
          .toSorted()
          .join();
      if (key(allocations) === key(result.allocations)) {
        if (this.#fits(left, line, result)) this.#confirm(left, line, result, true);
      } else for (const { documentId } of result.allocations) this.#rejected.push([lineId, documentId]);
    }
    this.#fresh.clear();
  }
}

/** The last day of each week in which lines were booked. */
export const weeksOf = ({ input }: ReplayWorld): string[] => {
  const days = input.lines.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const weeks: string[] = [];
  if (first === undefined || last === undefined) return weeks;
  for (let day = addDays(first, 6); ; day = addDays(day, 7)) {
    weeks.push(day);
    if (day >= last) return weeks;
  }
};

export const RUNS_IN_A_ROW: readonly null[] = [null, null, null];

export interface ReplayOptions {
  /** A person decides the suggestions after each run. */
  readonly answered?: boolean;
  /** A third of the bills are entered weeks after they were issued. */
  readonly lateBills?: boolean;
}

/** A run at the end of each day, null being after all lines. */
export const replay = (
  world: ReplayWorld,
  match: Matcher,
  days: readonly (string | null)[],
  { answered = false, lateBills = false }: ReplayOptions = {},
): ReadonlyMap<string, Standing> => {
  const books = new Books(world, lateBills ? lateEntries(world) : new Map());
  for (const [index, day] of days.entries()) {
    const input = books.inputAt(day);
    books.book(input, match(input), index + 1);
    if (answered) books.answer(books.inputAt(day));
  }
  return books.standings;
};
