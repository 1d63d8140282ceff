// Where apps may have people sent back to, and which of these addresses a request means.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isSameRedirect,
  matchRedirect,
  redirectFault,
  redirectHost,
} from '../../../src/domain/parties/oauth/clients/redirect.ts';

const TAKEN: readonly string[] = [
  'https://claude.ai/api/mcp/auth_callback',
  'https://chatgpt.com/connector/oauth/abc_DEF-123',
  'https://vscode.dev/redirect',
  'https://app.example.com:8443/cb?x=1&y=%20',
  'https://app.example.com',
  'https://global.consent.azure-apim.net/redirect/folio-5f1c',
  'http://localhost',
  'http://localhost/',
  'http://localhost/callback',
  'http://localhost:8787/callback',
  'http://127.0.0.1:33418/',
  'http://[::1]:1234/cb',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode://vscode.github-authentication/did-authenticate',
  'com.example.app:/oauth2redirect',
  'claude://claude.ai/mcp-auth-callback',
];

const REFUSED: readonly string[] = [
  '',
  ' https://app.example.com/cb',
  'https://app.example.com/cb ',
  'https://app.example.com/a b',
  'https://app.example.com/cb\n',
  'https://app.example.com/cb#part',
  'https://app.example.com/cb#',
  'https://user@app.example.com/cb',
  'https://user:pw@app.example.com/cb',
  'https://APP.example.com/cb',
  'HTTPS://app.example.com/cb',
  'https:app.example.com/cb',
  'https:/app.example.com/cb',
  'https:///app.example.com/cb',
  'https://app.example.com\\@evil.example/cb',
  'https://app.example.com/\\evil',
  'https://0x7f.1/cb',
  'https://ápp.example.com/cb',
  'https://',
  'http://app.example.com/cb',
  'http://localhost.example.com/cb',
  'http://localhost@evil.example/cb',
  'http://localhost:99999/cb',
  'http://127.0.0.2/cb',
  'http://127.1/cb',
  'http://0.0.0.0/cb',
  'http://[::]/cb',
  'http://LOCALHOST/cb',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'javascript://app.example.com/%0aalert(1)',
  'data:text/html,x',
  'data://text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://app.example.com/x',
  'about:blank',
  'view-source:https://app.example.com/',
  'ms-msdt:/id',
  'ms-settings://x',
  'search-ms://x/y',
  'intent://x#Intent;end',
  'chrome-extension://abc/x',
  'mailto:a@example.com',
  'tel:123',
  'urn:ietf:wg:oauth:2.0:oob',
  'ws://app.example.com/',
  'ldap://app.example.com/',
  'app:',
  'app:x',
  'app://',
  'no address',
  '/cb',
  '//app.example.com/cb',
  `https://app.example.com/${'x'.repeat(500)}`,
];

test('an address may be registered by which a browser comes back to an app, and no other', () => {
  for (const uri of TAKEN) assert.equal(redirectFault(uri), undefined, uri);
  for (const uri of REFUSED) assert.notEqual(redirectFault(uri), undefined, uri);
});

test('a request means an address by the very same text, but for the port of loopback', () => {
  const same: readonly (readonly [string, string])[] = [
    ['https://app.example.com/cb', 'https://app.example.com/cb'],
    ['http://localhost/callback', 'http://localhost:54321/callback'],
    ['http://localhost:8787/callback', 'http://localhost/callback'],
    ['http://127.0.0.1/', 'http://127.0.0.1:1/'],
    ['http://[::1]:9/cb?x=1', 'http://[::1]:65535/cb?x=1'],
    ['http://localhost', 'http://localhost:8080'],
  ];
  for (const [registered, asked] of same) assert.ok(isSameRedirect(registered, asked), asked);
  const other: readonly (readonly [string, string])[] = [
    ['https://app.example.com/cb', 'https://app.example.com/cb/'],
    ['https://app.example.com/cb', 'https://app.example.com/cb?x=1'],
    ['https://app.example.com/cb', 'https://app.example.com:443/cb'],
    ['https://app.example.com/cb', 'https://app.example.com:8443/cb'],
    ['https://app.example.com/cb', 'https://APP.example.com/cb'],
    ['https://app.example.com/cb', 'http://app.example.com/cb'],
    ['https://app.example.com/cb', 'https://app.example.com/cb/../cb'],
    ['https://app.example.com/cb', 'https://app.example.com.evil.example/cb'],
    ['https://app.example.com/cb', 'https://app.example.com@evil.example/cb'],
    ['https://localhost/cb', 'https://localhost:99/cb'],
    ['http://localhost/callback', 'http://localhost/other'],
    ['http://localhost/callback', 'http://localhost:1/callback?x=1'],
    ['http://localhost/callback', 'http://127.0.0.1/callback'],
    ['http://localhost/callback', 'http://localhost:99999/callback'],
    ['http://localhost/callback', 'http://localhost:1@evil.example/callback'],
    ['http://localhost/callback', 'http://localhost.evil.example/callback'],
    ['http://localhost/callback', 'http://localhost:/callback'],
    ['http://localhost', 'http://localhost:8080/'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp:1/oauth/callback'],
  ];
  for (const [registered, asked] of other) assert.ok(!isSameRedirect(registered, asked), asked);
  assert.equal(matchRedirect(['https://a.example/cb'], undefined), 'https://a.example/cb');
  assert.equal(matchRedirect(['https://a.example/cb', 'https://b.example/cb'], undefined), undefined);
  assert.equal(matchRedirect([], undefined), undefined);
  assert.equal(matchRedirect(['http://localhost/cb'], 'http://localhost:7/cb'), 'http://localhost:7/cb');
});

test('people are told the host that they are sent to', () => {
  assert.equal(redirectHost('https://claude.ai/api/mcp/auth_callback'), 'claude.ai');
  assert.equal(redirectHost('http://localhost:8787/callback'), 'localhost:8787');
  assert.equal(redirectHost('cursor://anysphere.cursor-mcp/oauth/callback'), 'cursor://anysphere.cursor-mcp');
  assert.equal(redirectHost('com.example.app:/oauth2redirect'), 'com.example.app://');
});
