import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planIds, plans, priceOf, promises, purchasablePlan } from './plans.ts'

test('the plans cost and include what the pricing page promises', () => {
  const table = planIds.map((id) => [
    plans[id].name,
    priceOf(plans[id]),
    plans[id].period,
    ...plans[id].features.slice(0, 2),
  ])
  assert.deepEqual(table, [
    ['Free', '$0', 'forever', '1 calendar', '10 members'],
    ['Pro', '$25', 'per month', '5 calendars', '100 members'],
    ['Enterprise', '$50', 'per month', 'Unlimited calendars', 'Unlimited members'],
  ])
})

test('the feature lists name the plan limits', () => {
  for (const feature of ['5 calendars', '100 members', 'Custom reminder timing', 'No branding']) {
    assert.ok(plans.pro.features.includes(feature), feature)
  }
  for (const feature of ['Unlimited calendars', 'Unlimited members', 'Custom branding']) {
    assert.ok(plans.enterprise.features.includes(feature), feature)
  }
})

test('only Pro and Enterprise can be purchased', () => {
  assert.equal(purchasablePlan('pro')?.name, 'Pro')
  assert.equal(purchasablePlan('enterprise')?.name, 'Enterprise')
  for (const name of ['free', 'PRO', 'constructor', '', null, undefined]) assert.equal(purchasablePlan(name), null)
})

test('the guarantee is thirty days', () => {
  assert.equal(promises.moneyBack, '30-day money-back guarantee')
})
