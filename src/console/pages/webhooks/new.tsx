// A webhook is made: what it sends where, then its secret, which is shown this once.
import { createWebhook } from '../../../domain/across/webhooks/endpoints.ts';
import { type Act, organisationPage, type Shown } from '../../page.ts';
import { ActForm } from '../../parts/form.tsx';
import { Head } from '../../parts/show.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import { readWanted, WebhookFields } from './form.tsx';
import { MadeSecret } from './made-secret.tsx';
import { besideFields, nameOf, partsOf } from './parts.tsx';

const make: Act<OrganisationVisit> = {
  strong: true,
  run: async (visit, form): Promise<Shown> => {
    const wanted = readWanted(visit, form);
    const { webhook, secret } = await besideFields(
      visit,
      visit.changeOrganisation('webhook create', wanted, (ctx) => createWebhook(ctx, partsOf(visit), wanted)),
    );
    return {
      title: nameOf(webhook),
      main: <MadeSecret webhook={webhook} secret={secret} />,
    };
  },
};

export const newWebhookPage = organisationPage({
  path: '/settings/webhooks/new',
  role: 'administrator',
  query: () => Promise.resolve({}),
  acts: { make },
  view: (_none, visit) => {
    const { webhook: words } = visit.words;
    return {
      title: words.add,
      main: (
        <>
          <Head title={words.add} note={words.note} />
          <ActForm act="make" label={words.add}>
            <WebhookFields />
            <p>
              <button>{words.make}</button>
            </p>
          </ActForm>
        </>
      ),
    };
  },
});
