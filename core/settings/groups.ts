/** What items of the configuration are about, and how the names of each group begin. */
const GROUPS = {
  cadastros: { title: 'Cadastros', starts: ['FORNECEDOR_'] },
  financeiro: { title: 'Financeiro', starts: ['PERMITE_MODIFICACAO_VALOR_CR'] },
  fiscal: { title: 'Fiscal', starts: ['FISCAL_'] },
  expedicao: { title: 'Expedição', starts: ['SEPARACAO'] },
  servico: { title: 'Serviços', starts: ['ORDEM_SERVICO'] },
  alertas: { title: 'Alertas', starts: ['ALERTA_'] },
  guarda: { title: 'Guarda e limpeza', starts: ['GUARDA_'] },
  sistema: { title: 'Sistema', starts: ['RASCUNHO_', 'ANEXOS_', 'CONSULTA_'] },
} as const

export type SettingGroup = keyof typeof GROUPS | 'outros'

const isGroup = (name: string): name is keyof typeof GROUPS => Object.hasOwn(GROUPS, name)

/** The groups in their order; what begins like none of them is among the last. */
export const SETTING_GROUPS: readonly SettingGroup[] = [...Object.keys(GROUPS).filter(isGroup), 'outros']

/** What a group is called. */
export const groupTitle = (group: SettingGroup): string => (group === 'outros' ? 'Outros' : GROUPS[group].title)

/** How the names of a group begin; undefined for the last, whose names begin like none of the others', and for what is no group. */
export const groupStarts = (group: string): readonly string[] | undefined =>
  isGroup(group) ? GROUPS[group].starts : undefined

/** The beginnings of all groups. */
export const ALL_STARTS: readonly string[] = Object.values(GROUPS).flatMap(({ starts }) => [...starts])

/** The group that an item belongs to, by its name. */
export const groupOf = (name: string): SettingGroup =>
  SETTING_GROUPS.find((group) => groupStarts(group)?.some((start) => name.startsWith(start))) ?? 'outros'
