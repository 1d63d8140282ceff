// How each client is told of the service: what is pasted into it.
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
