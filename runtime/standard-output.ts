// Where the log goes. Whoever reads it may stall or go away (a log driver, a pipe to a program that ended), and that must hold up
// nobody: pino's own destination waits, with the whole process, until somebody reads, and for ever when nobody will.

/** So much may wait to be read; a line more is dropped, and counted. */
const MOST_WAITING = 4_000_000
/** Lines of so long are written together: a write of its own for each was a sixth of a month read, and woke its reader each time. */
const GATHERED_MS = 20

let gathered = ''
let dropped = 0
let isHeard = false

export const standardOutput = {
  write(line: string): void {
    if (!isHeard) hear()
    if (process.stdout.writableLength + gathered.length > MOST_WAITING) {
      dropped++
      return
    }
    if (dropped > 0) {
      const time = new Date().toISOString()
      gather(`${JSON.stringify({ level: 40, time, dropped, msg: 'lines are missing here: nobody read them' })}\n`)
      dropped = 0
    }
    gather(line)
  },
}

/** The last lines of a process are written while it ends; only those of one that is killed can be lost. */
function hear(): void {
  isHeard = true
  process.stdout.on('error', () => {})
  process.on('exit', writeGathered)
}

function gather(lines: string): void {
  if (gathered === '') setTimeout(writeGathered, GATHERED_MS).unref()
  gathered += lines
}

function writeGathered(): void {
  if (gathered !== '') process.stdout.write(gathered)
  gathered = ''
}
