// Texts from outside read the same for everybody, whatever controls they hold: none is taken for alternatives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_SHELL, ANYBODY, fit, fitJson } from '../../src/base/text/fit.ts';
import { decodeStatement } from '../../src/domain/bank/statements/file.ts';
import { parseJson, textOf } from '../../src/providers/ask.ts';
import { startTestService } from '../support/service.ts';
import { callTool } from '../support/wire.ts';

const TRAP = 'Pago \u0002shell\u0003de Ana\u0002else\u0003de Luis\u0004 y otros';
const MARKS = ['\u0002', '\u0003', '\u0004'];
const READERS = [ANYBODY, AT_SHELL, { can: () => true, bound: true, shell: false }];

const assertSame = (text: string): void => {
  assert.ok(MARKS.every((mark) => !text.includes(mark)));
  for (const said of ['Pago', 'shell', 'de Ana', 'else', 'de Luis', 'y otros'])
    assert.ok(text.includes(said), said);
  for (const reader of READERS) {
    assert.equal(fit(text, reader), text);
    assert.equal(fitJson(JSON.stringify({ text }), reader), JSON.stringify({ text }));
  }
};

test('the trap works where nothing is done about it', () => {
  assert.deepEqual(
    READERS.map((reader) => fit(TRAP, reader)),
    ['Pago de Luis y otros', 'Pago de Ana y otros', 'Pago de Luis y otros'],
  );
});

test("a bank's file", async () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const start = encoding === 'utf16le' ? '\ufeff' : '';
    const bytes = Buffer.from(`${start}Fecha,Concepto,Importe\n2026-10-05,${TRAP},10.00\n`, encoding);
    assertSame((await decodeStatement('extracto.csv', bytes)).text);
  }
});

test("a provider's answer, with the marks as they are and by their numbers", () => {
  const escaped = Buffer.from(JSON.stringify({ message: TRAP, within: [TRAP] }));
  const body = parseJson({ status: 400, bytes: escaped, header: () => null });
  assert.ok(typeof body === 'object' && body !== null && 'message' in body && 'within' in body);
  assertSame(String(body.message));
  assertSame(String(body.within));
  assertSame(textOf({ bytes: Buffer.from(TRAP) }));
  const plain = Buffer.from(String.raw`{"path":"C:\\u0002","n":[1,null]}`);
  assert.deepEqual(parseJson({ status: 200, bytes: plain, header: () => null }), {
    path: String.raw`C:\u0002`,
    n: [1, null],
  });
});

test('a name in a call is refused', async () => {
  const service = await startTestService();
  try {
    const { isError, content } = await callTool(service.url, service.keys.mx, 'create_counterparty', {
      name: TRAP,
    });
    assert.equal(isError, true);
    const { error } = JSON.parse(content[0]?.text ?? '{}') as { readonly error: { readonly code: string } };
    assert.equal(error.code, 'invalid_parameter');
    assert.ok(MARKS.every((mark) => !(content[0]?.text ?? '').includes(JSON.stringify(mark).slice(1, -1))));
  } finally {
    await service.close();
  }
});
