// The log's destination. Its reader may stall or go away (a log driver, a pipe to a program that ended), and that must not block the
// process: pino's own destination waits until somebody reads, if need be for ever.

/** Characters that may wait to be read. Further lines are dropped and counted. */
const MAX_WAITING = 4_000_000
/** Lines of this time are written together: one write per line took a sixth of the time of a month read. */
const BATCH_MS = 20

let batch = ''
let dropped = 0
let isAttached = false

export const standardOutput = {
  write(line: string): void {
    if (!isAttached) attach()
    if (process.stdout.writableLength + batch.length > MAX_WAITING) {
      dropped++
      return
    }
    if (dropped > 0) {
      const time = new Date().toISOString()
      addToBatch(`${JSON.stringify({ level: 40, time, dropped, msg: 'lines are missing here: nobody read them' })}\n`)
      dropped = 0
    }
    addToBatch(line)
  },
}

/** Writes the last lines while the process ends; only those of a killed process can be lost. */
function attach(): void {
  isAttached = true
  process.stdout.on('error', () => {})
  process.on('exit', writeBatch)
}

function addToBatch(lines: string): void {
  if (batch === '') setTimeout(writeBatch, BATCH_MS).unref()
  batch += lines
}

function writeBatch(): void {
  if (batch !== '') process.stdout.write(batch)
  batch = ''
}
