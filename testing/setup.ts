// Given to `node --test --test-global-setup`: one cluster for the whole run.
import { type Cluster, prepareCluster } from './database.ts'

let cluster: Cluster | undefined

export async function globalSetup(): Promise<void> {
  cluster = await prepareCluster()
  process.env.TOWNBELL_TEST_CLUSTER = cluster.url
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop()
}
