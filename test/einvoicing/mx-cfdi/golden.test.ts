import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { mxCfdi } from '../../../src/einvoicing/mx-cfdi/index.ts';
import { checkCfdi } from '../../../src/sandbox/cfdi-check/check.ts';
import { readCfdi } from '../../../src/einvoicing/mx-cfdi/read.ts';
import { seal } from '../../../src/einvoicing/mx-cfdi/seal.ts';
import { decimal } from '../../../src/base/money/decimal.ts';
import { documentOf, factsOf, shown, type GoldenCase } from './golden.ts';
import { testSigner } from './signer.ts';

/** The sources: compiled tests run in `dist`, where only code is. */
const FOLDER = new URL(
  `${import.meta.url.includes('/dist/') ? '../../../../' : '../../../'}test/einvoicing/mx-cfdi/golden/`,
  import.meta.url,
);
const UPDATE = process.env['UPDATE_GOLDEN'] === '1';

const cases = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

/** One element a line, so that a difference can be read. */
const readable = (xml: string): string => `${xml.replaceAll('><', '>\n<')}\n`;

test('there are golden documents of every kind', () => {
  assert.ok(cases.length >= 20, `${cases.length} cases`);
});

for (const name of cases) {
  const golden = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as GoldenCase;

  test(`golden ${name}: ${golden.about}`, async () => {
    const document = documentOf(golden);
    const errors = mxCfdi.validate(document).filter(({ severity }) => severity === 'error');
    assert.deepEqual(errors, []);

    const built = mxCfdi.build(document, factsOf(golden));
    const file = new URL(`${name}.xml`, FOLDER);
    const text = readable(built.bytes.toString('utf8'));
    if (UPDATE) writeFileSync(file, text);
    assert.equal(text, readFileSync(file, 'utf8'));

    const sealed = seal(built, await testSigner(document.seller.tax_id ?? ''));
    assert.deepEqual(checkCfdi(sealed.bytes), []);

    const { subtotal, discount, taxes, total } = readCfdi(sealed.bytes);
    const [gross, less, tax, withheld, due] = [
      subtotal,
      discount ?? '0',
      taxes?.totalTransferred ?? '0',
      taxes?.totalWithheld ?? '0',
      total,
    ].map(decimal);
    const net = less === undefined ? gross : gross?.minus(less);
    assert.deepEqual(
      [net, less, tax, withheld, due].map((value) => value?.toFixed()),
      shown(document),
    );
  });
}
