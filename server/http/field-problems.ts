// Says what is wrong with a field that has no sentence of its own, by its name and in our words instead of the validation library's.
import type * as z from 'zod'

export function fieldProblem(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? []
  const field = path.length > 0 ? path.join('.') : 'The request'
  return `${field} ${isMissing(issue) ? 'is missing' : (problemOf(issue) ?? 'is not in the expected form')}`
}

const isMissing = ({ code, input }: z.core.$ZodRawIssue) =>
  input === undefined && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union')

function problemOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] && `must be ${types[issue.expected]}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`
    case 'too_small':
      return `must have at least ${issue.minimum}${unitOf(issue)}`
    case 'too_big':
      return `can have at most ${issue.maximum}${unitOf(issue)}`
    case 'unrecognized_keys':
      return `can't have ${issue.keys.join(', ')}`
    case 'invalid_format':
      return formats[issue.format] && `must be ${formats[issue.format]}`
    default:
      return undefined
  }
}

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = {
  guid: 'an id',
  uuid: 'an id',
  date: 'a day such as 2025-07-04',
  datetime: 'a time such as 2025-07-04T18:00:00Z',
  time: 'a time such as 18:00',
  email: 'an email address',
  url: 'a web address',
}

function unitOf({ origin }: { origin: string }): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
