import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { Link, useOutletContext } from 'react-router'
import type { MyCalendar } from '#web/features/calendars/calendar.ts'
import { missingOf } from '#web/features/calendars/missing.ts'
import { useUpdateSettings } from '#web/features/calendars/mutations.ts'
import { PlaceFields } from '#web/features/calendars/place-fields.tsx'
import { calendarScreenTexts, formTexts } from '#web/features/calendars/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CancelButton, DialogActions, useUnsaved } from '#web/ui/dialog.tsx'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { Switch } from '#web/ui/selection-controls.tsx'
import { fieldsOf, useLiveForm } from '#web/ui/use-live-form.ts'
import { isBlank } from '../../../domain/characters.ts'
import { HourField } from './hour-field.tsx'
import { ZoneField } from './zone-field.tsx'

interface GeneralSettingsProps {
  calendar: MyCalendar
  /** The preview of the template. */
  preview: ReactNode
  /** The state of the calendar behind the external link. */
  external: ReactNode
  onClose: () => void
  onWorking?: (working: boolean) => void
  /** A screen of its own, not a dialog. */
  isScreen?: boolean
}

export function GeneralSettings(props: GeneralSettingsProps) {
  const { calendar, preview, external, onClose, onWorking, isScreen = false } = props
  const update = useUpdateSettings(calendar.id)
  const person = useOutletContext<{ email: string }>()
  const form = useLiveForm({
    rules: async () => (await import('../../../domain/calendars.ts')).calendarSettingsForm,
    defaultValues: {
      name: calendar.name,
      description: calendar.description ?? '',
      external_calendar_url: calendar.external_calendar_url ?? '',
      // Public, so only typed or chosen, never filled in.
      admin_email: calendar.admin_email ?? '',
      state: calendar.state,
      city: calendar.city,
      allow_guest_users: calendar.allow_guest_users,
      sendgrid_template_id: calendar.sendgrid_template_id ?? '',
      time_zone: calendar.time_zone,
      notify_at: calendar.notify_at.slice(0, 5),
    },
  })
  const field = fieldsOf(form)
  const { register, handleSubmit, watch, setValue, setFocus, formState } = form
  const { isDirty } = formState
  const isSaved = useRef(false)
  useUnsaved(isDirty && !isScreen)

  useEffect(() => onWorking?.(update.isPending), [onWorking, update.isPending])

  const takeOwnAddress = () => {
    setValue('admin_email', person.email, { shouldDirty: true })
    setFocus('admin_email')
  }

  const submit = handleSubmit((checked) =>
    update.mutate(checked, {
      onSuccess() {
        isSaved.current = true
        onClose()
      },
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <InputField label={formTexts.name} required autoComplete="off" {...field('name')} />
      <TextareaField label={formTexts.description} rows={3} {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={formTexts.externalUrl}
          type="url"
          placeholder="https://"
          {...field('external_calendar_url')}
        />
        <div>
          <InputField
            label={formTexts.adminEmail}
            required
            hint={formTexts.adminEmailHint}
            type="email"
            autoComplete="email"
            {...field('admin_email')}
          />
          {isBlank(watch('admin_email')) && (
            <Button variant="quiet" size="small" onClick={takeOwnAddress}>
              {formTexts.useOwnAddress}
            </Button>
          )}
        </div>
      </div>
      {calendar.external_calendar_url && <Suspense>{external}</Suspense>}
      <FormProvider {...form}>
        <PlaceFields />
        <ZoneField />
        <HourField before={calendar.notify_at.slice(0, 5)} />
        <Suspense>{preview}</Suspense>
      </FormProvider>
      <Switch label={calendarScreenTexts.allowGuests} hint={formTexts.guestsHint} {...register('allow_guest_users')} />
      {/* Open when it holds a mistake, which must be seen. */}
      <details
        open={formState.errors.sendgrid_template_id ? true : undefined}
        className="rounded-lg border border-line"
      >
        <summary className="flex min-h-11 cursor-pointer items-center px-3 font-semibold">{formTexts.advanced}</summary>
        <div className="px-3 pb-3">
          <InputField
            label={formTexts.templateId}
            hint={formTexts.templateIdHint}
            autoComplete="off"
            spellCheck={false}
            {...field('sendgrid_template_id')}
          />
        </div>
      </details>
      {!isScreen && !isDirty && (
        <p>
          <Link to={`/calendars/${calendar.id}/setup?tab=suggestions`} className="link">
            {formTexts.moreSettings}
          </Link>
        </p>
      )}
      <DialogActions>
        {isScreen ? (
          <Button variant="secondary" disabled={update.isPending} onClick={onClose}>
            {formTexts.cancel}
          </Button>
        ) : (
          <CancelButton disabled={update.isPending} />
        )}
        <MainButton reason={missingOf(watch())} working={update.isPending}>
          {update.isPending ? formTexts.saving : formTexts.save}
        </MainButton>
      </DialogActions>
      {isScreen && isDirty && <LeaveGuard isSaved={isSaved} />}
    </form>
  )
}
