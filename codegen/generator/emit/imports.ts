// imports.ts: the rows that `import` of the admin command line takes.
import { stripFormat } from '../lower/schema.ts';
import { lowerInputs } from '../lower/field.ts';
import type { Spec } from '../model.ts';
import { rowTypeName } from '../naming.ts';
import { declareInput } from './declare.ts';
import type { Declaration } from './declare.ts';
import { header, writeImports } from './emit.ts';
import type { Emitter } from './emit.ts';
import { bare, literal } from './literal.ts';
import { render } from './render.ts';
import { findCountryDetails } from './tool.ts';

export const declareImports = (spec: Spec): readonly Declaration[] =>
  spec.imports.map(({ name, fields, description }) =>
    declareInput(rowTypeName(name), fields, 'params', description),
  );

export const emitImports: Emitter = ({ spec, declarations, homes }) => {
  const file = 'imports.ts';
  const rows = spec.imports.map(({ name, description, fields, sample }) => ({
    name,
    row: rowTypeName(name),
    facts: literal(
      {
        type: name,
        description,
        countryDetails: findCountryDetails(fields, spec),
        schema: stripFormat(lowerInputs(fields, spec)),
        sample,
        validate: bare(`validate${rowTypeName(name)}`),
      },
      1,
    ),
  }));
  const texts = [...homes].filter(([, home]) => home === file).map(([name]) => declarations.get(name) ?? '');
  const body = render('imports', { texts: texts.join('\n\n'), rows });
  return new Map([[file, `${header('spec/imports')}${writeImports(file, body, homes)}${body}`]]);
};
