// The file for programs in TypeScript that call /functions/v1: the types of bodies and answers, and one function that calls.
import { schemaType } from './json-types.ts'
import { answerSchema, bodySchema, type FunctionDescription } from './openapi.ts'

export function functionTypes(functions: Record<string, FunctionDescription>): string {
  const calls = Object.entries(functions).filter(([, { answer, bodyType }]) => answer && !bodyType)
  return `// Types of the named calls, and a client for them: call({ url, key, token }, 'save-event', { … }).
export type Functions = {
${calls.map(([name, fn]) => functionType(name, fn)).join('\n')}
}

const gets = ${JSON.stringify(calls.filter(([, { methods }]) => !methods.includes('POST')).map(([name]) => name))}

/** What a call was refused with: \`code\` is one of docs/errors.md. */
export class Refused extends Error {
  status: number
  code: string

  constructor(status: number, { code = 'unknown', error = 'Something went wrong' }: { code?: string; error?: string }) {
    super(error)
    this.status = status
    this.code = code
  }
}

/** \`url\` is the site's, \`key\` the publishable one; \`token\` is of a session or a program. */
export async function call<Name extends keyof Functions>(
  { url, key, token }: { url: string; key: string; token?: string },
  name: Name,
  body: Functions[Name]['body'],
): Promise<Functions[Name]['answer']> {
  const headers: Record<string, string> = { apikey: key, 'content-type': 'application/json' }
  if (token) headers.authorization = \`Bearer \${token}\`
  const isGet = gets.includes(name)
  const query = isGet ? \`?\${new URLSearchParams(body as Record<string, string>)}\` : ''
  const sent = isGet ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(\`\${url}/functions/v1/\${name}\${query}\`, sent)
  const json = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Refused(answer.status, json)
  return json
}
`
}

function functionType(name: string, { summary, body, answer }: FunctionDescription): string {
  const sent = body ? schemaType(bodySchema(body)) : 'Record<string, never>'
  return `  /** ${summary.replaceAll('*/', '* /')} */
  '${name}': { body: ${sent}; answer: ${answer ? schemaType(answerSchema(answer)) : 'unknown'} }`
}
