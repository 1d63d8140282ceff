// Checks arguments for a tool as the spec states them: form, rules between parameters, and fields of the country.
import type { ParamsOf, ToolDescriptor, ToolName } from '../../../generated/dispatch.ts';
import type { Entity } from '../entity.ts';
import { isCountryCode } from '../country-codes.ts';
import { type ToolError, toolError } from '../errors.ts';
import { currencyUnknown, isCurrency } from '../money/currency.ts';
import { normaliseArguments, type Normalised } from './normalise.ts';
import { countryFaults } from './country.ts';
import { argumentFaults, hiddenCharacterError } from './faults.ts';
import { ruleFaults } from './rules.ts';
import { together } from './together.ts';

export interface ReadArguments extends Normalised {
  /** What is wrong with their form; the value fits the tool only if nothing is. */
  readonly faults: readonly ToolError[];
}

export const readArguments = ({ validate, inputSchema }: ToolDescriptor, given: unknown): ReadArguments => {
  const normalised = normaliseArguments(inputSchema, given);
  if (!validate(normalised.value)) {
    // The validator has filled in defaults; the error shows what was sent.
    const sent = normaliseArguments(inputSchema, given).value;
    return { ...normalised, faults: argumentFaults(validate.errors ?? [], sent, inputSchema) };
  }
  return {
    ...normalised,
    faults: normalised.hidden.map((path) => hiddenCharacterError(path, normalised.value)),
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
