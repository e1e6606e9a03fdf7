import { TRIAL_CONTACTS } from '../limits.ts'
import { failure } from './toast.ts'

export const contactTexts = {
  invalidEmail: 'Escriba un correo electrónico válido',
  invalidPhone: 'Escriba un número de teléfono válido (se recomienda el formato E.164)',
  duplicate: failure('Este correo ya está en la lista de contactos'),
  trialLimit: {
    title: 'Límite de la prueba',
    body: `En la prueba puede agregar hasta ${TRIAL_CONTACTS} contactos por calendario. Mejore su plan para agregar más.`,
  },
  limitReached: `Límite de contactos alcanzado: las cuentas gratis tienen hasta ${TRIAL_CONTACTS} contactos por calendario`,
  limitReachedLink: 'Escríbanos para tener contactos sin límite',

  loadFailed: failure('No se pudieron cargar los contactos'),
  addFailed: failure('No se pudo agregar el correo'),
  removeFailed: failure('No se pudo quitar el contacto'),
  added: { title: 'Correo agregado a la lista de contactos' },
  removed: { title: 'Contacto quitado de la lista' },

  manageContactLists: 'Administrar listas de contactos',
} as const
