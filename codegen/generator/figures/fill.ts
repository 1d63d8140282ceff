// Puts the figures of the spec where its prose and its keywords name them: `{windows.bill_due_days}` is 30 days in a
// sentence and 30 where it is the whole value of a keyword. `{maxLength}` is the keyword beside the sentence.
import type { Source } from '../load/load.ts';
import type { Path, Problems, Where } from '../problem.ts';
import { type Figures, type FigureValue, nearestFigures, type Scalar } from './figures.ts';
import { FORMATS, type Format } from './formats.ts';
import { say } from './units.ts';

/** Keys whose values people read. */
const PROSE = new Set([
  'description',
  'derived_default',
  'message',
  'hint',
  'instructions',
  'text',
  'title',
  'words',
]);
/** Prose without details of a call, which messages name in braces. */
const NO_DETAILS = new Set(['description', 'derived_default', 'instructions', 'words']);
/** Of texts: a language, or the form of a number in it. */
const LANGUAGES = /^(?:en|es|de)$/u;

/** A figure, perhaps with a format; or a keyword of the field itself. */
const PLACEHOLDER =
  /\{([A-Za-z]\w*(?:\.[\w-]+)+|(?:max|min)(?:Length|Items)|maximum|minimum|exclusiveMinimum)(?:\|([^{}]*))?\}/g;
/** A word in braces that is neither. */
const STRAY = /\{(?!(max|min)[A-Z]|maximum|minimum|exclusive)\w+\}/;
/** A number that a figure happens to equal. */
export const COINCIDENCE = /\{=([^{}]*)\}/g;

interface Place {
  readonly source: Source;
  readonly path: Path;
  /** The map that holds the value. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly figures: Figures;
  readonly problems: Problems;
}

/** One placeholder: as written, the name, and the form if it asks for one. */
interface Named {
  readonly whole: string;
  readonly name: string;
  readonly format: string | undefined;
}

export const isProse = (path: Path): boolean => {
  const key = String(path.at(-1));
  const language = String(path.at(key === 'one' || key === 'other' ? -2 : -1));
  return PROSE.has(key) || LANGUAGES.test(language);
};

/** The place of a piece of text within a value, also within a block of several lines. */
export const placeOf = (source: Source, path: Path, text: string): Where => {
  const start = source.position(path, 'value');
  const lines = source.text.split('\n');
  for (let line = start.line; line <= lines.length; line += 1) {
    const from = line === start.line ? start.column - 1 : 0;
    const column = (lines[line - 1] ?? '').indexOf(text, from) + 1;
    if (column > 0) return { source: { ...source, position: () => ({ line, column }) }, path };
  }
  return { source, path };
};

const reportAt = (
  { problems, source, path }: Place,
  text: string,
  rule: string,
  message: string,
): undefined => {
  problems.fault(rule, placeOf(source, path, text), message);
};

const lookUp = (place: Place, { whole, name }: Named): FigureValue | undefined => {
  if (!name.includes('.')) return lookBeside(place, whole, name);
  const value = place.figures.get(name);
  if (value !== undefined) return value;
  const near = nearestFigures(name, place.figures.keys()).join(', ');
  return reportAt(
    place,
    whole,
    'unknown-figure',
    `no figure of the spec is called ${name}; the nearest are ${near}`,
  );
};

const lookBeside = (place: Place, whole: string, keyword: string): number | undefined => {
  const value = place.beside[keyword];
  const path = [...place.path.slice(0, -1), keyword];
  const filled = typeof value === 'string' ? fillText({ ...place, path }, value) : value;
  return typeof filled === 'number'
    ? filled
    : reportAt(place, whole, 'unknown-figure', `there is no ${keyword} beside this sentence`);
};

const giveForm = (place: Place, { whole, name, format }: Named, value: FigureValue): Scalar | undefined => {
  if (format === undefined) {
    if (!Array.isArray(value)) return value as Scalar;
    return reportAt(place, whole, 'figure-format', `${name} is a list; give it the form |percents`);
  }
  const [word = '', ...rest] = format.split(' ');
  const forms: Readonly<Record<string, Format>> = FORMATS;
  const names = Object.keys(forms).join(', ');
  return (
    forms[word]?.(value, rest.join(' ')) ??
    reportAt(place, whole, 'figure-format', `${name} has no form "${format}"; forms are ${names}`)
  );
};

/** The text with its figures, or the figure itself where it is the whole of a value that nobody reads. */
const fillText = (place: Place, text: string): Scalar => {
  const prose = isProse(place.path);
  const whole: Scalar[] = [];
  const filled = text.replaceAll(PLACEHOLDER, (written, name: string, format: string | undefined) => {
    if (!name.includes('.') && !prose) return written;
    const named = { whole: written, name, format };
    const value = lookUp(place, named);
    const made = value === undefined ? undefined : giveForm(place, named, value);
    if (made === undefined) return written;
    if (written === text && !prose) whole.push(made);
    return format === undefined && typeof made === 'number' ? say(name, made) : String(made);
  });
  const stray = NO_DETAILS.has(String(place.path.at(-1))) ? STRAY.exec(filled)?.[0] : undefined;
  if (stray !== undefined)
    reportAt(place, stray, 'unknown-figure', `${stray} names nothing; figures are written {windows.name}`);
  return whole[0] ?? filled.replaceAll(COINCIDENCE, '$1');
};

const fillValue = (place: Place, value: unknown): unknown => {
  if (typeof value === 'string') return value.includes('{') ? fillText(place, value) : value;
  if (Array.isArray(value))
    return value.map((each, index) => fillValue({ ...place, path: [...place.path, index] }, each));
  if (typeof value !== 'object' || value === null) return value;
  const beside = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(beside).map(([key, inner]) => [
      key,
      fillValue({ ...place, path: [...place.path, key], beside }, inner),
    ]),
  );
};

export const fillFigures = (
  sources: readonly Source[],
  figures: Figures,
  problems: Problems,
): readonly Source[] =>
  sources.map((source) => ({
    ...source,
    value: fillValue({ source, path: [], beside: {}, figures, problems }, source.value),
  }));
