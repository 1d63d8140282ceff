// Checks arguments for a tool as the spec states them: form, rules between parameters, and fields of the country.
import type { ParamsOf, ToolDescriptor, ToolName } from '../../../generated/dispatch.ts';
import type { Entity } from '../entity.ts';
import { normaliseArguments, type Normalised } from './normalise.ts';
import { checkCountryDetails } from './country.ts';
import { argumentError, controlCharacterError } from './faults.ts';
import { checkRules } from './rules.ts';

export const validateArguments = ({ validate, inputSchema }: ToolDescriptor, given: unknown): Normalised => {
  const normalised = normaliseArguments(inputSchema, given);
  if (!validate(normalised.value)) {
    // The validator has filled in defaults; the error shows what was sent.
    const sent = normaliseArguments(inputSchema, given).value;
    throw argumentError(validate.errors ?? [], sent, inputSchema);
  }
  const [control] = normalised.controls;
  if (control !== undefined) throw controlCharacterError(control, normalised.value);
  return normalised;
};

/** For ways in other than a call: the same checks on the parameters of a tool, for this company. */
export const checkParams = <T extends ToolName>(
  descriptor: ToolDescriptor<T>,
  given: unknown,
  entity: Entity,
): ParamsOf<T> => {
  const { value, wrapped } = validateArguments(descriptor, given);
  const params = value as Record<string, unknown>;
  checkRules(descriptor.rules, params);
  checkCountryDetails(descriptor, params, wrapped, entity);
  if (descriptor.validate(value)) return value;
  throw new Error(`checked parameters of ${descriptor.name} do not fit it`);
};
