// The forms of one webhook: let it receive, refuse it, another secret, the end.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { LIMITS } from '../../../../generated/limits.ts';
import type { Endpoint } from '../../../domain/across/webhooks/store/endpoints.ts';
import { shownState } from '../../../domain/across/webhooks/endpoints.ts';
import { ActForm, Field, Tick } from '../../parts/form.tsx';
import { webhookHref } from './parts.tsx';

interface FormProps {
  readonly webhook: Endpoint;
}

/** Says what is let, so that nothing that a key changed meanwhile is let unseen. */
const Shown = ({ webhook }: Pick<FormProps, 'webhook'>): VNode => (
  <input type="hidden" name="shown" value={shownState(webhook)} />
);

export const EnableForm = ({ webhook }: FormProps): VNode => {
  const { webhook: words } = useOrganisation().words;
  const text = webhook.status === 'pending' ? words.allow : words.enable;
  return (
    <ActForm act="enable" action={webhookHref(webhook)} label={text}>
      <Shown webhook={webhook} />
      <button>{text}</button>
    </ActForm>
  );
};

export const RefuseForm = ({ webhook }: FormProps): VNode => {
  const visit = useOrganisation();
  const { webhook: words } = visit.words;
  return (
    <details open={visit.problem?.fields?.['reason'] !== undefined}>
      <summary>{words.refuse}</summary>
      <ActForm act="refuse" action={webhookHref(webhook)} label={words.refuse}>
        <Shown webhook={webhook} />
        <Field
          name="reason"
          label={words.why}
          hint={words.whyHint}
          required
          maxlength={LIMITS.Webhook.status_reason}
        />
        <p>
          <button class="danger">{words.refuse}</button>
        </p>
      </ActForm>
    </details>
  );
};

export const SecretForm = ({ webhook }: FormProps): VNode => {
  const { webhook: words } = useOrganisation().words;
  return (
    <details>
      <summary>{words.rotate}</summary>
      <ActForm act="rotate" action={webhookHref(webhook)} label={words.rotate}>
        <p class="quiet">{words.rotateNote}</p>
        <Tick name="now" label={words.rotateNow} />
        <button>{words.rotate}</button>
      </ActForm>
    </details>
  );
};

export const DeleteForm = ({ webhook }: FormProps): VNode => {
  const { webhook: words } = useOrganisation().words;
  return (
    <details>
      <summary>{words.remove}</summary>
      <ActForm act="delete" action={webhookHref(webhook)} label={words.remove}>
        <p class="quiet">{words.removeNote}</p>
        <button class="danger">{words.remove}</button>
      </ActForm>
    </details>
  );
};
