// Texts that fit their reader. In the YAML a text may be a list of sentences and of alternatives, of which the first that
// holds is read:
//   - { can update_invoice: 'Change it with update_invoice.', shell: '"invoice update" changes it.', else: 'Ask …' }
// They are folded into one string, in which the alternatives stand between marks that no text has; `src/base/text/fit.ts`
// reads them.
import type { Source } from '../load/load.ts';
import type { Path, Problems } from '../problem.ts';
import { didYouMean } from '../problem.ts';

const OPEN = '\u0002';
const SAYS = '\u0003';
const CLOSE = '\u0004';

/** `bound`: a key of one company. `shell`: somebody at a command line. */
const CONDITIONS = ['bound', 'shell', 'else'] as const;
const CAN = /^can ([a-z]+(?:_[a-z]+)*)$/;

/** Where a text may have alternatives; elsewhere the schema of the file refuses them. */
const PLACES: readonly (readonly [file: RegExp, path: RegExp])[] = [
  [/^spec\/(?:tools|toolsets)\//, /^description$/],
  [/^spec\/errors\.yaml$/, /^errors\.\w+\.hint$/],
  [/^spec\/warnings\.yaml$/, /^warnings\.\w+\.message$/],
  [/^spec\/refusals\//, /^refusals\.\w+\.agent$/],
  [/^spec\/prompts\//, /^(?:steps|rules)\.\w+\.(?:en|es|de)$/],
  [/^spec\/said\//, /^said\.\w+\.agent$/],
  [/^spec\/rules\//, /^(?:frames\.\w+|rules\.[\w.-]+\.fix(?:\.\w+)?)$/],
  [/^spec\/vocabulary\/pac-faults\.yaml$/, /^fixes\.[\w ]+$/],
  [/^spec\/service\.yaml$/, /^instructions$/],
];

const isPlace = ({ file }: Source, path: Path): boolean =>
  PLACES.some(([of, at]) => of.test(file) && at.test(path.join('.')));

type Alternatives = Readonly<Record<string, unknown>>;

const isAlternatives = (value: unknown): value is Alternatives =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).some(isCondition);

const isCondition = (key: string): boolean => CAN.test(key) || CONDITIONS.some((each) => each === key);

const foldAlternatives = (value: Alternatives, source: Source, path: Path, problems: Problems): string =>
  `${Object.entries(value)
    .map(([key, text]) => {
      const where = { source, path: [...path, key], part: 'key' as const };
      if (!isCondition(key))
        problems.fault(
          'text-condition',
          where,
          `no condition is called ${key}${didYouMean(key, CONDITIONS)}`,
        );
      if (typeof text !== 'string') problems.fault('text-condition', where, `${key} takes one text`);
      return `${OPEN}${key}${SAYS}${String(text).trim()}`;
    })
    .join('')}${CLOSE}`;

const GOES_ON = new RegExp(`^(?:${OPEN}[^${SAYS}]*${SAYS})*[,;.:]`);

/** Sentences with a space between them; what begins with a mark follows at once. */
const joinPieces = (pieces: readonly string[]): string =>
  pieces.reduce((text, piece) => `${text}${GOES_ON.test(piece) ? '' : ' '}${piece}`);

const foldText = (value: unknown, source: Source, path: Path, problems: Problems): unknown => {
  if (isAlternatives(value)) return foldAlternatives(value, source, path, problems);
  if (!Array.isArray(value) || value.length === 0) return value;
  const pieces = value.map((each: unknown, index) =>
    isAlternatives(each) ? foldAlternatives(each, source, [...path, index], problems) : each,
  );
  return pieces.every((each) => typeof each === 'string')
    ? joinPieces(pieces.map((each) => each.trim()))
    : value;
};

const foldValue = (value: unknown, source: Source, path: Path, problems: Problems): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const folded = isPlace(source, path) ? foldText(value, source, path, problems) : value;
  if (typeof folded === 'string' || Array.isArray(folded)) return folded;
  return Object.fromEntries(
    Object.entries(folded as object).map(([key, inner]) => [
      key,
      foldValue(inner, source, [...path, key], problems),
    ]),
  );
};

/** Every text as one string. Other lists hold no texts with alternatives. */
export const foldTexts = (sources: readonly Source[], problems: Problems): readonly Source[] =>
  sources.map((source) => ({ ...source, value: foldValue(source.value, source, [], problems) }));

/** A part of a text: what everybody reads, or one of several alternatives. */
export interface Part {
  /** Null: everybody. */
  readonly condition: string | null;
  readonly text: string;
}

const CHOICE = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`);

/** What stands between the alternatives, and each of these, in their order. */
export const partsOf = (text: string): readonly Part[] =>
  text.split(CHOICE).flatMap((piece, index): readonly Part[] =>
    index % 2 === 0
      ? [{ condition: null, text: piece }]
      : piece.split(OPEN).map((each) => {
          const [condition = '', said = ''] = each.split(SAYS);
          return { condition, text: said };
        }),
  );

/** The tool that a condition is about. */
export const toolOf = (condition: string | null): string | undefined => CAN.exec(condition ?? '')?.[1];

export const hasAlternatives = (text: string): boolean => CHOICE.test(text);

const choose = (text: string, take: (alternatives: readonly Part[]) => string): string =>
  text
    .replace(new RegExp(` ?${CHOICE.source}`, 'g'), (whole, piece: string) => {
      const taken = take(partsOf(`${OPEN}${piece}${CLOSE}`).filter(({ condition }) => condition !== null));
      return taken === '' ? '' : `${whole.startsWith(' ') ? ' ' : ''}${taken}`;
    })
    .trim();

/** As a reader without any set reads it, or with this one. */
export const plain = (text: string, own: ReadonlySet<string> = new Set()): string =>
  choose(
    text,
    (alternatives) =>
      alternatives.find(({ condition }) => condition === 'else' || own.has(toolOf(condition) ?? ''))?.text ??
      '',
  );

/** The longest that anybody reads. */
export const longest = (text: string): string =>
  choose(text, (alternatives) =>
    alternatives
      .map((each) => each.text)
      .reduce((one, other) => (other.length > one.length ? other : one), ''),
  );
