import { failure } from '#domain/texts/toast.ts'

export const inviteTexts = {
  joinTitle: (calendar: string) => `Unirse a ${calendar} | Townbell`,
  joinDescription: (calendar: string) => `Tiene una invitación para unirse al calendario ${calendar}.`,
  title: 'Invitación | Townbell',
  description: 'Una invitación a un calendario.',
  invited: 'Tiene una invitación para unirse a',
  mailed: (email: string, role: 'admin' | 'member' | 'owner') =>
    `Se une como ${role === 'member' ? 'miembro' : 'administrador'}${role === 'owner' ? ', y el calendario se le ofrece en Mis calendarios' : ''}. La invitación es para ${email}: inicie sesión con esa dirección.`,
  join: 'Unirse al calendario',
  emails: 'Enviarme un correo el día de cada evento',
  emailsHint: 'Puede cambiarlo cuando quiera. Los administradores no ven su dirección.',
  joined: (calendar: string) => ({ title: '¡Le damos la bienvenida!', body: `Ya es miembro de ${calendar}.` }),
  joinFailed: failure('No se pudo unir al calendario. Inténtelo de nuevo.'),
  account: 'Los miembros tienen una cuenta. Es gratis, y luego vuelve directamente aquí.',
  signIn: 'Iniciar sesión para unirse',
  signUp: 'Crear una cuenta',
  gone: 'Esta invitación ya no funciona',
  goneBody: 'Quizás el enlace se renovó o el calendario ya no existe. Pida uno nuevo a quien se lo envió.',
  failed: 'No se pudo abrir esta invitación',
  find: 'Encontrar un calendario',
} as const
