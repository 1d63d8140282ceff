// Handlebars, set up so that a forgotten name is an error and nothing is escaped. Templates only loop and print.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';

const compiled = new Map<string, HandlebarsTemplateDelegate>();

/** Templates are read from the source tree, also when the generator itself runs compiled from dist/. */
const findTemplates = (): string => {
  const beside = join(import.meta.dirname, '..', 'templates');
  return existsSync(beside) ? beside : join(import.meta.dirname, '..', '..', '..', 'codegen', 'templates');
};

const loadTemplate = (name: string): HandlebarsTemplateDelegate => {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(join(findTemplates(), `${name}.hbs`), 'utf8');
  const template = Handlebars.compile(text, { noEscape: true, strict: true });
  compiled.set(name, template);
  return template;
};

/** Fills a template; the view is plain data in which every decision is already made. */
export const render = (name: string, view: object): string => `${loadTemplate(name)(view).trimEnd()}\n`;
