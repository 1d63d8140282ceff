// A command as a row of a table: what it takes, and what it answers. Parsing, types and the name under which it stands in the
// trail follow from the row and its place; the words of its help are in spec/commands.yaml.
import { Argument, type Command, Option } from 'commander';
import type { IdName, IdTypes, OrganisationId } from '../../generated/ids.ts';
import type { Entity } from '../base/entity.ts';
import type { Reader } from '../db/database.ts';
import type { OwnedTable } from '../db/owner.ts';
import {
  type Act,
  type Changed,
  newAct,
  type OrganisationWrite,
  type Unlimited,
} from '../domain/ground/change/change.ts';
import type { Member } from '../domain/ground/organisations/store.ts';
import { type Answer, listMessages, oneRecord } from './answer.ts';
import { claimedBy, resolveAct, type Session, type Surroundings } from './command.ts';
import { aboutNoun, helpOf, type WordsOf } from './help.ts';
import { findOwner } from './owner.ts';
import { pathOf } from './tree.ts';
import { email, parseId } from './values.ts';

/** Adds the command to those before it. */
export type Row = (parent: Command, name: string, run: Surroundings) => Command;

/** Commands by their names, or those of one kind of record. */
export interface Rows {
  readonly [name: string]: Row | Rows;
}

export const addRows = (parent: Command, rows: Rows, run: Surroundings): void => {
  for (const [name, row] of Object.entries(rows)) {
    if (typeof row === 'function') {
      row(parent, name, run);
      continue;
    }
    const noun = parent.command(name);
    addRows(noun.description(aboutNoun(pathOf(noun))), row, run);
  }
};

/** An option, whose flag is its name in the row; absent where it may be and is not given. */
export interface Opt<T> {
  readonly option: (flag: string, words: WordsOf) => Option;
  readonly type?: T;
}

export interface Arg<T> {
  readonly argument: (name: string, help: string) => Argument;
  readonly type?: T;
}

/** Commander hands a value over with what it parsed before, for those that are given several times. */
type Gather<T> = (text: string, before?: T) => T;

const made = <T>(set: (option: Option) => Option): Opt<T> => ({
  option: (flag, words) => set(new Option(...words(flag))),
});

const asIs = (option: Option): Option => option;

const parsed = <T>(parse: Gather<T> | undefined) =>
  parse === undefined ? asIs : (option: Option) => option.argParser<T>(parse);

/** Without a parser it is the text as given. */
interface TakesText<M> {
  (): Opt<string | M>;
  <T>(parse: Gather<T>): Opt<T | M>;
}

export const may: TakesText<undefined> = <T>(parse?: Gather<T>) => made<T>(parsed(parse));

export const must: TakesText<never> = <T>(parse?: Gather<T>) =>
  made<T>((option) => parsed(parse)(option).makeOptionMandatory());

export const on: Opt<true | undefined> = made(asIs);

/** With its opposite, `noName: on`, beside it. */
export const yes: Opt<boolean | undefined> = made(asIs);

export const oneOf = <const C extends string>(choices: readonly C[]): Opt<C | undefined> =>
  made((option) => option.choices(choices));

const altered = <T>({ option }: Opt<unknown>, set: (option: Option) => Option): Opt<T> => ({
  option: (flag, words) => set(option(flag, words)),
});

export const needed = <T>(opt: Opt<T | undefined>): Opt<T> =>
  altered(opt, (option) => option.makeOptionMandatory());

export const byDefault = <T>(opt: Opt<T | undefined>, value: NoInfer<T>): Opt<T> =>
  altered(opt, (option) => option.default(value));

export const without = <T>(opt: Opt<T>, others: string | string[]): Opt<T> =>
  altered(opt, (option) => option.conflicts(others));

/** With the words of a schema, or of a list of names, in place of those of the table. */
export const saying = <T>({ option }: Opt<T>, value: string, help: string): Opt<T> => ({
  option: (flag) => option(flag, () => [`${flag} ${value}`, help]),
});

interface TakesArgument {
  (): Arg<string>;
  <T>(parse: Gather<T>): Arg<T>;
}

export const arg: TakesArgument = <T>(parse?: Gather<T>): Arg<T> => ({
  argument: (name, help) => {
    const argument = new Argument(name, help);
    return parse === undefined ? argument : argument.argParser<T>(parse);
  },
});

export const choiceArg = <const C extends string>(choices: readonly C[]): Arg<C> => ({
  argument: (name, help) => new Argument(name, help).choices(choices),
});

/** A record that its id alone names. */
export interface Its<T> extends Arg<T> {
  readonly owner: (db: Reader, id: T) => Promise<Entity>;
}

export const its = <K extends IdName>(kind: K, table: OwnedTable): Its<IdTypes[K]> => ({
  ...arg(parseId(kind)),
  owner: (db, id) => findOwner(db, table, id),
});

/** The member in whose name a command is carried out that the system may carry out too. */
export const BY = may(email);
/** The same of a command that only a person decides. */
export const DECIDER = must(email);

export type Opts = Readonly<Record<string, Opt<unknown>>>;
type NoOptions = Readonly<Record<string, never>>;
type Args = readonly Arg<unknown>[];

type Value<O> = O extends Opt<infer T> ? T : never;
type MayLack<O extends Opts> = {
  [K in keyof O]: undefined extends Value<O[K]> ? K : never;
}[keyof O];

/** What a row's options are once they are parsed. */
export type Given<O extends Opts> = {
  readonly [K in Exclude<keyof O, MayLack<O>>]: Value<O[K]>;
} & { readonly [K in MayLack<O>]?: Exclude<Value<O[K]>, undefined> };

type ValuesOf<A extends Args> = { [I in keyof A]: A[I] extends Arg<infer T> ? T : never };

interface Takes<A extends Args, O extends Opts> {
  readonly args?: A;
  readonly options?: O;
  /** Further commands behind this one. */
  readonly commands?: Rows;
}

const flagOf = (name: string): string => `--${name.replaceAll(/_|(?=[A-Z])/g, '-').toLowerCase()}`;

const build = (
  { args = [], options = {}, commands = {} }: Takes<Args, Opts>,
  [parent, name, run]: Parameters<Row>,
): Command => {
  const command = parent.command(name);
  const flags = Object.keys(options).map(flagOf);
  const { about, argWords, words } = helpOf(pathOf(command), args.length, flags);
  command.description(about);
  for (const [at, told] of argWords.entries()) {
    const { argument } = args[at] ?? arg();
    command.addArgument(argument(...told));
  }
  for (const [key, { option }] of Object.entries(options)) command.addOption(option(flagOf(key), words));
  addRows(command, commands, run);
  return command;
};

/** A command that itself says when the database is opened, or that it is not. */
export const special =
  <const A extends Args = [], O extends Opts = NoOptions>(
    row: Takes<A, O> & {
      readonly act: (
        run: Surroundings,
        path: string,
        options: Given<O>,
        ...args: ValuesOf<A>
      ) => Promise<void>;
    },
  ): Row =>
  (...place) => {
    const [, , run] = place;
    const command = build(row, place);
    const count = row.args?.length ?? 0;
    return command.action((...given: unknown[]) =>
      row.act(run, pathOf(command), given[count] as Given<O>, ...(given.slice(0, count) as ValuesOf<A>)),
    );
  };

/** What a command has once the database is open. */
export interface Call extends Session {
  readonly run: Surroundings;
  /** Such as `bill receive`: the name of the act in the trail. */
  readonly path: string;
  /** Changes the books of a company in the name of `--by`, or of the system. */
  readonly change: <T>(
    entity: Entity,
    args: object,
    work: (ctx: Unlimited) => Promise<T>,
  ) => Promise<Changed<T>>;
  readonly changeOrganisation: <T>(
    id: OrganisationId,
    args: object,
    work: (ctx: OrganisationWrite) => Promise<T>,
  ) => Promise<T>;
  /** The act of a member who was found to be allowed it. */
  readonly actOf: (member: Member, args: object) => Act;
}

const callOf = (session: Session, run: Surroundings, path: string): Call => {
  const { books, database, now } = session;
  const { reader } = database;
  return {
    ...session,
    run,
    path,
    change: async (entity, args, work) =>
      books.change(entity, await resolveAct(reader, entity.organisation_id, path, args, now), work),
    changeOrganisation: async (id, args, work) =>
      books.changeOrganisation(id, await resolveAct(reader, id, path, args, now), work),
    actOf: (member, args) => newAct(claimedBy(member), path, args, now),
  };
};

/** Runs work on the open database, for a command that did something before. */
export const onDatabase = (
  run: Surroundings,
  path: string,
  work: (call: Call) => Promise<Answer>,
): Promise<void> => run.onDatabase((session) => work(callOf(session, run, path)));

export const command = <const A extends Args = [], O extends Opts = NoOptions>({
  answer,
  ...row
}: Takes<A, O> & {
  readonly answer: (call: Call, options: Given<O>, ...args: ValuesOf<A>) => Promise<Answer>;
}): Row =>
  special<A, O>({
    ...row,
    act: (run, path, options, ...args) => onDatabase(run, path, (call) => answer(call, options, ...args)),
  });

/** A command without the books. */
export const alone = <const A extends Args = [], O extends Opts = NoOptions>({
  answer,
  ...row
}: Takes<A, O> & {
  readonly answer: (run: Surroundings, options: Given<O>, ...args: ValuesOf<A>) => Promise<Answer>;
}): Row =>
  special<A, O>({
    ...row,
    act: (run, _path, options, ...args) => run.alone(() => answer(run, options, ...args)),
  });

interface Change<T, O extends Opts, R extends object> {
  readonly of: Its<T>;
  readonly options: O;
  readonly work: (ctx: Unlimited, id: T, options: Given<O>) => Promise<R>;
  /** Warnings are told where it takes them. */
  readonly tell?: (result: R, warnings: readonly string[]) => Answer;
}

/** A change of one record; what the work returns is the answer. */
export const change = <T, O extends Opts, R extends object>({
  of,
  work,
  tell = (result) => oneRecord(result),
  ...row
}: Change<T, O, R>): Row =>
  command({
    ...row,
    args: [of],
    answer: async (call, options, id) => {
      const entity = await of.owner(call.database.reader, id);
      const changed = await call.change(entity, { ...options, id }, (ctx) => work(ctx, id, options));
      return tell(changed.result, listMessages(changed.warnings));
    },
  });
