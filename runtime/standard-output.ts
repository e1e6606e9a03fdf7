// Where the log goes. Whoever reads it may stall or go away (a log driver, a pipe to a program that ended), and that must hold up
// nobody: pino's own destination waits, with the whole process, until somebody reads, and for ever when nobody will.

/** So much may wait to be read; a line more is dropped, and counted. */
const MOST_WAITING = 4_000_000

let dropped = 0
let isHeard = false

export const standardOutput = {
  write(line: string): void {
    const { stdout } = process
    if (!isHeard) stdout.on('error', () => {})
    isHeard = true
    if (stdout.writableLength > MOST_WAITING) {
      dropped++
      return
    }
    if (dropped > 0) {
      const time = new Date().toISOString()
      stdout.write(`${JSON.stringify({ level: 40, time, dropped, msg: 'lines are missing here: nobody read them' })}\n`)
      dropped = 0
    }
    stdout.write(line)
  },
}
