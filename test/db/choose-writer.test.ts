import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDatabaseUrl, placesOf } from '../../src/base/database-address.ts';
import { chooseWriter, type Known } from '../../src/db/choose-writer.ts';
import type { Standing } from '../../src/db/standing.ts';

const [ONE, TWO] = placesOf(parseDatabaseUrl('mysql://u:p@one,two/books'));
assert.ok(ONE !== undefined && TWO !== undefined);

const standing = (of: Partial<Standing> = {}): Standing => ({
  obstacle: null,
  donor: false,
  cluster: null,
  server: null,
  books: '0001_organisation 2026-01-01 00:00:00.000',
  ...of,
});
const node = (of: Partial<Standing> = {}): Standing => standing({ cluster: 'c1', ...of });
const KNOWN: Known = { cluster: 'c1', books: standing().books };
const readOnly = standing({ obstacle: 'is read-only' });

/** The host chosen, or the fault. */
const choose = (
  one: Standing | string,
  two: Standing | string,
  known?: Known,
  present?: typeof ONE,
): string => {
  const found = [
    { address: ONE, standing: one },
    { address: TWO, standing: two },
  ];
  const choice = chooseWriter(found, known, present);
  return 'fault' in choice ? choice.fault : choice.address.host;
};

for (const [what, chosen, expected] of [
  ['the first of a cluster', choose(node(), node()), 'one'],
  ['the one that is not read-only', choose(readOnly, standing()), 'two'],
  ['the one that answers', choose('does not answer', node()), 'two'],
  ['the present one of several', choose(node(), node(), KNOWN, TWO), 'two'],
  [
    'another when the present one is cut off',
    choose(node(), node({ obstacle: 'is cut off' }), KNOWN, TWO),
    'one',
  ],
  ['a donor last', choose(node({ donor: true }), node()), 'two'],
  ['a donor when it is the only one', choose(node({ donor: true }), 'does not answer'), 'one'],
  ['the first way to one server', choose(standing({ server: 's' }), standing({ server: 's' })), 'one'],
  [
    'the present one beside a former one that takes writes again',
    choose(standing(), standing(), undefined, TWO),
    'two',
  ],
  ['an empty one', choose(standing({ books: null }), readOnly), 'one'],
  [
    'none when none takes writes',
    choose(readOnly, 'refuses connections'),
    'None of the database servers takes writes: one:3306 is read-only, two:3306 refuses connections.',
  ],
  [
    'none of two that know nothing of each other',
    choose(standing({ server: 'a' }), standing({ server: 'b' })),
    'The database servers one:3306 and two:3306 take writes and are not of one cluster; make all but one read-only.',
  ],
  [
    'none of two clusters',
    choose(node(), node({ cluster: 'c2', books: null })),
    'The database servers one:3306 and two:3306 hold different data; name those of one cluster.',
  ],
  [
    'none of two databases, even if one is read-only',
    choose(standing(), standing({ obstacle: 'is read-only', books: 'others' })),
    'The database servers one:3306 and two:3306 hold different data; name those of one cluster.',
  ],
  [
    'never a stranger later on',
    choose('does not answer', node({ books: 'others' }), KNOWN, ONE),
    'None of the database servers takes writes: one:3306 does not answer, two:3306 holds other data.',
  ],
] as const)
  test(`of two servers ${what}`, () => assert.equal(chosen, expected));

test('what was not known of an empty database is learnt from its writer', () => {
  const found = [{ address: ONE, standing: node() }];
  const choice = chooseWriter(found, { cluster: 'c1', books: null }, ONE);
  assert.deepEqual(choice, { address: ONE, known: KNOWN });
});
