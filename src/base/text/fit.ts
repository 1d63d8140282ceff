// Texts with alternatives, each for some of those who read it; see `codegen/generator/texts/fit.ts`, which writes the
// marks. Callers cannot send these: they are characters that nobody sees. Texts of files and providers lose them.

/** Who reads a text, and what he can do. */
export interface Audience {
  /** Whether the tool is listed for the key, which has its scope. */
  readonly can: (tool: string) => boolean;
  /** A key of one company. */
  readonly bound: boolean;
  /** At a command line. */
  readonly shell: boolean;
}

const NOTHING = (): boolean => false;

/** People on pages, and whoever is not known: they read what holds for everybody. */
export const ANYBODY: Audience = { can: NOTHING, bound: false, shell: false };

export const AT_SHELL: Audience = { can: NOTHING, bound: false, shell: true };

const OPEN = '\u0002';
const SAYS = '\u0003';
const CLOSE = '\u0004';
/** A text that was cut ends where it was cut. */
const CHOICE = new RegExp(` ?${OPEN}([^${CLOSE}]*)(?:${CLOSE}|$)`, 'g');

const MARKS = new RegExp(`[${OPEN}${SAYS}${CLOSE}]`, 'g');

/** A text from outside, which reads the same for everybody: another control, which means as little, stands for a mark. */
export const withoutMarks = (text: string): string => text.replaceAll(MARKS, '\u0001');

const holds = (condition: string, reader: Audience): boolean => {
  if (condition === 'else') return true;
  if (condition === 'shell') return reader.shell;
  if (condition === 'bound') return reader.bound;
  return reader.can(condition.slice('can '.length));
};

/** The text as this reader reads it: of several alternatives the first that holds, or none. */
export const fit = (text: string, reader: Audience): string =>
  text.includes(OPEN)
    ? text
        .replace(CHOICE, (whole, piece: string) => {
          const taken = piece
            .split(OPEN)
            .map((each) => each.split(SAYS))
            .find(([condition = '']) => holds(condition, reader));
          return taken?.[1] === undefined || taken[1] === ''
            ? ''
            : `${whole.startsWith(' ') ? ' ' : ''}${taken[1]}`;
        })
        .trim()
    : text;

/** All texts in a value of JSON, as this reader reads them. */
export const fitDeep = (value: unknown, reader: Audience): unknown => {
  if (typeof value === 'string') return fit(value, reader);
  if (Array.isArray(value)) return value.map((each: unknown) => fitDeep(each, reader));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fitDeep(each, reader)]));
};

const IN_JSON = String.raw`\u0002`;

/** JSON whose texts fit the reader. Most has no alternatives and is returned as it is. */
export const fitJson = (json: string, reader: Audience): string =>
  json.includes(IN_JSON)
    ? JSON.stringify(
        JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? fit(value, reader) : value)),
      )
    : json;

/** A text of the spec with alternatives, which may not be cut. */
export const hasAlternatives = (text: string): boolean => text.includes(OPEN);
