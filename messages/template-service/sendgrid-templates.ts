// Fetches the active version of a SendGrid dynamic template, and caches it for a minute.
import { minutes, seconds } from '#domain/durations.ts'
import { notSent } from '../outcome.ts'
import { callProvider } from '../provider-call.ts'
import type { Template } from './compile.ts'

export type SendgridOptions = { apiKey: string; apiUrl?: string | undefined }
export const SENDGRID_API = 'https://api.sendgrid.com'

export type TemplateSource = (id: string) => Promise<Template | null>

type Version = { active?: number; subject?: string; html_content?: string; plain_content?: string }

export function sendgridTemplates({ apiKey, apiUrl = SENDGRID_API }: SendgridOptions): TemplateSource {
  const cache = new Map<string, { template: Template | null; until: number }>()
  return async (id) => {
    const cached = cache.get(id)
    if (cached && cached.until > performance.now()) return cached.template
    const template = await load(id)
    if (cache.size > 200) cache.clear()
    cache.set(id, { template, until: performance.now() + minutes(1) })
    return template
  }

  async function load(id: string): Promise<Template | null> {
    const { status, body } = await callProvider(
      `${apiUrl}/v3/templates/${encodeURIComponent(id)}`,
      { headers: { authorization: `Bearer ${apiKey}` } },
      seconds(10),
    )
    if (status === 404 || status === 400) return null
    if (status === 401 || status === 403) throw notSent('alarm', String(status))
    if (status !== 200) throw notSent('temporary', String(status))
    const versions = Array.isArray(body.versions) ? (body.versions as Version[]) : []
    const active = versions.find((version) => version.active === 1)
    if (!active) return null
    return { subject: active.subject ?? '', html: active.html_content ?? '', text: active.plain_content ?? '' }
  }
}
