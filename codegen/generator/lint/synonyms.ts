// Rules on what others call things: within one object a word means one field, and never the opposite of it.
import { expand } from '../lower/field.ts';
import { allFields } from '../load/fields.ts';
import { mergeSlotFields } from '../lower/countries.ts';
import type { LoweredTool } from '../lower/tool.ts';
import type { Field, Fields, Spec } from '../model.ts';
import { below, didYouMean } from '../problem.ts';
import type { Problems, Where } from '../problem.ts';
import { contradiction, fold } from '../words.ts';
import type { LintRule } from './all.ts';

/** An object that callers send, where its fields stand, and the path of it. */
interface Place {
  readonly tool: string;
  readonly path: string;
  readonly fields: Fields;
}

const placesOf = (field: Field, tool: string, path: string, spec: Spec): readonly Place[] => {
  const full = expand(field, spec);
  if (full.items !== undefined) return placesOf(full.items, tool, `${path}[]`, spec);
  const fields = full.by_country === undefined ? full.fields : mergeSlotFields(full.by_country, spec);
  return fields === undefined ? [] : objectsOf(fields, tool, path, spec);
};

const objectsOf = (fields: Fields, tool: string, path: string, spec: Spec): readonly Place[] => [
  { tool, path, fields },
  ...Object.entries(fields).flatMap(([name, field]) =>
    placesOf(field, tool, path === '' ? name : `${path}.${name}`, spec),
  ),
];

const listPlaces = (spec: Spec, tools: readonly LoweredTool[]): readonly Place[] =>
  tools.flatMap(({ tool, params }) => placesOf({ fields: params }, tool.name, '', spec));

/** Whether a row of these places holds in this object. */
const holds = (places: readonly string[] | undefined, { tool, path }: Place): boolean =>
  places === undefined ||
  places.some((place) => place === tool || place === path || place === `${tool}.${path}`);

/** A synonym is another word, and not one for the opposite. */
const checkWord = (word: string, own: string, where: Where, spec: Spec, problems: Problems): void => {
  if (fold(word) === fold(own)) {
    problems.flaw('synonym-same', where, `${word} is ${own} already, however it is written: leave it out`);
    return;
  }
  const why = contradiction(word, own, spec.synonyms);
  if (why !== undefined)
    problems.flaw('synonym-opposite', where, `${word} cannot stand for ${own}: ${why}; give it to another`);
};

/** Words beside fields and tools, each on its own. */
export const synonymsFit: LintRule = (spec, _tools, problems) => {
  for (const { field, name, where } of allFields(spec)) {
    field.also?.forEach((word, index) => checkWord(word, name, below(where, 'also', index), spec, problems));
    const values = expand(field, spec).enum ?? [];
    for (const [value, words] of Object.entries(field.also_values ?? {})) {
      const at = below(where, 'also_values', value);
      if (!values.map(String).includes(value))
        problems.flaw('synonym-unknown', at, `${value} is no value${didYouMean(value, values.map(String))}`);
      words.forEach((word, index) => checkWord(word, value, below(at, index), spec, problems));
    }
  }
  for (const { name, also, where } of spec.tools)
    also.forEach((word, index) => checkWord(word, name, below(where, 'also', index), spec, problems));
  const { where, names, values } = spec.synonyms;
  if (where === undefined) return;
  names.forEach(({ of, also, convert }, row) =>
    also.forEach((word, index) => {
      const at = below(where, 'names', row, 'also', index);
      for (const own of of) if (convert !== 'negated') checkWord(word, own, at, spec, problems);
    }),
  );
  values.forEach(({ of, also }, row) =>
    also.forEach((word, index) =>
      checkWord(word, of, below(where, 'values', row, 'also', index), spec, problems),
    ),
  );
};

/** Rows name parameters, values and places that there are. */
export const synonymsNameFit: LintRule = (spec, tools, problems) => {
  const { where, names, values, nothing } = spec.synonyms;
  if (where === undefined) return;
  const places = listPlaces(spec, tools);
  const params = new Set(places.flatMap(({ fields }) => Object.keys(fields)));
  const isPlace = (name: string): boolean => places.some((place) => holds([name], place));
  const missing = (what: string, name: string, known: Iterable<string>, at: Where): void =>
    problems.flaw('synonym-unknown', at, `there is no ${what} ${name}${didYouMean(name, known)}`);
  const checkPlaces = (given: readonly string[] | undefined, at: Where): void =>
    given?.forEach((name, index) => {
      if (!isPlace(name))
        missing(
          'place',
          name,
          places.flatMap(({ tool, path }) => [tool, path]),
          below(at, 'in', index),
        );
    });
  names.forEach((row, index) => {
    const at = below(where, 'names', index);
    row.of.forEach((name, each) => {
      if (!params.has(name)) missing('parameter', name, params, below(at, 'of', each));
    });
    checkPlaces(row.in, at);
  });
  const taken = new Set(
    [...allFields(spec)].flatMap(({ field, role }) =>
      role === 'input' || role === 'type' ? (expand(field, spec).enum ?? []).map(String) : [],
    ),
  );
  values.forEach(({ of, in: given }, index) => {
    const at = below(where, 'values', index);
    if (!taken.has(of)) missing('value', of, taken, below(at, 'of'));
    checkPlaces(given, at);
  });
  nothing.forEach(({ in: given }, index) => checkPlaces(given, below(where, 'nothing', index)));
};

interface Taken {
  readonly name: string;
  readonly at: Where;
}

/** Adds a word of a field to those of its object, or tells of the field that has it. */
const take = (
  taken: Map<string, Taken>,
  word: string,
  own: Taken,
  place: Place,
  problems: Problems,
): void => {
  const key = fold(word);
  const real = Object.keys(place.fields).find((name) => fold(name) === key);
  const earlier = real === undefined ? taken.get(key)?.name : real;
  if (earlier === undefined || earlier === own.name) taken.set(key, own);
  else {
    const object = place.path === '' ? place.tool : `${place.path} of ${place.tool}`;
    const what = real === undefined ? `means ${earlier}` : 'is a parameter';
    problems.flaw(
      'synonym-clash',
      own.at,
      `${word} ${what} in ${object} already, so it cannot mean ${own.name}: leave one out, or say in: where each holds`,
    );
  }
};

/** Within one object a word means one field. Rows with places come first, and what is there comes before all rows. */
export const synonymsDiffer: LintRule = (spec, tools, problems) => {
  const { where, names } = spec.synonyms;
  const locations = new Map(allFields(spec).map(({ field, where: at }) => [field.also, at]));
  for (const { tool } of tools)
    for (const place of listPlaces(
      spec,
      tools.filter((each) => each.tool === tool),
    )) {
      const beside = new Map<string, Taken>();
      for (const [name, field] of Object.entries(place.fields)) {
        const type = field.use === undefined ? undefined : spec.types.get(field.use)?.field.also;
        for (const also of [type, field.also])
          also?.forEach((word, index) =>
            take(
              beside,
              word,
              { name, at: below(locations.get(also) ?? tool.where, 'also', index) },
              place,
              problems,
            ),
          );
      }
      if (where === undefined) continue;
      for (const isPlaced of [true, false]) {
        const general = new Map<string, Taken>();
        names.forEach(({ of, also, in: given }, row) => {
          if ((given !== undefined) !== isPlaced || !holds(given, place)) return;
          const owner = of.find((name) => Object.hasOwn(place.fields, name));
          if (owner === undefined) return;
          also.forEach((word, index) => {
            const at = below(where, 'names', row, 'also', index);
            const isThere = Object.keys(place.fields).some((name) => fold(name) === fold(word));
            if (!isThere) take(general, word, { name: owner, at }, place, problems);
          });
        });
      }
    }
};
