import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { calendarSettingsForm } from '#domain/calendars.ts'
import { isBlank } from '#domain/characters.ts'
import { calendarTexts } from '#domain/texts/calendars.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/selection-controls.tsx'
import type { MyCalendar } from './calendar.ts'
import { useUpdateSettings } from './mutations.ts'
import { PlaceFields } from './place-fields.tsx'
import { formTexts } from './texts.ts'
import { ZoneField } from './zone-field.tsx'

interface GeneralSettingsProps {
  calendar: MyCalendar
  /** Shown beside the template, to preview it. */
  preview: ReactNode
  onClose: () => void
  onWorking: (working: boolean) => void
}

export function GeneralSettings({ calendar, preview, onClose, onWorking }: GeneralSettingsProps) {
  const update = useUpdateSettings(calendar.id)
  const form = useForm({
    resolver: zodResolver(calendarSettingsForm),
    defaultValues: {
      name: calendar.name,
      description: calendar.description ?? '',
      external_calendar_url: calendar.external_calendar_url ?? '',
      admin_email: calendar.admin_email ?? '',
      state: calendar.state,
      city: calendar.city,
      allow_guest_users: calendar.allow_guest_users,
      sendgrid_template_id: calendar.sendgrid_template_id ?? '',
      time_zone: calendar.time_zone,
    },
  })
  const { register, handleSubmit, watch, formState } = form
  const { errors } = formState
  const [name, adminEmail, state, city] = watch(['name', 'admin_email', 'state', 'city'])
  const complete = !isBlank(name) && !isBlank(adminEmail) && state !== '' && city !== ''

  useEffect(() => onWorking(update.isPending), [onWorking, update.isPending])

  const submit = handleSubmit((checked) => update.mutate(checked, { onSuccess: onClose }))

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={formTexts.name} required error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <Field label={formTexts.description} error={errors.description?.message}>
        {(control) => <Textarea {...control} rows={3} {...register('description')} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={formTexts.externalUrl} error={errors.external_calendar_url?.message}>
          {(control) => <Input {...control} type="url" placeholder="https://" {...register('external_calendar_url')} />}
        </Field>
        <Field
          label={formTexts.adminEmail}
          required
          hint={formTexts.adminEmailHint}
          error={errors.admin_email?.message}
        >
          {(control) => <Input {...control} type="email" autoComplete="email" {...register('admin_email')} />}
        </Field>
      </div>
      <FormProvider {...form}>
        <PlaceFields />
        <ZoneField />
      </FormProvider>
      <Field label={formTexts.templateId} hint={formTexts.templateIdHint} error={errors.sendgrid_template_id?.message}>
        {(control) => (
          <Input {...control} autoComplete="off" spellCheck={false} {...register('sendgrid_template_id')} />
        )}
      </Field>
      {preview}
      <Switch label={calendarTexts.allowGuests} hint={formTexts.guestsHint} {...register('allow_guest_users')} />
      <DialogActions>
        <Button variant="secondary" disabled={update.isPending} onClick={onClose}>
          {formTexts.cancel}
        </Button>
        <Button type="submit" disabled={!complete} working={update.isPending}>
          {update.isPending ? formTexts.saving : formTexts.save}
        </Button>
      </DialogActions>
    </form>
  )
}
