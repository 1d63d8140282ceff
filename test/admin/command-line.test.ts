// The help of every command: its examples are right, and what cannot be undone is known to it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID_SUFFIX } from '../../generated/ids.ts';
import { COMMANDS, NOUNS, OPTIONS } from '../../generated/commands.ts';
import { examplesOf } from '../../src/admin/help.ts';
import { IRREVERSIBLE } from '../../src/admin/irreversible.ts';
import { buildProgram, KNOWS_ALL } from '../../src/admin/program.ts';
import { pathOf, runnable } from '../../src/admin/tree.ts';
import type { Surroundings } from '../../src/admin/command.ts';

const program = await buildProgram(
  'folio-admin',
  () => undefined,
  KNOWS_ALL,
  async () => ({}) as Surroundings,
);
const commands = runnable(program);
const paths = commands.map(pathOf);

const SUFFIX = '01h455vb4pex5vsknk084sn02q';
assert.match(SUFFIX, new RegExp(`^${ID_SUFFIX}$`));

/** Words as a shell takes them, without what it redirects. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ [<>|] .*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare?.replace('_…', `_${SUFFIX}`) ?? '',
  );

test('every command has examples, which it understands and which say what they do', async () => {
  const faults: string[] = [];
  let ran: string | undefined;
  for (const command of commands)
    command.action(() => {
      ran = pathOf(command);
    });
  for (const path of paths) {
    const examples = examplesOf(path);
    if (examples.length === 0) faults.push(`no example: ${path}`);
    for (const example of examples) {
      ran = undefined;
      await program.parseAsync(wordsOf(example), { from: 'user' }).catch((error: unknown) => {
        faults.push(`${example}: ${String(error)}`);
        ran = path;
      });
      if (ran !== path) faults.push(`${example} runs ${ran ?? 'nothing'}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(
    Object.keys(COMMANDS).filter((path) => !paths.includes(path)),
    [],
  );
});

test('help says the same of commands that are not loaded', async () => {
  const announced = await buildProgram(
    'folio-admin',
    () => undefined,
    undefined,
    () => assert.fail('nothing is opened'),
  );
  assert.equal(announced.helpInformation(), program.helpInformation());
});

test('each noun of the spec has commands, and each option that several share is of one', () => {
  const options = commands.flatMap((command) =>
    command.options.map(({ flags, description }) => [flags, description].join()),
  );
  assert.deepEqual(
    Object.entries(OPTIONS).filter((option) => !options.includes(option.join())),
    [],
  );
  assert.deepEqual(
    Object.keys(NOUNS).filter((noun) => !paths.some((path) => path.startsWith(`${noun} `))),
    [],
  );
});

test('what cannot be undone is the name of a command, which takes --yes', () => {
  for (const path of IRREVERSIBLE) {
    const command = commands.find((one) => pathOf(one) === path);
    assert.ok(
      command?.options.some(({ long }) => long === '--yes'),
      path,
    );
  }
});
