const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { readText, readYaml, ROOT } = require('./deploy-files.js');

const prometheus = readYaml('deploy/observability/prometheus.yml');
const { services: watchers } = readYaml('deploy/observability/compose.yml');
const { groups } = readYaml('deploy/observability/alerts.yml');
const rules = groups.flatMap((group) => group.rules).map((rule) => [rule.alert, rule]);
const guide = readText('docs/guides/alerts.md');

/** Every metric that a service registers, by the literal that names it in the sources. */
function exportedMetrics() {
  const sources = ['libs', 'services'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).flatMap((name) => {
      const src = join(ROOT, folder, name, 'src');
      return readdirSync(src, { recursive: true })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
        .map((path) => readFileSync(join(src, path), 'utf8'));
    }),
  );
  const text = sources.filter((source) => source.includes('prom-client')).join('\n');
  return new Set(Array.from(text.matchAll(/'(crumbtrail_[a-z_]+)'/g), ([, name]) => name));
}

describe('the shipped alerts', () => {
  const exported = exportedMetrics();

  it('are loaded by the shipped Prometheus', () => {
    expect(prometheus.rule_files).toEqual(['alerts.yml']);
    expect(watchers.prometheus.volumes).toContain('./alerts.yml:/etc/prometheus/alerts.yml:ro');
  });

  it.each(rules)('%s is about metrics that a service exports', (_alert, { expr }) => {
    const names = expr.match(/\bcrumbtrail_[a-z_]+/g) ?? ['up'];
    for (const name of names.filter((one) => one !== 'up')) {
      expect([...exported]).toContain(name.replace(/_(count|sum|bucket)$/, ''));
    }
  });

  it.each(rules)('%s has a severity, a summary and a section in the guide, which says what to do', (alert, rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(rule.annotations.runbook_url).toBe(`docs/guides/alerts.md#${alert.toLowerCase()}`);
    const [section = ''] = guide.split(/^## /m).filter((one) => one.startsWith(`${alert}\n`));
    for (const part of ['**It means**', '**Users notice**', '**Look**', '**Do**']) expect(section).toContain(part);
  });

  it('are all in the guide, and the guide has no others', () => {
    const sections = Array.from(guide.matchAll(/^## (Crumbtrail\w+)$/gm), ([, name]) => name);
    expect(sections).toEqual(rules.map(([alert]) => alert));
  });

  it.each(rules)('%s is tested to fire', (alert) => {
    expect(readText('deploy/observability/alerts.test.yml')).toMatch(
      new RegExp(`alertname(="|: )${alert}\\b(?![^\\n]*exp_alerts: \\[\\])`),
    );
  });
});

describe('the dashboard', () => {
  it('shows metrics that a service exports', () => {
    const dashboard = readText('deploy/observability/grafana/dashboards/crumbtrail.json');
    const names = new Set(dashboard.match(/\bcrumbtrail_[a-z_]+/g));
    const exported = exportedMetrics();
    const unknown = [...names].filter(
      (name) => !exported.has(name) && !exported.has(name.replace(/_(count|sum|bucket)$/, '')),
    );
    expect(unknown).toEqual([]);
  });
});
