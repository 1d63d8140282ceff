// Whether a value fits the keywords of its own schema. Small, so that defaults, enums and partial examples are
// checked without compiling anything.
import type { Schema } from '../lower/schema.ts';

/** What is wrong with the value, or undefined when it fits. Goes into arrays and objects. */
export const misfit = (value: unknown, schema: Schema): string | undefined => {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return `is not of type ${types.join(' or ')}`;
  if (schema.const !== undefined && value !== schema.const) return `is not ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined && !schema.enum.some((each) => each === value))
    return `is not one of ${schema.enum.map(String).join(', ')}`;
  if (typeof value === 'string') return textMisfit(value, schema);
  if (typeof value === 'number') return numberMisfit(value, schema);
  if (Array.isArray(value)) return arrayMisfit(value, schema);
  return undefined;
};

const isOfType = (value: unknown, type: string): boolean => {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
};

const textMisfit = (value: string, schema: Schema): string | undefined => {
  // Code points, as the validators count.
  const { length } = Array.from(value);
  if (schema.minLength !== undefined && length < schema.minLength)
    return `is shorter than ${schema.minLength}`;
  if (schema.maxLength !== undefined && length > schema.maxLength)
    return `is longer than ${schema.maxLength}`;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value))
    return `does not match ${schema.pattern}`;
  return undefined;
};

const numberMisfit = (value: number, schema: Schema): string | undefined => {
  if (schema.minimum !== undefined && value < schema.minimum) return `is less than ${schema.minimum}`;
  if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum)
    return `is not above ${schema.exclusiveMinimum}`;
  if (schema.maximum !== undefined && value > schema.maximum) return `is more than ${schema.maximum}`;
  return undefined;
};

const arrayMisfit = (value: readonly unknown[], schema: Schema): string | undefined => {
  if (schema.minItems !== undefined && value.length < schema.minItems)
    return `has fewer than ${schema.minItems} elements`;
  if (schema.maxItems !== undefined && value.length > schema.maxItems)
    return `has more than ${schema.maxItems} elements`;
  return undefined;
};
