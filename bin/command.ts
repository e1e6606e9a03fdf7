// Reads the words of a command line. Whoever asks for help gets help: a command never acts on a word that it does not take.

/** In a `usage`, a name in brackets takes one word, or with `…` any number; options begin with `--`. */
export type Command = { usage: string; summary: string }

/** Something typed is wrong. Exits with 64. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const HELP = ['--help', '-h', 'help']

/** Returns the chosen command and its words; null if help was asked for and printed. */
export function chooseCommand<C extends Command>(
  program: string,
  commands: Record<string, C>,
  [name = '', ...words]: string[],
): { command: C; words: string[] } | null {
  if (HELP.includes(name)) return print(`Commands:\n${listOf(program, commands)}`)
  const command = commands[name]
  if (!command)
    throw new UsageError(
      `${name ? `There is no command "${program} ${name}". ` : ''}There are:\n${listOf(program, commands)}`,
    )
  const usage = `Usage: ${`${program} ${name} ${command.usage}`.trim()}`
  if (HELP.includes(words[0] ?? '') || words.some((word) => word === '--help' || word === '-h'))
    return print(`${usage}\n${command.summary}`)
  const unknown = firstUnknown(command.usage, words)
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is not understood, so nothing was done. ${usage}`)
  return { command, words }
}

function print(text: string): null {
  console.log(text)
  return null
}

function listOf(program: string, commands: Record<string, Command>): string {
  const starts = Object.entries(commands).map(([name, { usage }]) => `  ${program} ${name} ${usage}`.trimEnd())
  const width = Math.max(...starts.map((start) => start.length))
  const summaries = Object.values(commands).map(({ summary }) => summary)
  return starts.map((start, at) => `${start.padEnd(width)}  ${summaries[at]}`).join('\n')
}

function firstUnknown(usage: string, words: string[]): string | undefined {
  const options: string[] = usage.match(/--[\w-]+/g) ?? []
  const unknown = words.find((word) => /^-./.test(word) && !options.includes(word.split('=')[0] ?? ''))
  // The value of an option may be a word of its own; such a command counts its words itself.
  if (unknown !== undefined || usage.includes('…') || /--\w+ </.test(usage)) return unknown
  const places = usage.match(/<[^>]*>|\[[^\]-]*\]/g)?.length ?? 0
  return words.filter((word) => !/^-./.test(word))[places]
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
