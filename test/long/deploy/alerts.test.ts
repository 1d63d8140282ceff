// Each metric that a rule names is one that /metrics has.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/base/package-root.ts';
import { addGauges, createMetrics } from '../../../src/transport/metrics.ts';
import { startOperations } from '../../../src/transport/operations.ts';

const PATH = join(packageRoot(), 'src/deploy/alerts.yml');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly action: string };
    }[];
  }[];
}

const rules = (parse(readFileSync(PATH, 'utf8')) as Rules).groups.flatMap((group) => group.rules);

/** What Prometheus itself adds to each target. */
const OWN = new Set(['up']);

test('each metric of a rule is shown', async (t) => {
  const metrics = createMetrics();
  addGauges(metrics.registry, {
    poolUse: () => ({ in_use: 0, idle: 0, waiting: 0 }),
    backlog: async () => ({}),
    webhooks: async () => ({}),
    trail: async () => ({}),
    damagedReads: () => 0,
  });
  const operations = await startOperations({
    host: '127.0.0.1',
    port: 0,
    metrics,
    ready: async () => undefined,
  });
  t.after(() => operations.close());
  const text = await (await fetch(`${operations.url}/metrics`)).text();
  const shown = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  for (const { alert, expr } of rules) {
    const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '');
    const named = [...bare.matchAll(/\b[a-z][a-z_]*\b(?!\s*\()/g)].map(([name]) => name);
    assert.ok(named.length > 0, alert);
    for (const name of named) assert.ok(shown.has(name) || OWN.has(name), `${alert}: there is no ${name}`);
  }
});

test('each rule says how bad it is and what to do', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(page|ticket)$/, alert);
    assert.match(annotations.summary, /\.$/, alert);
    assert.match(annotations.action, /\.$/, alert);
  }
});

test('promtool takes the rules', (t) => {
  if (spawnSync('promtool', ['--version']).error !== undefined) return t.skip('promtool is not installed');
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', PATH], { encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
});
