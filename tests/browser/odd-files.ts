// Every other file of this folder; even-files.ts has the rest.
import { inOneProcess } from '#testing/one-process.ts'

inOneProcess(import.meta.dirname, { hand: 0, hands: 2 })
