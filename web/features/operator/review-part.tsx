import { useOperatorRead } from './call.ts'
import { dayWords, Loaded, PartHead, Section } from './parts.tsx'
import { PressButton } from './press-button.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.review

interface Waiting {
  owner_id: string
  email: string
  trial: boolean
  since: string
  identifier: string
  name: string
  kind: string
  day: string
  review_reason: string | null
  waiting: number
  texts: string[] | null
}

export function ReviewPart() {
  const read = useOperatorRead<{ mailings: Waiting[] }>('reviews')
  return (
    <>
      <PartHead title={texts.title}>{texts.lead}</PartHead>
      <Loaded of={read}>
        {({ mailings }) => (
          <div className="space-y-5">
            {mailings.length === 0 && <p className="text-muted">{texts.none}</p>}
            {mailings.map((one) => (
              <Section
                key={`${one.identifier} ${one.day} ${one.kind}`}
                title={`#${one.identifier} ${one.name}`}
                aside={texts.about(one.waiting, dayWords(`${one.day}T12:00`))}
              >
                <p>{texts.owner(one.email, dayWords(`${one.since}T12:00`), one.trial)}</p>
                <p className="mt-1 font-semibold" lang="en">
                  {one.review_reason}
                </p>
                {one.texts?.map((text) => (
                  <p key={text} className="mt-2 rounded-lg bg-sunk p-3 wrap-anywhere">
                    {text}
                  </p>
                ))}
                <div className="mt-4 flex flex-wrap gap-3">
                  <PressButton
                    act="approve"
                    body={{ user_id: one.owner_id }}
                    label={texts.approve}
                    says={texts.approveSays}
                  />
                  <PressButton
                    act="refuse"
                    body={{ user_id: one.owner_id }}
                    label={texts.refuse}
                    says={texts.refuseSays}
                  />
                  <PressButton
                    act="suspend"
                    body={{ user_id: one.owner_id }}
                    label={operatorTexts.people.suspend}
                    says={operatorTexts.people.suspendSays}
                    isDanger
                  />
                </div>
              </Section>
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}
