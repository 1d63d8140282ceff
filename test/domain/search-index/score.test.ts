import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifierTerms } from '../../../src/domain/ground/search-index/lookup.ts';
import { parseQuery, scoreIdentifier, scoreLabel } from '../../../src/domain/ground/search-index/score.ts';
import { compactIdentifier, indexWords, labelNorm } from '../../../src/domain/ground/search-index/expand.ts';

const score = (query: string, label: string): number => scoreLabel(parseQuery(query), labelNorm(label));

test('fits are ordered: whole, beginning, all words, misspelt, part, nothing', () => {
  const label = 'Papelería Robles SA de CV';
  const ordered = ['Papelería Robles SA de CV', 'Papelería Robles', 'Robles', 'Rolbes', 'oble', 'Zapata'].map(
    (query) => score(query, label),
  );
  assert.deepEqual(
    ordered,
    ordered.toSorted((a, b) => b - a),
  );
  assert.equal(ordered[0], 1);
  assert.equal(ordered.at(-1), 0);
});

test('a word of trade tells less than a name', () => {
  assert.ok(
    score('Comercializadora Robles', 'Papelería Robles') >
      score('Comercializadora Robles', 'Comercializadora Zapata'),
  );
});

test('an exact identifier is worth more than its beginning', () => {
  assert.equal(scoreIdentifier('A12', 'A12'), 1);
  assert.ok(scoreIdentifier('A12', 'A123') > scoreIdentifier('A12', 'A1234567'));
  assert.ok(scoreIdentifier('12', '1234') > scoreIdentifier('AB', 'ABCD'));
});

test('identifiers are the whole query and its parts with digits', () => {
  assert.deepEqual(identifierTerms('factura A-101'), ['FACTURAA101', 'A101']);
  assert.deepEqual(identifierTerms('EKU 900317 3C9'), ['EKU9003173C9', '900317', '3C9']);
  assert.deepEqual(identifierTerms('Robles'), ['ROBLES']);
  assert.deepEqual(identifierTerms('¿?'), []);
});

test('the index holds telling words, sorted, cut to its width', () => {
  assert.deepEqual(indexWords('Robles de la Sierra, Papelería S.A. de C.V.'), [
    'papeleria',
    'robles',
    'sierra',
  ]);
  assert.deepEqual(indexWords('Donaudampfschifffahrtsgesellschaft'), ['donaudampfschifffahrtsge']);
  assert.deepEqual(indexWords('S.A. de C.V.'), ['sa', 'cv'].toSorted());
});

test('identifiers are written without separators', () => {
  assert.equal(compactIdentifier(' a-0012/b '), 'A0012B');
  assert.equal(compactIdentifier('IAN\u0303&750210963'), 'IAÑ&750210963');
});
