import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useOperatorRead } from './call.ts'
import { atWords, Loaded, PartHead, Section } from './parts.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.history
const PAGE = 100

interface Entry {
  id: number
  made_at: string
  operator_name: string
  act: keyof typeof operatorTexts.acts
  about: string | null
  reason: string | null
}

export function HistoryPart() {
  const [before, setBefore] = useState<number | null>(null)
  const read = useOperatorRead<{ entries: Entry[] }>(before === null ? 'history' : `history?before=${before}`)
  return (
    <>
      <PartHead title={texts.title}>{texts.lead}</PartHead>
      <Section title={texts.list}>
        <Loaded of={read}>
          {({ entries }) => (
            <>
              {entries.length === 0 && <p className="text-muted">{texts.none}</p>}
              <ol className="divide-y divide-line">
                {entries.map(({ id, made_at, operator_name, act, about, reason }) => (
                  <li key={id} className="py-2.5">
                    <p className="font-semibold wrap-anywhere">
                      {operatorTexts.acts[act]}
                      {about && <span className="font-normal">{` ${about}`}</span>}
                    </p>
                    <p className="text-sm text-muted wrap-anywhere">
                      {[atWords(made_at), operator_name, reason].filter(Boolean).join(' · ')}
                    </p>
                  </li>
                ))}
              </ol>
              <div className="mt-3 flex gap-3">
                {before !== null && (
                  <Button variant="secondary" size="small" onClick={() => setBefore(null)}>
                    {texts.newest}
                  </Button>
                )}
                {entries.length === PAGE && (
                  <Button variant="secondary" size="small" onClick={() => setBefore(entries.at(-1)?.id ?? null)}>
                    {operatorTexts.people.older}
                  </Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </Section>
    </>
  )
}
