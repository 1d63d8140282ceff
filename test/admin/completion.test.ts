// What a shell offers, asked of the shells themselves.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { buildProgram, KNOWS_ALL } from '../../src/admin/program.ts';
import type { Surroundings } from '../../src/admin/command.ts';
import { completionScript } from '../../src/admin/completion.ts';
import { temporaryFolder } from './support.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const has = (shell: string): string | false =>
  spawnSync(shell, ['-c', 'true']).status === 0 ? false : `${shell} is not installed`;

const program = await buildProgram(
  'folio-admin',
  () => undefined,
  KNOWS_ALL,
  async () => ({}) as Surroundings,
);

describe('bash', { skip: has('bash') }, () => {
  const script = join(temporaryFolder('folio-completion-'), 'completion.bash');
  writeFileSync(script, completionScript('bash', program));

  /** The words of the line as readline parts them, the last one at the cursor. */
  const offered = (...words: string[]): string[] => {
    const ask = `source "$1"; shift; complete -p folio-admin >/dev/null || exit 1
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _folio_admin 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout } = spawnSync('bash', ['-c', ask, 'bash', script, 'folio-admin', ...words], {
      encoding: 'utf8',
    });
    assert.equal(status, 0);
    return stdout.trim().split('\n');
  };

  test('offers commands', () => {
    assert.deepEqual(
      offered(''),
      program.commands.map((command) => command.name()),
    );
    assert.deepEqual(offered('inv'), ['invoice']);
    assert.deepEqual(offered('key', 'request', ''), ['list', 'show', 'approve', 'reject']);
    assert.deepEqual(offered('--json', 'task', 's'), ['start', 'show']);
    assert.deepEqual(offered('backup', ''), ['verify']);
  });

  test('offers options, with the global ones', () => {
    assert.deepEqual(offered('key', 'roll', '-'), ['--now', '--by', '--yes', '--json', '--help']);
    // The value of an option is no command.
    assert.deepEqual(offered('key', 'list', '--org', 'roll', '--st'), ['--status']);
  });

  test('offers the values of options and arguments', () => {
    assert.deepEqual(offered('approval', 'list', '--status', 'app'), ['approved']);
    assert.deepEqual(offered('approval', 'list', '--status', '=', 'app'), ['approved']);
    assert.deepEqual(offered('export', 'ledger', '--type', '='), ['ar', 'ap', 'both']);
    assert.deepEqual(offered('completion', ''), ['bash', 'zsh']);
    assert.deepEqual(offered('import', 'exch'), ['exchange_rates']);
    assert.deepEqual(offered('bill', 'deductibility', 'bill_1', 'non'), ['non_deductible']);
    assert.deepEqual(offered('entity', 'list', '--org', ''), ['']);
  });
});

describe('zsh', { skip: has('zsh') }, () => {
  test('understands the script', () => {
    const { status, stderr } = spawnSync('zsh', ['-n'], {
      input: completionScript('zsh', program),
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
  });
});
