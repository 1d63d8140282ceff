// Renders every text for every kind of key and reader, and finds nothing named that is not there for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMANDS } from '../../generated/commands.ts';
import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { ERRORS } from '../../generated/errors.ts';
import { ERRORS_FOR_PERSONS, WARNINGS_FOR_PERSONS } from '../../generated/person.ts';
import { REFUSALS } from '../../generated/refusals.ts';
import { FINDINGS, FRAMES } from '../../generated/rules.ts';
import { SAID } from '../../generated/said.ts';
import { SCOPES } from '../../generated/scopes.ts';
import { SERVICE } from '../../generated/service.ts';
import { COMMON_TOOLS, FITTING, TOOLSET_NAMES, TOOLSETS } from '../../generated/toolsets.ts';
import { PAC_FAULTS } from '../../generated/vocabulary/pac-faults.ts';
import { WARNINGS } from '../../generated/warnings.ts';
import { ANYBODY, AT_SHELL, type Audience, fit } from '../../src/base/text/fit.ts';
import { readerOf } from '../../src/dispatch/reader.ts';
import { type Identity, readOnlyScopes } from '../../src/domain/parties/access/identity.ts';

interface Text {
  readonly id: string;
  readonly text: string;
  /** The tools that tell it; without them any may. */
  readonly tools?: readonly string[];
}

const ALL = Object.values<ToolDescriptor>(TOOLS);

const tellers = (code: string): Pick<Text, 'tools'> => {
  const tools = ALL.filter(({ errors, warnings }) =>
    [...errors, ...warnings].some((each) => each === code),
  ).map(({ name }) => name);
  return tools.length === 0 ? {} : { tools };
};

const described = [
  ...COMMON_TOOLS,
  ...TOOLSET_NAMES.flatMap((set): readonly object[] => TOOLSETS[set].tools),
] as {
  readonly name: string;
  readonly description: string;
}[];

const FOR_AGENTS: readonly Text[] = [
  { id: 'instructions', text: SERVICE.instructions },
  ...described.map(({ name, description }) => ({
    id: name,
    text: FITTING[name] ?? description,
    tools: [name],
  })),
  ...Object.entries(ERRORS).map(([code, { hint }]) => ({ id: code, text: hint, ...tellers(code) })),
  ...Object.entries(REFUSALS).flatMap(([code, { agent }]) =>
    agent === undefined ? [] : [{ id: `refusal ${code}`, text: agent, ...tellers(code) }],
  ),
  ...Object.entries(WARNINGS).map(([code, { message }]) => ({ id: code, text: message, ...tellers(code) })),
  ...Object.entries(FINDINGS).map(([rule, [, fix]]) => ({ id: rule, text: fix })),
  ...Object.entries(PAC_FAULTS.fixes).map(([codes, text]) => ({ id: codes, text })),
  ...Object.entries(FRAMES).map(([name, text]) => ({ id: `frame ${name}`, text })),
  ...Object.entries(SAID).flatMap(([key, { agent }]) =>
    agent === undefined ? [] : [{ id: key, text: agent }],
  ),
];

const LANGUAGES = ['en', 'es', 'de'] as const;

const FOR_PERSONS: readonly Text[] = [
  ...Object.entries({ ...ERRORS_FOR_PERSONS, ...WARNINGS_FOR_PERSONS }).flatMap(([code, texts]) =>
    LANGUAGES.map((language) => ({ id: `${code} in ${language}`, text: texts[language] })),
  ),
  ...Object.entries(REFUSALS).flatMap(([code, { en, es, de, person }]) =>
    es === undefined
      ? []
      : LANGUAGES.map((language) => ({
          id: `${code} in ${language}`,
          text: `${{ en, es, de: de ?? '' }[language]} ${person?.[language] ?? ''}`,
        })),
  ),
];

const NAMES = new Set(ALL.map(({ name }) => name as string));
const PATHS = new Set(Object.keys(COMMANDS));
const DENIAL = /\b[Nn]o tool\b|\b[Oo]nly an administrator\b|undone by an administrator/;
const QUOTED = /"([a-z]+(?:-[a-z]+)*(?: [a-z][a-z-]*)*)[^"]*"/g;
const NOUNS = new Set([...PATHS].map((path) => path.split(' ')[0]));

/** What the text names that is not there for its reader. */
const faultsOf = (text: string, reader: Audience, lists: (tool: string) => boolean): readonly string[] => {
  const told = fit(text, reader);
  const tools = reader.shell ? [] : (told.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []);
  const commands = [...told.matchAll(QUOTED)]
    .map(([, words = '']) => words)
    .filter((words) => words.includes(' ') && NOUNS.has(words.split(' ')[0] ?? ''));
  const known = (words: string): boolean =>
    words.split(' ').some((_, index, all) => PATHS.has(all.slice(0, index + 1).join(' ')));
  return [
    ...(/\p{Cc}/u.test(told) ? ['a mark is left'] : []),
    ...(told.endsWith('.') || !text.endsWith('\u0004') ? [] : ['it does not end']),
    ...tools.filter((name) => NAMES.has(name) && !lists(name)),
    ...(reader.shell ? commands.filter((words) => !known(words)) : commands),
    ...(!reader.shell && DENIAL.test(told) && reader.can('update_counterparty') ? ['it denies'] : []),
  ];
};

const subsets = TOOLSET_NAMES.reduce<readonly (readonly string[])[]>(
  (all, set) => [...all, ...all.map((some) => [...some, set])],
  [[]],
);

const KEYS = subsets.flatMap((sets) =>
  [[SERVICE.keys.wildcard_scope], readOnlyScopes(), ...Object.keys(SCOPES).map((scope) => [scope])].flatMap(
    (scopes) =>
      [null, 'enti_01jb3v2m4gfz8s0000000000mx'].map((entity_id) => ({
        about: `${sets.join()} ${scopes.length > 2 ? 'read only' : scopes.join()} ${entity_id === null ? 'all companies' : 'one company'}`,
        reader: readerOf({
          toolsets: new Set(sets),
          scopes: new Set(scopes),
          entity_id,
        } as unknown as Identity),
      })),
  ),
);

const findAll = (texts: readonly Text[]): readonly string[] =>
  KEYS.flatMap(({ about, reader }) =>
    texts
      // A key never reads what only tools tell that it does not have.
      .filter(({ tools }) => tools === undefined || tools.some(reader.lists))
      .flatMap(({ id, text }) =>
        faultsOf(text, reader, reader.lists).map((fault) => `${id} (${about}): ${fault}`),
      ),
  );

test('what agents read names the tools of their key and denies none of them', () => {
  assert.equal(KEYS.length, 2 ** TOOLSET_NAMES.length * (2 + Object.keys(SCOPES).length) * 2);
  assert.ok(FOR_AGENTS.length > 400);
  assert.deepEqual(findAll(FOR_AGENTS).slice(0, 20), []);
});

test('the command line is told commands that exist, pages neither commands nor tools of a set', () => {
  const faults = (texts: readonly Text[], reader: Audience): readonly string[] =>
    texts.flatMap(({ id, text }) =>
      faultsOf(text, reader, (tool) => COMMON_TOOLS.some((each) => 'name' in each && each.name === tool)).map(
        (fault) => `${id}: ${fault}`,
      ),
    );
  const everywhere = FOR_AGENTS.filter(({ tools }) => tools?.every((name) => name in FITTING) ?? true);
  assert.deepEqual(faults(FOR_AGENTS, AT_SHELL).slice(0, 20), []);
  assert.deepEqual(faults(everywhere, ANYBODY).slice(0, 20), []);
  assert.deepEqual(faults(FOR_PERSONS, ANYBODY).slice(0, 20), []);
  assert.deepEqual(
    FOR_PERSONS.filter(({ text }) =>
      (text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).some((name) => NAMES.has(name)),
    ),
    [],
  );
});

test('instructions name neither a day nor a company', () => {
  for (const { reader } of KEYS)
    assert.doesNotMatch(fit(SERVICE.instructions, reader), /\d{4}-\d\d|enti_|Robles/);
});

test('a planted fault is found', () => {
  const found = (text: string): readonly string[] => findAll([{ id: 'planted', text }]);
  assert.ok(found('Call update_invoice.').length > 0);
  assert.ok(found('Type "invoice update".').length > 0);
  assert.ok(found('No tool changes it.').length > 0);
  assert.ok(
    found('\u0002can update_bill\u0003Call update_invoice.\u0002else\u0003Call update_invoice.\u0004')
      .length > 0,
  );
  assert.ok(found('\u0002can update_invoice\u0003Call update_invoice.\u0004').length > 0);
  assert.deepEqual(found('\u0002can update_invoice\u0003Call update_invoice.\u0002else\u0003Ask.\u0004'), []);
  const wrong = fit('\u0002shell\u0003Type "invoice updaet".\u0002else\u0003Ask.\u0004', AT_SHELL);
  assert.deepEqual(
    faultsOf(wrong, AT_SHELL, () => true),
    ['invoice updaet'],
  );
});
