import { useState } from 'react'
import { serverMessage } from '#web/api/request-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useOperatorCall, useReadAgain } from './call.ts'
import { operatorTexts } from './texts.ts'

const texts = operatorTexts.claim

/** What everybody sees who is no operator, whether a code is open or not. */
export function ClaimScreen() {
  const call = useOperatorCall()
  const readAgain = useReadAgain()
  const [refused, setRefused] = useState<string | null>(null)
  const { onSubmit, problems, working } = useCheckedForm({
    rules: async () => (await import('#domain/operators.ts')).claimForm,
    async onValid({ code }) {
      setRefused(null)
      try {
        await call('claim', { code })
        toast(texts.done)
        await readAgain()
      } catch (error) {
        setRefused(serverMessage(error) ?? operatorTexts.failed.body)
      }
    },
  })
  return (
    <Page width="narrow">
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <Card className="p-5 sm:p-7">
        <form noValidate onSubmit={onSubmit} className="space-y-5">
          <InputField
            label={texts.code}
            hint={texts.hint}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={problems.code ?? refused}
          />
          <Button type="submit" working={working}>
            {texts.submit}
          </Button>
        </form>
      </Card>
    </Page>
  )
}
