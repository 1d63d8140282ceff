// A key that was just made: its secret, shown this once, and the set-up text for each client.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { Copy, Secret, Go, Head } from '../../parts/show.tsx';
import { findKey } from '../../../domain/parties/access/store.ts';
import { organisationPage } from '../../page.ts';

interface MadeProps {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  /** What becomes of the secret before. */
  readonly old?: string;
}

export const MadeKey = ({ id, name, secret, old }: MadeProps): VNode => {
  const visit = useOrganisation();
  const { settings: words } = visit.words;
  return (
    <>
      <Head title={name} note={words.secretNote} />
      {old !== undefined && <p class="notice">{old}</p>}
      <Secret title={words.secret} text={secret} />
      <h2>{words.setUp}</h2>
      {clientSetUps(`${visit.parts.origin.href}/mcp`, secret).map(({ client, text }, at) => (
        <details open={at === 0}>
          <summary>{client}</summary>
          <pre id={`set-up-${at}`}>{text}</pre>
          <Copy of={`set-up-${at}`} />
        </details>
      ))}
      <Heard id={id} heard={false} />
      <Go to="/" text={words.doneWithKey} apart />
    </>
  );
};

export interface SetUp {
  readonly client: string;
  readonly text: string;
}

export const clientSetUps = (url: string, secret: string): readonly SetUp[] => {
  const header = `Bearer ${secret}`;
  const server = { url, headers: { Authorization: header } };
  const json = (value: object): string => JSON.stringify(value, null, 2);
  return [
    {
      client: 'Claude Code',
      text: `claude mcp add --transport http folio ${url} --header "Authorization: ${header}"`,
    },
    { client: 'Cursor (.cursor/mcp.json)', text: json({ mcpServers: { folio: server } }) },
    { client: 'VS Code (.vscode/mcp.json)', text: json({ servers: { folio: { type: 'http', ...server } } }) },
    {
      client: 'Codex (~/.codex/config.toml)',
      text: `[mcp_servers.folio]\nurl = "${url}"\nhttp_headers = { Authorization = "${header}" }`,
    },
    {
      client: 'curl',
      text: `curl -s ${url} -H 'Authorization: ${header}' -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
    },
  ];
};

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
