// Handlebars without escaping, where a missing name is an error. Templates only loop and print.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';

const compiled = new Map<string, HandlebarsTemplateDelegate>();

/** Templates are read from the source tree even when the generator runs from dist/. */
const findTemplates = (): string => {
  const beside = join(import.meta.dirname, '..', 'templates');
  return existsSync(beside)
    ? beside
    : join(import.meta.dirname, '..', '..', '..', '..', 'codegen', 'generator', 'templates');
};

const loadTemplate = (name: string): HandlebarsTemplateDelegate => {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(join(findTemplates(), `${name}.hbs`), 'utf8');
  const template = Handlebars.compile(text, { noEscape: true, strict: true });
  compiled.set(name, template);
  return template;
};

/** Fills a template. The view is plain data: templates decide nothing. */
export const render = (name: string, view: object): string => `${loadTemplate(name)(view).trimEnd()}\n`;
