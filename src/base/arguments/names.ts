// What a name means that a tool does not know: which of its parameters, and where that stands.
import { type ToolDescriptor, TOOLS } from '../../../generated/dispatch.ts';
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { SYNONYMS } from '../../../generated/vocabulary/synonyms.ts';
import { closest } from '../closest.ts';
import { foldWords, spelt, wordsOf } from '../words.ts';
import { type Folded, foldAll, type Form, inFold, withoutEnd } from './folds.ts';
import { idNames } from './id-names.ts';
import { join } from './places.ts';
import { DENIAL, holdsIn } from './values.ts';

/** A row of spec/vocabulary/synonyms.yaml. */
export interface NameRow {
  readonly of: readonly string[];
  readonly also: readonly string[];
  readonly in?: readonly string[];
  /** Why the value may not be what the parameter takes. */
  readonly ask?: string;
  readonly convert?: string;
  /** A smaller number may be of another measure. */
  readonly least?: number;
  /** The field of the object that the parameter takes. */
  readonly inside?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** An object of a tool's arguments; items of a list are `line_items[]`. */
export interface Holder {
  readonly tool: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, PublishedSchema>>;
  readonly required: readonly string[];
  /** Its parameters by how they are called here, and by what others call them. */
  readonly names: Folded<string>;
  readonly also: Folded<string>;
}

/** A parameter that may be meant. */
export interface Meant {
  readonly name: string;
  /** `line_items[].unit_price`. */
  readonly path: string;
  readonly schema: PublishedSchema;
  readonly row?: NameRow | undefined;
  /** In the object where the name was sent. */
  readonly isHere: boolean;
  /** A guess from a slip of the fingers. */
  readonly isLike: boolean;
}

const ROWS: Folded<NameRow> = foldAll(
  (SYNONYMS.names as readonly NameRow[]).flatMap((row) =>
    [...row.also, ...row.of].map((name) => [name, row] as const),
  ),
);

/** All objects of the arguments, outer ones first. */
export const holdersOf = (tool: string, schema: PublishedSchema, path = ''): readonly Holder[] => {
  if (schema.items !== undefined) return holdersOf(tool, schema.items, `${path}[]`);
  const { properties: fields, required = [] } = schema;
  if (fields === undefined) return [];
  const all = Object.entries(fields);
  const names = foldAll(all.map(([name]) => [name, name] as const));
  const also = foldAll(
    all.flatMap(([name, field]) => (field.also ?? []).map((word) => [word, name] as const)),
  );
  const inner = all.flatMap(([name, field]) => holdersOf(tool, field, join(path, name)));
  return [{ tool, path, fields, required, names, also }, ...inner];
};

/** The nouns of the tool and of the object, which names repeat: `invoice_currency`, `line_description`. */
const qualifiersOf = ({ tool, path }: Holder): ReadonlySet<string> => {
  const [, ...nouns] = wordsOf(tool);
  return new Set([...nouns, ...wordsOf(path.split('.').at(-1) ?? ''), 'is', 'has', 'es', 'ist', 'the', 'my']);
};

/** The name without a technical end, and then without what the place says already. */
const formsOf = (words: readonly string[], holder: Holder): readonly Form[] => {
  const qualifiers = qualifiersOf(holder);
  const bare = words.filter((word) => !qualifiers.has(word) || holder.names.strict.has(word));
  return [words, withoutEnd(words), spelt(words), bare, withoutEnd(bare)]
    .filter((form) => form.length > 0)
    .flatMap((form) => [false, true].map((isLoose) => ({ fold: foldWords(form), isLoose })));
};

/** Whether an object takes this field in the country of the call. */
export type Takes = (holder: Pick<Holder, 'path' | 'fields'>, name: string) => boolean;

/** What is looked for, and where. */
interface Search {
  readonly here: Holder;
  readonly holders: readonly Holder[];
  readonly takes: Takes;
}

const meant = (
  { here, takes }: Search,
  holder: Holder,
  name: string,
  more: { readonly row?: NameRow; readonly isLike?: boolean } = {},
): Meant[] => {
  const schema = Object.hasOwn(holder.fields, name) ? holder.fields[name] : undefined;
  // A field of another country is not meant.
  if (schema === undefined || !takes(holder, name)) return [];
  const { row, isLike = false } = more;
  return [{ name, path: join(holder.path, name), schema, row, isLike, isHere: holder === here }];
};

/** Parameters of this object with this very name, however it is written. */
const byName = (search: Search, form: Form, holder: Holder): readonly Meant[] =>
  inFold(holder.names, form).flatMap((name) => meant(search, holder, name));

/**
 * What the spec says of parameters of this object: with them, then for this place, then anywhere. Of a word that may
 * mean either of two, the one in an object beside this is meant too.
 */
const bySynonym = (
  search: Search,
  form: Form,
  holder: Holder,
  beside: readonly Holder[] = [],
): readonly Meant[] => {
  const own = inFold(holder.also, form).flatMap((name) => meant(search, holder, name));
  if (own.length > 0) return own;
  const rows = inFold(ROWS, form);
  for (const isPlaced of [true, false]) {
    const held = rows.filter((row) => (row.in !== undefined) === isPlaced && holdsIn(row.in, holder));
    const found = [holder, ...beside].map((each) =>
      held.flatMap((row) => row.of.flatMap((name) => meant(search, each, name, { row }))),
    );
    if (found[0]?.length) return found.flat();
  }
  if (!form.fold.split('_').includes('id')) return [];
  return Object.entries(holder.fields).flatMap(([name, schema]) =>
    idNames(schema, holder.required.includes(name)).some((id) => foldWords(wordsOf(id)) === form.fold)
      ? meant(search, holder, name)
      : [],
  );
};

const isUnder = (path: string, other: string): boolean =>
  other === '' || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);

/** The fields of the country stand beside those of the object that holds them. */
const isBeside = (a: Holder, b: Holder): boolean =>
  a.path === join(b.path, 'country_details') || b.path === join(a.path, 'country_details');

/** The objects around and within this one, nearest first. What stands in neither is another matter. */
const around = (here: Holder, holders: readonly Holder[]): readonly Holder[] =>
  holders
    .filter((each) => each !== here && (isUnder(each.path, here.path) || isUnder(here.path, each.path)))
    .toSorted((a, b) => distance(a, here) - distance(b, here));

const distance = ({ path }: Holder, here: Holder): number =>
  Math.abs(path.split('.').length - here.path.split('.').length);

const GENERIC: ReadonlySet<string> = new Set(SYNONYMS.generic.flatMap(wordsOf));

/** Words that mean something only together with the object in which they stand. */
const isGeneric = (words: readonly string[]): boolean => words.every((word) => GENERIC.has(word));

type Stage = () => readonly Meant[];

const firstOf = (stages: readonly Stage[]): readonly Meant[] => {
  for (const stage of stages) {
    const found = stage();
    if (found.length > 0) return [...new Map(found.map((each) => [each.path, each])).values()];
  }
  return [];
};

const nearestOf = (
  holders: readonly Holder[],
  find: (holder: Holder) => readonly Meant[],
): readonly Meant[] => {
  const found = holders.map(find).find((each) => each.length > 0);
  return found ?? [];
};

/** By name and by what the spec says, in the order in which they are certain. */
const byMeaning = (words: readonly string[], search: Search): readonly Meant[] => {
  const { here, holders } = search;
  const wide = around(here, holders);
  const beside = wide.filter((each) => isBeside(each, here));
  const others = isGeneric(words) ? [] : wide.filter((each) => !beside.includes(each));
  const stagesOf = (form: Form): readonly Stage[] => [
    () => byName(search, form, here),
    () => nearestOf(beside, (each) => byName(search, form, each)),
    () => bySynonym(search, form, here, beside),
    () => nearestOf(beside, (each) => bySynonym(search, form, each)),
    () => nearestOf(others, (each) => byName(search, form, each)),
    () => nearestOf(others, (each) => bySynonym(search, form, each)),
  ];
  // What the place says already may be dropped only where the whole is not a thing of its own.
  const forms = formsOf(words, here);
  const found = firstOf(forms.slice(0, PLAIN_FORMS).flatMap(stagesOf));
  if (found.length > 0 || wordsOfNothing(words, here) !== undefined) return found;
  return firstOf(forms.slice(PLAIN_FORMS).flatMap(stagesOf));
};

/** The name itself, without its end and spelt out, strictly and loosely. */
const PLAIN_FORMS = 6;

const RECORD: ReadonlySet<string> = new Set(SYNONYMS.record.map((name) => foldWords(wordsOf(name))));

/** The one id that the tool is about, where a caller says only that it is an id. */
const byRecord = (words: readonly string[], search: Search): readonly Meant[] => {
  if (!RECORD.has(foldWords(words))) return [];
  const { fields, required } = search.here;
  const ids = Object.keys(fields).filter((name) => fields[name]?.ids !== undefined && name !== 'entity_id');
  const [only, ...others] = ids.filter((name) => required.includes(name));
  return only === undefined || others.length > 0 ? [] : meant(search, search.here, only);
};

let everyName: readonly string[] | undefined;

/** What any tool calls a parameter is written as it should be, and no slip for another. */
const allNames = (): readonly string[] => {
  everyName ??= [
    ...new Set(
      Object.values<ToolDescriptor>(TOOLS).flatMap(({ name, inputSchema }) =>
        holdersOf(name, inputSchema).flatMap(({ fields }) => Object.keys(fields)),
      ),
    ),
  ];
  return everyName;
};

/** A slip of the fingers. */
const byLikeness = (name: string, search: Search): readonly Meant[] => {
  const { here, holders } = search;
  const beside = holders.filter((each) => isBeside(each, here));
  return nearestOf([here, ...beside], (holder) => {
    const near = closest(name, Object.keys(holder.fields), allNames());
    return near === undefined ? [] : meant(search, holder, near, { isLike: true });
  });
};

interface NothingRow {
  readonly words: readonly string[];
  readonly in?: readonly string[];
  readonly says: string;
}

const NOTHING: Folded<NothingRow> = foldAll(
  (SYNONYMS.nothing as readonly NothingRow[]).flatMap((row) => row.words.map((word) => [word, row] as const)),
);

/** What the service does with a thing that no parameter takes. */
export const wordsOfNothing = (words: readonly string[], here: Holder): string | undefined => {
  const rows = formsOf(words, here).flatMap(({ fold }) => NOTHING.strict.get(fold) ?? []);
  const held = rows.filter((row) => holdsIn(row.in, here));
  return (held.find((row) => row.in !== undefined) ?? held[0])?.says;
};

/** The parameters that a name may mean, of which there may be several; the object is one of `holders`. */
export const meaningsOf = (
  name: string,
  here: Holder,
  holders: readonly Holder[],
  takes: Takes = () => true,
): readonly Meant[] => {
  const words = wordsOf(name);
  // `status!` is all but that status.
  if (words.length === 0 || DENIAL.test(name)) return [];
  const search: Search = { here, holders, takes };
  return firstOf([
    () => byMeaning(words, search),
    () => byRecord(words, search),
    () => (wordsOfNothing(words, here) === undefined ? byLikeness(name, search) : []),
  ]);
};
