// Checks each YAML file against the closed schema of its kind and reports each fault at its location.
import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Source } from '../load.ts';
import { didYouMean } from '../../problem.ts';
import type { Problems, Where } from '../../problem.ts';
import { META, findKind } from './kinds.ts';
import type { Kind } from './kinds.ts';
import type { MetaSchema } from './schema.ts';

const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
const validators = new Map<Kind, ValidateFunction>();

const compileKind = (kind: Kind): ValidateFunction => {
  const known = validators.get(kind) ?? ajv.compile(META[kind]);
  validators.set(kind, known);
  return known;
};

/** Reports every key, type and value that the kind of the file does not allow; true when there is none. */
export const checkSource = (source: Source, problems: Problems): boolean => {
  const kind = findKind(source.file);
  if (kind === undefined) {
    problems.fault('unknown-file', { source, path: [], part: 'key' }, 'nothing reads a file of this name');
    return false;
  }
  const validate = compileKind(kind);
  if (validate(source.value)) return true;
  for (const error of validate.errors ?? []) tell(error, source, problems);
  return false;
};

const tell = (error: ErrorObject, source: Source, problems: Problems): void => {
  const where: Where = { source, path: splitPointer(error.instancePath) };
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const known = Object.keys((error.parentSchema as MetaSchema | undefined)?.properties ?? {});
      const place: Where = { source, path: [...where.path, key], part: 'key' };
      problems.fault('unknown-key', place, `unknown key ${key}${didYouMean(key, known)}`);
      return;
    }
    case 'required':
      problems.fault(
        'missing-key',
        { ...where, part: 'key' },
        `the key ${String(params['missingProperty'])} is missing`,
      );
      return;
    case 'enum': {
      const allowed = (error.schema as readonly string[]).map(String);
      const received = String(error.data);
      problems.fault(
        'bad-value',
        where,
        `${received} is not one of ${allowed.join(', ')}${didYouMean(received, allowed)}`,
      );
      return;
    }
    case 'type':
      problems.fault('bad-value', where, `${show(error.data)} is not ${nameTypes(params['type'])}`);
      return;
    case 'uniqueItems': {
      const second = Math.max(Number(params['i']), Number(params['j']));
      const values: readonly unknown[] = Array.isArray(error.data) ? error.data : [];
      const again: Where = { ...where, path: [...where.path, String(second)] };
      problems.fault('listed-twice', again, `${show(values[second])} is listed twice`);
      return;
    }
    default:
      problems.fault('bad-value', where, `${show(error.data)} ${error.message ?? 'is not allowed'}`);
  }
};

const show = (value: unknown): string => {
  const json = JSON.stringify(value);
  return json.length > 40 ? `${json.slice(0, 37)}...` : json;
};

const nameTypes = (type: unknown): string => {
  const types = Array.isArray(type) ? type.map(String) : [String(type)];
  return types.map((name) => `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`).join(' or ');
};

/** A JSON pointer as steps; digits stay text, since a map's key may be a number. */
export const splitPointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
