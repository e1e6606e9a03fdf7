import { useParams } from 'react-router'
import { OperatorScreen } from '#web/features/operator/operator-screen.tsx'
import { operatorTexts } from '#web/features/operator/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/operator.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ title: operatorTexts.title, description: operatorTexts.description, noIndex: true }, args)
}

export default function Operator() {
  const { part } = useParams()
  return <OperatorScreen part={part} />
}
