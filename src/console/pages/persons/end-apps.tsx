// With sessions or ways in a person may end the apps that they connected, in the same transaction: those have an access of
// their own.
import type { VNode } from 'preact';
import type { OrganisationId } from '../../../../generated/ids.ts';
import { endAppsOf } from '../../../domain/parties/oauth/apps/end.ts';
import { actOf } from '../../../domain/parties/persons/parts.ts';
import type { EndAlso } from '../../../domain/parties/persons/sessions.ts';
import { useVisit } from '../../context.ts';
import { Tick } from '../../parts/form.tsx';
import type { Visit } from '../../visit.ts';

export const END_APPS = 'apps';

export const EndApps = (): VNode => {
  const { connected: words } = useVisit().words;
  return <Tick name={END_APPS} label={words.endWith} hint={words.endWithHint} />;
};

/** `within`: in this organisation alone, for whom its own issuer let in. */
export const endingApps =
  ({ now, request_id }: Visit, within?: OrganisationId): EndAlso =>
  (open, person, actor) =>
    endAppsOf(open, person, (id) => actOf({ now, request_id }, { ...actor, id }, 'app revoke'), within);
