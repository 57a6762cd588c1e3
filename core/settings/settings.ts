import type { SettingName } from './texts'

/** The stored values of settings, by name; what is not set is missing. */
export type SettingValues = Readonly<Partial<Record<string, string | null>>>

/** True when a yes-or-no setting is on. */
function isOn(values: SettingValues, name: SettingName): boolean {
  return values[name] === 'true'
}

/** Do drafts of what was typed go from a computer when the person signs out there? */
export const dropsDrafts = (values: SettingValues): boolean => isOn(values, 'RASCUNHO_APAGA_AO_SAIR')

/** May whoever edits receivables change their value too (P3-024)? */
export const allowsValueChange = (values: SettingValues): boolean => isOn(values, 'PERMITE_MODIFICACAO_VALOR_CR')

/** By how much boxes may be heavier or lighter than their goods, in percent, where their products do not say it: 3 where nobody does. */
export function weightTolerance(values: SettingValues): string {
  const told = values.SEPARACAO_TOLERANCIA_PESO?.trim().replace(',', '.') ?? ''
  return /^\d{1,3}(\.\d{1,2})?$/.test(told) ? told : '3'
}

/** How many bytes the attachments of one company may take; undefined where nobody limits them. */
export function attachmentQuota(values: SettingValues): number | undefined {
  const told = values.ANEXOS_COTA_MB?.trim().replace(',', '.') ?? ''
  return /^\d{1,9}(\.\d{1,3})?$/.test(told) ? Math.round(Number(told) * MEGABYTE) : undefined
}

const MEGABYTE = 1024 * 1024
const MOST_FIELDS = 20
const LONGEST_NAME = 60

const namedFields = (values: SettingValues, setting: SettingName): readonly string[] =>
  (values[setting] ?? '').split(';').map((name) => name.trim().slice(0, LONGEST_NAME))

const few = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => name !== '').slice(0, MOST_FIELDS)

/** The names of the fields that a company has of its own on picking orders (R3-031). */
export const pickingFields = (values: SettingValues): readonly string[] =>
  few(namedFields(values, 'SEPARACAO.CUSTOM_FIELDS'))

const REQUIRED_MARK = /\s*\*$/

/** What is ticked off on a service order, and what of it must be before it is finished. */
export function serviceChecklist(values: SettingValues): {
  readonly names: readonly string[]
  readonly required: readonly string[]
} {
  const written = namedFields(values, 'ORDEM_SERVICO.CUSTOM_FIELDS')
  const bare = (name: string): string => name.replace(REQUIRED_MARK, '')
  const names = few(written.map(bare))
  const required = few(written.filter((name) => REQUIRED_MARK.test(name)).map(bare))
  return { names, required: required.filter((name) => names.includes(name)) }
}

export type SupplierForm = 'standard' | 'cpf' | 'name'

/** Which of the three supplier forms is in use (R1-024): the name alone, with a tax id that must be there, or the standard one. */
export function supplierForm(values: SettingValues): SupplierForm {
  if (isOn(values, 'FORNECEDOR_SOMENTE_NOME')) return 'name'
  return isOn(values, 'FORNECEDOR_VALIDA_CPF') ? 'cpf' : 'standard'
}
