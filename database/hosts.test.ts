import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsOf } from './hosts.ts'

test('an address with several hosts is one address for each', () => {
  assert.deepEqual(
    hostsOf('postgres://town:a%40b@one:5432,two.example:5433/town?target_session_attrs=read-write&sslmode=verify-full'),
    [
      'postgres://town:a%40b@one:5432/town?sslmode=verify-full',
      'postgres://town:a%40b@two.example:5433/town?sslmode=verify-full',
    ],
  )
})

test('an address with one host stays as it is', () => {
  for (const url of ['postgres://town@db.example/town?sslmode=require', 'postgresql://[::1]:5432/town'])
    assert.deepEqual(hostsOf(url), [url])
  assert.deepEqual(hostsOf('postgres://db/town?target_session_attrs=read-write'), ['postgres://db/town'])
  assert.deepEqual(hostsOf('postgres://db/town?sslmode=require&target_session_attrs=any'), [
    'postgres://db/town?sslmode=require',
  ])
})
