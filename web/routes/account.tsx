import { AccountScreen } from '#web/features/account/account-screen.tsx'
import { accountScreenTexts } from '#web/features/account/account-texts.ts'
import { EmailSwitches } from '#web/features/mailings/email-switches.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/account.ts'

export function meta(args: Route.MetaArgs) {
  const { title, description } = accountScreenTexts
  return pageMeta({ title, description, noIndex: true }, args)
}

export default function Account() {
  return <AccountScreen emails={<EmailSwitches />} />
}
