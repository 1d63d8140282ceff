// Checks arguments for a tool as the spec states them: form, rules between parameters, and fields of the country.
import { detailFields, type DetailSlot } from '../../../generated/countries.ts';
import {
  type ParamsOf,
  type Rule,
  type ToolDescriptor,
  type ToolName,
  TOOLS,
} from '../../../generated/dispatch.ts';
import { closest } from '../closest.ts';
import { isCountryCode } from '../country-codes.ts';
import type { Entity } from '../entity.ts';
import { type ToolError, toolError } from '../errors.ts';
import { currencyUnknown, isCurrency } from '../money/currency.ts';
import { english, say } from '../said.ts';
import { dayIn } from '../time/day.ts';
import { allowedIn } from './allowed.ts';
import type { About } from './corrections.ts';
import { dryRunFaults } from './dry-run-ids.ts';
import { emptiedBy, withEmptied } from './emptied.ts';
import { argumentFaults, hiddenCharacterError } from './faults.ts';
import { normaliseArguments, type Normalised, type Wrapped } from './normalise.ts';
import { schemaAtPath } from './places.ts';
import { together } from './together.ts';

export interface ReadArguments extends Normalised {
  /** What is wrong with their form; the value fits the tool only if nothing is. */
  readonly faults: readonly ToolError[];
}

export const readArguments = (
  { name, validate, inputSchema }: ToolDescriptor,
  given: unknown,
  about: About = { tool: name },
): ReadArguments => {
  const normalised = normaliseArguments(inputSchema, given);
  if (!validate(normalised.value)) {
    // The validator has filled in defaults; the error shows what was sent.
    const sent = normaliseArguments(inputSchema, given).value;
    const found = argumentFaults(validate.errors ?? [], sent, inputSchema, about);
    return { ...normalised, faults: [...dryRunFaults(sent), ...found] };
  }
  withEmptied(normalised.value, emptiedBy(inputSchema, given));
  return {
    ...normalised,
    faults: [
      ...dryRunFaults(normalised.value),
      ...normalised.hidden.map((path) => hiddenCharacterError(path, normalised.value)),
    ],
  };
};

/** Codes of lists that no pattern can hold. */
const codeFaults = (
  { errors }: ToolDescriptor,
  { currency, country_code }: Readonly<Record<string, unknown>>,
): readonly ToolError[] => [
  ...(typeof currency === 'string' && errors.includes('currency_unknown') && !isCurrency(currency)
    ? [currencyUnknown(currency, 'currency')]
    : []),
  ...(typeof country_code === 'string' && errors.includes('country_unknown') && !isCountryCode(country_code)
    ? [toolError('country_unknown', { path: 'country_code', received: country_code.slice(0, 20) })]
    : []),
];

/** A field that is to be set and to be emptied; which of the two is meant, nobody can tell. */
const clearFaults = (params: Readonly<Record<string, unknown>>): readonly ToolError[] => {
  const { clear } = params;
  if (!Array.isArray(clear)) return [];
  const both = clear.map(String).filter((name) => name !== 'country_details' && params[name] !== undefined);
  return both.map((path) =>
    toolError('parameters_conflict', { path, hint: english(say('hint_given_and_cleared', { path })) }),
  );
};

/** What is wrong with the arguments together: rules between parameters and, where it is known, of the entity's country. */
export const joinedFaults = (
  descriptor: ToolDescriptor,
  { value, wrapped }: Normalised,
  entity: Entity | undefined,
): readonly ToolError[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const params = value as Record<string, unknown>;
  return [
    ...codeFaults(descriptor, params),
    ...clearFaults(params),
    ...ruleFaults(descriptor.rules, params),
    ...(entity === undefined ? [] : countryFaults(descriptor, params, wrapped, entity)),
  ];
};

/** For ways in other than a call: the same checks on the parameters of a tool, for this company. */
export const checkParams = <T extends ToolName>(
  descriptor: ToolDescriptor<T>,
  given: unknown,
  entity: Entity,
): ParamsOf<T> => {
  const read = readArguments(descriptor, given);
  const faults = [...read.faults, ...joinedFaults(descriptor, read, entity)];
  if (faults.length > 0) throw together(faults);
  const { value } = read;
  if (descriptor.validate(value)) return value;
  throw new Error(`checked parameters of ${descriptor.name} do not fit it`);
};

// The cross-field rules of a tool's YAML: what a flat schema cannot express without combinators, which many clients refuse.

type Params = Readonly<Record<string, unknown>>;
type Broken = ToolError | undefined;

const given = (params: Params, names: readonly string[]): string[] =>
  names.filter((name) => params[name] !== undefined);

const atLeastOne = (params: Params, names: readonly string[]): Broken =>
  given(params, names).length > 0
    ? undefined
    : toolError('missing_one_of', { path: names.join(', '), allowed: [...names] });

const atMostOne = (params: Params, names: readonly string[]): Broken => {
  const present = given(params, names);
  return present.length <= 1
    ? undefined
    : toolError('only_one_of', { path: present.join(', '), allowed: [...names] });
};

const daysInOrder = (params: Params, [first, last]: readonly [string, string]): Broken => {
  const [from, to] = [params[first], params[last]];
  // Days compare as text because they are written year first.
  return typeof from !== 'string' || typeof to !== 'string' || from <= to
    ? undefined
    : toolError('date_range_reversed', { path: first, from, to });
};

const numbersInOrder = (params: Params, [first, last]: readonly [string, string]): Broken => {
  const [from, to] = [params[first], params[last]];
  return typeof from !== 'number' || typeof to !== 'number' || from <= to
    ? undefined
    : toolError('amount_range_reversed', { path: first, from, to });
};

const checkRule = (rule: Rule, params: Params): Broken => {
  if (rule.kind === 'date_order') return daysInOrder(params, rule.params);
  if (rule.kind === 'number_order') return numbersInOrder(params, rule.params);
  const tooFew = rule.kind === 'at_most_one' ? undefined : atLeastOne(params, rule.params);
  return tooFew ?? (rule.kind === 'at_least_one' ? undefined : atMostOne(params, rule.params));
};

/** The rules that the arguments break. */
export const ruleFaults = (rules: readonly Rule[], params: Params): readonly ToolError[] =>
  rules.flatMap((rule) => checkRule(rule, params) ?? []);

// Checks `country_details` against the country. The published schema has the fields of all countries side by side, so
// the validator has checked each field's form; this step refuses fields of other countries and missing required ones.

type Details = Readonly<Record<string, unknown>>;

interface Place {
  readonly path: string;
  readonly details: Details | undefined;
}

/** Arguments that the validator refused may be of any form. */
const toDetails = (value: unknown): Details | undefined =>
  typeof value === 'object' && value !== null ? (value as Details) : undefined;

/** The objects of one slot in these arguments. */
const findPlaces = (path: string, params: Params): Place[] => {
  const [list, field] = path.split('[].');
  if (list === undefined || field === undefined) return [{ path, details: toDetails(params[path]) }];
  const items: readonly unknown[] = Array.isArray(params[list]) ? params[list] : [];
  return items.map((item, index) => ({
    path: `${list}[${index}].${field}`,
    details: toDetails(toDetails(item)?.[field]),
  }));
};

const placeFaults = (
  { inputSchema }: ToolDescriptor,
  place: Place,
  slot: DetailSlot,
  country: string,
): readonly ToolError[] => {
  const fields = detailFields(slot, country);
  const known = Object.keys(fields);
  const foreign = Object.keys(place.details ?? {}).filter((name) => !Object.hasOwn(fields, name));
  const missing = Object.entries(fields).filter(
    ([name, field]) => field.required && place.details?.[name] === undefined,
  );
  return [
    ...foreign.map((name) => {
      const close = closest(name, known);
      return toolError('country_field_not_allowed', {
        path: `${place.path}.${name}`,
        country,
        ...(close === undefined
          ? { allowed: known }
          : {
              allowed: [close, ...known.filter((other) => other !== close)],
              hint: `Did you mean ${place.path}.${close}?`,
            }),
      });
    }),
    ...missing.map(([name]) => {
      const path = `${place.path}.${name}`;
      const takes = allowedIn(schemaAtPath(inputSchema, path));
      const hint = `Give ${path}: ${takes}; ask the user when you do not know it.`;
      return toolError('country_field_missing', { path, country, hint });
    }),
  ];
};

/** The record's own country where the tool takes one (a counterparty's), otherwise the entity's. */
const chooseCountry = (descriptor: ToolDescriptor, params: Params, entity: Entity): string => {
  const own = descriptor.params.includes('country_code') ? params['country_code'] : undefined;
  return typeof own === 'string' ? own : entity.country_code;
};

type SlotAt = ToolDescriptor['countryDetails'][number];

/** Tools that change a record have the fields of the country where those have them that create it. */
const SLOTS: readonly SlotAt[] = Object.values<ToolDescriptor>(TOOLS).flatMap((tool) => tool.countryDetails);

/** What is known of a call for the entity beside its arguments. */
export const aboutCall = (
  descriptor: ToolDescriptor,
  { value }: Normalised,
  entity: Entity | undefined,
  now: Date,
): About => {
  const tool = descriptor.name;
  if (entity === undefined) return { tool };
  const country = chooseCountry(descriptor, toDetails(value) ?? {}, entity);
  return {
    tool,
    today: dayIn(entity.time_zone, now),
    zone: entity.time_zone,
    takes: ({ path, fields }, name) => {
      const own = SLOTS.filter((each) => each.path === path)
        .map(({ slot }) => detailFields(slot, country))
        .find((known) => Object.keys(known).every((each) => Object.hasOwn(fields, each)));
      return own === undefined || Object.hasOwn(own, name);
    },
  };
};

/** The fields of other countries that came, and the required ones that did not. */
export const countryFaults = (
  descriptor: ToolDescriptor,
  params: Params,
  wrapped: readonly Wrapped[],
  entity: Entity,
): readonly ToolError[] => {
  if (descriptor.countryDetails.length === 0) return [];
  const country = chooseCountry(descriptor, params, entity);
  const misplaced = wrapped.filter(({ country: named }) => named !== country);
  if (misplaced.length > 0) {
    return misplaced.map(({ path, country: named }) =>
      toolError('country_field_not_allowed', { path: `${path}.${named}`, country, allowed: [country] }),
    );
  }
  return descriptor.countryDetails.flatMap(({ path, slot }) =>
    findPlaces(path, params).flatMap((place) => placeFaults(descriptor, place, slot, country)),
  );
};
