// Statement files of each format and bank, right ones and broken ones, against what they are read into. The files are made
// up; `UPDATE_GOLDEN=1` writes the expectations anew.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { BANK_FORMATS } from '../../../generated/vocabulary/bank-formats.ts';
import { packageRoot } from '../../../src/base/package-root.ts';
import { checkBalances } from '../../../src/domain/bank/statements/balance.ts';
import { readStatementFile } from '../../../src/domain/bank/statements/file.ts';
import { chooseFormat, FORMAT_NAMES } from '../../../src/domain/bank/statements/formats.ts';
import { isRefusal } from '../../../src/base/errors.ts';
import { readOptions } from './options.ts';

const FOLDER = join(packageRoot(), 'test', 'domain', 'bank-statements', 'fixtures');

const CLABES: Readonly<Record<string, string>> = {
  banorte: '072180006015009472',
  ofx1: '072180006015009472',
  ofx: '072180006015009472',
  bbva: '012180001122334451',
  santander: '014180655012345674',
  utf16: '072180006015009472',
  packed: '072180006015009472',
  generic: '072180006015009472',
};
const IBAN = 'DE34200505501234567890';

const optionsFor = (name: string) => {
  const clabe = CLABES[name.replace(/[-.].*$/u, '')] ?? null;
  return clabe === null
    ? readOptions({ currency: 'EUR', iban: IBAN, name: 'Hausbank' })
    : readOptions({ currency: 'MXN', clabe, name: 'Cuenta operativa' }, [
        { name: 'Otra cuenta', clabe: '072180007001122337' },
      ]);
};

const outcomeOf = async (folder: string, name: string): Promise<object> => {
  const options = optionsFor(name);
  try {
    const file = await readStatementFile(join(folder, name));
    const { layout: _, ...read } = chooseFormat(file, 'auto').read(file, options);
    return { ...read, chain_gaps: checkBalances(read.lines, options.account.currency).gaps };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refused: error.kind, message: error.message.replaceAll(`${folder}/`, '') };
  }
};

test('each format of the guide has a file that it is read from, and each reader is in the guide', async () => {
  const { formats } = BANK_FORMATS;
  for (const { reader, shown, fixture } of formats) {
    const file = await readStatementFile(join(FOLDER, fixture));
    const found = chooseFormat(file, 'auto');
    assert.equal(found.name, reader, shown);
    assert.ok(found.read(file, optionsFor(fixture)).lines.length > 0, shown);
  }
  const readers = new Set(['auto', ...formats.map(({ reader }) => reader)]);
  assert.deepEqual([...readers].toSorted(), [...FORMAT_NAMES].toSorted());
});

for (const folder of [FOLDER, join(FOLDER, 'broken')]) {
  describe(folder === FOLDER ? 'statement files' : 'broken statement files', () => {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.json'))
      .map(({ name }) => name);
    assert.ok(files.length > 10);
    for (const name of files) {
      test(name, async () => {
        const outcome = await outcomeOf(folder, name);
        const golden = join(folder, `${name}.json`);
        if (process.env['UPDATE_GOLDEN'] === '1' || !existsSync(golden))
          writeFileSync(golden, `${JSON.stringify(outcome, null, 2)}\n`);
        assert.deepEqual(JSON.parse(JSON.stringify(outcome)), JSON.parse(readFileSync(golden, 'utf8')));
        const isRight =
          'rejected' in outcome && JSON.stringify(outcome.rejected) === '[]' && 'gaps' in outcome;
        if (folder === FOLDER) assert.ok(isRight, 'a right file is read whole');
      });
    }
  });
}
