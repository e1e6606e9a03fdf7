// `npm run audit`: known weaknesses of what we install. Ends with 1 for high and critical ones, and with 2 when the registry
// could not be asked: not knowing is not the same as knowing of none.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Weakness = { severity: string; isDirect: boolean; range: string; fixAvailable: unknown }
type Report = {
  message?: string
  error?: { summary?: string }
  vulnerabilities?: Record<string, Weakness>
  metadata?: { vulnerabilities: Record<string, number>; dependencies: { total: number } }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
const report = parse(stdout)
if (!report?.metadata) {
  const why = report?.message ?? report?.error?.summary ?? (stderr.trim().split('\n').at(-1) || 'no answer')
  // The reason may name the host of a private registry.
  console.error(
    `NOT CHECKED: the registry does not answer audits here (${why.replace(/https?:\/\/\S+/g, 'its address')}).`,
  )
  console.error('Run npm run audit where it does, before a release.')
  process.exit(2)
}

const { vulnerabilities, dependencies } = report.metadata
const grave = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
  /^(high|critical)$/.test(severity),
)
for (const [name, { severity, range, fixAvailable }] of grave)
  console.error(`✖ ${severity}: ${name} ${range}${fixAvailable ? ', a fixed version is there' : ''}`)
const others = (vulnerabilities.total ?? 0) - grave.length
console.log(`${dependencies.total} packages: ${grave.length} high or critical, ${others} lesser.`)
if (grave.length > 0) process.exit(1)

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
