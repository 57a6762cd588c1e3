/** What people call the settings of their own. */
export const THEME_NAMES = { auto: 'Tema do sistema', claro: 'Tema claro', escuro: 'Tema escuro' } as const
export const DENSITY_NAMES = {
  normal: 'Densidade normal',
  compacta: 'Densidade compacta',
  confortavel: 'Densidade confortável',
} as const
