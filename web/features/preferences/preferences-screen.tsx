import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Preferences } from '#domain/recipient-choices.ts'
import { preferenceTexts as texts } from '#domain/texts/preferences.ts'
import { useSettings } from '#web/api/settings.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { loadPreferences } from './mutations.ts'
import { OptOuts } from './opt-outs.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { preferencesPageTexts } from './texts.ts'

/** Opening the link changes nothing and leaves nothing: the token goes from the address as soon as it was read. */
export function PreferencesScreen() {
  const settings = useSettings()
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('p') ?? '')
  const [preferences, setPreferences] = useState<Preferences | null>(null)
  const [problem, setProblem] = useState<string | null>(token ? null : texts.invalidLink)

  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    loadPreferences(settings, token).then((answer) => {
      if (isUnmounted) return
      setPreferences(answer.preferences)
      setProblem(answer.problem)
      if (answer.preferences) clearQuery()
    })
    return () => {
      isUnmounted = true
    }
  }, [settings, token])

  return (
    <Page width="narrow">
      <PageHead title={texts.title}>
        {preferences ? (
          <>
            {texts.for} <strong className="break-words text-ink">{preferences.address}</strong>
          </>
        ) : (
          !problem && texts.loading
        )}
      </PageHead>
      {/* As high as what comes, so that nothing jumps when it does. */}
      <div aria-live="polite" className={preferences || problem ? undefined : 'min-h-dvh'}>
        {problem && (
          <div className="space-y-6">
            <Banner variant="warning" title={problem} />
            <ButtonLink to="/" variant="secondary">
              {texts.goHome}
            </ButtonLink>
          </div>
        )}
      </div>
      {preferences && <Choices token={token} preferences={preferences} onSaved={setPreferences} />}
      <noscript>
        <p className="mt-4">{preferencesPageTexts.noScript}</p>
      </noscript>
    </Page>
  )
}

interface ChoicesProps {
  token: string
  preferences: Preferences
  onSaved: (preferences: Preferences) => void
}

/** One form, for all calendars or for the one that is picked above it. */
function Choices({ token, preferences, onSaved }: ChoicesProps) {
  const { calendars, for_all, is_suppressed, phone } = preferences
  const [only] = calendars.length === 1 ? calendars : []
  const [picked, setPicked] = useState('')
  const calendar = calendars.find(({ id }) => id === picked)
  // Who follows one calendar is asked about that one, as it is now.
  const choice = calendar?.choice ?? only?.choice ?? for_all
  if (calendars.length === 0) return <Banner title={texts.nothing} />
  return (
    <div className="space-y-6">
      {is_suppressed && <Banner variant="warning" title={texts.suppressed} />}
      <Card className="space-y-6 p-5 sm:p-8">
        {!only && (
          <Field label={texts.forWhich}>
            {(control) => (
              <Select {...control} value={picked} onChange={(event) => setPicked(event.target.value)}>
                <option value="">{texts.forAll}</option>
                {calendars.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <PreferencesForm
          key={picked}
          token={token}
          calendarId={calendar?.id ?? null}
          choice={choice}
          phone={phone ?? preferences.address}
          onSaved={onSaved}
        />
      </Card>
      <OptOuts calendars={calendar ? [calendar] : calendars} />
    </div>
  )
}
