// The state of what filing, mail and exchange rates depend on, as `doctor` tells it.
import { examineProviders } from '../../../doctor/doctor.ts';
import type { Check } from '../../../doctor/check.ts';
import { listed } from '../../list-page.tsx';
import { organisationPage } from '../../page.ts';

const TONES = { OK: 'good', WARN: 'wait', FAIL: 'bad' } as const;

export const providersPage = organisationPage({
  path: '/settings/providers',
  role: 'administrator',
  query: ({ parts, now }) => examineProviders(parts.config, parts.books.database, parts.doctor, now),
  view: (checks, visit) => {
    const { settings: words } = visit.words;
    const states = { OK: words.okay, WARN: words.warn, FAIL: words.fail };
    return listed<Check>(
      { data: checks },
      {
        title: words.providers,
        note: words.sandboxNote,
        none: undefined,
        columns: [
          { head: words.check, main: true, cell: ({ check }) => check },
          {
            head: words.what,
            cell: ({ status }) => <span class={`state ${TONES[status]}`}>{states[status]}</span>,
          },
          { head: words.record, cell: ({ detail }) => detail },
          { head: words.fix, cell: ({ fix }) => fix },
        ],
      },
    );
  },
});
