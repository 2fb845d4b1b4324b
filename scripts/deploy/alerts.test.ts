import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../lib/paths.ts';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Case {
  name: string;
  interval: string;
  input_series: { series: string; values: string }[];
  promql_expr_test: {
    expr: string;
    eval_time: string;
    exp_samples: { labels: string; value: number }[];
  }[];
}
const folder = join(root, 'deploy/prometheus');
const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8'));
const rules: Rule[] = read('alerts.yml').groups.flatMap((group: { rules: Rule[] }) => group.rules);
const cases: Case[] = read('alerts.test.yml').tests;
const raisedBy = ({ promql_expr_test }: Case) =>
  promql_expr_test.flatMap(({ exp_samples }) =>
    exp_samples.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1]),
  );
/** Names of metrics in an expression, without labels, times and what is between them. */
const metricsOf = (expr: string) =>
  expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '').match(/\b[a-z]\w*_[a-z_]*\w|\bup\b/g) ?? [];
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('each rule is whole: balanced, with a time, a severity and a page that there is', () => {
  const runbook = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations, ...rule } of rules) {
    for (const [open, close] of ['()', '{}', '[]'].map((pair) => [...pair] as [string, string])) {
      expect(expr.split(open).length, `${alert} ${open}`).toBe(expr.split(close).length);
    }
    expect(expr, alert).toMatch(/ (>|<|==|!=) /);
    expect(rule.for, alert).toMatch(/^\d+m$/);
    expect(['page', 'warn'], alert).toContain(labels.severity);
    expect(annotations.summary, alert).toMatch(/\.$/);
    expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`);
    expect(runbook).toContain(`### ${alert}\n\n- Means: `);
  }
});

test('each alert has figures that raise it, an ordinary day has them for each rule and raises none (product O601)', () => {
  const [ordinary, ...faults] = cases as [Case, ...Case[]];
  expect(raisedBy(ordinary)).toEqual([]);
  const raised = new Set(faults.flatMap(raisedBy));
  expect([...raised].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  const given = ordinary.input_series.map(({ series }) => /^\w+/.exec(series)?.[0]);
  for (const { alert, expr } of rules) {
    const asked = metricsOf(expr).filter((name) => name !== 'histogram_quantile');
    expect(asked.length, alert).toBeGreaterThan(0);
    expect(given, alert).toEqual(expect.arrayContaining(asked));
  }
  for (const { name, input_series } of cases) {
    const all = input_series.map(({ series }) => series);
    expect(new Set(all).size, name).toBe(all.length);
    for (const { values } of input_series) {
      expect(values, name).toMatch(/^-?[\d.e]+([+-]\d+)?x\d+( -?[\d.e]+([+-]\d+)?x\d+)*$/);
    }
  }
});

test(`by Prometheus's own judgement ${
  hasPromtool
    ? 'the rules raise just that'
    : 'NOTHING WAS TRIED, promtool is not installed: the rules were looked at by their shape alone'
}`, () => {
  if (hasPromtool) {
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder, stdio: 'pipe' });
    return;
  }
  process.stderr.write('Install promtool (Debian: prometheus) to have the alerts tried.\n');
  for (const one of cases) {
    const given = one.input_series.map(({ series }) => /^\w+/.exec(series)?.[0]);
    for (const alert of raisedBy(one)) {
      const asked = metricsOf(rules.find((rule) => rule.alert === alert)?.expr ?? '');
      expect(
        asked.some((name) => given.includes(name)),
        `${one.name}: ${alert}`,
      ).toBe(true);
    }
  }
});
