import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { childAt, childrenAt, readXml, readXmlBytes, XmlFault } from '../../../src/einvoicing/xml/read.ts';
import { element, xmlDocument } from '../../../src/einvoicing/xml/write.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

test('absent attributes and children leave no trace', () => {
  const root = element('a', { b: '1', c: null, d: undefined, e: '' }, [null, element('f'), undefined]);
  assert.equal(xmlDocument(root), '<?xml version="1.0" encoding="UTF-8"?>\n<a b="1"><f/></a>');
});

test('what XML cannot carry is left out, what it reads as syntax is escaped', () => {
  const root = element('a', { b: `<&>"'\n\t\r\u0000\u000b\ud800\ufffe😀` }, '<&>"\'\r\u0001');
  assert.equal(
    xmlDocument(root).split('\n')[1],
    `<a b="&lt;&amp;&gt;&quot;'&#10;&#9;&#13;😀">&lt;&amp;&gt;"'&#13;</a>`,
  );
});

test('any text comes back as it was written, but for what XML cannot carry', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      // oxlint-disable-next-line no-control-regex -- those that XML cannot carry
      fc.pre(!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text));
      const { attributes, children } = readXml(
        xmlDocument(element('a', { b: text }, [element('c', {}, text)])),
      );
      assert.equal(attributes.get('b'), text);
      assert.equal(children[0]?.text, text);
    }),
    { seed: SEED, numRuns: dose(100) },
  );
});

test('elements are found by their path', () => {
  const root = readXml('<a><b><c n="1"/><c n="2"/></b><b><c n="3"/></b><!-- <b/> --><?x y?></a>');
  assert.deepEqual(
    childrenAt(root, ['b', 'c']).map(({ attributes }) => attributes.get('n')),
    ['1', '2', '3'],
  );
  assert.equal(childAt(root, ['d']), undefined);
});

test('references and character data are read', () => {
  const root = readXml(`<a b='&#x41;&#66;&lt;&apos;' c="x\ny">1<![CDATA[<&>]]>2</a>`);
  assert.equal(root.attributes.get('b'), "AB<'");
  assert.equal(root.attributes.get('c'), 'x y');
  assert.equal(root.text, '1<&>2');
});

test('what is not well-formed is refused', () => {
  const faulty = [
    '',
    'a',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a b=1/>',
    '<a b="1" b="2"/>',
    '<a b="<"/>',
    '<a>&b;</a>',
    '<a>& </a>',
    '<a>&#xd800;</a>',
    '<a>&#0;</a>',
    '<!DOCTYPE a><a/>',
    '<a/>text',
    '<a><!-- </a>',
    `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
  ];
  for (const text of faulty) assert.throws(() => readXml(text), XmlFault, text.slice(0, 40));
  assert.throws(() => readXmlBytes(Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e])), XmlFault);
});

test('a byte order mark is passed over, and thousands of elements are no burden', () => {
  assert.equal(readXml('\ufeff<a/>').name, 'a');
  const many = `<a>${'<b c="&amp;"/>'.repeat(20_000)}</a>`;
  assert.equal(readXml(many).children.length, 20_000);
});

test('long runs of white space do not slow the reader down', () => {
  const started = performance.now();
  assert.throws(() => readXml(`<a ${' '.repeat(200_000)}!`), XmlFault);
  assert.throws(() => readXml(`<a${' b="1"'.replace('b', 'b').repeat(1)}${' '.repeat(200_000)}<`), XmlFault);
  assert.ok(performance.now() - started < 2_000);
});
