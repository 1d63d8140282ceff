// The state of what filing, mail and exchange rates depend on, as `doctor` tells it.
import { examineProviders } from '../../../doctor/doctor.ts';
import type { Check } from '../../../doctor/check.ts';
import { organisationPage } from '../../page.ts';
import { headed } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';

const TONES = { OK: 'good', WARN: 'wait', FAIL: 'bad' } as const;

export const providersPage = organisationPage({
  path: '/settings/providers',
  role: 'administrator',
  query: ({ parts, now }) => examineProviders(parts.config, parts.books.database, parts.doctor, now),
  view: (checks, visit) => {
    const { settings: words } = visit.words;
    const states = { OK: words.okay, WARN: words.warn, FAIL: words.fail };
    return headed({
      title: words.providers,
      note: words.sandboxNote,
      main: (
        <Table<Check>
          caption={words.providers}
          rows={checks}
          columns={[
            { head: words.check, main: true, cell: ({ check }) => check },
            {
              head: words.what,
              cell: ({ status }) => <span class={`state ${TONES[status]}`}>{states[status]}</span>,
            },
            { head: words.record, cell: ({ detail }) => detail },
            { head: words.fix, cell: ({ fix }) => fix },
          ]}
        />
      ),
    });
  },
});
