// Fills a guide: `{windows.bill_due_days}` becomes the figure of the spec, `{{configuration}}` the table of variables, and
// `{{bank formats}}` and `{{bank layouts}}` what statements are read from, `{{received formats}}` what files are received as.
import { writeFormats, writeLayouts } from '../emit/bank-tables.ts';
import { writeConfigurationTable } from '../emit/configuration.ts';
import { headerText } from '../emit/emit.ts';
import { writeReceivedFormats } from '../emit/received-tables.ts';
import { COINCIDENCE } from '../figures/fill.ts';
import { type Figures, nearestFigures } from '../figures/figures.ts';
import { FORMATS, type Format } from '../figures/formats.ts';
import { findMeasures, findShares } from '../figures/typed.ts';
import { say } from '../figures/units.ts';
import type { Spec } from '../model.ts';
import { linesOf, type Page } from './page.ts';

/** Not within a template literal of an example. */
const FIGURE = /(?<!\$)\{([A-Za-z]\w*(?:\.[\w-]+)+)(?:\|([^{}]*))?\}/g;
const TABLE = /^\{\{configuration(?: (\w+))?\}\}$/gm;
const SPEC_TABLE = /^\{\{(bank formats|bank layouts|received formats)\}\}$/gm;
const SPEC_TABLES: Readonly<Record<string, (spec: Spec) => string>> = {
  'bank formats': writeFormats,
  'bank layouts': writeLayouts,
  'received formats': writeReceivedFormats,
};

const FORMS: Readonly<Record<string, Format>> = FORMATS;

/** What stands in the place of a figure; undefined where there is none. */
const valueOf = (figures: Figures, name: string, form: string | undefined): string | undefined => {
  const value = figures.get(name);
  if (value === undefined) return undefined;
  if (form === undefined) return typeof value === 'number' ? say(name, value) : String(value);
  const [word = '', ...rest] = form.split(' ');
  const made = FORMS[word]?.(value, rest.join(' '));
  return made === undefined ? undefined : String(made);
};

/** The guide as people read it, with the mark of what is generated. */
export const fillGuide = ({ file, text }: Page, figures: Figures, spec: Spec): string => {
  const filled = text
    .replaceAll(TABLE, (_, readBy?: string) => writeConfigurationTable(spec, readBy))
    .replaceAll(SPEC_TABLE, (whole, name: string) => SPEC_TABLES[name]?.(spec) ?? whole)
    .replaceAll(FIGURE, (whole, name: string, form?: string) => valueOf(figures, name, form) ?? whole)
    .replaceAll(COINCIDENCE, '$1');
  return `<!-- ${headerText(file)} -->\n\n${filled}`;
};

/** Figures that name nothing, and figures that are typed. */
export const checkGuideFigures = ({ file, text }: Page, figures: Figures): readonly string[] =>
  linesOf(text).flatMap(({ number, text: line, code }) => {
    const unknown = [...line.matchAll(FIGURE)]
      .filter(([, name = '', form]) => valueOf(figures, name, form) === undefined)
      .map(([, name = '', form]) =>
        figures.has(name)
          ? `${file}:${number} ${name} has no form "${form ?? ''}"; forms are ${Object.keys(FORMS).join(', ')}`
          : `${file}:${number} no figure of the spec is called ${name}; the nearest are ${nearestFigures(name, figures.keys()).join(', ')}`,
      );
    if (code !== null) return unknown;
    const plain = line.replaceAll(FIGURE, ' ').replaceAll(COINCIDENCE, ' ');
    const typed = [...findMeasures(plain, figures), ...findShares(plain, figures)].map(
      ({ text: each, names }) =>
        `${file}:${number} "${each}" is typed where the spec has ${names.slice(0, 3).join(', ')}: write {${names[0] ?? ''}}, or {=${each}} if it only happens to be the same`,
    );
    return [...unknown, ...typed];
  });
