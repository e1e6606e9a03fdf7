// Every other file of this folder; odd-files.ts has the rest.
import { inOneProcess } from '#testing/one-process.ts'

inOneProcess(import.meta.dirname, { hand: 1, hands: 2 })
