import type { alertTexts as English } from './alerts.ts'

export const alertTexts = {
  headlineMissing: 'Escriba un titular',
  headlineLong: 'El titular puede tener como máximo 200 caracteres',
  messageMissing: 'Diga qué pasó y qué hacer',
  messageLong: (max: number) => `El mensaje puede tener como máximo ${max.toLocaleString('es-US')} caracteres`,
  untilPast: 'Elija un momento posterior al actual',
  untilLong: 'Una alerta dura como máximo 31 días',
  confirmMissing: 'Escriba el número de personas o el nombre del calendario',
} satisfies { [Name in keyof typeof English]: unknown }
