/** What the items of the configuration that the program itself asks for do, by name. A migration brings them; people set them at /ui/configuracao/itens. */
const SETTING_TEXTS = {
  FORNECEDOR_VALIDA_CPF: 'Exigir CNPJ ou CPF no cadastro de fornecedores',
  FORNECEDOR_SOMENTE_NOME: 'Pedir só o nome no cadastro de fornecedores',
  PERMITE_MODIFICACAO_VALOR_CR: 'Deixar quem edita contas a receber alterar o valor delas',
  FISCAL_RESP_TEC: 'Responsável técnico pelas notas: CNPJ; contato; e-mail; telefone',
  RASCUNHO_APAGA_AO_SAIR: 'Apagar os rascunhos do computador quando a pessoa sai',
  SEPARACAO_TOLERANCIA_PESO: 'Quanto o peso de um volume pode diferir na conferência, em %, onde a mercadoria não diz',
  ANEXOS_COTA_MB: 'Quanto os anexos de cada empresa podem ocupar, em MB; vazio: sem limite',
  'SEPARACAO.CUSTOM_FIELDS': 'Campos próprios da separação, separados por ponto e vírgula: Doca; Placa',
  'ORDEM_SERVICO.CUSTOM_FIELDS':
    'Checklist da ordem de serviço, separado por ponto e vírgula; o que termina em * é obrigatório: Testado*; Limpo',
} as const

export type SettingName = keyof typeof SETTING_TEXTS

const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTING_TEXTS, name)

/** The names of those items. */
export const SETTINGS: readonly SettingName[] = Object.keys(SETTING_TEXTS).filter(isSetting)

/** What an item of the configuration does, in a sentence; one that screens know nothing of, as it is described, else by its name in words. */
export function settingText(name: string, described = ''): string {
  if (isSetting(name)) return SETTING_TEXTS[name]
  if (described !== '') return described
  const words = name.replaceAll(/[_.]+/g, ' ').trim().toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
