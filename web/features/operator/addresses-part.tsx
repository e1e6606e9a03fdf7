import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useOperatorRead } from './call.ts'
import { atWords, Loaded, PartHead, Section } from './parts.tsx'
import { PressButton } from './press-button.tsx'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.addresses

type Why = keyof typeof texts.why
interface Stop {
  masked?: string
  calendar: string | null
  why: Why
  created_at: string
  detail?: string | null
}

/** Who bounced, complained and left; and what can be done for somebody who calls. */
export function AddressesPart() {
  const [address, setAddress] = useState<string | null>(null)
  const read = useOperatorRead<{ stops: Stop[]; counts: { why: Why; count: number }[] }>('stopped')
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('#domain/operators.ts')).addressForm,
    onValid: (typed) => setAddress(typed.address),
  })
  return (
    <>
      <PartHead title={texts.title} />
      <div className="space-y-5">
        <Section title={texts.call}>
          <p className="mb-4 text-muted">{texts.callLead}</p>
          <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
            <InputField
              label={texts.address}
              hint={operatorTexts.people.whole}
              name="address"
              autoComplete="off"
              className="min-w-0 flex-1 basis-64"
              error={problems.address}
            />
            <Button type="submit" variant="secondary" className="sm:mt-6.5">
              {operatorTexts.people.search}
            </Button>
          </form>
          {address && <OneAddress address={address} />}
        </Section>
        <Section title={texts.newest}>
          <Loaded of={read}>
            {({ stops, counts }) => (
              <>
                <p className="mb-3 flex flex-wrap gap-2">
                  {counts.map(({ why, count }) => (
                    <Badge key={why}>{`${count} ${texts.why[why]}`}</Badge>
                  ))}
                </p>
                {stops.length === 0 && <p className="text-muted">{texts.none}</p>}
                <Stops stops={stops} />
              </>
            )}
          </Loaded>
        </Section>
      </div>
    </>
  )
}

function OneAddress({ address }: { address: string }) {
  const read = useOperatorRead<{ address: string; stops: Stop[] }>('find-stops', { address })
  return (
    <div className="mt-5 space-y-4 border-t border-line pt-5">
      <Loaded of={read}>
        {({ address: whole, stops }) => (
          <>
            <p className="font-semibold wrap-anywhere">{whole}</p>
            {stops.length === 0 && <p>{texts.nothingStops}</p>}
            <Stops stops={stops} />
            <div className="flex flex-wrap gap-3">
              {stops.some(({ why }) => why === 'bounce') && (
                <PressButton act="lift" body={{ address: whole }} label={texts.lift} says={texts.liftSays} />
              )}
              <PressButton act="opt-out" body={{ address: whole }} label={texts.optOut} says={texts.optOutSays} />
            </div>
            <p className="text-sm text-muted">{texts.onlyThey}</p>
          </>
        )}
      </Loaded>
    </div>
  )
}

function Stops({ stops }: { stops: Stop[] }) {
  return (
    <ul className="divide-y divide-line">
      {stops.map(({ masked, calendar, why, created_at: at, detail }) => (
        <li key={`${at} ${masked} ${calendar} ${why}`} className="flex flex-wrap gap-x-4 gap-y-1 py-2">
          {masked && <span className="basis-56 font-semibold">{masked}</span>}
          <span className="basis-36">{texts.why[why]}</span>
          <span className="min-w-0 flex-1 basis-48 text-muted wrap-anywhere">
            {[calendar ?? texts.everywhere, atWords(at), detail].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
