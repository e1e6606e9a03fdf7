import { inOneProcess } from '#testing/one-process.ts'

inOneProcess(import.meta.dirname)
