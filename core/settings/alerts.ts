/** What people are told of by mail because it needs them, by the names that it is switched off by. */
const TITLES = {
  servico: 'Serviço externo sem resposta',
  trabalho: 'Trabalho do sistema que falhou',
  comunicacao: 'Comunicações desistidas',
  certificado: 'Certificado digital',
  disco: 'Pouco espaço em disco',
  tabela: 'Tabela que cresce depressa',
  copia: 'Cópia de segurança atrasada',
  replica: 'Réplica de leitura',
} as const

export type AlertKind = keyof typeof TITLES

export const isAlertKind = (name: string): name is AlertKind => Object.hasOwn(TITLES, name)

export const ALERT_KINDS: readonly AlertKind[] = Object.keys(TITLES).filter(isAlertKind)

/** What an alert is called. */
export const alertTitle = (kind: AlertKind): string => TITLES[kind]
