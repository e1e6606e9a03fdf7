// Makes one mail of every kind in both languages and prints the points that SpamAssassin gives it by its local rules. At most 0.5 is allowed.
// Needs `apt-get install spamassassin`; not part of npm test.
import { spawnSync } from 'node:child_process'
import { languages } from '#domain/languages.ts'
import { mailSamples } from '#testing/mail-samples.ts'

const POINTS_MAX = 0.5

let worst = 0
for (const language of languages) {
  for (const { name, raw } of await mailSamples(language)) {
    const { stdout, error } = spawnSync('spamassassin', ['-t', '-L'], { input: raw, encoding: 'utf8' })
    if (error) throw new Error('SpamAssassin is not installed: apt-get install spamassassin', { cause: error })
    const points = Number(/^X-Spam-Status: .*? score=(-?[\d.]+)/m.exec(stdout)?.[1] ?? Number.NaN)
    const tests = /tests=([\s\S]*?)\s+(?:autolearn|version)=/.exec(stdout)?.[1]?.replace(/\s+/g, '') ?? ''
    worst = Math.max(worst, points)
    console.log(`${points.toFixed(1).padStart(4)}  ${raw.length} bytes  ${language} ${name}  ${tests}`)
  }
}
console.log(`at most ${worst} points; ${POINTS_MAX} are allowed`)
if (!(worst <= POINTS_MAX)) process.exitCode = 1
