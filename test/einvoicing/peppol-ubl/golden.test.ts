// Golden documents: a change of the builder shows here as a change of documents. UPDATE_GOLDEN=1 rewrites them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkUbl } from '../../../src/sandbox/ubl-check/check.ts';
import { peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import { GOLDEN } from './golden-cases.ts';
import { documentOf, FACTS } from './invoices.ts';

const FOLDER = join(process.cwd(), 'test/einvoicing/peppol-ubl/golden');
const UPDATES = process.env['UPDATE_GOLDEN'] === '1';

/** One element a line, for people who read a difference. */
const indented = (xml: string): string => {
  let depth = 0;
  return (
    xml
      // Within a text, a line break is part of it.
      .replace(/>\s*</g, '>\0<')
      .split('\0')
      .map((line) => {
        if (line.startsWith('</')) depth -= 1;
        const text = `${'  '.repeat(depth)}${line}`;
        if (/^<[^?/][^>]*[^/]>$/.test(line)) depth += 1;
        return text;
      })
      .join('\n')
  );
};

for (const [name, given] of Object.entries(GOLDEN)) {
  test(name, () => {
    const document = documentOf(given);
    const errors = peppolUbl.validate(document).filter(({ severity }) => severity === 'error');
    assert.deepEqual(errors, [], 'the books');
    const { bytes } = peppolUbl.build(document, FACTS);
    assert.deepEqual(checkUbl(bytes), [], 'the document');
    assert.deepEqual(peppolUbl.build(document, FACTS).bytes, bytes, 'the same bytes each time');
    const made = indented(bytes.toString('utf8'));
    const path = join(FOLDER, `${name}.xml`);
    if (UPDATES) writeFileSync(path, made);
    assert.equal(made, readFileSync(path, 'utf8'));
  });
}

test('no golden document is left over', () => {
  const files = readdirSync(FOLDER).map((file) => file.replace(/\.xml$/, ''));
  assert.deepEqual(files.toSorted(), Object.keys(GOLDEN).toSorted());
});
