// Whether an agent has called with a key: a page of its own, and part of the page that shows the secret, which must not
// be loaded anew.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { findKey } from '../../../domain/parties/access/store.ts';
import { organisationPage } from '../../page.ts';
import { Head, Go } from '../../parts/show.tsx';

const SECONDS = 2;

export const Heard = ({ id, heard }: { id: string; heard: boolean }): VNode => {
  const visit = useOrganisation();
  const { settings: words } = visit.words;
  const href = `/settings/keys/${id}`;
  return (
    <p id="heard" role="status" {...(heard ? {} : { 'data-watch': href })}>
      <span class={`state ${heard ? 'good' : 'wait'}`}>{heard ? words.heard : words.unheard}</span>{' '}
      {!heard && visit.url.pathname !== href && (
        <a href={href} target="_blank" rel="noopener">
          {words.look}
        </a>
      )}
    </p>
  );
};

export const keyPage = organisationPage({
  path: '/settings/keys/:key',
  role: 'administrator',
  query: async (visit) => {
    const key = await findKey(visit.reads.db, visit.params['key'] ?? '', visit.now);
    return key?.organisation_id === visit.organisation.id ? key : undefined;
  },
  view: ({ id, name, status, last_used_at }, visit) => {
    const { settings: words } = visit.words;
    const heard = last_used_at !== null;
    return {
      title: name,
      ...(heard || status !== 'active' ? {} : { again: SECONDS }),
      main: (
        <>
          <Head title={name} note={words.setUp} />
          {status === 'active' ? <Heard id={id} heard={heard} /> : <p>{words.keyEnded}</p>}
          <div class="buttons">
            <Go to="/" text={words.doneWithKey} />
            {!heard && <Go to="/settings/keys?first=1" text={words.newKey} quiet />}
          </div>
        </>
      ),
    };
  },
});
