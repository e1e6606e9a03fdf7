import { MONEY_BACK_DAYS } from './limits.ts'
import { plans as english, type Plan, type PlanId } from './plans.ts'

export { type Plan, type PlanId, planIds, priceOf } from './plans.ts'

export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    ...english.free,
    name: 'Gratis',
    period: 'para siempre',
    summary: 'Para un grupo que da sus primeros pasos.',
    features: ['1 calendario', '10 miembros', 'Avisos por correo y SMS', 'Página pública del calendario'],
  },
  pro: {
    ...english.pro,
    period: 'al mes',
    summary: 'Para asociaciones, escuelas y ligas.',
    features: [
      '5 calendarios',
      '100 miembros',
      'Horario de avisos a su medida',
      'Sin nuestra marca',
      'Avisos por correo y SMS',
    ],
  },
  enterprise: {
    ...english.enterprise,
    name: 'Empresa',
    period: 'al mes',
    summary: 'Para ciudades y organizaciones con muchos grupos.',
    features: [
      'Calendarios sin límite',
      'Miembros sin límite',
      'Su propia marca',
      'Horario de avisos a su medida',
      'Avisos por correo y SMS',
    ],
  },
}

export const plannedFeatures: readonly string[] = ['Sin nuestra marca', 'Su propia marca']

export function purchasablePlan(name: string | null | undefined): Plan | null {
  return name === 'pro' || name === 'enterprise' ? plans[name] : null
}

export const promises = {
  moneyBack: `Garantía de devolución de ${MONEY_BACK_DAYS} días`,
  setupFees: 'Sin costos de instalación',
  cancel: 'Cancele cuando quiera',
  card: 'No se necesita tarjeta de crédito',
} as const
