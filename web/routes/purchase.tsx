import { redirect } from 'react-router'
import { plans, purchasablePlan } from '#domain/plans.ts'
import { cacheStatic } from '#web/api/page-caching.ts'
import { purchaseTexts } from '#web/features/company/pricing-texts.ts'
import { PurchasePage } from '#web/features/company/purchase-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/purchase.ts'

export const headers = cacheStatic

export function loader({ request }: Route.LoaderArgs) {
  const plan = purchasablePlan(new URL(request.url).searchParams.get('plan'))
  if (!plan) throw redirect('/pricing')
  return { planId: plan.id }
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta({ ...purchaseTexts.head, canonicalUrl: '/pricing', noIndex: true }, args)

export default function Purchase({ loaderData }: Route.ComponentProps) {
  return <PurchasePage plan={plans[loaderData.planId]} />
}
