export const continueAs = (current: string, next: string) =>
  `Ha iniciado sesión como ${current}. ¿Cerrar esa sesión y continuar como ${next}?`
