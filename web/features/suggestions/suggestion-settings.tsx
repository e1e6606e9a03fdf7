import { ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Switch } from '#web/ui/selection-controls.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSaveSuggestionSetting, useSuggestionSetting } from './queue.ts'
import { queueTexts, suggestionSettingsTexts as texts } from './queue-texts.ts'

/** Decides whether visitors can suggest events. */
export function SuggestionSettings({ calendar }: { calendar: { id: string } }) {
  const setting = useSuggestionSetting(calendar.id)
  const save = useSaveSuggestionSetting(calendar.id)
  if (setting.isPending) return <Skeleton className="h-32 rounded-xl" />
  if (setting.isError) return <LoadError message={queueTexts.loadFailed.body} onRetry={setting.refetch} />
  const { takes_suggestions: isOn } = setting.data
  return (
    <div className="space-y-5">
      <Switch
        label={texts.on}
        hint={texts.onHint}
        checked={isOn}
        disabled={save.isPending}
        onChange={({ target }) => save.mutate(target.checked)}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <ButtonLink to={`/calendars/${calendar.id}/setup/suggestions`} variant="secondary">
          {texts.queue}
        </ButtonLink>
        {isOn && (
          <ButtonLink to={`/calendar/${calendar.id}/suggest`} variant="secondary">
            {texts.form}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
