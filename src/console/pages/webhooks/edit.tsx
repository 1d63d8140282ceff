// A webhook is changed; whoever sits there shows first that it is they, since data may go elsewhere from then on.
import { shownState, updateWebhook } from '../../../domain/across/webhooks/endpoints.ts';
import { type Act, organisationPage } from '../../page.ts';
import { ActForm } from '../../parts/form.tsx';
import { Head, Go } from '../../parts/show.tsx';
import type { OrganisationVisit } from '../../visit.ts';
import { readWanted, WebhookFields } from './form.tsx';
import { besideFields, nameOf, partsOf, webhookHref, webhookOf } from './parts.tsx';

const save: Act<OrganisationVisit> = {
  strong: true,
  run: async (visit, form) => {
    const id = visit.params['webhook'] ?? '';
    const changes = { ...readWanted(visit, form), shown: form.text('shown') };
    await besideFields(
      visit,
      visit.changeOrganisation('webhook update', { id, ...changes }, (ctx) =>
        updateWebhook(ctx, partsOf(visit), id, changes),
      ),
    );
    return { to: webhookHref({ id }), say: visit.words.webhook.saved };
  },
};

export const editWebhookPage = organisationPage({
  path: '/settings/webhooks/:webhook/edit',
  role: 'administrator',
  query: webhookOf,
  acts: { save },
  view: (webhook, visit) => {
    const { common } = visit.words;
    return {
      title: `${common.edit}: ${nameOf(webhook)}`,
      main: (
        <>
          <Head title={nameOf(webhook)} note={visit.words.webhook.editNote} />
          <ActForm act="save" label={common.edit}>
            <input type="hidden" name="shown" value={shownState(webhook)} />
            <WebhookFields webhook={webhook} />
            <div class="buttons">
              <button>{common.save}</button>
              <Go to={webhookHref(webhook)} text={common.cancel} quiet />
            </div>
          </ActForm>
        </>
      ),
    };
  },
});
