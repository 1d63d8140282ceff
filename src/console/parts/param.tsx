// Fields from the schema that agents read: the control, its choices and its limit come from the parameter, so that a page
// takes what the tool takes.
import type { VNode } from 'preact';
import type { ParamsOf, ToolDescriptor, ToolName } from '../../../generated/dispatch.ts';
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { checkParams } from '../../base/arguments/check.ts';
import { optionalFigure, requiredFigure } from '../amounts.ts';
import { useVisit } from '../context.ts';
import type { Form } from '../form.ts';
import { typedFigure } from '../format.ts';
import type { CompanyVisit, Visit } from '../visit.ts';
import { Area, type Choice, Field, Figure, Select, Tick } from './form.tsx';
import { stateText } from './show.tsx';

/** How one parameter is asked for. */
export interface Look {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value?: string | number | boolean | null | undefined;
  /** Instead of what the schema says. */
  readonly required?: boolean;
  readonly type?: 'email' | 'search';
  readonly inputmode?: 'numeric';
  readonly wide?: boolean;
  /** A field of several lines. */
  readonly rows?: number;
  /** The text of a choice; a state's own by default. */
  readonly text?: ((value: string) => string) | undefined;
  readonly choices?: readonly Choice[];
  /** The choice of nothing. */
  readonly any?: string | undefined;
  /** The name of the field, where it is not that of the parameter. */
  readonly name?: string;
  readonly id?: string;
}

export type ParamName<T extends ToolName> = Extract<keyof ParamsOf<T>, string>;
export type Looks<N extends string = string> = Readonly<Partial<Record<N, string | Look>>>;

const lookOf = (look: string | Look): Look => (typeof look === 'string' ? { label: look } : look);

const LONGEST_LINE = 1000;

export const isNumber = ({ type }: PublishedSchema): boolean => type === 'integer' || type === 'number';
const isDay = ({ pattern }: PublishedSchema): boolean =>
  pattern?.startsWith(String.raw`^\d{4}-\d{2}-\d{2}`) === true;
/** Codes in capital letters are taken as they are typed. */
const isCapital = ({ pattern }: PublishedSchema): boolean => pattern?.startsWith('^[A-Z]{') === true;

const textOf = (language: Visit['language'], value: Look['value']): string | null => {
  if (typeof value === 'number') return typedFigure(language, value);
  return typeof value === 'string' ? value : null;
};

const Param = ({ param, schema, look }: { param: string; schema: PublishedSchema; look: Look }): VNode => {
  const { language } = useVisit();
  const { label, hint, required, wide, id, rows, any, type, inputmode, name = param } = look;
  const { enum: values, maxLength: maxlength } = schema;
  const plain = { name, label, value: textOf(language, look.value), required, wide, id };
  const common = { ...plain, hint };
  if (schema.type === 'boolean')
    return <Tick name={name} label={label} checked={look.value === true} hint={hint} />;
  const choices =
    look.choices ??
    values?.map((each) => ({ value: String(each), text: (look.text ?? textIn(language))(String(each)) }));
  if (choices !== undefined) return <Select {...common} choices={choices} any={any} />;
  // Without a hint of its own, a figure shows how one is typed.
  if (isNumber(schema)) return <Figure {...plain} {...(hint === undefined ? {} : { hint })} />;
  if (isDay(schema)) return <Field {...common} type="date" />;
  if (rows !== undefined || (maxlength ?? 0) > LONGEST_LINE)
    return <Area {...common} maxlength={maxlength} rows={rows} />;
  return <Field {...common} maxlength={maxlength} type={type} inputmode={inputmode} />;
};

const textIn =
  (language: Visit['language']) =>
  (value: string): string =>
    stateText(language, value);

/** The fields of some parameters, in the order in which they are given. */
export const Params = ({ of, looks }: { of: PublishedSchema; looks: Looks }): VNode => (
  <>
    {Object.entries(looks).flatMap(([param, look]) => {
      const schema = of.properties?.[param];
      if (schema === undefined || look === undefined) return [];
      const required = of.required?.includes(param) === true;
      return [
        <Param param={param} schema={schema} look={{ ...(required ? { required } : {}), ...lookOf(look) }} />,
      ];
    })}
  </>
);

/** What was typed into the fields of some parameters, as the tool takes it; empty fields say nothing. */
export const readParams = (
  visit: Visit,
  form: Form,
  of: PublishedSchema,
  looks: Looks,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(looks).flatMap(([param, look]): [string, unknown][] => {
      const schema = of.properties?.[param];
      if (schema === undefined || look === undefined) return [];
      const { label, name = param } = lookOf(look);
      if (schema.type === 'boolean') return [[param, form.has(name)]];
      const isRequired = of.required?.includes(param) === true;
      if (isNumber(schema))
        return [[param, (isRequired ? requiredFigure : optionalFigure)(visit, form, name, label)]];
      const text = isRequired ? form.text(name) : form.optional(name);
      return [[param, isCapital(schema) ? text?.toUpperCase() : text]];
    }),
  );

/** The same with what the page knows, checked as a call of the tool would be. */
export const typedParams = <T extends ToolName>(
  visit: CompanyVisit,
  form: Form,
  tool: ToolDescriptor<T>,
  looks: Looks<ParamName<T>>,
  known: Readonly<Record<string, unknown>> = {},
): ParamsOf<T> =>
  checkParams(tool, { ...known, ...readParams(visit, form, tool.inputSchema, looks) }, visit.entity);

/** The first that is wrong with a page's address is as if it were not asked: days, choices and figures alike. */
export const askedText = (schema: PublishedSchema, typed: string | undefined): string | undefined => {
  if (typed === undefined || typed === '') return undefined;
  if (schema.enum !== undefined) return schema.enum.map(String).find((value) => value === typed);
  if (isDay(schema))
    return /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : undefined;
  return typed.slice(0, schema.maxLength ?? typed.length);
};

/** The rows of a form with lines: those that are filled and one more, within bounds. */
export const rowsOf = (filled: number, least: number, most: number): readonly number[] =>
  Array.from({ length: Math.min(most, Math.max(least, filled + 1)) }, (_, at) => at);

/** Up to which row something is described. */
export const filledRows = (form: Form | undefined, most: number): number =>
  Array.from({ length: most }, (_, at) => at).findLastIndex(
    (at) => (form?.text(`description_${at}`) ?? '') !== '',
  ) + 1;

/** The rows in which something was typed. */
export const typedRows = (form: Form, most: number): readonly number[] =>
  Array.from({ length: most }, (_, at) => at).filter((at) =>
    ['description', 'price'].some((name) => form.text(`${name}_${at}`) !== ''),
  );
