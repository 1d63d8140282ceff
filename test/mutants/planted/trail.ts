// Faults of what each transaction leaves to the trail.
import type { Planted } from './planted.ts';

const STATES = 'test/trail/states';
const DIGESTS = 'test/trail/digests';

export const TRAIL: readonly Planted[] = [
  {
    name: 'version-of-a-state-not-raised',
    file: 'src/db/trail/entries.ts',
    find: "touch === 'made' ? [] : [id]",
    put: '[]',
    tests: [STATES],
  },
  {
    name: 'lines-are-no-part-of-a-state',
    file: 'src/db/trail/units.ts',
    find: 'const content = part === undefined ? image',
    put: 'const content = part !== null ? image',
    tests: [DIGESTS],
  },
  {
    name: 'compiled-writes-go-unseen',
    file: 'src/db/compiled.ts',
    find: '  refuseWrite(query.query);\n',
    put: '',
    tests: [STATES],
  },
];
