// Settings: where each thing is set.
import { organisationPage } from '../../page.ts';
import { Section, headed } from '../../parts/show.tsx';

export const hub = organisationPage({
  path: '/settings',
  role: 'viewer',
  query: () => Promise.resolve({}),
  view: (_none, visit) => {
    const { settings: words, app, connected, rates, webhook: webhooks } = visit.words;
    const parts = [
      ['companies', words.companies, words.companiesNote, 'viewer'],
      ['members', words.members, words.membersNote, 'viewer'],
      ['keys', words.keys, words.keysNote, 'administrator'],
      ['apps', connected.title, connected.short, 'viewer'],
      ['apps/typed', app.typed, app.typedShort, 'administrator'],
      ['webhooks', webhooks.title, webhooks.short, 'accountant'],
      ['rates', rates.title, rates.short, 'viewer'],
      ['audit', words.audit, words.auditNote, 'accountant'],
      ['providers', words.providers, words.providersNote, 'administrator'],
    ] as const;
    return headed({
      title: words.title,
      note: visit.organisation.name,
      main: (
        <div class="columns">
          {parts
            .filter(([, , , role]) => visit.may(role))
            .map(([path, name, note]) => (
              <Section title={<a href={`/settings/${path}`}>{name}</a>} card>
                <p class="quiet">{note}</p>
              </Section>
            ))}
        </div>
      ),
    });
  },
});
