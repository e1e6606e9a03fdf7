export const INVALID_EMAIL = 'Escriba un correo electrónico válido'
