import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Preferences } from '#domain/recipient-choices.ts'
import { preferenceTexts as texts } from '#domain/texts/preferences.ts'
import { useSettings } from '#web/api/settings.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { SelectField } from '#web/ui/fields.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { loadPreferences } from './mutations.ts'
import { FollowAgain, OptOuts } from './opt-outs.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { preferencesPageTexts } from './texts.ts'

/** Shows a follower's preferences. The token is removed from the URL as soon as it was used. */
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
      <PageHead title={preferencesPageTexts.title}>
        {preferences ? (
          <>
            {preferencesPageTexts.for} <strong className="break-words text-ink">{preferences.address}</strong>
          </>
        ) : (
          !problem && preferencesPageTexts.loading
        )}
      </PageHead>
      {/* As high as the form, so that nothing jumps when it loads. */}
      <div aria-live="polite" className={preferences || problem ? undefined : 'min-h-dvh'}>
        {problem && (
          <div className="space-y-6">
            <Banner variant="warning" title={problem} />
            <ButtonLink to="/" variant="secondary">
              {preferencesPageTexts.goHome}
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

/** Shows one form, for all calendars or for the chosen one. */
function Choices({ token, preferences, onSaved }: ChoicesProps) {
  const { calendars, left, for_all, is_suppressed, phone } = preferences
  const [only] = calendars.length === 1 ? calendars : []
  const [picked, setPicked] = useState('')
  const calendar = calendars.find(({ id }) => id === picked)
  // With only one calendar the form starts with its current choice.
  const choice = calendar?.choice ?? only?.choice ?? for_all
  if (calendars.length === 0) {
    return (
      <div className="space-y-6">
        <Banner title={preferencesPageTexts.nothing} />
        <FollowAgain calendars={left} />
      </div>
    )
  }
  return (
    <div className="space-y-6">
      {is_suppressed && <Banner variant="warning" title={texts.suppressed} />}
      <Card className="space-y-6 p-5 sm:p-8">
        {!only && (
          <SelectField
            label={preferencesPageTexts.forWhich}
            value={picked}
            onChange={(event) => setPicked(event.target.value)}
            placeholder={preferencesPageTexts.forAll}
            options={calendars.map(({ id, name }) => [id, name])}
          />
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
      <FollowAgain calendars={left} />
    </div>
  )
}
